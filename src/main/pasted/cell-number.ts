import type { PastedNumber } from '../../contract/pasted.ts'
import { offerNumbers } from '../numbers/offer-numbers.ts'
import { readPhoneNumber } from '../numbers/read-phone-number.ts'

/** Whose numbers a cell without a country's code may hold: the one a person has set, and all that may be offered. */
export type Countries = { home: string | null; offered: readonly string[] }

/** Spreadsheets guard a number's signs as a formula (="+1…") or behind an apostrophe. */
const unguarded = (cell: string): string =>
  cell
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

/** 4.41234E+11: the sheet has rounded the number away, and no digit of it can be trusted. */
const isRounded = (cell: string): boolean => /^\d(?:[.,]\d+)?e\+?\d{1,2}$/i.test(cell)

const troubles: Record<string, PastedNumber['trouble']> = {
  required: 'empty',
  nationalNumber: 'nationalNumber',
  severalNumbers: 'several',
  phoneExtension: 'extension',
}

/** What is longer is no cell of numbers, and looking through it would take time. */
const longestCell = 200

/** Reads the number of a cell; what is not surely one number is offered, or told to be none. */
export const cellNumber = (text: string, { home, offered }: Countries): PastedNumber => {
  const cell = unguarded(text)
  if (isRounded(cell)) return { text, reading: null, offers: [], trouble: 'rounded' }
  if (cell.length > longestCell) return { text, reading: null, offers: [], trouble: 'unreadable' }
  const read = readPhoneNumber(cell, false, home)
  if (read.ok) return { text, reading: read.value, offers: [], trouble: 'none' }
  const code = read.failure.kind === 'invalid' ? read.failure.issues[0]?.code : undefined
  const offers = offerNumbers(cell, offered)
  return { text, reading: null, offers, trouble: troubles[code ?? ''] ?? 'unreadable' }
}

/**
 * How surely a cell holds a telephone number, from 0 to 1: 1 for one that says its country, less for one that needs the
 * country a person has set, and least for a bare row of digits that only may be one.
 */
export const numberLikeness = (cell: string, countries: Countries): number => {
  const plain = unguarded(cell)
  if (plain.length > longestCell) return 0
  if (plain.replace(/\D/g, '').length < 7 || isRounded(plain)) return isRounded(plain) ? 0.5 : 0
  const { reading, offers } = cellNumber(plain, countries)
  const isBare = /^\d+$/.test(plain)
  if (reading !== null) return reading.assumed === null ? 1 : isBare && plain.length < 9 ? 0.4 : 0.8
  const telephones = offers.filter(({ kind }) => kind === 'telephone')
  return telephones.length === 0 ? 0 : isBare && plain.length < 10 ? 0.3 : 0.6
}

const wordsBesides = /\p{L}{2,}/u

/** True for a cell that is a telephone number and nothing else. */
export const isNumberCell = (cell: string, countries: Countries): boolean =>
  !wordsBesides.test(
    unguarded(cell)
      .replace(/^(?:tel|callto|phone):/i, '')
      .replace(/\bext\b/i, ''),
  ) && numberLikeness(cell, countries) >= 0.6
