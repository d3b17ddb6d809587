import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import { maskOtherDigits } from './other-digits.ts'
import { minOtherDigits } from './repeated-number.ts'

/** A number and where it is in a text. `end` is the offset after its last character. */
export type FoundNumber = { at: number; end: number; number: PhoneNumber }

/** What separates the groups of a number. */
const separators = String.raw`[ \t().\-/]*`
const nextToken = new RegExp(`^(?:${separators}\\d+(?![\\p{L}\\d_]))*${separators}([\\p{L}\\d_]+)`, 'u')
const previousToken = new RegExp(`([\\p{L}\\d_]+)${separators}$`, 'u')

/** A few letters, Latin, Cyrillic or Greek, that may be mistyped or misread digits. */
const lookAlikes = /^[OoIlSBZОоΟο]{1,4}$/u
/** Opening hours, such as `24h`, which may follow a number. */
const hours = /^\d{1,2}(?:h|am|pm)$/i

const mayBeDigits = (token: string): boolean =>
  lookAlikes.test(token) || (/\d/.test(token) && /\D/.test(token) && !hours.test(token))

/** Any characters but letters and digits, up to what separates values: a comma, a tab, a line break, or a date (`~`). */
const gap = String.raw`(?:(?! \| )[^\p{L}\d,;~\t\n\r])*`
/** A gap with a character that is not usual between the groups of a number. */
const brokenGap = String.raw`(?:(?! \| )[\d ().\-/])*[^\p{L}\d,;~\s().\-/]${gap}`
const digitsAfter = new RegExp(String.raw`^${brokenGap}(?!\d{1,2} ?(?:h|am|pm)\b)(\d[\d ().\-/]*)`, 'iu')
const letterAmongDigits = new RegExp(String.raw`^${gap}\p{L}${gap}\d`, 'u')
/** Digits before a number, or a sign instead of its first digit: `(!1) 95000-0000`. */
const digitsBefore = new RegExp(String.raw`(?:[\d+]${gap}|\([^\p{L}\d\s().\-/,;~]+)$`, 'u')
/** A digit, also one of another found number, directly before a sign that is not usual between numbers. */
const signBetweenDigits = /\d[^\p{L}\d\s,;~().\-/|]+$/u
/** The number of a label: `Phone 2: `. */
const numberOfLabel = /(?<!\d)[1-9]\d?\)?: +\(?$/
/** The fewest digits of a national number that contains its area code, and not only the rest. */
const minWholeDigits = 9

/** Fewer digits may be a part of the same number as the digits next to them. */
const minSeparateDigits = 8
/** `@` between digits, which is not in an address: `+49 30 90@820`. */
const atAmongDigits = /(?<!\S)([+\d().\-/]+)@(?=[+\d().\-/]+(?!\S))/g

const causeOfToken = (token: string): 'letter' | 'other' => (/\p{L}/u.test(token) ? 'letter' : 'other')

const countDigits = (text: string): number => text.replace(/\D/g, '').length

/** Returns whether digits before a number without `+` may be its start, which the search has dropped. */
const mayLackStart = (before: string, written: string, number: PhoneNumber): boolean => {
  if (!digitsBefore.test(before)) return false
  if (numberOfLabel.test(before) && countDigits(written) >= minWholeDigits) return false
  // `49 (0)30 901820`
  return !(/^\(?0/.test(written) && new RegExp(String.raw`^\D*${number.countryCallingCode} *$`).test(before))
}

/**
 * One or two digits, or any digits before many others, and then digits that start with a zero: `Phone 2 0171 2345678`.
 * Fewer digits are groups of one number in many countries: `22 01 02 03`.
 */
export const afterLabel =
  /^\(?(?:[1-9]\d?[ ().\-/]+(?=0(?:[ ().\-/]*\d){5})|[1-9][\d ().\-/]*?[ ().\-/]+(?=0(?:[ ().\-/]*\d){8}))/

/** A digit that may be a label's if a word is before it: `Phone 2 171 2345678`. */
const afterWord = /^\(?[1-9][ ().\-/]+(?=[1-9])/
const wordBefore = /\p{L}\.? *#?\(?$/u

/**
 * Returns whether the first digits of a number may be those of a label, because the rest is a number, too: with its trunk
 * zero or, if a word is before a single digit, without it.
 */
export const mayStartWithLabel = (written: string, { number, country }: PhoneNumber, before = ''): boolean => {
  const [label] = afterLabel.exec(written) ?? (wordBefore.test(before) ? afterWord.exec(written) : null) ?? []
  if (label === undefined || country === undefined) return false
  const rest = parsePhoneNumberFromString(written.slice(label.length), { defaultCountry: country, extract: false })
  return rest?.isValid() === true && !rest.nationalNumber.startsWith('0') && rest.number !== number
}

/**
 * Returns why a number in a text may be only a part of the number that was meant, or that number with the digits of a
 * label: a letter that may be a digit, or another character, is among the digits; null if neither is: `+49 30 23125 O33`,
 * `+49 30 2312!34`, `Phone 1 0171 2345678`.
 * SECURITY: the search ends a number at such a character, and the shorter one may belong to another person. Digits
 * before `+`, and those of another of the `found` numbers, are never a part of the number.
 */
export const causeOfCut = (
  text: string,
  { at, end, number }: FoundNumber,
  found: readonly FoundNumber[],
): 'letter' | 'other' | null => {
  const covered = maskOtherDigits(text.replace(atAmongDigits, '$1!'))
  const written = covered.slice(at, end)
  // The search adds the digits of a footnote: `+49 30 901820 [1]`.
  if (written.includes('[')) return 'other'
  const others = found.filter((one) => countDigits(text.slice(one.at, one.end)) >= minSeparateDigits)
  const rest = covered.slice(end, Math.min(...others.map((one) => one.at).filter((start) => start >= end), text.length))
  const [, next = ''] = nextToken.exec(rest) ?? []
  if (mayBeDigits(next)) return causeOfToken(next)
  if (letterAmongDigits.test(rest)) return 'letter'
  const [, more] = digitsAfter.exec(rest) ?? []
  // More digits are refused as another number, unless they repeat this one.
  if (more !== undefined && countDigits(more) < minOtherDigits) return 'other'
  if (/^[\s(]*\+/.test(written)) return null
  if (signBetweenDigits.test(covered.slice(0, at))) return 'other'
  const before = covered.slice(Math.max(...others.map((one) => one.end).filter((last) => last <= at), 0), at)
  const [, previous = ''] = previousToken.exec(before) ?? []
  if (mayBeDigits(previous)) return causeOfToken(previous)
  return mayLackStart(before, written, number) || mayStartWithLabel(written, number, before) ? 'other' : null
}

/** Returns whether a number in a text may be only a part of the number that was meant. */
export const mayBeCut = (...of: Parameters<typeof causeOfCut>): boolean => causeOfCut(...of) !== null
