import { maskOtherDigits } from './other-digits.ts'

/** Where a number is in a text. `end` is the offset after its last character. */
export type NumberSpan = { at: number; end: number }

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

/**
 * Returns whether a number in a text may be only a part of the number that was meant, because a letter is among the
 * digits: `+49 30 23125 O33`. SECURITY: the search ends a number at a letter, and the shorter one may belong to another
 * person. Digits before `+` are never a part of the number.
 */
export const mayBeCut = (text: string, { at, end }: NumberSpan): boolean => {
  const covered = maskOtherDigits(text)
  const rest = covered.slice(end)
  const [, next = ''] = nextToken.exec(rest) ?? []
  if (mayBeDigits(next) || new RegExp(`^${separators}\\p{L}${separators}\\d`, 'u').test(rest)) return true
  if (/^[\s(]*\+/.test(covered.slice(at))) return false
  const [, previous = ''] = previousToken.exec(covered.slice(0, at)) ?? []
  return mayBeDigits(previous)
}
