import { invalid, type IssueCode, type Outcome, succeed } from '../../contract/failure.ts'
import { type LineType, maxSuggestions, type PhoneNumberReading } from '../../contract/phone-number.ts'
import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max'
import { hasSeveralTargets } from '../../domain/dial-string.ts'
import { causeOfCut, type FoundNumber, mayBeCut } from './cut-number.ts'
import { isEmergencyNumber } from './emergency-numbers.ts'
import { maskOtherDigits, maskStandaloneDigits } from './other-digits.ts'
import { isRepetition, minOtherDigits, repeatsOnly } from './repeated-number.ts'

const inputPath = ['phoneNumber']

/** Returns the runs of digits without `+`, as written. */
const runsOfDigits = (text: string): { written: string; digits: string }[] =>
  (maskOtherDigits(text).match(/\+?\(?\d[\d ().\-/]*\d/g) ?? [])
    .filter((run) => !run.startsWith('+'))
    .map((run) => ({ written: run, digits: run.replace(/\D/g, '') }))

const isNationalLength = ({ length }: string): boolean => length >= 7 && length <= 15

/** Returns whether a string contains enough digits for a national number. */
const looksNational = (text: string): boolean => runsOfDigits(text).some(({ digits }) => isNationalLength(digits))

/** Returns the most likely reason why a string is not a number with a country code. */
const issueOf = (text: string, countries: readonly string[]): IssueCode => {
  if (isEmergencyNumber(text, countries)) return 'emergencyNumber'
  if (isSipEndpoint(text)) return 'sipEndpoint'
  if (isShortNumber(text)) return 'shortNumber'
  return looksNational(text) ? 'nationalNumber' : 'phoneNumber'
}

/**
 * Returns the international readings of digits without `+`. Eleven or more digits without a leading `0` may also be a
 * national number; if both are valid, they belong to different phones.
 */
const mayLackPlus = (plain: string): FoundNumber[] =>
  /^[1-9][\d ().-]*$/.test(plain.trim()) ? findNumbersWithoutPlus(plain) : []

const findOfHome = (plain: string, homeCountry: string): FoundNumber[] => {
  const found = findNationalNumbers(plain, homeCountry)
  const isLong = plain.replace(/\D/g, '').length >= 11
  return found.length === 1 && isLong ? [...found, ...mayLackPlus(plain)] : found
}

/**
 * Returns the different numbers that start with `+`, as written. SECURITY: the search skips a number next to a letter;
 * without this check, another number in the text could be dialed as if it were the only one.
 */
const findPlusNumbers = (plain: string): string[] => {
  const runs = [...plain.matchAll(/\+[\s(]*\d[\d\s().\-/]*/g)]
    .map(([run]) => ({ written: run.trim(), digits: run.replace(/\D/g, '') }))
    .filter(({ digits }) => digits.length >= 7)
  return runs
    .filter(
      ({ digits }, at) =>
        runs.findIndex((other) => other.digits.startsWith(digits) || digits.startsWith(other.digits)) === at,
    )
    .map(({ written }) => written)
}

/**
 * Returns digits, as written, that may be another number than the one that was found. SECURITY: a number without a
 * country code is found only with the right country; without this check, the found number would be dialed as if it were
 * the only one.
 */
const findOtherDigits = (plain: string, homeCountry: string | null): string[] => {
  const covered = maskStandaloneDigits(plain)
  const country = homeCountry !== null && isSupportedCountry(homeCountry) ? { defaultCountry: homeCountry } : {}
  const [first] = findPhoneNumbersInText(covered, { ...country, extended: false })
  if (first === undefined) return []
  const { number, startsAt, endsAt } = first
  return runsOfDigits(`${covered.slice(0, startsAt)} | ${covered.slice(endsAt)}`)
    .filter(({ digits }) => digits.length >= minOtherDigits && !isRepetition(digits, number))
    .map(({ written }) => written)
}

/** The maximum number of numbers that a refusal names. */
const maxNamed = 3

/**
 * Reads the only number in typed or pasted text and returns it as E.164. A number without a country code belongs to
 * `homeCountry`, if set, or is refused. Also refused, each with its own issue: several numbers, an extension (the
 * service cannot dial it), an emergency number of any of `countries`, and a SIP endpoint or short number without
 * `asTyped`. `asTyped` accepts printable text without spaces unchanged.
 */
export const readPhoneNumber = (
  text: string,
  asTyped: boolean,
  homeCountry: string | null = null,
  countries: readonly string[] = homeCountry === null ? [] : [homeCountry],
): Outcome<PhoneNumberReading> => {
  if (text.trim() === '') return invalid(inputPath, 'required')
  if (asTyped) return readAsTyped(text, countries)
  const plain = normalizeText(text)
  if (isSipEndpoint(plain.trim()) && !isEmergencyNumber(plain, countries)) return invalid(inputPath, 'sipEndpoint')
  const international = findInternationalNumbers(plain)
  const occurrences = [...international, ...(homeCountry === null ? [] : findOfHome(plain, homeCountry))]
  const found = uniqueNumbers(occurrences)
  const [first] = found
  if (first === undefined) return invalid(inputPath, issueOf(plain.trim(), countries))
  const read = found.length > 1 ? found.map(({ number }) => number.formatInternational()) : findPlusNumbers(plain)
  if (read.length > 1) return invalid(inputPath, 'severalNumbers', read.slice(0, maxNamed).join(', '))
  const { number } = first
  if (number.ext !== undefined) return invalid(inputPath, 'phoneExtension', number.ext)
  const hasCountryCode = international.length > 0
  // SECURITY: a number of the home country may be only the end of too many digits after `+`.
  const unclear = hasCountryCode ? [] : read.filter((written) => !repeatsOnly(written, number))
  const others = [...unclear, ...findOtherDigits(plain, homeCountry)]
  const all = [number.formatInternational(), ...others].slice(0, maxNamed)
  if (all.length > 1) return invalid(inputPath, 'severalNumbers', all.join(', '))
  const cuts = occurrences.map((one) => causeOfCut(plain, one, occurrences))
  if (cuts.includes('letter')) return invalid(inputPath, 'phoneLetter')
  if (cuts.includes('other')) return invalid(inputPath, 'phoneNumber')
  return succeed(describeNumber(number, { text, assumed: hasCountryCode ? null : 'country' }))
}

type Assumed = PhoneNumberReading['assumed']

/** Finds SIP endpoints in a sentence, without its punctuation. */
const endpointsIn = (text: string): PhoneNumberReading[] =>
  [...text.matchAll(/(?<![\w/])(?:sips?:|(?:pjsip|sip|iax2?)\/)[^\s<>"',;]+/gi)]
    .map(([found]) => found.replace(/[.!?)]+$/, ''))
    .filter(isSipEndpoint)
    .map((endpoint) => describeAsTyped(endpoint, endpoint))

const shortIn = (text: string): PhoneNumberReading[] =>
  isShortNumber(text.trim()) ? [describeAsTyped(text.trim(), text.trim())] : []

/**
 * Finds numbers with a country code next to a letter, which the search skips. Only searches if the text contains
 * several numbers, because it is then refused although the search may have found only one of them.
 */
const findNextToLetters = (plain: string, found: readonly FoundNumber[]): FoundNumber[] => {
  const written = findPlusNumbers(plain)
  if (written.length < 2) return []
  return written.flatMap((text) => {
    const number = parsePhoneNumberFromString(text, { extract: false })
    // A found number followed by other digits is not another number.
    const isFound = found.some((one) => `+${text.replace(/\D/g, '')}`.startsWith(one.number.number))
    const at = plain.indexOf(text)
    return number?.isPossible() && !isFound ? [{ at, end: at + text.length, number }] : []
  })
}

const uniqueReadings = (readings: readonly PhoneNumberReading[]): PhoneNumberReading[] => {
  const seen = new Set<string>()
  return readings.filter(({ dial }) => !seen.has(dial) && seen.add(dial))
}

/**
 * Returns every number that a string may represent, the most likely first, at most 20: numbers with a country code,
 * numbers of `countries` (in this order), numbers that lack only `+`, SIP endpoints and short numbers. The user must
 * choose one before it is called. The text of a suggestion is only the number, so that parsing it again returns the same.
 */
export const suggestNumbers = (text: string, countries: readonly string[]): PhoneNumberReading[] => {
  const plain = normalizeText(text)
  const found = findInternationalNumbers(plain)
  const national = countries.flatMap((country) => findNationalNumbers(plain, country))
  const suggest = (numbers: readonly FoundNumber[], assumed: Assumed): PhoneNumberReading[] =>
    numbers
      .filter((one) => !mayBeCut(plain, one, [...found, ...national]))
      .map(({ number }) => describeNumber(number, { text: number.number, assumed }))
  const international = suggest(uniqueNumbers([...found, ...findNextToLetters(plain, found)]), null)
  const ofCountries = suggest(national, 'country')
  const withoutPlus = suggest(findNumbersWithoutPlus(plain), 'plus')
  const asTyped = [...endpointsIn(plain), ...shortIn(plain)].filter(({ dial }) => !isEmergencyNumber(dial, countries))
  return uniqueReadings([...international, ...ofCountries, ...withoutPlus, ...asTyped]).slice(0, maxSuggestions)
}

type Kind = PhoneNumberReading['kind']

const sipUri = /^sips?:[^\s@]+(@[^\s@]+)?$/i
/** An endpoint of a private exchange, which the service passes on unchanged: `PJSIP/1001@trunk`. */
const endpoint = /^(pjsip|sip|iax2?)\/[^\s/]+$/i
const address = /^[^\s@:/]+@[^\s@/]+$/

/** Network codes and extensions. */
const shortNumberPattern = /^[*#\d]{1,6}$|^[*#][*#\d]{1,14}$/

/** Returns whether the whole text is a SIP endpoint. A bare `name@host` may be an email address, so it is not. */
const isSipEndpoint = (text: string): boolean => sipUri.test(text) || endpoint.test(text)

const isShortNumber = (text: string): boolean => shortNumberPattern.test(text)

const kindOf = (text: string): Kind => {
  if (isSipEndpoint(text) || address.test(text)) return 'sip'
  return shortNumberPattern.test(text) ? 'short' : 'other'
}

/** Describes a string that is dialed unchanged. */
const describeAsTyped = (text: string, dial: string): PhoneNumberReading => ({
  text,
  dial,
  display: dial,
  national: null,
  country: null,
  kind: kindOf(dial),
  validity: 'unvalidated',
  lineType: null,
  assumed: null,
  extension: null,
  isValid: true,
})

/**
 * Parses a string that is dialed unchanged: at most 200 printable characters without spaces, and not an emergency
 * number. A string that is exactly an E.164 number is described as that number.
 */
const readAsTyped = (text: string, countries: readonly string[]): Outcome<PhoneNumberReading> => {
  const dial = text.trim()
  if (dial === '') return invalid(['phoneNumber'], 'required')
  // Carriers refuse spaces, and control characters are invisible.
  if (!/^[\x21-\x7e]{1,200}$/.test(dial)) return invalid(['phoneNumber'], 'typedCharacters')
  if (isEmergencyNumber(dial, countries)) return invalid(inputPath, 'emergencyNumber')
  if (hasSeveralTargets(dial)) return invalid(inputPath, 'severalNumbers')
  const number = dial.startsWith('+') ? parsePhoneNumberFromString(dial, { extract: false }) : undefined
  const isE164 = number !== undefined && number.number === dial && number.isPossible()
  return succeed(isE164 ? describeNumber(number, { text, assumed: null }) : describeAsTyped(text, dial))
}

const lineTypes: Record<Exclude<NumberType, undefined>, LineType> = {
  FIXED_LINE: 'fixedLine',
  MOBILE: 'mobile',
  FIXED_LINE_OR_MOBILE: 'fixedLineOrMobile',
  TOLL_FREE: 'tollFree',
  PREMIUM_RATE: 'premiumRate',
  SHARED_COST: 'sharedCost',
  VOIP: 'voip',
  PERSONAL_NUMBER: 'personal',
  PAGER: 'pager',
  UAN: 'companyWide',
  VOICEMAIL: 'voicemail',
}

/** Returns the line type of a number; null if the numbering plan does not define it. */
export const lineTypeOf = (number: PhoneNumber): LineType | null => {
  const type = number.getType()
  return type === undefined ? null : lineTypes[type]
}

/** The text that a number was parsed from, and what was assumed. */
type NumberSource = Pick<PhoneNumberReading, 'text' | 'assumed'>

/** Describes a number. The extension is reported but not dialed. */
const describeNumber = (number: PhoneNumber, { text, assumed }: NumberSource): PhoneNumberReading => {
  const { ext: extension = null, country = null, number: dial } = number
  const isValid = number.isValid()
  const bare = { formatExtension: (formatted: string): string => formatted }
  return {
    text,
    dial,
    display: number.formatInternational(bare),
    national: number.formatNational(bare),
    country,
    kind: 'telephone',
    validity: isValid ? 'valid' : 'possible',
    lineType: lineTypeOf(number),
    assumed,
    extension,
    isValid,
  }
}

const toFoundNumbers = (found: ReturnType<typeof findPhoneNumbersInText>): FoundNumber[] =>
  found.map(({ startsAt, endsAt, number }) => ({ at: startsAt, end: endsAt, number }))

/** Parses text that consists of a single number, which may be merely possible rather than valid. */
const wholeText = (text: string): FoundNumber[] => {
  const number = /^[+(\d]/.test(text.trim()) ? parsePhoneNumberFromString(text.trim(), { extract: false }) : undefined
  return number?.isPossible() ? [{ at: 0, end: text.length, number }] : []
}

/** Finds the numbers with a country code, in order. */
export const findInternationalNumbers = (text: string): FoundNumber[] => {
  const covered = maskStandaloneDigits(text)
  const found = toFoundNumbers(findPhoneNumbersInText(covered, { extended: false })).filter(({ number }) =>
    number.isPossible(),
  )
  return found.length > 0 ? found : wholeText(text)
}

/** Finds the numbers that are valid in this country, including those with a country code. */
export const findNationalNumbers = (text: string, country: string): FoundNumber[] => {
  if (!isSupportedCountry(country)) return []
  const defaultCountry: CountryCode = country
  return toFoundNumbers(findPhoneNumbersInText(maskOtherDigits(text), { defaultCountry, extended: false })).filter(
    ({ number }) => number.isValid(),
  )
}

const bareDigits = /(?<![\d+*#.,/@\w-])[1-9]\d{7,14}(?![\d@\w])/g

/** Finds numbers with a country code but without `+`. */
export const findNumbersWithoutPlus = (text: string): FoundNumber[] => {
  const covered = maskOtherDigits(text)
  const loose = /^\s*[1-9][\d\s().-]{7,24}\s*$/.test(covered)
    ? [{ at: 0, end: covered.length, digits: covered.replace(/\D/g, '') }]
    : []
  const bare = [...covered.matchAll(bareDigits)].map(({ 0: digits, index }) => ({
    at: index,
    end: index + digits.length,
    digits,
  }))
  return (bare.length > 0 ? bare : loose).flatMap(({ digits, ...span }) => {
    const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
    return number?.isValid() ? [{ ...span, number }] : []
  })
}

/** Removes duplicate numbers, keeping the first occurrence of each. */
export const uniqueNumbers = (found: readonly FoundNumber[]): FoundNumber[] =>
  [...new Map(found.toReversed().map((one) => [one.number.number, one])).values()].toSorted((a, b) => a.at - b.at)

const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point))

/**
 * Returns the value of a decimal digit of any script. In Unicode, the ten digits of a script are consecutive, starting
 * with zero.
 */
const valueOf = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && isDigit(zero - 1)) zero -= 1
  return String(point - zero)
}

/** A `tel:` link with its parameters. */
const link = /\b(?:tel|callto|sms|phone):(?:\/\/)?\s*([+*#\d().%/ 2-7a-f-]*\d)((?:;[\w-]+=[^;\s"'<>]*)*)/gi

/** Converts `tel:+1-415-555-0123;ext=5` to plain text with the extension or prefix from its parameters. */
const plainTelUri = (_whole: string, number: string, parameters: string): string => {
  const written = number.replace(/%([2-7][0-9a-f])/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const [, prefix = ''] = /;phone-context=(\+\d+)/i.exec(parameters) ?? []
  const [, extension = ''] = /;ext=(\d+)/i.exec(parameters) ?? []
  return ` ${written.startsWith('+') ? '' : prefix}${written}${extension && ` ext. ${extension}`} `
}

/** Replaces a leading `00`, which is dialed instead of `+` in many countries. */
const withPlus = (text: string): string => text.replace(/(^|[\n\t,;|] *|[^\d\s().+/-] *)00 ?(?=[1-9])/g, '$1+')

const isWithinSum = (text: string, at: number): boolean =>
  /(?<!\d)\d{1,3}$/.test(text.slice(Math.max(0, at - 4), at)) && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5))

/**
 * libphonenumber parses any digits after a comma or semicolon as an extension, even those of another number. Only a few
 * digits at the end of a line are an extension (`,,123#` makes a phone pause and then dial them); other separators
 * become ` | `.
 */
const separateAtCommas = (text: string): string =>
  text.replace(/[,;](?!ext=|[,;]{0,3}\s{0,5}\d{1,7}#?\s{0,5}(?:$|\n))/g, (sign, at: number) =>
    isWithinSum(text, at) ? sign : ' | ',
  )

/**
 * Puts the digits of a footnote in brackets: `¹` becomes `[1]`. SECURITY: the normal form would add them to the number
 * before them.
 */
const bracketFootnote = (signs: string): string => {
  const normal = signs.normalize('NFKC')
  return /\p{Nd}/u.test(normal) ? `[${normal}]` : signs
}

/**
 * Normalizes text for the search: digits of any script, dashes and spaces become ASCII characters, invisible characters
 * are removed, `tel:` links become numbers, and a leading `00` becomes `+`. An ellipsis stays one character, because a
 * number may contain dots.
 */
export const normalizeText = (text: string): string => {
  const plain = text
    .replace(/[\p{No}\p{So}]+/gu, bracketFootnote)
    .normalize('NFKC')
    .replace(/\.{2,}/g, '\u2026')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, valueOf)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\p{Zs}\u00a0]/gu, ' ')
  const withoutLinks = plain.replace(link, plainTelUri)
  return withPlus(separateAtCommas(withoutLinks))
}
