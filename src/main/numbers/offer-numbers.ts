import { mostOffers, type PhoneNumberReading } from '../../contract/phone-number.ts'
import { describeNumber } from './describe-number.ts'
import { findInternational, findOfCountry, findWithoutPlus, type NumberAt } from './find-numbers.ts'
import { plainText } from './plain-text.ts'
import { describeAsTyped, isShortNumber, isSipEndpoint } from './read-as-typed.ts'

type Assumed = PhoneNumberReading['assumed']

/** An endpoint inside a sentence ends before the sentence's own signs. */
const endpointsIn = (text: string): PhoneNumberReading[] =>
  [...text.matchAll(/(?<![\w/])(?:sips?:|(?:pjsip|sip|iax2?)\/)[^\s<>"',;]+/gi)]
    .map(([found]) => found.replace(/[.!?)]+$/, ''))
    .filter(isSipEndpoint)
    .map((endpoint) => describeAsTyped(endpoint, endpoint))

const shortIn = (text: string): PhoneNumberReading[] =>
  isShortNumber(text.trim()) ? [describeAsTyped(text.trim(), text.trim())] : []

/** Reading the offered text again must give the offered number, so it is the whole number and nothing else. */
const offer =
  (assumed: Assumed) =>
  ({ number }: NumberAt): PhoneNumberReading =>
    describeNumber(number, { text: number.number, assumed })

const once = (readings: readonly PhoneNumberReading[]): PhoneNumberReading[] => {
  const seen = new Set<string>()
  return readings.filter(({ dial }) => !seen.has(dial) && seen.add(dial))
}

/**
 * Every number that a text may mean, the surest first, at most 20: those that say their country themselves, those that
 * would be numbers of one of `countries` (in that order), those that only lack their `+`, and SIP endpoints and short
 * numbers, which are dialled as typed. Nothing of it is dialled before a person has chosen it.
 */
export const offerNumbers = (text: string, countries: readonly string[]): PhoneNumberReading[] => {
  const plain = plainText(text)
  const international = findInternational(plain).map(offer(null))
  const ofCountries = countries.flatMap((country) => findOfCountry(plain, country).map(offer('country')))
  const withoutPlus = findWithoutPlus(plain).map(offer('plus'))
  const asTyped = [...endpointsIn(plain), ...shortIn(plain)]
  return once([...international, ...ofCountries, ...withoutPlus, ...asTyped]).slice(0, mostOffers)
}
