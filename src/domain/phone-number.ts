import { type DialedEndpoint, type DialedNumber, readDialed, subscriberDigits } from './dial-string.ts'

/** One form for every format of a number: digits with the country code if known; an endpoint in lower case. */
export const numberKey = (phoneNumber: string): string => {
  const dialed = readDialed(phoneNumber)
  if (dialed.kind === 'endpoint') return dialed.text
  return dialed.international ? dialed.digits : dialed.digits.replace(/^00/, '')
}

/** What every format of a number shares, for an index: its last seven digits, or the name of the endpoint. */
export const numberTail = (phoneNumber: string): string => {
  const dialed = readDialed(phoneNumber)
  return dialed.kind === 'endpoint' ? dialed.user : dialed.digits.slice(-subscriberDigits)
}

/** Whether a text dials an extension or a service code: digits that are too few for a subscriber's number. */
export const isShortNumber = (phoneNumber: string): boolean => {
  const dialed = readDialed(phoneNumber)
  return dialed.kind === 'number' && dialed.digits.length < subscriberDigits
}

/** The country codes of one and two digits (ITU-T E.164); all others have three. */
const shortCountryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Returns the country code at the start of the digits of an international number. */
export const countryCode = (digits: string): string => shortCountryCode.exec(digits)?.[0] ?? digits.slice(0, 3)

/** An international number without its country code and without the trunk zero that some people write after it. */
const nationalPart = (digits: string): string => digits.slice(countryCode(digits).length).replace(/^0+/, '')

/** Prefixes that people dial before a number: an outside line, a trunk, international access, caller ID on or off. */
const prefixes = ['0', '1', '8', '9', '011', '810', '133', '141', '1470', '1831', '1832', '184', '186']
/** Shorter digits after a prefix are not a whole number, so that the prefix may be a part of the number. */
const wholeDigits = 10

/** Every number that digits without `+` may mean, without leading zeros. */
const readingsOf = (digits: string): Set<string> => {
  const readings = new Set([digits.replace(/^0+/, '')])
  // A set yields what is added during the loop, so that several prefixes are removed one after another.
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
  endsWith(dialed, nationalPart(international)) || endsWith(international, dialed.replace(/^0+/, ''))

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

/** `sip:1001@host` may ring another exchange than the extension 1001; that is unclear, so it counts as the same. */
const isSameExtension = ({ digits }: DialedNumber, { user }: DialedEndpoint): boolean => digits === user

/**
 * Whether two texts may ring one telephone, in any format. Numbers differ for certain only if both have their
 * country code, or if neither can be the other after a prefix: one question too many is better than a second call.
 */
export const isSameNumber = (one: string, other: string): boolean => {
  const [a, b] = [readDialed(one), readDialed(other)]
  if (a.kind === 'number') return b.kind === 'number' ? isSameTelephone(a, b) : isSameExtension(a, b)
  return b.kind === 'number' ? isSameExtension(b, a) : isSameEndpoint(a, b)
}
