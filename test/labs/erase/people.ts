/** Somebody with a number, and all the ways in which it is written in this lab. */
export type Person = {
  phoneNumber: string
  display: string
  spellings: readonly string[]
  /** Three signs that stand in the contexts of their own calls and nowhere else: so long are the terms of the search index. */
  mark: string
}

type Country = { prefix: string; groups: readonly number[]; zero: boolean }

const countries: readonly Country[] = [
  { prefix: '1', groups: [3, 3, 4], zero: false },
  { prefix: '44', groups: [2, 4, 4], zero: true },
  { prefix: '49', groups: [2, 4, 4], zero: true },
  { prefix: '33', groups: [1, 2, 2, 2, 2], zero: true },
  { prefix: '972', groups: [2, 3, 4], zero: true },
]

const groupsOf = (digits: string, sizes: readonly number[]): string[] => {
  let at = 0
  return sizes.map((size) => digits.slice(at, (at += size)))
}

const sameEnd = 7

/**
 * Somebody else whose number has most of its digits in common with a person's: the last seven, or all but the last. What
 * is erased of the one must not touch the other. (All of them behind another country's could not be told apart in bytes.)
 */
export const makeDouble = ({ phoneNumber }: Person, random: () => number): Person => {
  const digits = phoneNumber.slice(1)
  const last = (Number(digits.at(-1)) + 1 + Math.floor(random() * 8)) % 10
  const sameEnding = `+39${Math.floor(random() * 900) + 100}${digits.slice(-sameEnd)}`
  const double = random() < 0.5 ? sameEnding : `+${digits.slice(0, -1)}${last}`
  return { phoneNumber: double, display: double, spellings: [double], mark: '' }
}

/** Signs that nobody else uses. */
const makeMark = (random: () => number): string =>
  Array.from({ length: 3 }, () => String.fromCodePoint(0xe000 + Math.floor(random() * 0x1800))).join('')

/** Makes a person whose number chance picks. */
export const makePerson = (random: () => number): Person => {
  const { prefix, groups, zero } = countries[Math.floor(random() * countries.length)] ?? countryOfLast
  const length = groups.reduce((sum, size) => sum + size, 0)
  const digits = Array.from(
    { length },
    (_, place) => Math.floor(random() * (place === 0 ? 8 : 10)) + (place === 0 ? 2 : 0),
  )
  const national = digits.join('')
  const parts = groupsOf(national, groups)
  const [first = '', ...rest] = parts
  const trunk = zero ? '0' : ''
  return {
    phoneNumber: `+${prefix}${national}`,
    display: `+${prefix} ${parts.join(' ')}`,
    spellings: [
      `+${prefix}${national}`,
      `${prefix}${national}`,
      `00${prefix}${national}`,
      `+${prefix} ${parts.join(' ')}`,
      `+${prefix}-${parts.join('-')}`,
      `(${trunk}${first}) ${rest.join('-')}`,
      `${trunk}${parts.join('.')}`,
      `${trunk}${national}`,
      ...(zero ? [`+${prefix} (0)${parts.join(' ')}`] : []),
    ],
    mark: makeMark(random),
  }
}

const countryOfLast: Country = { prefix: '1', groups: [3, 3, 4], zero: false }

/** The end of a mark: a term of the index may have its beginning in common with the one before it. */
export const markNeedle = ({ mark }: Person): string => mark.slice(1)

/**
 * Everything that may not be found of a person any more: whole spellings, the digits that all of them share, and the mark
 * of their contexts.
 */
export const needlesOf = (person: Person): string[] => {
  const { spellings, phoneNumber } = person
  const shortest = spellings.map((spelling) => spelling.replace(/\D/g, '')).toSorted((a, b) => a.length - b.length)
  return [...new Set([...spellings, phoneNumber.slice(1), ...shortest.slice(0, 1), markNeedle(person)])]
}
