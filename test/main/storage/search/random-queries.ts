import { displayStateOf } from '../../../../src/domain/call-state.ts'
import { type CallFilter, everyCall } from '../../../../src/contract/call-list.ts'
import type { StoredCall, Needle } from './naive-search.ts'
import { pick } from '../../../labs/seeded-random.ts'

/** A search text and its expected meaning. */
type RandomQuery = { typed: string; needles: Needle[]; filter: CallFilter }

type RandomNumber = () => number

const part = (text: string, length: number, dice: RandomNumber): string => {
  const start = Math.floor(dice() * Math.max(1, text.length - length + 1))
  return text.slice(start, start + length)
}

const nameOf = ({ context }: StoredCall): string => {
  const name = context['customer_name']
  return typeof name === 'string' ? name : 'Jane Doe'
}

const spelledNumber = ({ call }: StoredCall, dice: RandomNumber): { typed: string; needle: Needle } => {
  const digits = call.phoneNumber.replace(/\D/g, '')
  if (digits.length < 9) return { typed: '12', needle: ['12'] }
  const groups = [digits.slice(0, 2), digits.slice(2, 5), digits.slice(5)]
  if (dice() < 0.2) return { typed: `+${groups[0]} (${groups[1]})`, needle: [digits.slice(0, 5)] }
  const typed = pick(
    [
      `+${digits}`,
      digits,
      groups.join(' '),
      groups.join('-'),
      `(${groups[0]}) ${groups[1]} ${groups[2]}`,
      `00${digits}`,
    ],
    dice,
  )
  return { typed, needle: [digits] }
}

/** Returns a word to type, and the strings of which one must occur. */
const makeWord = (kept: StoredCall, dice: RandomNumber): { typed: string; needle: Needle } => {
  // A final period is a separator, and 00 before a country code is an international prefix.
  const needleOf = (text: string): string => text.replace(/^(\d+)\.$/, '$1').replace(/^00(?=[1-9]\d*$)/, '')
  const same = (text: string) => ({ typed: text, needle: [needleOf(text)] })
  const digits = call(kept)
  switch (Math.floor(dice() * 12)) {
    case 0:
      return spelledNumber(kept, dice)
    case 1:
      return same(digits.slice(-4) || '1')
    case 2:
      return same(part(digits, 6, dice) || '2')
    case 3:
      return same(part(nameOf(kept).split(' ')[0] ?? '', 4, dice))
    case 4:
      return same(nameOf(kept).toUpperCase().split(' ')[1] ?? 'DOE')
    case 5:
      return same(part('Renewal', 1 + Math.floor(dice() * 2), dice))
    case 6:
      return same(String.fromCodePoint(33 + Math.floor(dice() * 15)))
    case 7:
      return same(pick(['délai', 'DELAI', 'délai', 'friday', 'acme', 'asked', 'rang', 'wr-api-1'], dice))
    case 8:
      return same(`${part('bcdfghjk', 2, dice)}${part('xqzw', 1 + Math.floor(dice() * 3), dice)}`)
    case 9:
      return same(String(40_000 + Math.floor(dice() * 4_000)))
    case 10:
      return same(pick(['zq', 'x', '_', '%', '"', "'", '*', 'ba', '77', '1.', 'a b'.slice(0, 1)], dice))
    default:
      return same(part((kept.note ?? 'asked for').split(' ')[0] ?? 'a', 5, dice))
  }
}

const call = (kept: StoredCall): string => kept.call.phoneNumber.replace(/\D/g, '')

const isNumberLike = (text: string): boolean => /^[\d+().\-/_ ]*$/.test(text)

const makeFilter = (all: readonly StoredCall[], dice: RandomNumber): CallFilter => {
  if (dice() < 0.4) return everyCall
  const one = pick(all, dice).call
  const [early, late] = [pick(all, dice).call.preparedAt, pick(all, dice).call.preparedAt].toSorted()
  return {
    states: dice() < 0.4 ? [displayStateOf(one.outcome), displayStateOf(pick(all, dice).call.outcome)] : [],
    agentUuids: dice() < 0.3 ? [one.agentUuid] : [],
    profileIds: dice() < 0.3 ? [one.profileId, pick(all, dice).call.profileId] : [],
    practice: dice() < 0.2 ? dice() < 0.5 : null,
    from: dice() < 0.3 ? (early ?? null) : null,
    until: dice() < 0.3 ? (late ?? null) : null,
  }
}

/** Creates a query for a history: words that occur, words that do not, and any filter. */
export const createRandomQuery = (all: readonly StoredCall[], dice: RandomNumber): RandomQuery => {
  const words = Array.from({ length: Math.floor(dice() * 2.6) }, () => makeWord(pick(all, dice), dice)).filter(
    ({ typed }) => typed.trim() !== '',
  )
  // Two adjacent numbers would be read as one number.
  const [first, second] = words
  const kept = first && second && isNumberLike(first.typed) && isNumberLike(second.typed) ? [first] : words
  return {
    typed: kept.map(({ typed }) => typed).join(' '),
    needles: kept.map(({ needle }) => needle),
    filter: makeFilter(all, dice),
  }
}
