import { invalid, type IssueCode, type Outcome, succeed } from '../../contract/failure.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import { describeNumber } from './describe-number.ts'
import {
  coverFigures,
  eachOnce,
  findInternational,
  findOfCountry,
  findWithoutPlus,
  type NumberAt,
} from './find-numbers.ts'
import { plainText } from './plain-text.ts'
import { isShortNumber, isSipEndpoint, readAsTyped } from './read-as-typed.ts'

const path = ['phoneNumber']

/** Somewhere in it stand enough digits for a subscriber of some country. */
const looksNational = (text: string): boolean =>
  (coverFigures(text).match(/\+?\(?\d[\d ().\-/]*\d/g) ?? [])
    .filter((run) => !run.startsWith('+'))
    .map((run) => run.replace(/\D/g, '').length)
    .some((digits) => digits >= 7 && digits <= 15)

/** Why a text without a number that says its country is none, as near as its looks tell. */
const whyNone = (text: string): IssueCode => {
  if (isSipEndpoint(text)) return 'sipEndpoint'
  if (isShortNumber(text)) return 'shortNumber'
  return looksNational(text) ? 'nationalNumber' : 'phoneNumber'
}

/**
 * Eleven digits or more without a `0` before them may be a number of this country, or one of another that lost its `+`:
 * where both exist, two different phones would ring.
 */
const mayLackPlus = (plain: string): NumberAt[] =>
  /^[1-9][\d ().-]*$/.test(plain.trim()) ? findWithoutPlus(plain) : []

const findOfHome = (plain: string, homeCountry: string): NumberAt[] => {
  const found = findOfCountry(plain, homeCountry)
  const isLong = plain.replace(/\D/g, '').length >= 11
  return found.length === 1 && isLong ? [...found, ...mayLackPlus(plain)] : found
}

/**
 * How many numbers say by their `+` that they begin, whatever is written around them. SECURITY: a finder of numbers passes
 * over one that is glued to a letter, and the one that it does find would be dialled as if it stood alone.
 */
const countBegun = (plain: string): number => {
  const runs = [...plain.matchAll(/\+[\s(]*\d[\d\s().\-/]*/g)].map(([run]) => run.replace(/\D/g, ''))
  const numbers = runs.filter((digits) => digits.length >= 7)
  return numbers.filter(
    (one, at) => numbers.findIndex((other) => other.startsWith(one) || one.startsWith(other)) === at,
  ).length
}

const findAll = (plain: string, homeCountry: string | null): NumberAt[] =>
  eachOnce([...findInternational(plain), ...(homeCountry === null ? [] : findOfHome(plain, homeCountry))])

/**
 * Reads the one number of what was typed or pasted, a sentence included, and gives it as E.164. A number without `+` and
 * a country's code is read as one of `homeCountry`, which a person has set, or not at all. Refused, each with its own
 * reason: several numbers (one button, one number), an extension (the service passes digits on and knows none, and
 * dropping it unseen would reach somebody else), a SIP endpoint or a short number unless `asTyped` says that it is
 * meant. `asTyped` keeps printable text without blanks as it stands.
 */
export const readPhoneNumber = (
  text: string,
  asTyped: boolean,
  homeCountry: string | null = null,
): Outcome<PhoneNumberReading> => {
  if (text.trim() === '') return invalid(path, 'required')
  if (asTyped) return readAsTyped(text)
  const plain = plainText(text)
  if (isSipEndpoint(plain.trim())) return invalid(path, 'sipEndpoint')
  const [first, second] = findAll(plain, homeCountry)
  if (first === undefined) return invalid(path, whyNone(plain.trim()))
  if (second !== undefined || countBegun(plain) > 1) return invalid(path, 'severalNumbers')
  const { number } = first
  if (number.ext !== undefined) return invalid(path, 'phoneExtension', number.ext)
  const saysItself = findInternational(plain).length > 0
  return succeed(describeNumber(number, { text, assumed: saysItself ? null : 'country' }))
}
