import { fail, type Failure, succeed } from '../../../src/contract/failure.ts'
import type { EventName } from '../../../src/contract/names.ts'
import type { Announce } from '../../../src/main/app/runtime.ts'
import { createAnnounce } from '../../../src/main/ipc/announce.ts'
import { fits, isClosed, resolved, type Shape } from './shape.ts'
import { type Gate, trustedSender } from './gate.ts'
import { canary, mutate } from './payloads.ts'
import {
  type ContractShapes,
  goodSample,
  type OperationShapes,
  type Random,
  type SchemaShape,
} from './contract-samples.ts'

/** What was sent to the page by mistake. */
export type ResponseFindings = { tried: number; leaks: number; wrongShapes: number; examples: string[] }

/** Adds a field that the contract does not contain to every closed object. */
const addUnknownFields = (given: Shape, value: unknown, root: Shape): unknown => {
  const shape = resolved(given, root)
  const choice = (shape.anyOf ?? shape.oneOf)?.find((one) => fits(one, value, root))
  if (choice !== undefined) return addUnknownFields(choice, value, root)
  if (Array.isArray(value)) return value.map((item: unknown) => addUnknownFields(shape.items ?? {}, item, root))
  if (typeof value !== 'object' || value === null || shape.isContext === true) return value
  const fields = Object.entries(value).map(([name, child]: [string, unknown]) => {
    const known = shape.properties?.[name]
    return [name, known === undefined ? child : addUnknownFields(known, child, root)] as const
  })
  return Object.fromEntries(isClosed(shape) ? [...fields, ['apiKey', canary] as const] : fields)
}

const record = (findings: ResponseFindings, what: string, isLeak: boolean, isWrong: boolean): void => {
  findings.tried += 1
  if (isLeak) findings.leaks += 1
  if (isWrong) findings.wrongShapes += 1
  if ((isLeak || isWrong) && findings.examples.length < 5) findings.examples.push(what)
}

/** Makes an operation's handler return additional fields and invalid values. */
export const fuzzResponses = async (
  { name, input, output }: OperationShapes,
  failure: SchemaShape,
  n: number,
  random: Random,
  gate: Gate,
): Promise<ResponseFindings> => {
  const findings: ResponseFindings = { tried: 0, leaks: 0, wrongShapes: 0, examples: [] }
  // The page also receives errors.
  const request = () => gate.request(name, trustedSender, JSON.stringify(goodSample(input, random))).catch(String)
  for (let trial = 0; trial < n; trial += 1) {
    const value = addUnknownFields(output.shape, goodSample(output, random), output.shape)
    gate.answerWith(() => succeed(value))
    const whole = await request()
    // A failure with additional fields, which must be removed.
    gate.answerWith(() => fail(addUnknownFields(failure.shape, goodSample(failure, random), failure.shape) as Failure))
    const refusal = await request()
    record(
      findings,
      `${name} returned more: ${whole}`,
      (whole + refusal).includes(canary),
      !whole.startsWith('{"ok":true'),
    )

    const mutated: unknown = JSON.parse(JSON.stringify(mutate({ answer: value }, random)))
    const answer = typeof mutated === 'object' && mutated !== null && 'answer' in mutated ? mutated.answer : undefined
    gate.answerWith(() => succeed(answer))
    const response = await request()
    record(
      findings,
      `${name} returned an invalid value: ${response}`,
      false,
      response.startsWith('{"ok":true') && !fits(output.shape, answer),
    )

    gate.answerWith(() => {
      throw new Error(canary)
    })
    record(findings, `${name} threw`, (await request()).includes(canary), false)
  }
  gate.reached()
  return findings
}

const announcedText = (name: EventName, payload: unknown): string | null => {
  let sent: string | null = null
  const announce: Announce = createAnnounce((_channel, text) => (sent = text))
  try {
    // Stands for an invalid payload, which faulty code could announce.
    announce(name, payload as never)
  } catch {
    // An invalid payload must not be announced.
    return null
  }
  return sent
}

/** Announces events with additional fields and invalid values. */
export const fuzzEvents = ({ events }: ContractShapes, n: number, random: Random): ResponseFindings => {
  const findings: ResponseFindings = { tried: 0, leaks: 0, wrongShapes: 0, examples: [] }
  for (const { name, payload } of events)
    for (let trial = 0; trial < n; trial += 1) {
      const value = addUnknownFields(payload.shape, goodSample(payload, random), payload.shape)
      const sent = announcedText(name, value)
      record(findings, `${name} returned more: ${sent}`, sent?.includes(canary) === true, sent === null)
      const mutated: unknown = JSON.parse(JSON.stringify(mutate(value, random)))
      record(
        findings,
        `${name} returned an invalid value`,
        false,
        announcedText(name, mutated) !== null && !fits(payload.shape, mutated),
      )
    }
  return findings
}
