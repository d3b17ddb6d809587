import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'

/** Returns the digits of a number without and with its national prefix. */
const nationalFormsOf = (number: PhoneNumber): string[] => [
  number.nationalNumber,
  number.formatNational().replace(/\D/g, ''),
]

/** Returns the digits of a number with its country code, without and with its national prefix. */
const wholeFormsOf = (number: PhoneNumber): string[] =>
  nationalFormsOf(number).map((digits) => `${number.countryCallingCode}${digits}`)

/** Returns whether digits without `+` repeat the number as it is dialed in its country or, with `00` or `011`, abroad. */
export const isRepetition = (digits: string, number: PhoneNumber): boolean => {
  const whole = wholeFormsOf(number)
  const abroad = whole.flatMap((form) => [`00${form}`, `011${form}`])
  if ([...nationalFormsOf(number), ...whole, ...abroad].includes(digits)) return true
  const { country } = number
  return (
    country !== undefined &&
    parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false })?.number === number.number
  )
}

/** The fewest digits that may be another number. */
export const minOtherDigits = 7

/**
 * Returns whether a text that starts with `+` is the number and then, in parentheses or after a slash, a repetition or
 * too few digits for another number: `+49 (0)30 901820 (030 901820)`.
 */
export const repeatsOnly = (written: string, number: PhoneNumber): boolean => {
  const whole = wholeFormsOf(number)
  const end = [...written.matchAll(/\d(?!\d)/g)]
    .map(({ index }) => index + 1)
    .find((at) => whole.includes(written.slice(0, at).replace(/\D/g, '')))
  if (end === undefined || !/^ *[(/]/.test(written.slice(end))) return false
  const rest = written.slice(end).replace(/\D/g, '')
  return rest.length < minOtherDigits || isRepetition(rest, number)
}
