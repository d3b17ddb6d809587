import { type CallFilter, everyCall } from '../../../src/contract/call-filter.ts'
import type { MadeCall } from './made-calls.ts'

/** One question of the bench: what is typed, what is filtered, and which kind of question it is. */
export type BenchQuestion = { kind: string; typed: string; filter: CallFilter }

type Random = () => number

const oneOf = <T>(from: readonly T[], random: Random): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}

const digitsOf = ({ call }: MadeCall): string => call.phoneNumber.slice(1)

const nameOf = ({ context }: MadeCall): string => {
  const name = context['customer_name']
  return typeof name === 'string' ? name : ''
}

const spelled = (made: MadeCall, random: Random): string => {
  const shown = made.call.phoneNumberDisplay
  const [, ...groups] = shown.split(' ')
  return oneOf(
    [shown, shown.replaceAll(' ', '-'), `(${groups[0] ?? ''}) ${groups.slice(1).join('-')}`, `00${digitsOf(made)}`],
    random,
  )
}

/** Every kind of thing that people type; each is asked as often as any other. */
const kinds: Record<string, (made: MadeCall, random: Random) => string> = {
  common: (_made, random) => oneOf(['renewal', 'friday', 'acme', 'the end', 'welcome', 'wr-api'], random),
  name: (made) => nameOf(made),
  partOfName: (made) => nameOf(made).slice(0, 4),
  rare: (made) => nameOf(made).split(' ').toReversed().join(' '),
  absent: (_made, random) => oneOf(['zzyzx', 'qwertz', 'no such name', '99999999999', 'xx-xx'], random),
  oneSign: (_made, random) => oneOf(['a', '7', 'é', '#', 'x', 'ß'], random),
  twoSigns: (_made, random) => oneOf(['ba', 'zu', 'qq', '77', 'é ', '€5', 'ko'], random),
  number: (made) => made.call.phoneNumber,
  spelledNumber: spelled,
  lastDigits: (made) => digitsOf(made).slice(-4),
  partOfNumber: (made, random) => digitsOf(made).slice(2, 5 + Math.floor(random() * 5)),
  run: (made) => String('workflowRunId' in made.call.outcome ? made.call.outcome.workflowRunId : 48_213),
  note: (_made, random) => oneOf(['asked for', 'rang', 'asked for ba'], random),
  twoWords: (made) => `${nameOf(made).split(' ')[0] ?? ''} renewal`,
}

/** The kinds of questions that are asked. */
export const questionKinds = Object.keys(kinds)

const filterOf = ({ call }: MadeCall, random: Random): CallFilter => {
  const day = call.preparedAt.slice(0, 10)
  const week = new Date(Date.parse(day) + 7 * 86_400_000).toISOString()
  return oneOf<CallFilter>(
    [
      { ...everyCall, states: ['rejected', 'notSent'] },
      { ...everyCall, states: ['cancelled'] },
      { ...everyCall, agentUuids: [call.agentUuid] },
      { ...everyCall, profileIds: [call.profileId], states: ['accepted'] },
      { ...everyCall, from: `${day}T00:00:00.000Z`, until: week },
      { ...everyCall, practice: true },
    ],
    random,
  )
}

/** A question of the next kind about a call that chance picks. */
export const makeQuestion = (turn: number, made: MadeCall, random: Random): BenchQuestion => {
  const kind = questionKinds[turn % questionKinds.length] ?? 'common'
  return { kind, typed: kinds[kind]?.(made, random) ?? '', filter: everyCall }
}

/** The same with a filter, or a filter alone. */
export const makeFilteredQuestion = (turn: number, made: MadeCall, random: Random): BenchQuestion => {
  const { kind, typed } = makeQuestion(turn, made, random)
  const alone = turn % 4 === 3
  return { kind: alone ? 'filter' : kind, typed: alone ? '' : typed, filter: filterOf(made, random) }
}
