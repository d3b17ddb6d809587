import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import { describeNumber } from './describe-number.ts'

type Kind = PhoneNumberReading['kind']

const sipUri = /^sips?:[^\s@]+(@[^\s@]+)?$/i
/** As private exchanges name their endpoints; the service hands them on (`PJSIP/1001@trunk`). */
const endpoint = /^(pjsip|sip|iax2?)\/[^\s/]+$/i
const address = /^[^\s@:/]+@[^\s@/]+$/

/** Codes of a network and extensions: nothing a country would give to a subscriber. */
const short = /^[*#\d]{1,6}$|^[*#][*#\d]{1,14}$/

/** True for a text that is a SIP endpoint as a whole. A bare `name@host` may be an e-mail address just as well. */
export const isSipEndpoint = (text: string): boolean => sipUri.test(text) || endpoint.test(text)

export const isShortNumber = (text: string): boolean => short.test(text)

const kindOf = (text: string): Kind => {
  if (isSipEndpoint(text) || address.test(text)) return 'sip'
  return short.test(text) ? 'short' : 'other'
}

/** A reading of a text that is dialled as it stands. */
export const describeAsTyped = (text: string, dial: string): PhoneNumberReading => ({
  text,
  dial,
  display: dial,
  national: null,
  country: null,
  kind: kindOf(dial),
  standing: 'unjudged',
  lineType: null,
  assumed: null,
  extension: null,
  isE164: false,
  isValid: true,
})

/**
 * Reads a text that a person wants dialled exactly as it stands: printable, without blanks, at most 200 characters. One
 * that is a telephone number already, sign by sign, is told as that number: what is dialled is the same.
 */
export const readAsTyped = (text: string): Outcome<PhoneNumberReading> => {
  const dial = text.trim()
  if (dial === '') return invalid(['phoneNumber'], 'required')
  // Blanks inside are refused by carriers anyway, and a control character cannot be seen on the button.
  if (!/^[\x21-\x7e]{1,200}$/.test(dial)) return invalid(['phoneNumber'], 'phoneNumber')
  const number = dial.startsWith('+') ? parsePhoneNumberFromString(dial, { extract: false }) : undefined
  const isE164 = number !== undefined && number.number === dial && number.isPossible()
  return succeed(isE164 ? describeNumber(number, { text, assumed: null }) : describeAsTyped(text, dial))
}
