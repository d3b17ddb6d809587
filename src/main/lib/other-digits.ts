/**
 * Dates, times, amounts and addresses. They could be mistaken for national numbers: many countries have eight-digit
 * numbers, such as 2026-11-21.
 */
const otherDigits = [
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/g,
  /\b\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d{2}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /[$€£¥₹]\s?\d[\d.,' ]*/g,
  /(?<![\d.,/-])\d{1,3}(?:[.,' ]\d{3})*[.,]\d{2}\b(?![.,\d-])/g,
  /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /(?<!\S)[^\s@]+@\S+/g,
]

/** Dates and times between spaces. If one followed a number, it would be parsed as the number's last digits. */
const standaloneDigits = [
  /(?<!\S)(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d{2})(?=[\s,;)]|$)/g,
  /(?<!\S)\d{1,2}:\d{2}(?::\d{2})?(?=[\s,;)]|$)/g,
]

/** A card number in groups of four digits, or an IBAN. */
const payment = /(?<![\d+])\d{4}([ -])\d{4}\1\d{4}\1\d{4}\b|\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g

const isCardNumber = (digits: string): boolean =>
  Array.from(digits).reduce((sum, digit, at) => sum + (at % 2 === 0 ? doubled(Number(digit)) : Number(digit)), 0) %
    10 ===
  0

const doubled = (digit: number): number => (digit > 4 ? 2 * digit - 9 : 2 * digit)

const isIban = (letters: string): boolean => {
  const digits = (letters.slice(4) + letters.slice(0, 4)).replace(/[A-Z]/g, (one) => String(Number.parseInt(one, 36)))
  return letters.length >= 15 && BigInt(digits) % 97n === 1n
}

/** Returns whether the check digits are right. Otherwise, the digits may be two phone numbers. */
const isPayment = (found: string): boolean => {
  const plain = found.replace(/[ -]/g, '')
  return /^\d/.test(plain) ? isCardNumber(plain) : isIban(plain)
}

const cover = (found: string): string => '~'.repeat(found.length)

const mask = (text: string, others: readonly RegExp[]): string =>
  others.reduce((covered, figures) => covered.replace(figures, cover), text)

/** Replaces figures that are not phone numbers; all offsets remain the same. */
export const maskOtherDigits = (text: string): string =>
  mask(text, otherDigits).replace(payment, (found) => (isPayment(found) ? cover(found) : found))

/** Replaces dates and times between spaces; all offsets remain the same. */
export const maskStandaloneDigits = (text: string): string => mask(text, standaloneDigits)
