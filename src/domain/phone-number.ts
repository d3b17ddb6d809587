import { type DialedEndpoint, type DialedNumber, readDialed, subscriberDigits } from './dial-string.ts'

/** Characters other than white space that separate the digits of a number in text, for a character class. */
export const numberSeparators = String.raw`().\-/_\u00a0\u2010-\u2015\u202f`

/**
 * Returns one key for all formats of a number: its digits, with the country code if known; an endpoint in lowercase.
 */
export const numberKey = (phoneNumber: string): string => {
  const dialed = readDialed(phoneNumber)
  if (dialed.kind === 'endpoint') return dialed.text
  return dialed.international ? dialed.digits : dialed.digits.replace(/^00/, '')
}

/**
 * Returns a part that is the same in all formats of a number, for an index: its last seven digits without a trunk prefix
 * after a country code, or the endpoint's name. It is equal for any two strings that `isSameNumber` finds equal.
 */
export const numberTail = (phoneNumber: string): string => {
  const dialed = readDialed(phoneNumber)
  if (dialed.kind === 'endpoint') return dialed.user
  return (dialed.international ? withoutTrunkPrefix(dialed.digits) : dialed.digits).slice(-subscriberDigits)
}

/**
 * Returns a key of a number with its country code or of an endpoint with its host; null for all others. Two strings with
 * a key are one number for `isSameNumber` exactly if their keys are equal.
 */
export const completeKey = (phoneNumber: string): string | null => {
  const dialed = readDialed(phoneNumber)
  if (dialed.kind === 'endpoint') return dialed.host === null ? null : `${dialed.user}@${dialed.host}`
  return dialed.international ? withoutTrunkPrefix(dialed.digits) : null
}

/**
 * Returns whether a string dials an extension or a service code, which have too few digits for a subscriber's number.
 */
export const isShortNumber = (phoneNumber: string): boolean => {
  const dialed = readDialed(phoneNumber)
  return dialed.kind === 'number' && dialed.digits.length < subscriberDigits
}

/** Country codes with one or two digits (ITU-T E.164); all others have three. */
const shortCountryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Returns the country code at the start of an international number's digits. */
export const countryCode = (digits: string): string => shortCountryCode.exec(digits)?.[0] ?? digits.slice(0, 3)

/**
 * Returns an international number without its country code and the trunk prefix 0 that is sometimes written after it.
 */
const nationalPart = (digits: string): string => digits.slice(countryCode(digits).length).replace(/^0+/, '')

const withoutTrunkPrefix = (digits: string): string => countryCode(digits) + nationalPart(digits)

/**
 * Prefixes that people dial before a number: for an outside line, a trunk, international access, or caller ID on or
 * off.
 */
const prefixes = ['0', '1', '8', '9', '011', '810', '133', '141', '1470', '1831', '1832', '184', '186']
/** If fewer digits follow a prefix, they are not a complete number, so the prefix may be part of the number. */
const wholeDigits = 10

/** Returns every number that digits without `+` may represent, without leading zeros. */
const readingsOf = (digits: string): Set<string> => {
  const readings = new Set([digits.replace(/^0+/, '')])
  // Iterating over a set includes items that are added during the loop, so several prefixes are removed one after
  // another.
  for (const reading of readings)
    for (const prefix of prefixes) {
      const rest = reading.slice(prefix.length).replace(/^0+/, '')
      if (reading.startsWith(prefix) && rest.length >= wholeDigits) readings.add(rest)
    }
  return readings
}

const endsWith = (long: string, short: string): boolean => short.length >= subscriberDigits && long.endsWith(short)

const isSameInternational = (one: string, other: string): boolean =>
  one === other || (countryCode(one) === countryCode(other) && nationalPart(one) === nationalPart(other))

const mayBeInternational = (dialed: string, international: string): boolean =>
  endsWith(dialed, nationalPart(international)) ||
  endsWith(withoutTrunkPrefix(international), dialed.replace(/^0+/, ''))

const mayBeSame = (one: string, other: string): boolean => {
  if (one === other) return true
  const others = [...readingsOf(other)]
  return [...readingsOf(one)].some((a) => others.some((b) => endsWith(a, b) || endsWith(b, a)))
}

const isSameTelephone = (one: DialedNumber, other: DialedNumber): boolean => {
  if (one.international && other.international) return isSameInternational(one.digits, other.digits)
  if (one.international) return mayBeInternational(other.digits, one.digits)
  return other.international ? mayBeInternational(one.digits, other.digits) : mayBeSame(one.digits, other.digits)
}

const isSameEndpoint = (one: DialedEndpoint, other: DialedEndpoint): boolean =>
  one.user === other.user && (one.host === other.host || one.host === null || other.host === null)

/** `sip:1001@host` and the extension 1001 are considered the same, because they may be in the same phone system. */
const isSameExtension = ({ digits }: DialedNumber, { user }: DialedEndpoint): boolean => digits === user

/**
 * Returns whether two strings, in any format, may ring the same phone. Numbers certainly differ only if both have a
 * country code, or if neither can be the other one with a prefix. An unneeded confirmation is better than a second
 * call.
 */
export const isSameNumber = (one: string, other: string): boolean => {
  const [a, b] = [readDialed(one), readDialed(other)]
  if (a.kind === 'number') return b.kind === 'number' ? isSameTelephone(a, b) : isSameExtension(a, b)
  return b.kind === 'number' ? isSameExtension(b, a) : isSameEndpoint(a, b)
}
