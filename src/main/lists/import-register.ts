import type { DatabaseSync } from 'node:sqlite'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { DoNotCallImport } from '../../contract/person.ts'
import { cellContent, isDate, unescapeCell } from '../lib/cells.ts'
import { createDoNotCallImport, readListed } from '../storage/do-not-call-imports.ts'
import { mapListColumns } from './columns.ts'
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
}

/** `refused` is the number of cells in the column that are neither a number nor a prefix; `examples` are the first. */
export type RegisterResult = { register: DoNotCallImport; refused: number; examples: string[] }

/** The maximum number of examples, and of the characters of each. */
const [maxExamples, maxExampleLength] = [3, 40]

/** Letters that belong to a number: the scheme of a link, a marker of an extension, and the host of a SIP endpoint. */
const ownLetters = /^(?:tel|callto|phone|sms):|(?<=[\d\s,;.)])(?:extension|extn?|[xpwt])(?=[\s.:=]*\d)|(?<=\d)@.*$/gi

type NumberReader = ReturnType<typeof createNumberReader>

/** Text that is only an account number or the like. Its digits are not grouped, as those of a phone number may be. */
const accountNumber =
  /^(?:acc|acct|account|invoice|order|ref|reference|id)\b[\s.:#-]*(?:(?:no|nr|number)\b[\s.:#]*)?\d+$|^\d+\s*(?:acc|acct|account)\.?$/i

/** An email address. One that starts with a digit or a scheme may be that of a phone. */
const email = /^[a-z][\w.+-]*@[^\s@]+$/i

/**
 * Digits with the separators of phone numbers, at least seven. A new line separates two numbers, and so does a slash,
 * unless the digits before it are too few for a number: a country or area code. An asterisk ends a prefix.
 */
const phoneDigits = new RegExp(
  String.raw`(?:\+\d(?:_\d){0,6}_/_\d(?:_\d){4,}|(?:\+|\d(?:_\d){0,5}_/_)?\d(?:_\d){6,})(?:\s*\*)?`.replaceAll(
    '_',
    String.raw`(?:[^\S\n]|[().-])*`,
  ),
  'g',
)

/** Maximum number of digits in a phone number (E.164). */
const maxDigits = 15

/** What may be a date with a year. Other dates have too few digits to be a phone number. */
const yearDate =
  /(?<![\d/.-])(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d)(?![\d/-])/g

/** Replaces the dates in text, which would be read as part of a number. */
const withoutDates = (text: string): string => text.replaceAll(yearDate, (date) => (isDate(date) ? '~' : date))

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length

/**
 * Splits digits that are too many for one number: into two numbers of equal length, or at white space. If a part isn't a
 * number, the groups of a number may have been separated, so the whole is also an entry: its end blocks calls.
 */
const splitDigits = (digits: string): string[] => {
  const parts = digits.split(/\s+/)
  const half = parts.findIndex((_, at) => 2 * countDigits(parts.slice(0, at).join('')) === countDigits(digits))
  if (half > 0 && countDigits(digits) <= 2 * maxDigits)
    return [parts.slice(0, half), parts.slice(half)].map((group) => group.join(' '))
  return parts.every((part) => readListed(part) !== null) ? parts : [digits, ...parts]
}

/**
 * Returns the prefix that an asterisk ends, and the number before it, because the asterisk may refer to a note. Without a
 * country code, only digits that are enough for a number are also a prefix.
 */
const entriesAtAsterisk = (digits: string, readNumber: NumberReader): string[] => {
  const prefix = `${digits.startsWith('+') ? '' : '+'}${digits}*`
  if (!digits.startsWith('+')) return digits.startsWith('0') ? [digits] : [digits, prefix]
  return readNumber(digits).phoneNumber === null ? [prefix] : [digits, prefix]
}

/** Returns the digits in text that may be phone numbers, and the prefixes. */
const digitsIn = (text: string, readNumber: NumberReader): string[] =>
  [...text.matchAll(phoneDigits)].flatMap(([found]) => {
    const digits = found.replace(/\s*\*$/, '')
    if (countDigits(digits) > maxDigits) return splitDigits(digits)
    return found === digits ? [digits] : entriesAtAsterisk(digits, readNumber)
  })

/**
 * Returns the entries in text with words: the number with a country code, if there is only one, and all other digits that
 * may be a phone number. The last digits of that number are no entry, because they would block the numbers of strangers.
 * Another entry that isn't a phone number rarely blocks a call; a missing one allows a call to someone on the list.
 */
const entriesInWords = (text: string, readNumber: NumberReader): string[] => {
  if (accountNumber.test(text) || email.test(text) || cellContent(text, noCountries) === 'uuid') return []
  const { phoneNumber } = readNumber(text)
  const digits = digitsIn(withoutDates(text), readNumber)
  const entries = digits.length === 0 ? [text] : digits
  if (phoneNumber === null) return entries
  const isOther = (one: string): boolean =>
    one.endsWith('*') || !phoneNumber.endsWith(one.replace('(0)', '').replaceAll(/\D/g, ''))
  return [phoneNumber, ...entries.filter(isOther)]
}

/** Returns whether text has letters that don't belong to a number. */
const hasWords = (text: string): boolean =>
  spreadsheetDamage(text) === null && /\p{L}/u.test(text.replaceAll(ownLetters, ''))

/** Returns what may be a number or prefix in a cell, without what a spreadsheet added to it, and without dates. */
const entriesIn = (cell: string, readNumber: NumberReader): string[] => {
  const text = unescapeCell(cell.trim())
  const damage = spreadsheetDamage(text)
  if (damage !== null) return damage.digits === null ? [] : [`${text.startsWith('+') ? '+' : ''}${damage.digits}`]
  if (isDate(text)) return []
  if (hasWords(text)) return entriesInWords(text, readNumber)
  // A single prefix. With enough digits, it may also be a number.
  if (countDigits(text) < 7 && readListed(text)?.tail === '') return [text]
  const rest = withoutDates(text)
  const digits = digitsIn(rest, readNumber)
  return rest !== text || digits.length > 1 ? digits : [text]
}

/** Parses the numbers and prefixes in a cell. */
const readCell = (cell: string, readNumber: NumberReader): { tail: string; text: string }[] =>
  entriesIn(cell, readNumber).flatMap((text) => {
    const listed = readListed(text)
    return listed === null ? [] : [{ tail: listed.tail, text }]
  })

/**
 * Returns the number column as detected for lists or, if none is detected, the column with the most numbers; -1 if no
 * cell has one. Between words, only a number with a country code counts, because IDs and addresses have digits, too.
 */
const findColumn = (rows: string[][], headers: readonly string[], readNumber: NumberReader): number => {
  const targets = mapListColumns({ headers, rows, names: null, remembered: null, countries: noCountries })
  const mapped = targets.findIndex(({ to }) => to === 'number')
  if (mapped >= 0) return mapped
  const isNumber = (cell: string): boolean =>
    hasWords(cell.trim()) ? readNumber(cell.trim()).phoneNumber !== null : readCell(cell, readNumber).length > 0
  const counts = (rows[0] ?? []).map((_, column) => rows.filter((row) => isNumber(row[column] ?? '')).length)
  const most = Math.max(0, ...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

/** The number of entries per invocation of `append`. */
const chunkLength = 1_000

/** Imports the number column of a table. Writes nothing until the whole table is read. */
export const importRegister = async (
  { source, register }: RegisterJob,
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
      const entries = readCell(text, readNumber)
      found.push(...entries)
      if (entries.length === 0 && text !== '') {
        refused += 1
        if (examples.length < maxExamples) examples.push(text.slice(0, maxExampleLength))
      }
    }
  }

  const table = await readTable(source, {
    onRead: betweenChunks,
    onHeader: (header) => void tableHeaders.push(header),
    onRows: add,
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
