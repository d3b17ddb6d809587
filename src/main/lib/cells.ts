import type { PastedColumn, PastedNumber } from '../../contract/pasted.ts'
import { readPhoneNumber, suggestNumbers } from './read-phone-number.ts'

/**
 * Countries for a number without a country code: the home country from the settings, and all countries that may be
 * suggested.
 */
export type Countries = { home: string | null; offered: readonly string[] }

/** Removes the formula (="+1…") or the apostrophe that spreadsheets use to keep a number as text. */
export const unescapeCell = (cell: string): string =>
  cell
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

/** Matches 4.41234E+11: the spreadsheet has rounded the number. */
const isRounded = (cell: string): boolean => /^\d(?:[.,]\d+)?e\+?\d{1,2}$/i.test(cell)

const problems: Record<string, PastedNumber['problem']> = {
  required: 'empty',
  nationalNumber: 'nationalNumber',
  severalNumbers: 'several',
  phoneExtension: 'extension',
}

/** Longer cells are not searched for numbers, in characters. */
const longestCell = 200

/** Reads the number in a cell, or returns suggestions and the problem. */
export const cellNumber = (text: string, { home, offered }: Countries): PastedNumber => {
  const cell = unescapeCell(text)
  if (isRounded(cell)) return { text, reading: null, offers: [], problem: 'rounded' }
  if (cell.length > longestCell) return { text, reading: null, offers: [], problem: 'unreadable' }
  const read = readPhoneNumber(cell, false, home)
  if (read.ok) return { text, reading: read.value, offers: [], problem: 'none' }
  const code = read.failure.kind === 'invalid' ? read.failure.issues[0]?.code : undefined
  const offers = suggestNumbers(cell, offered)
  return { text, reading: null, offers, problem: problems[code ?? ''] ?? 'unreadable' }
}

/**
 * Returns how likely it is that a cell contains a phone number, from 0 to 1: 1 with a country code, less for a number
 * of the home country, and least for plain digits.
 */
export const numberProbability = (cell: string, countries: Countries): number => {
  const plain = unescapeCell(cell)
  if (plain.length > longestCell) return 0
  if (plain.replace(/\D/g, '').length < 7 || isRounded(plain)) return isRounded(plain) ? 0.5 : 0
  const { reading, offers } = cellNumber(plain, countries)
  const isBare = /^\d+$/.test(plain)
  if (reading !== null) return reading.assumed === null ? 1 : isBare && plain.length < 9 ? 0.4 : 0.8
  const telephones = offers.filter(({ kind }) => kind === 'telephone')
  return telephones.length === 0 ? 0 : isBare && plain.length < 10 ? 0.3 : 0.6
}

const otherWords = /\p{L}{2,}/u

/** Returns whether a cell contains only a phone number. */
export const isNumberCell = (cell: string, countries: Countries): boolean =>
  !otherWords.test(
    unescapeCell(cell)
      .replace(/^(?:tel|callto|phone):/i, '')
      .replace(/\bext\b/i, ''),
  ) && numberProbability(cell, countries) >= 0.6

type Content = PastedColumn['content']

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'

/** A month and a day as digits. Without these limits, a phone number such as 22-33-4455 would be a date. */
const [monthNumber, dayNumber] = ['(?:0?[1-9]|1[0-2])', '(?:0?[1-9]|[12]\\d|3[01])']

/** Relative days. */
const relativeDay = '(?:(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)'

const shapes: readonly [Content, RegExp][] = [
  ['uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['email', /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i],
  ['link', /^(?:https?:\/\/|www\.)\S+$/i],
  // Databases store an unknown date, month or day as zeros.
  ['date', new RegExp(`^\\d{4}[-/.](?:${monthNumber}|00)[-/.](?:${dayNumber}|00)(?:[T ]\\d{1,2}:\\d{2}\\S*)?$`)],
  ['date', new RegExp(`^(?:${monthNumber}[-/.]${dayNumber}|${dayNumber}[-/.]${monthNumber})[-/.]\\d{4}$`)],
  ['date', /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/],
  ['date', new RegExp(`^(?:\\d{1,2}\\.? ${month}|${month} \\d{1,2})(?:,? \\d{4})?$`, 'i')],
  ['date', new RegExp(`^${relativeDay}$`, 'i')],
  ['time', /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?$/i],
  ['amount', /^[-+]?(?:[$€£¥₹]|[A-Z]{3}) ?\d[\d.,' ]*$/],
  ['amount', /^[-+]?\d[\d.,' ]*(?:[$€£¥₹]| ?[A-Z]{3})$/],
  ['amount', /^[-+]?\d{1,3}(?:[.,' ]\d{3})*[.,]\d{1,2}$/],
  ['amount', /^[-+]?\d+[.,]\d{1,2}$/],
  ['integer', /^[-+]?\d{1,9}$/],
]

/** Returns whether a cell contains only a date or a relative day. */
export const isDate = (cell: string): boolean =>
  shapes.some(([content, shape]) => content === 'date' && shape.test(cell))

/** Classifies a cell. Dates and amounts may look like national numbers, so the cell is checked for them first. */
export const cellContent = (cell: string, countries: Countries): Content => {
  if (cell === '') return 'empty'
  const shaped = shapes.find(([, shape]) => shape.test(cell))?.[0]
  if (shaped !== undefined && shaped !== 'integer') return shaped
  if (isNumberCell(cell, countries)) return 'number'
  return shaped ?? 'text'
}

/** Classifies a column by its non-empty cells; `mixed` if they differ. */
export const columnContent = (cells: readonly string[], countries: Countries): Content => {
  const contents = new Set(cells.map((cell) => cellContent(cell, countries)))
  contents.delete('empty')
  const [first, second] = contents
  if (first === undefined) return 'empty'
  // Amounts may have no decimals.
  if (contents.size === 2 && contents.has('amount') && contents.has('integer')) return 'amount'
  return second === undefined ? first : 'mixed'
}

/**
 * Splits a name or header into words: `customerName`, `customer_name` and "Customer name" consist of the same two
 * words.
 */
export const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')

/** Returns a name in lowercase without separators. */
export const normalizeName = (name: string): string => wordsOf(name).join('')

const meanings: readonly [Content, readonly string[]][] = [
  ['email', ['email', 'mail']],
  ['link', ['url', 'link', 'website', 'site']],
  ['amount', ['amount', 'price', 'total', 'balance', 'sum', 'cost', 'fee', 'payment', 'owed', 'debt', 'salary']],
  ['date', ['date', 'day', 'due', 'deadline', 'birthday', 'birth', 'dob', 'expiry', 'expires', 'appointment', 'until']],
  ['time', ['time', 'hour', 'slot']],
  [
    'integer',
    ['count', 'quantity', 'qty', 'age', 'days', 'months', 'years', 'id', 'no', 'order', 'invoice', 'reference'],
  ],
  ['text', ['name', 'first', 'last', 'surname', 'customer', 'company', 'city', 'address', 'street', 'product', 'plan']],
]

/** Returns the likely content of a value with this name; null if it is unknown. */
export const meaningOf = (name: string): Content | null => {
  const words = new Set(wordsOf(name))
  return meanings.find(([, known]) => known.some((word) => words.has(word)))?.[0] ?? null
}

const numberWords = new Set(
  `phone telephone tel mobile cell cellphone number phonenumber telephonenumber mobilenumber cellnumber contactnumber
  customerphone customernumberphone msisdn dial callnumber callednumber numbertocall destination phoneno mobileno telno
  contactno homephone workphone phone1 primaryphone telefon telefonnummer rufnummer handy handynummer mobil mobilnummer
  telephone numero numerodetelephone portable telefono numerodetelefono movil celular telefone telemovel cellulare
  telefoon telefoonnummer puhelin puhelinnumero tlf telefonnr`.split(/\s+/),
)

const removeDiacritics = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Returns whether a header is a common one for phone numbers. */
export const isNumberHeader = (header: string): boolean => numberWords.has(removeDiacritics(normalizeName(header)))

/** Returns whether a header is a common one for agents. */
export const isAgentHeader = (header: string): boolean =>
  wordsOf(header).some((word) => ['agent', 'workflow', 'agentuuid', 'workflowuuid'].includes(word))
