import { subscriberDigits } from '../../domain/dial-string.ts'

/** Letters that belong to a number: the scheme of a link, a marker of an extension, and the host of a SIP endpoint. */
export const ownLetters =
  /^(?:tel|callto|phone|sms):|(?<=[\d\s,;.)])(?:extension|extn?|[xpwt])(?=[\s.:=]*\d)|(?<=\d)@.*$/gi

/** Characters that separate the digits of a number. A new line separates two numbers. */
const separator = String.raw`(?:[^\S\n]|[().\-/\u2010-\u2015])`

const digits = String.raw`\d(?:${separator}*\d)*`

/** Digits with the separators of phone numbers. An asterisk ends a prefix. */
const digitRun = new RegExp(String.raw`((?:\+${separator}*)?${digits})(${separator}*\*)?`, 'g')

/** Minimum number of digits in a complete number, with its area code. */
export const minComplete = 10

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

export const isInternational = (text: string): boolean => /^(?:\+|00)/.test(text)

/** Returns whether text has enough digits for a phone number. */
export const isLong = (text: string): boolean => digitsOf(text).length >= subscriberDigits

/**
 * A letter instead of a digit: one that looks like a digit, one between two digits, or one before a digit and after a
 * separator, which may also mark an extension.
 */
const wrongLetter = new RegExp(
  String.raw`^(?:${separator}*[OoIil]+(?=\d)|[OoIil]+(?!\p{L})|\p{L}(?=\d)|(?<marker>${separator}+\p{L}(?=\d)))`,
  'u',
)

/** The digits after such a letter. */
const restOfRun = new RegExp(`^${separator}*(?:${digits})?`)

/**
 * Returns whether a letter that was entered instead of a digit follows digits, so that their last digits aren't those of
 * a number. It is `maybe` for a local number before what may also be a marker. Digits that may be a number of their own
 * after the letter are not part of that number.
 */
const isCut = (run: string, after: string): boolean | 'maybe' => {
  const found = wrongLetter.exec(after)
  if (found === null) return false
  const count = digitsOf(run).length
  if (isLong(run)) {
    if (found.groups?.['marker'] === undefined) return true
    return count < minComplete && (isInternational(run) || 'maybe')
  }
  const [rest = ''] = (restOfRun.exec(after.slice(found[0].length))?.[0] ?? '').split('/').map(digitsOf)
  const letters = found[0].replaceAll(/\P{L}/gu, '').length
  return !isLong(rest) && count + letters + rest.length >= subscriberDigits
}

/** Digits in text. `isPrefix`: an asterisk follows them. `isCut`: a letter was entered instead of their next digit. */
type DigitRun = { run: string; isPrefix: boolean; isCut: boolean | 'maybe' }

export const digitRunsIn = (text: string): DigitRun[] => {
  const others = text.replaceAll(ownLetters, (letters) => ','.repeat(letters.length))
  return [...text.matchAll(digitRun)].map(({ 0: whole, 1: run = '', 2: asterisk, index }) => ({
    run,
    isPrefix: asterisk !== undefined,
    isCut: isCut(run, others.slice(index + whole.length)),
  }))
}
