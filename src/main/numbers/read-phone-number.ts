import { findPhoneNumbersInText, type PhoneNumber } from 'libphonenumber-js/max'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'

const path = ['phoneNumber']

const readAsTyped = (text: string): Outcome<PhoneNumberReading> => {
  const dial = text.trim()
  // Blanks inside are refused by carriers anyway, and a control character cannot be seen on the button.
  if (!/^[\x21-\x7e]{1,200}$/.test(dial)) return invalid(path, 'phoneNumber')
  return succeed({ text, dial, display: dial, country: null, isE164: false, isValid: true })
}

const describe = (text: string, number: PhoneNumber): Outcome<PhoneNumberReading> => {
  // The service passes digits on and knows no extension: dropping it unseen would reach somebody else.
  if (number.ext !== undefined) return invalid(path, 'phoneExtension', number.ext)
  const country = number.country ?? null
  const display = number.formatInternational()
  return succeed({ text, dial: number.number, display, country, isE164: true, isValid: number.isValid() })
}

/** `00` is how most of the world writes `+` on a telephone. */
const withPlus = (text: string): string => text.trim().replace(/^00(?=\d)/, '+')

/**
 * Reads a number out of what was typed or pasted, a sentence included, and gives it as E.164.
 * Without `+` and a country code nothing is guessed. Text with two numbers is refused: one button, one number.
 * `asTyped` keeps printable text without blanks as it stands (a SIP endpoint, an extension of a private exchange).
 */
export const readPhoneNumber = (text: string, asTyped: boolean): Outcome<PhoneNumberReading> => {
  if (text.trim() === '') return invalid(path, 'required')
  if (asTyped) return readAsTyped(text)
  const found = findPhoneNumbersInText(withPlus(text), { extended: false })
  const [first, second] = found.map((one) => one.number)
  if (first === undefined || second !== undefined) return invalid(path, 'phoneNumber')
  return first.isPossible() ? describe(text, first) : invalid(path, 'phoneNumber')
}
