import { z } from 'zod'
import { succeed } from '../../../src/contract/failure.ts'
import { fits } from './fits.ts'
import type { Gate } from './gate.ts'
import { canary } from './mutate.ts'
import { makePayload, type Payload } from './payloads.ts'
import type { Random } from './sample.ts'
import { badSenders, ourFrame } from './senders.ts'
import { isClosed, resolved, type Shape } from './shape.ts'
import { goodSample, type OperationParts, type Part } from './tables.ts'

/** What became of the questions that one operation was asked. */
export type Findings = {
  bad: number
  /** Handlers that were reached although the question was bad. */
  reachedFromBad: number
  good: number
  /** Good questions that were refused: the gate must not be a wall. */
  goodRefused: number
  /** Fields that a handler was given and that the contract does not name. */
  unnamedFields: number
  /** Bad questions that were not answered with `invalid`, or with the refused value in the answer or in the log. */
  wronglyAnswered: number
  strangers: number
  reachedFromStrangers: number
  examples: string[]
}

export const noFindings = (): Findings => ({
  bad: 0,
  reachedFromBad: 0,
  good: 0,
  goodRefused: 0,
  unnamedFields: 0,
  wronglyAnswered: 0,
  strangers: 0,
  reachedFromStrangers: 0,
  examples: [],
})

const answerSchema = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), failure: z.object({ kind: z.string() }) }),
])

/** `good`, `invalid` or whatever else an answer says of itself; `thrown` when there was none. */
const meaningOf = (text: string | null): string => {
  if (text === null) return 'thrown'
  const answer = answerSchema.parse(JSON.parse(text))
  return answer.ok ? 'good' : answer.failure.kind
}

/** Bad by its making, by the lab's own reading of the schema, or by a rule of the schema that is code. */
const isBad = (payload: Payload, { shape, accepts }: Part): boolean => {
  if (payload.bad === true) return true
  const value: unknown = JSON.parse(JSON.stringify(payload.value))
  return !fits(shape, value) || !accepts(value)
}

/** How many fields of a value no shape names, where only named ones may stand. */
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

const ask = (gate: Gate, name: OperationParts['name'], question: unknown): Promise<string | null> =>
  // What was thrown is of no interest: that nothing was answered is.
  gate.ask(name, ourFrame, question).catch(() => null)

const objectOf = (input: Part, random: Random): object => {
  const sample = goodSample(input, random)
  if (typeof sample !== 'object' || sample === null) throw new Error('Every operation takes an object.')
  return sample
}

const note = (findings: Findings, text: string): void => {
  if (findings.examples.length < 5) findings.examples.push(text.slice(0, 300))
}

const judgeBad = (findings: Findings, what: string, answer: string | null, reached: number): void => {
  findings.bad += 1
  const meaning = meaningOf(answer)
  const isWrong = meaning !== 'invalid' || answer?.includes(canary) === true
  if (reached > 0) findings.reachedFromBad += 1
  if (isWrong) findings.wronglyAnswered += 1
  if (reached > 0 || isWrong) note(findings, `${what} → ${meaning}`)
}

const judgeGood = (
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

/** Asks one operation from our own frame until n of the questions were bad, and judges each by the oracle. */
export const fuzzQuestions = async (
  shapes: OperationParts,
  n: number,
  random: Random,
  gate: Gate,
): Promise<Findings> => {
  const findings = noFindings()
  const output = goodSample(shapes.output, random)
  gate.answerWith(() => succeed(output))
  while (findings.bad < n) {
    const payload = makePayload(objectOf(shapes.input, random), random)
    const answer = await ask(gate, shapes.name, payload.question)
    const reached = gate.reached()
    const what = `${shapes.name}, ${payload.kind}: ${String(payload.question).slice(0, 200)}`
    if (isBad(payload, shapes.input)) judgeBad(findings, what, answer, reached.length)
    else judgeGood(findings, what, answer, reached, shapes.input.shape)
  }
  if (gate.log().includes(canary)) findings.wronglyAnswered += 1
  return findings
}

/** Asks one operation n good questions from frames that are not ours, every kind in its turn. */
export const tryStrangers = async (
  shapes: OperationParts,
  n: number,
  random: Random,
  gate: Gate,
): Promise<Findings> => {
  const findings = noFindings()
  const strangers = Object.entries(badSenders).flatMap(([kind, frames]) => frames.map((event) => ({ kind, event })))
  for (let trial = 0; trial < Math.max(n, strangers.length); trial += 1) {
    const stranger = strangers[trial % strangers.length]
    if (stranger === undefined) throw new Error('There are no strangers.')
    const question = JSON.stringify(objectOf(shapes.input, random))
    const answer = await gate.ask(shapes.name, stranger.event, question).catch(() => null)
    findings.strangers += 1
    if (gate.reached().length === 0 && answer === null) continue
    findings.reachedFromStrangers += 1
    note(findings, `${shapes.name} from ${stranger.kind}`)
  }
  return findings
}
