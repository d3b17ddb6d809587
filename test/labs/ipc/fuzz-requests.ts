import { z } from 'zod'
import { succeed } from '../../../src/contract/failure.ts'
import { fits, isClosed, resolved, type Shape } from './shape.ts'
import { type Gate, trustedSender, untrustedSenders } from './gate.ts'
import { canary, makePayload, type Payload } from './payloads.ts'
import { goodSample, type OperationShapes, type Random, type SchemaShape } from './contract-samples.ts'

/** Results of the requests to one operation. */
export type Findings = {
  bad: number
  /** Invalid requests that reached a handler. */
  reachedFromBad: number
  good: number
  /** Valid requests that were refused. */
  goodRefused: number
  /** Fields outside the contract that a handler received. */
  unnamedFields: number
  /** Invalid requests that did not fail with `invalid`, or whose refused value appeared in the response or log. */
  wronglyAnswered: number
  fromUntrusted: number
  reachedFromUntrusted: number
  examples: string[]
}

export const noFindings = (): Findings => ({
  bad: 0,
  reachedFromBad: 0,
  good: 0,
  goodRefused: 0,
  unnamedFields: 0,
  wronglyAnswered: 0,
  fromUntrusted: 0,
  reachedFromUntrusted: 0,
  examples: [],
})

const answerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), failure: z.object({ kind: z.string() }) }),
])

/** Returns `good`, the kind of failure, or `thrown`. */
const meaningOf = (text: string | null): string => {
  if (text === null) return 'thrown'
  const answer = answerSchema.parse(JSON.parse(text))
  return answer.ok ? 'good' : answer.failure.kind
}

/** Returns whether a request is invalid by construction, by the lab's own check, or by the schema. */
const isBad = (payload: Payload, { shape, accepts }: SchemaShape): boolean => {
  if (payload.bad === true) return true
  const value: unknown = JSON.parse(JSON.stringify(payload.value))
  return !fits(shape, value) || !accepts(value)
}

/** Counts fields of closed objects that the shape does not contain. */
const unnamedIn = (given: Shape, value: unknown, root: Shape): number => {
  const shape = resolved(given, root)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices !== undefined) return Math.min(...choices.map((choice) => unnamedIn(choice, value, root)))
  if (typeof value !== 'object' || value === null || !isClosed(shape)) return 0
  return Object.entries(value).reduce((sum, [name, child]: [string, unknown]) => {
    const known = shape.properties?.[name]
    return sum + (known === undefined ? 1 : unnamedIn(known, child, root))
  }, 0)
}

const request = (gate: Gate, name: OperationShapes['name'], payload: unknown): Promise<string | null> =>
  // Only whether there is a response matters.
  gate.request(name, trustedSender, payload).catch(() => null)

const objectOf = (input: SchemaShape, random: Random): object => {
  const sample = goodSample(input, random)
  if (typeof sample !== 'object' || sample === null) throw new Error('Every operation takes an object.')
  return sample
}

const note = (findings: Findings, text: string): void => {
  if (findings.examples.length < 5) findings.examples.push(text.slice(0, 300))
}

const checkBad = (findings: Findings, what: string, answer: string | null, reached: number): void => {
  findings.bad += 1
  const meaning = meaningOf(answer)
  const isWrong = meaning !== 'invalid' || answer?.includes(canary) === true
  if (reached > 0) findings.reachedFromBad += 1
  if (isWrong) findings.wronglyAnswered += 1
  if (reached > 0 || isWrong) note(findings, `${what} → ${meaning}`)
}

const checkGood = (
  findings: Findings,
  what: string,
  answer: string | null,
  reached: readonly unknown[],
  input: Shape,
) => {
  findings.good += 1
  const unnamed = reached.reduce((sum: number, value) => sum + unnamedIn(input, value, input), 0)
  findings.unnamedFields += unnamed
  const isRefused = reached.length !== 1 || meaningOf(answer) !== 'good'
  if (isRefused) findings.goodRefused += 1
  if (isRefused || unnamed > 0) note(findings, `${what} → ${meaningOf(answer)}, ${unnamed} unnamed`)
}

/** Sends requests from the trusted frame until n of them have been invalid, and checks each response. */
export const fuzzRequests = async (
  shapes: OperationShapes,
  n: number,
  random: Random,
  gate: Gate,
): Promise<Findings> => {
  const findings = noFindings()
  const output = goodSample(shapes.output, random)
  gate.answerWith(() => succeed(output))
  while (findings.bad < n) {
    const payload = makePayload(objectOf(shapes.input, random), random)
    const answer = await request(gate, shapes.name, payload.request)
    const reached = gate.reached()
    const what = `${shapes.name}, ${payload.kind}: ${String(payload.request).slice(0, 200)}`
    if (isBad(payload, shapes.input)) checkBad(findings, what, answer, reached.length)
    else checkGood(findings, what, answer, reached, shapes.input.shape)
  }
  if (gate.log().includes(canary)) findings.wronglyAnswered += 1
  return findings
}

/** Sends n valid requests from every kind of untrusted frame. */
export const sendFromUntrusted = async (
  shapes: OperationShapes,
  n: number,
  random: Random,
  gate: Gate,
): Promise<Findings> => {
  const findings = noFindings()
  const senders = Object.entries(untrustedSenders).flatMap(([kind, frames]) => frames.map((event) => ({ kind, event })))
  for (let trial = 0; trial < Math.max(n, senders.length); trial += 1) {
    const sender = senders[trial % senders.length]
    if (sender === undefined) throw new Error('There are no untrusted senders.')
    const payload = JSON.stringify(objectOf(shapes.input, random))
    const answer = await gate.request(shapes.name, sender.event, payload).catch(() => null)
    findings.fromUntrusted += 1
    if (gate.reached().length === 0 && answer === null) continue
    findings.reachedFromUntrusted += 1
    note(findings, `${shapes.name} from ${sender.kind}`)
  }
  return findings
}
