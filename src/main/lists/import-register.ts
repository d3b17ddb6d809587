import type { DatabaseSync } from 'node:sqlite'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { DoNotCallImport } from '../../contract/person.ts'
import { subscriberDigits } from '../../domain/dial-string.ts'
import { cellContent, isDate, unescapeCell } from '../lib/cells.ts'
import type { KeyFingerprint } from '../log/key-fingerprint.ts'
import { createDoNotCallImport, readListed } from '../storage/do-not-call-imports.ts'
import { mapListColumns } from './columns.ts'
import { digitRunsIn, digitsOf, isInternational, isLong, minComplete, ownLetters } from './digit-runs.ts'
import { readTable, type TableHeader } from './read-table.ts'
import { createNumberReader, spreadsheetDamage } from './row-number.ts'
import type { TableSource } from './source.ts'

/**
 * No countries to guess from: a register lists numbers with their country code, or as they are dialed within one
 * country.
 */
const noCountries = { home: null, offered: [] }

/** Imports a table of numbers that must not be called. */
export type RegisterJob = {
  kind: 'register'
  source: TableSource
  register: Omit<DoNotCallImport, 'numbers' | 'fileName'>
  /** The known keys, which no cell may contain. */
  keys: readonly KeyFingerprint[]
}

/**
 * `refused` is the number of cells in the column without a number or prefix, or with digits that may be one and aren't
 * stored; `examples` are the first.
 */
export type RegisterResult = { register: DoNotCallImport; refused: number; examples: string[] }

/** The maximum number of examples, and of the characters of each. */
const [maxExamples, maxExampleLength] = [3, 40]

type NumberReader = ReturnType<typeof createNumberReader>

/** Text that is only an account number or the like. Its digits are not grouped, as those of a phone number may be. */
const accountNumber =
  /^(?:acc|acct|account|invoice|order|ref|reference|id)\b[\s.:#-]*(?:(?:no|nr|number)\b[\s.:#]*)?\d+$|^\d+\s*(?:acc|acct|account)\.?$/i

/** An email address. One that starts with a digit or a scheme may be that of a phone. */
const email = /^[a-z][\w.+-]*@[^\s@]+$/i

/** Characters that aren't in numbers and prefixes, such as the comma before an extension. */
const otherSigns = /[^\d\s+*().\-/\u2010-\u2015]/

/** Maximum number of digits in a phone number (E.164). */
const maxDigits = 15

/** What may be a date with a year. Without one, it has too few digits to be a phone number. */
const yearDate =
  /(?<![\d/.-])(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d)(?![\d/-])/g

/** Replaces the dates in text, which would be read as part of a number. */
const withoutDates = (text: string): string => text.replaceAll(yearDate, (date) => (isDate(date) ? '~' : date))

/** An entry, or null for digits that may be a number or prefix and are in no entry. */
type Entry = string | null

/** Longer text is only split by `splitAt` and `endsOf`, which read it once; in characters. */
const maxSplit = 200

/** Maximum number of digits in a number without a country code, with its trunk prefix. */
const maxNational = 13

/** Minimum number of digits by which a number with its country code differs from an area code with one. */
const minInternational = 9

/** Returns whether digits block every number that ends with them. Zeros at the start may be a trunk prefix. */
const isEnd = (digits: string): boolean => isLong(digits.replace(/^0+/, ''))

const groupsOf = (text: string): string[] => text.match(/\d+/g) ?? []

/**
 * Returns the number that all digits of a text with a country code are; null if they are none. `least` is the minimum
 * number of its digits.
 */
const readInternational = (text: string, readNumber: NumberReader, least = subscriberDigits): string | null => {
  const digits = digitsOf(text.replace(/^00/, '').replace('(0)', ''))
  return digits.length < least || digits.length > maxDigits ? null : readNumber(`+${digits}`).phoneNumber
}

/** Returns whether all of a text is one number, so that its last group can't be the area code of the next number. */
const isWhole = (text: string, readNumber: NumberReader): boolean => {
  const before = (text.startsWith('+') ? '+' : '') + groupsOf(text).slice(0, -1).join('')
  if (!isInternational(text)) return isEnd(digitsOf(text)) && !isEnd(before)
  const [phoneNumber, earlier] = [text, before].map((one) => readInternational(one, readNumber, minInternational))
  return phoneNumber !== null && earlier === null
}

/** Splits text at a separator; null unless each part is one number. Digits before the last number block it, too. */
const splitAt = (text: string, at: RegExp, readNumber: NumberReader): string[] | null => {
  const parts = text.split(at).filter((part) => /\d/.test(part))
  const last = parts.at(-1) ?? ''
  const isSplit =
    parts.length > 1 && isEnd(digitsOf(last)) && parts.slice(0, -1).every((one) => isWhole(one, readNumber))
  return isSplit ? parts : null
}

/** Splits groups of digits into numbers with the same format; null unless there is exactly one way. */
const splitEvenly = (groups: readonly string[]): string[][] | null => {
  const ways = groups.slice(0, groups.length / 2).flatMap((_, at) => {
    const size = at + 1
    const digits = groups.slice(0, size).join('').length
    const isEven =
      groups.length % size === 0 && groups.every((one, index) => one.length === groups[index % size]?.length)
    return isEven && digits >= subscriberDigits && digits <= maxNational ? [size] : []
  })
  const [size, ...others] = ways
  if (size === undefined || others.length > 0) return null
  return Array.from({ length: groups.length / size }, (_, part) => groups.slice(part * size, (part + 1) * size))
}

/**
 * Returns, for each group of digits, the fewest digits that end with it and may be a number. They block every number that
 * ends there, wherever it starts.
 */
const endsOf = (groups: readonly string[]): Entry[] =>
  groups.flatMap((group, at) => {
    let [digits, start] = [group, at]
    while (!isEnd(digits) && digits.length < maxDigits && start > 0) {
      start -= 1
      digits = `${groups[start] ?? ''}${digits}`
    }
    // Of a group that is too long for one number, only the last number is an entry.
    return [...(group.length > maxDigits ? [null] : []), ...(isEnd(digits) ? [digits] : [])]
  })

/** Returns the numbers in digits that may be one number or two numbers. */
const halvesOf = (groups: readonly string[]): Entry[] =>
  groups.flatMap((_, at) => {
    const [before, after] = [groups.slice(0, at + 1).join(''), groups.slice(at + 1).join('')]
    return isLong(before) && isLong(after) ? [before, after] : []
  })

/**
 * What separates a number from an extension, hours or a date, instead of two groups of one number: a parenthesis, a single
 * digit, a group that is long enough for a number without its area code, a space after groups with another separator, or a
 * space before groups with one. After the trunk prefix 8, six digits have only the start of a number: 8 495 123 45-67.
 */
const ends = [
  /\d(?=[^\d(]*\()/g,
  /\d\d(?=\D+\d(?!\d))/g,
  /\d{6}(?=\D+\d{1,3}$)/g,
  /\d[^\d\s/)]+\d+(?=\s+\d\d?$)/g,
  /(?<!^8\D+(?:\d\D*){5})\d(?=\s+\d\d?(?:\s*[-/.\u2010-\u2015]\s*\d\d?){1,2}$)/g,
]

/** The maximum number of digits in an extension after seven digits in groups. */
const maxShortExtension = 3
/** The maximum number of digits in an extension after a longer number without its country code. */
const maxExtension = 4

/**
 * Returns whether the digits after a number may be an extension, although their groups look like those before them. A
 * number with its country code blocks only itself. After seven digits, such digits are usually the end of one number, and
 * the seven would block strangers: they are an extension only if they are fewer than the digits of the group before, and
 * at most three.
 */
const mayEnd = (before: string, after: string, isValid: boolean): boolean => {
  const groups = groupsOf(before)
  const [count, last] = [digitsOf(after).length, groups.at(-1)?.length ?? 0]
  if (last < 2 || isValid) return last >= 2
  if (digitsOf(before).replace(/^0+/, '').length > subscriberDigits) return count <= maxExtension
  return count < last && (count <= maxShortExtension || groups.length === 1)
}

/**
 * Returns the numbers at the start of digits that may be one number, or a number before up to six other digits.
 * `isValid`: all digits are a valid number with its country code.
 */
const startsOf = (run: string, isValid: boolean, readNumber: NumberReader): Entry[] => {
  const marked = new Set(ends.flatMap((end) => [...run.matchAll(end)].map((found) => found.index + found[0].length)))
  return [...run.matchAll(/\d(?=\D+\d)/g)].flatMap(({ index }) => {
    const [before, after] = [run.slice(0, index + 1), run.slice(index + 1)]
    const isComplete = !isValid && digitsOf(before).length >= minComplete
    const isStart = isComplete || marked.has(index + 1) || mayEnd(before, after, isValid)
    if (!isLong(before) || isLong(after) || !isStart) return []
    if (!isValid) return [digitsOf(before)]
    const phoneNumber = readInternational(before, readNumber, minInternational)
    return phoneNumber === null ? [] : [phoneNumber]
  })
}

/** Returns the numbers in digits that start with a country code; null unless the first number has one possible end. */
const splitInternational = (run: string, groups: readonly string[], readNumber: NumberReader): Entry[] | null => {
  const plus = run.startsWith('+') ? '+' : ''
  const startOf = (count: number): string => plus + groups.slice(0, count).join(' ')
  const counts = groups
    .map((_, at) => at + 1)
    .filter((count) => readInternational(startOf(count), readNumber, minInternational) !== null)
  const [count, ...others] = counts
  if (count === undefined || others.length > 0) return null
  const after = groups.slice(count)
  // With the signs between its groups, which show where a number ends.
  const [rest = ''] = new RegExp(String.raw`(?:\d+\D*){${after.length}}$`).exec(run) ?? []
  // One or two digits may be an extension before the next number.
  const ending = (after[0] ?? '').length < 3 ? endsOf(after) : []
  return [
    ...numbersIn(startOf(count), readNumber),
    ...(isLong(rest) ? [...numbersIn(rest, readNumber), ...ending] : [null]),
  ]
}

/**
 * Returns the numbers in at least seven digits. Where it isn't certain which digits belong to which number, it returns
 * every number that may be meant: one that isn't a phone number rarely blocks a call.
 */
const numbersIn = (run: string, readNumber: NumberReader): Entry[] => {
  const all = (parts: readonly string[]): Entry[] => parts.flatMap((part) => numbersIn(part, readNumber))
  const bySlash = splitAt(run, /\//, readNumber)
  if (bySlash !== null) return all(bySlash)
  const digits = digitsOf(run)
  const phoneNumber = isInternational(run) ? readInternational(run, readNumber) : null
  // Digits that aren't a number with their country code may be one without it, so they lose the plus sign.
  const whole = phoneNumber !== null && run.startsWith('+') ? phoneNumber : digits
  const isOne = phoneNumber !== null || digits.length <= maxDigits
  const byWhiteSpace = splitAt(run, /[\s/]+/, readNumber)
  if (byWhiteSpace !== null) return [...(isOne ? [whole] : []), ...all(byWhiteSpace)]
  const groups = groupsOf(run)
  if (run.length > maxSplit) return endsOf(groups)
  // After a complete number, a slash may precede other last digits.
  const beforeSlash = run.slice(0, Math.max(0, run.lastIndexOf('/')))
  const entries = [whole, ...(isLong(beforeSlash) ? numbersIn(beforeSlash, readNumber) : [])]
  if (phoneNumber !== null) return [...entries, ...startsOf(run, true, readNumber)]
  const international = isInternational(run) ? splitInternational(run, groups, readNumber) : null
  if (international !== null) return international
  if (isOne) return [...entries, ...halvesOf(groups), ...startsOf(run, false, readNumber)]
  const even = splitEvenly(groups)?.map((part) => part.join(' '))
  return even === undefined ? endsOf(groups) : all(even.with(0, (run.startsWith('+') ? '+' : '') + (even[0] ?? '')))
}

/** Returns digits before an asterisk as a prefix; null if they are too few or may start with an area code. */
const prefixOf = (text: string): Entry => {
  const digits = digitsOf(text.replace('(0)', ''))
  return text.startsWith('+') && /^[1-9]\d\d/.test(digits) ? `+${digits}*` : null
}

/** Returns the prefix that an asterisk ends, and the numbers before it, because the asterisk may refer to a note. */
const entriesAtAsterisk = (run: string, readNumber: NumberReader): Entry[] => {
  const digits = digitsOf(run)
  const numbers = isLong(run) ? numbersIn(run, readNumber) : []
  const last =
    splitAt(run, /[\s/]+/, readNumber)?.at(-1) ?? (digits.length > maxDigits ? (run.split(/[\s/]+/).at(-1) ?? '') : run)
  return [
    ...numbers.filter((one) => !run.startsWith('+') || one !== digits),
    // A prefix that starts with 00 may follow a number.
    ...(/\d\D+00[1-9]/.test(run) ? [null] : []),
    prefixOf(last),
  ]
}

/** Returns the digits in text that may be phone numbers, and the prefixes. Fewer digits are an extension or the like. */
const digitsIn = (text: string, readNumber: NumberReader): Entry[] =>
  digitRunsIn(text).flatMap(({ run, isPrefix, isCut }) => {
    const count = digitsOf(run).length
    if (isCut === true) return [null]
    if (isPrefix) return count < 3 ? [] : entriesAtAsterisk(run.replace(/^00/, '+'), readNumber)
    // A local number that may be complete blocks its calls, and its cell is named.
    if (isLong(run)) return [...numbersIn(run, readNumber), ...(isCut ? [null] : [])]
    return run.startsWith('+') && count > 2 ? [null] : []
  })

/**
 * Returns the entries in text with words: the number with a country code, if there is only one, and all other digits that
 * may be a phone number. The last digits of that number are no entry, because they would block the numbers of strangers.
 * Another entry that isn't a phone number rarely blocks a call; a missing one allows a call to someone on the list.
 */
const entriesInWords = (text: string, readNumber: NumberReader): Entry[] => {
  if (accountNumber.test(text) || email.test(text) || cellContent(text, noCountries) === 'uuid') return []
  const { phoneNumber } = readNumber(text)
  const digits = digitsIn(withoutDates(text), readNumber)
  const entries = digits.length === 0 ? [text] : digits
  if (phoneNumber === null || entries.includes(phoneNumber) || digitsOf(phoneNumber).length > maxDigits) return entries
  const isOther = (one: Entry): boolean =>
    one === null || one.endsWith('*') || !phoneNumber.endsWith(digitsOf(one.replace('(0)', '')))
  return [phoneNumber, ...entries.filter(isOther)]
}

/** Returns whether text has letters that don't belong to a number. */
const hasWords = (text: string): boolean =>
  spreadsheetDamage(text) === null && /\p{L}/u.test(text.replaceAll(ownLetters, ''))

/** Returns what may be a number or prefix in a cell, without what a spreadsheet added to it, and without dates. */
const entriesIn = (cell: string, readNumber: NumberReader): Entry[] => {
  const text = unescapeCell(cell.trim())
  const damage = spreadsheetDamage(text)
  if (damage !== null) return damage.digits === null ? [] : [`${text.startsWith('+') ? '+' : ''}${damage.digits}`]
  if (isDate(text)) return []
  if (hasWords(text)) return entriesInWords(text, readNumber)
  const rest = withoutDates(text)
  const entries = digitsIn(rest, readNumber)
  // The text may have an extension or a service code, or its number in parts.
  const isDialed = rest === text && (entries.length === 0 || (entries.length === 1 && otherSigns.test(text)))
  return isDialed ? [text, ...entries] : entries
}

type CellEntries = { entries: { tail: string; text: string }[]; isComplete: boolean }

/** Parses the numbers and prefixes in a cell. It is complete if all digits that may be one are in an entry. */
const readCell = (cell: string, readNumber: NumberReader): CellEntries => {
  const texts = entriesIn(cell, readNumber)
  const entries = new Map<string, { tail: string; text: string }>()
  for (const text of texts) {
    const listed = text === null ? null : readListed(text)
    if (text !== null && listed !== null)
      entries.set(listed.key + (listed.tail === '' ? '*' : ''), { tail: listed.tail, text })
  }
  return { entries: [...entries.values()], isComplete: !texts.includes(null) }
}

/**
 * Returns the number column as detected for lists or, if none is detected, the column with the most numbers; -1 if no
 * cell has one. Between words, only a number with a country code counts, because IDs and addresses have digits, too.
 */
const findColumn = (rows: string[][], headers: readonly string[], readNumber: NumberReader): number => {
  const targets = mapListColumns({ headers, rows, names: null, remembered: null, countries: noCountries })
  const mapped = targets.findIndex(({ to }) => to === 'number')
  if (mapped >= 0) return mapped
  const isNumber = (cell: string): boolean =>
    hasWords(cell.trim()) ? readNumber(cell.trim()).phoneNumber !== null : readCell(cell, readNumber).entries.length > 0
  const counts = (rows[0] ?? []).map((_, column) => rows.filter((row) => isNumber(row[column] ?? '')).length)
  const most = Math.max(0, ...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

/** The number of entries per invocation of `append`. */
const chunkLength = 1_000

/** Imports the number column of a table. Writes nothing until the whole table is read. */
export const importRegister = async (
  { source, register, keys }: RegisterJob,
  { database, betweenChunks }: { database: DatabaseSync; betweenChunks: () => void },
): Promise<Outcome<RegisterResult>> => {
  // Shared by all cells, because it remembers what it read.
  const readNumber = createNumberReader({ homeCountry: null, chosenCountry: null, repair: false })
  const found: { tail: string; text: string }[] = []
  // An array, because TypeScript's control-flow analysis does not see assignments in a callback.
  const tableHeaders: TableHeader[] = []
  let column = -1
  let [rows, refused] = [0, 0]
  const examples: string[] = []

  const add = (chunk: string[][]): void => {
    if (rows === 0) column = findColumn(chunk, tableHeaders[0]?.headers ?? [], readNumber)
    rows += chunk.length
    for (const row of column < 0 ? [] : chunk) {
      const text = row[column]?.trim() ?? ''
      const { entries, isComplete } = readCell(text, readNumber)
      found.push(...entries)
      if (text !== '' && (entries.length === 0 || !isComplete)) {
        refused += 1
        if (examples.length < maxExamples) examples.push(text.slice(0, maxExampleLength))
      }
    }
  }

  const table = await readTable(source, {
    onRead: betweenChunks,
    onHeader: (header) => void tableHeaders.push(header),
    onRows: add,
    keys,
  })
  if (!table.ok) return table
  if (found.length === 0) return invalid(['file'], 'listNumbers')
  // Sort in index order, so that each chunk writes few database pages.
  found.sort((one, other) => (one.tail < other.tail ? -1 : one.tail > other.tail ? 1 : 0))
  const write = createDoNotCallImport(database)
  write.begin({ ...register, fileName: tableHeaders[0]?.fileName ?? null })
  try {
    for (let from = 0; from < found.length; from += chunkLength) {
      betweenChunks()
      write.append(
        register.importId,
        found.slice(from, from + chunkLength).map(({ text }) => text),
      )
    }
    betweenChunks()
    return succeed({ register: write.finish(register.importId), refused, examples })
  } catch (error) {
    write.cancel(register.importId)
    throw error
  }
}
