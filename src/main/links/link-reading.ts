import type { CallLink, LinkTrouble } from '../../contract/asked.ts'

/** What a link asks for, or why it changes nothing. */
export type LinkReading = { ok: true; link: CallLink } | { ok: false; why: LinkTrouble }

export const refused = (why: LinkTrouble): LinkReading => ({ ok: false, why })

/** A part of a link with its percent signs resolved, once; null when they do not spell text. */
export const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that spells nothing makes the whole link unreadable; that is told as such.
    return null
  }
}

/** Signs that a person cannot see, or that turn round what is written beside them. */
export const hasHiddenSigns = (text: string): boolean => /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(text)

/** No number of the world has more digits than fifteen; some more stand for what is written in front of one. */
const isNumber = (digits: string): boolean => /^(\+\d{7,15}|\d{3,20})$/.test(digits)

/**
 * A number as links write it (RFC 3966: digits with `-`, `.`, `(`, `)` for the eye, and blanks, which many write), down
 * to its digits; or why it is none. `*` and `#` make it a code for a carrier: those can redirect a line, and never pass.
 */
export const readLinkNumber = (text: string): { ok: true; number: string } | { ok: false; why: LinkTrouble } => {
  const written = text.trim()
  if (written === '') return { ok: false, why: 'noNumber' }
  if (/^[+\d\s().*#-]+$/.test(written) && /[*#]/.test(written)) return { ok: false, why: 'code' }
  const number = written.replaceAll(/[\s().-]/g, '')
  return isNumber(number) ? { ok: true, number } : { ok: false, why: 'notANumber' }
}
