import { parsePhoneNumberFromString, isSupportedCountry, type PhoneNumber } from 'libphonenumber-js/max'
import type { FindingCode } from '../../contract/list.ts'
import { severalNumbers, withExtension, withLetter } from '../../domain/lists/checked-row.ts'
import { repairable } from '../../domain/lists/finding-fixes.ts'
import { countryCode } from '../../domain/phone-number.ts'
import { unescapeCell } from '../lib/cells.ts'
import { afterLabel, mayStartWithLabel } from '../lib/cut-number.ts'
import { maskOtherDigits } from '../lib/other-digits.ts'
import { readPhoneNumber } from '../lib/read-phone-number.ts'

/** What the number cell of a row contains: a number to dial, or why it contains none. */
export type RowNumber =
  | { phoneNumber: string; display: string; finding: null }
  | { phoneNumber: null; display: string; finding: { code: FindingCode; name: string } }

export type NumberRules = {
  /** The country of numbers without a country code, from the settings; null if unknown. */
  homeCountry: string | null
  /** The country that the user chose for this list's numbers without a country code. */
  chosenCountry: string | null
  /** Whether the user decided to call damaged numbers whose original is certain. */
  repair: boolean
}

/** How the digits of similar numbers become a number and its display: what to remove at the start, and what to add. */
type Pattern = { dropped: number; start: string; groups: readonly number[] }

/** What a number indicates about all numbers with the same first digits. */
type LearnedPattern = Pattern | { refused: FindingCode; name: string }

/** Maximum number of learned patterns; a list rarely has more than a few thousand. */
const maxPatterns = 100_000

/** A number in the usual notation; other separators may be between two numbers, or before an extension. */
const isTelephone = /^\+?(?:[ .-]?(?:\d|\(\d+\)(?=[ .-]?\d)))+$/
const separators = /[\s().-]+/g
/**
 * SECURITY: a letter may be a mistyped digit, and after an ellipsis or in brackets, digits may be of something else, so
 * all digits together may be another number.
 */
const isOnlyDigits = /^(?:[\d\s()/\p{Pd}\p{Cf}]|\.(?!\.))+$/u

/** Shorter digits may be an emergency or a short number and are parsed in full. */
const minFastDigits = 9
/** More digits without `+` may include a country code. */
const maxNationalDigits = 10

/**
 * Returns how many leading national digits determine the format of an international number. For North American numbers,
 * it is the area code; in Argentina, the mobile prefix follows the area code.
 */
const decidingDigits = (code: string): number => (code === '1' ? 3 : code === '54' ? 8 : 5)

/**
 * Area codes of other North American countries, which need more digits to determine the country. Those of the USA and
 * Canada need one more.
 */
const otherNorthAmerica = new Set(
  '242 246 264 268 284 340 345 441 473 649 658 664 670 671 684 721 758 767 784 787 809 829 849 868 869 876 939'.split(
    ' ',
  ),
)

/**
 * Returns how many leading digits of a number without a country code determine whether it is valid: its area code and
 * more.
 */
const decidingNationalDigits = (digits: string, country: string): number => {
  if (country !== 'US' && country !== 'CA') return 7
  const start = digits.startsWith('1') ? 1 : 0
  return start + (otherNorthAmerica.has(digits.slice(start, start + 3)) ? 7 : 4)
}

/** Returns the lengths of the groups of digits of a formatted number; null if it is not just its digits in groups. */
const groupsOf = (formatted: string, digits: string): number[] | null => {
  const groups = formatted.replace('+', '').split(/\D+/)
  return groups.join('') === digits ? groups.map(({ length }) => length) : null
}

const learnPattern = (typed: string, number: PhoneNumber | undefined): Pattern | null => {
  if (number === undefined) return null
  const digits = number.number.slice(1)
  const groups = groupsOf(number.formatInternational(), digits)
  const start = number.countryCallingCode
  const rest = digits.slice(start.length)
  if (groups === null || !typed.endsWith(rest)) return null
  return { dropped: typed.length - rest.length, start, groups }
}

const applyPattern = (typed: string, { dropped, start, groups }: Pattern): RowNumber => {
  const digits = start + typed.slice(dropped)
  let display = '+'
  let at = 0
  for (const length of groups) {
    display += at === 0 ? digits.slice(0, length) : ` ${digits.slice(at, at + length)}`
    at += length
  }
  return { phoneNumber: `+${digits}`, display, finding: null }
}

const accept = (phoneNumber: string, display: string): RowNumber => ({ phoneNumber, display, finding: null })
const refuse = (cell: string, code: FindingCode, name = ''): RowNumber => ({
  phoneNumber: null,
  display: cell.slice(0, 100),
  finding: { code, name },
})

const parseNational = (text: string, country: string): PhoneNumber | undefined => {
  if (!isSupportedCountry(country)) return undefined
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  return number?.isValid() && number.ext === undefined ? number : undefined
}

const parseWithPlus = (digits: string): PhoneNumber | undefined => {
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  return number?.isValid() ? number : undefined
}

/** A large number in a spreadsheet's scientific notation: `9.19876543210E+11`. */
const scientific = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i

/**
 * Undoes what a spreadsheet has changed in a cell. `digits` is null if digits were lost; the result is null if nothing
 * was changed.
 */
export const spreadsheetDamage = (cell: string): { digits: string | null } | null => {
  if (/^#{3,}$/.test(cell)) return { digits: null }
  const [, whole, fraction] = /^\+?(\d{7,15})[.,](0{1,2})$/.exec(cell) ?? []
  if (whole !== undefined && fraction !== undefined) return { digits: whole }
  const [, first, more = '', exponent] = scientific.exec(cell) ?? []
  if (first === undefined) return null
  // A number that ends with zeros may have been rounded, unless every digit is written.
  return { digits: more.length === Number(exponent) ? first + more : null }
}

/**
 * Returns the only number that the digits may have been before a spreadsheet dropped a plus or a leading zero; null if
 * there is none or several.
 */
const originalOf = (digits: string, country: string | null): PhoneNumber | null => {
  const found = [
    parseWithPlus(digits),
    ...(country === null ? [] : [parseNational(digits, country), parseNational(`0${digits}`, country)]),
  ].filter((number) => number !== undefined)
  const [only, ...others] = new Map(found.map((number) => [number.number, number])).values()
  return only !== undefined && others.length === 0 ? only : null
}

/**
 * Returns a function that parses number cells by the same rules as for single calls, and recognizes damage by
 * spreadsheets. Most cells of a list are similar, so what is learned from one is used for all with the same first
 * digits.
 */
export const createNumberReader = ({
  homeCountry,
  chosenCountry,
  repair,
}: NumberRules): ((cell: string) => RowNumber) => {
  const country = chosenCountry ?? homeCountry
  const patterns = new Map<string, LearnedPattern>()

  /**
   * Converts digits in the same way as the first number with the same key that indicates a pattern; null if they must
   * be parsed in full.
   */
  const readLearned = (
    digits: string,
    cell: string,
    key: string,
    learn: () => LearnedPattern | null,
  ): RowNumber | null => {
    let learned = patterns.get(key) ?? null
    if (learned === null) {
      learned = learn()
      // Another number with this key may indicate a pattern.
      if (learned === null) return null
      if (patterns.size >= maxPatterns) patterns.clear()
      patterns.set(key, learned)
    }
    return 'refused' in learned ? refuse(cell, learned.refused, learned.name) : applyPattern(digits, learned)
  }

  /** Parses a complete international number. One with a trunk prefix after its country code is parsed in full. */
  const readInternational = (digits: string, cell: string): RowNumber | null => {
    const code = countryCode(digits)
    const national = digits.slice(code.length)
    if (national.startsWith('0') || (code === '1' && national.startsWith('1'))) return null
    const key = `+${digits.slice(0, code.length + decidingDigits(code))} ${digits.length}`
    const parsed = () => {
      const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
      return number?.number === `+${digits}` ? number : undefined
    }
    const valid = readLearned(digits, cell, key, () => {
      const number = parsed()
      return number?.isValid() ? learnPattern(digits, number) : null
    })
    // SECURITY: the digits of a number that is not valid contain no other number only if nothing separates them.
    if (valid !== null || cell !== `+${digits}`) return valid
    return readLearned(digits, cell, `possible ${key}`, () => {
      const number = parsed()
      return number?.isPossible() ? learnPattern(digits, number) : null
    })
  }

  const learnNational = (digits: string, home: string): LearnedPattern | null => {
    const national = parseNational(digits, home)
    const isLong = digits.length > maxNationalDigits && !digits.startsWith('0')
    // Many digits may be two numbers, unless both readings are the same.
    if (isLong) return national?.number === `+${digits}` ? learnPattern(digits, national) : null
    if (national !== undefined) return learnPattern(digits, national)
    const original = originalOf(digits, home)
    if (original !== null)
      return repair ? learnPattern(digits, original) : { refused: 'damagedNumber', name: repairable }
    return { refused: chosenCountry === null ? 'noCountryCode' : 'invalidNumber', name: '' }
  }

  const readNational = (digits: string, cell: string): RowNumber | null => {
    if (maskOtherDigits(cell) !== cell) return null
    if (country === null) return refuse(cell, 'noCountryCode')
    const key = `${digits.slice(0, decidingNationalDigits(digits, country))} ${digits.length}`
    return readLearned(digits, cell, key, () => learnNational(digits, country))
  }

  const readFast = (text: string): RowNumber | null => {
    if (!isTelephone.test(text) || afterLabel.test(text)) return null
    const typed = text.replaceAll(separators, '')
    const hasPlus = typed.startsWith('+')
    const international = hasPlus ? typed.slice(1) : typed.startsWith('00') ? typed.slice(2) : null
    const digits = international ?? typed
    if (digits.length < minFastDigits || digits.length > 15) return null
    if (international === null) return readNational(digits, text)
    return international.startsWith('0') ? null : readInternational(international, text)
  }

  const readDamaged = (cell: string, digits: string | null): RowNumber => {
    const original = digits === null ? null : originalOf(digits, country)
    if (original === null) return refuse(cell, 'damagedNumber')
    return repair ? accept(original.number, original.formatInternational()) : refuse(cell, 'damagedNumber', repairable)
  }

  /** Returns the result for digits without a country code that are not valid in the country, or may be two numbers. */
  const readUnclear = (cell: string, isAmbiguous: boolean): RowNumber => {
    const digits = cell.replaceAll(/\D/g, '')
    if (country === null) return refuse(cell, 'noCountryCode')
    const national = isAmbiguous && chosenCountry !== null ? parseNational(cell, chosenCountry) : undefined
    if (national !== undefined && !mayStartWithLabel(cell, national))
      return accept(national.number, national.formatInternational())
    if (isAmbiguous) return refuse(cell, 'noCountryCode')
    if (isOnlyDigits.test(cell) && originalOf(digits, country) !== null) return readDamaged(cell, digits)
    return refuse(cell, chosenCountry === null ? 'noCountryCode' : 'invalidNumber')
  }

  const readSlowly = (cell: string): RowNumber => {
    const damage = spreadsheetDamage(cell)
    if (damage !== null) return readDamaged(cell, damage.digits)
    const read = readPhoneNumber(cell, false, country)
    if (read.ok) return accept(read.value.dial, read.value.display)
    const code = read.failure.kind === 'invalid' ? read.failure.issues[0]?.code : undefined
    if (code === 'emergencyNumber' || code === 'shortNumber') return refuse(cell, code)
    if (code === 'phoneExtension') return refuse(cell, 'invalidNumber', withExtension)
    if (code === 'phoneLetter') return refuse(cell, 'invalidNumber', withLetter)
    if (code === 'nationalNumber') return readUnclear(cell, false)
    if (code === 'severalNumbers' && /^[\d\s().-]+$/.test(cell)) return readUnclear(cell, true)
    if (code === 'severalNumbers') return refuse(cell, 'invalidNumber', severalNumbers)
    const endpoint = code === 'sipEndpoint' ? readPhoneNumber(cell, true, country) : null
    return endpoint?.ok ? accept(endpoint.value.dial, endpoint.value.display) : refuse(cell, 'invalidNumber')
  }

  /** Caches cells that were parsed in full, because empty or faulty cells often repeat. */
  const read = new Map<string, RowNumber>()
  return (text) => {
    const cell = unescapeCell(text)
    const fast = readFast(cell)
    if (fast !== null) return fast
    const known = read.get(cell)
    if (known !== undefined) return known
    const found = cell.length > maxCell ? refuse(cell, 'invalidNumber') : readSlowly(cell)
    if (read.size >= maxPatterns) read.clear()
    read.set(cell, found)
    return found
  }
}

/** Longer cells are not searched for numbers, in characters. */
const maxCell = 200
