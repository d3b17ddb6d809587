import { fail, type Failure, succeed } from '../../../src/contract/failure.ts'
import type { EventName } from '../../../src/contract/names.ts'
import { type Announce, createAnnounce } from '../../../src/main/ipc/announce.ts'
import { fits } from './fits.ts'
import type { Gate } from './gate.ts'
import { canary, mutate } from './mutate.ts'
import type { Random } from './sample.ts'
import { ourFrame } from './senders.ts'
import { isClosed, resolved, type Shape } from './shape.ts'
import { goodSample, type OperationParts, type Part, type Tables } from './tables.ts'

/** What left through the gate or an announcement that should not have. */
export type OutFindings = { tried: number; leaks: number; wrongShapes: number; examples: string[] }

/** A field that the contract does not name, put into every object in which only named ones may stand. */
const planted = (given: Shape, value: unknown, root: Shape): unknown => {
  const shape = resolved(given, root)
  const choice = (shape.anyOf ?? shape.oneOf)?.find((one) => fits(one, value, root))
  if (choice !== undefined) return planted(choice, value, root)
  if (Array.isArray(value)) return value.map((item: unknown) => planted(shape.items ?? {}, item, root))
  if (typeof value !== 'object' || value === null || shape.isContext === true) return value
  const fields = Object.entries(value).map(([name, child]: [string, unknown]) => {
    const known = shape.properties?.[name]
    return [name, known === undefined ? child : planted(known, child, root)] as const
  })
  return Object.fromEntries(isClosed(shape) ? [...fields, ['apiKey', canary] as const] : fields)
}

const tell = (findings: OutFindings, what: string, isLeak: boolean, isWrong: boolean): void => {
  findings.tried += 1
  if (isLeak) findings.leaks += 1
  if (isWrong) findings.wrongShapes += 1
  if ((isLeak || isWrong) && findings.examples.length < 5) findings.examples.push(what)
}

/** Lets one operation's handler answer more than the contract names, and what the contract does not allow. */
export const fuzzAnswers = async (
  { name, input, output }: OperationParts,
  failure: Part,
  n: number,
  random: Random,
  gate: Gate,
): Promise<OutFindings> => {
  const findings: OutFindings = { tried: 0, leaks: 0, wrongShapes: 0, examples: [] }
  // What is thrown at the page is told to the page as well.
  const ask = () => gate.ask(name, ourFrame, JSON.stringify(goodSample(input, random))).catch(String)
  for (let trial = 0; trial < n; trial += 1) {
    const value = planted(output.shape, goodSample(output, random), output.shape)
    gate.answerWith(() => succeed(value))
    const whole = await ask()
    // A handler that fails with more than a failure is made of; only its own fields may come through.
    gate.answerWith(() => fail(planted(failure.shape, goodSample(failure, random), failure.shape) as Failure))
    const refusal = await ask()
    tell(findings, `${name} said more: ${whole}`, (whole + refusal).includes(canary), !whole.startsWith('{"ok":true'))

    const odd: unknown = JSON.parse(JSON.stringify(mutate({ answer: value }, random)))
    const answer = typeof odd === 'object' && odd !== null && 'answer' in odd ? odd.answer : undefined
    gate.answerWith(() => succeed(answer))
    const said = await ask()
    tell(
      findings,
      `${name} said otherwise: ${said}`,
      false,
      said.startsWith('{"ok":true') && !fits(output.shape, answer),
    )

    gate.answerWith(() => {
      throw new Error(canary)
    })
    tell(findings, `${name} threw`, (await ask()).includes(canary), false)
  }
  gate.reached()
  return findings
}

const announced = (name: EventName, payload: unknown): string | null => {
  let sent: string | null = null
  const announce: Announce = createAnnounce((_channel, text) => (sent = text))
  try {
    // What a handler gone wrong would announce.
    announce(name, payload as never)
  } catch {
    // A wrong payload is not announced: that is what is looked at.
    return null
  }
  return sent
}

/** Announces more than the contract names, and what it does not allow. */
export const fuzzEvents = ({ events }: Tables, n: number, random: Random): OutFindings => {
  const findings: OutFindings = { tried: 0, leaks: 0, wrongShapes: 0, examples: [] }
  for (const { name, payload } of events)
    for (let trial = 0; trial < n; trial += 1) {
      const value = planted(payload.shape, goodSample(payload, random), payload.shape)
      const sent = announced(name, value)
      tell(findings, `${name} said more: ${sent}`, sent?.includes(canary) === true, sent === null)
      const odd: unknown = JSON.parse(JSON.stringify(mutate(value, random)))
      tell(findings, `${name} said otherwise`, false, announced(name, odd) !== null && !fits(payload.shape, odd))
    }
  return findings
}
