import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max'

/** A number in a text, and where it begins. */
export type NumberAt = { at: number; number: PhoneNumber }

/**
 * What is made of digits and is no number: days, times, sums, addresses. Where every country's numbers begin with its
 * code they do no harm, but many countries have numbers of eight digits, and 2026-11-21 would be one.
 */
const otherFigures = [
  /\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b/g,
  /\b\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d{2}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /[$€£¥₹]\s?\d[\d.,' ]*/g,
  /(?<![\d.,/-])\d{1,3}(?:[.,' ]\d{3})*[.,]\d{2}\b(?![.,\d-])/g,
  /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /(?<!\S)[^\s@]+@\S+/g,
]

/** Days and times that stand alone: behind a number they would be taken for its last digits. */
const lonelyFigures = [
  /(?<!\S)(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d{2})(?=[\s,;)]|$)/g,
  /(?<!\S)\d{1,2}:\d{2}(?::\d{2})?(?=[\s,;)]|$)/g,
]

const cover = (text: string, others: readonly RegExp[]): string =>
  others.reduce((covered, figures) => covered.replace(figures, (found) => '~'.repeat(found.length)), text)

/** Covers what is no number; every sign keeps its place. */
export const coverFigures = (text: string): string => cover(text, otherFigures)

const spread = (found: ReturnType<typeof findPhoneNumbersInText>): NumberAt[] =>
  found.map(({ startsAt, number }) => ({ at: startsAt, number }))

/** A text that is nothing but one number may be one that no country has given out (yet): it is possible, and said so. */
const whole = (text: string): NumberAt[] => {
  const number = /^[+(\d]/.test(text.trim()) ? parsePhoneNumberFromString(text.trim(), { extract: false }) : undefined
  return number?.isPossible() ? [{ at: 0, number }] : []
}

/** The numbers of a plain text that say their country themselves, in their order. */
export const findInternational = (text: string): NumberAt[] => {
  const covered = cover(text, lonelyFigures)
  const found = spread(findPhoneNumbersInText(covered, { extended: false })).filter(({ number }) => number.isPossible())
  return found.length > 0 ? found : whole(text)
}

/** The numbers of a plain text that are ones if they are of this country, those included that say their country themselves. */
export const findOfCountry = (text: string, country: string): NumberAt[] => {
  if (!isSupportedCountry(country)) return []
  const defaultCountry: CountryCode = country
  return spread(findPhoneNumbersInText(coverFigures(text), { defaultCountry, extended: false })).filter(({ number }) =>
    number.isValid(),
  )
}

const bareDigits = /(?<![\d+*#.,/@\w-])[1-9]\d{7,14}(?![\d@\w])/g

/** The numbers of a plain text that only lack their `+`: a country's code and all the digits after it. */
export const findWithoutPlus = (text: string): NumberAt[] => {
  const covered = coverFigures(text)
  const loose = /^\s*[1-9][\d\s().-]{7,24}\s*$/.test(covered) ? [{ at: 0, digits: covered.replace(/\D/g, '') }] : []
  const bare = [...covered.matchAll(bareDigits)].map(({ 0: digits, index }) => ({ at: index, digits }))
  return (bare.length > 0 ? bare : loose).flatMap(({ at, digits }) => {
    const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
    return number?.isValid() ? [{ at, number }] : []
  })
}

/** Each number once, with its first place. */
export const eachOnce = (found: readonly NumberAt[]): NumberAt[] =>
  [...new Map(found.toReversed().map((one) => [one.number.number, one])).values()].toSorted((a, b) => a.at - b.at)
