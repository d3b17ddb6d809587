import { isSameNumber, numberKey, numberSeparators } from '../../domain/phone-number.ts'

/** Finds and removes one phone number in text. */
export type NumberRedactor = {
  /**
   * Returns whether a call to this number was a call to the person. It is strict, because a false match would destroy
   * another person's record.
   */
  matchesNumber(phoneNumber: string): boolean
  occursIn(text: string): boolean
  redact(text: string): string
}

/** Replaces the number in text. */
export const erasedText = '[erased]'

/** Characters that may separate the digits of a number. */
const separators = String.raw`\s${numberSeparators}`
/** Digits with any separators between them; linear in the length of the text. */
const runOfDigits = new RegExp(String.raw`\d(?:[${separators}]*\d)*`, 'g')
const beforeRun = new RegExp(String.raw`[${separators}]`)

/**
 * The minimum number of digits of a number within other text, and of one on its own. Shorter numbers are extensions and
 * codes, which may have another meaning within text.
 */
const [shortest, shortestAlone] = [7, 5]
const maxCountryDigits = 3

type Digit = { value: string; at: number }
type Range = { from: number; to: number }

const digitsIn = (run: string, offset: number): Digit[] => {
  const found: Digit[] = []
  for (let at = 0; at < run.length; at += 1) {
    const value = run[at] ?? ''
    if (value >= '0' && value <= '9') found.push({ value, at: offset + at })
  }
  return found
}

/** Returns whether a plus sign precedes this index, with only separators and brackets in between. */
const followsPlus = (text: string, at: number): boolean => {
  let before = at - 1
  while (before >= 0 && beforeRun.test(text[before] ?? '')) before -= 1
  return text[before] === '+'
}

/** The digits of a number with its country code, and as dialed within the country. */
type Forms = { whole: string; national: string | null }

/**
 * Returns the index of a form in a run of digits, or -1. It does not match if digits adjacent to it belong to another
 * number.
 */
const findForm = (digits: readonly Digit[], plain: string, form: string, from: number): number => {
  for (let at = plain.indexOf(form, from); at >= 0; at = plain.indexOf(form, at + 1)) {
    const [first, last] = [digits[at], digits[at + form.length - 1]]
    const [before, after] = [digits[at - 1], digits[at + form.length]]
    const touches = (one?: Digit, other?: Digit): boolean => one !== undefined && other?.at === one.at + 1
    if (!touches(before, first) && !touches(last, after)) return at
  }
  return -1
}

/** Extends a range to include a plus sign before the digits. */
const includePrefix = (text: string, range: Range): Range => {
  const plus = text[range.from - 1] === '+' ? 1 : 0
  return { from: range.from - plus, to: range.to }
}

/** Returns whether an international number starts at this digit, after a plus sign or "00". */
const hasInternationalPrefix = (text: string, digits: readonly Digit[], at: number): boolean => {
  const [outer, zero, other, first] = [digits[at - 3], digits[at - 2], digits[at - 1], digits[at]]
  if (first === undefined) return false
  if (followsPlus(text, first.at)) return true
  const zeros = zero?.value === '0' && other?.value === '0' && other.at === zero.at + 1
  return zeros && outer?.at !== zero.at - 1
}

/**
 * Returns whether another country's code precedes the digits, which then belong to another person's number. `least` is
 * the minimum length of the code.
 */
const isOfAnotherCountry = (text: string, digits: readonly Digit[], at: number, least: number): boolean => {
  for (let cut = least; cut <= maxCountryDigits && at - cut >= 0; cut += 1)
    if (hasInternationalPrefix(text, digits, at - cut)) return true
  return false
}

const rangeOf = (text: string, digits: readonly Digit[], at: number, length: number): Range => ({
  from: digits[at]?.at ?? 0,
  to: (digits[at + length - 1]?.at ?? text.length) + 1,
})

/** A form of a number, and the shortest country code that may precede it in another number. */
type Form = { text: string; least: number }

const formsOf = ({ whole, national }: Forms): Form[] => {
  const plain = [`00${whole}`, whole].map((text) => ({ text, least: 1 }))
  if (national === null) return plain
  const country = whole.slice(0, whole.length - national.length)
  // Some people write the national "0" between the country code and the number.
  const withZero = [`00${country}0${national}`, `${country}0${national}`].map((text) => ({ text, least: 1 }))
  const inside = [`0${national}`, national].map((text) => ({ text, least: 0 }))
  return [...plain, ...withZero, ...inside]
}

const rangesInRun = (text: string, run: RegExpExecArray, forms: readonly Form[]): Range[] => {
  const digits = digitsIn(run[0], run.index)
  const plain = digits.map(({ value }) => value).join('')
  const ranges: Range[] = []
  for (const form of forms)
    for (let at = findForm(digits, plain, form.text, 0); at >= 0; at = findForm(digits, plain, form.text, at + 1))
      if (!isOfAnotherCountry(text, digits, at, form.least))
        ranges.push(includePrefix(text, rangeOf(text, digits, at, form.text.length)))
  return ranges
}

const cutOut = (text: string, ranges: readonly Range[]): string => {
  let [kept, at] = ['', 0]
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (to <= at) continue
    kept += from >= at ? text.slice(at, from) + erasedText : ''
    at = to
  }
  return kept + text.slice(at)
}

const numberRanges = (text: string, forms: readonly Form[]): Range[] => {
  const ranges: Range[] = []
  runOfDigits.lastIndex = 0
  for (let run = runOfDigits.exec(text); run !== null; run = runOfDigits.exec(text))
    ranges.push(...rangesInRun(text, run, forms))
  return ranges
}

const isWordCharacter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign)

/** Finds whole words equal to a name, ignoring case. */
const nameRanges = (text: string, name: string): Range[] => {
  const [low, wanted] = [text.toLowerCase(), name.toLowerCase()]
  const ranges: Range[] = []
  // A letter with a longer lowercase form would shift all later positions, so such a string is compared
  // case-sensitively.
  const searched = low.length === text.length ? low : text
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length))
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + wanted.length]))
      ranges.push({ from: at, to: at + wanted.length })
  return ranges
}

const wholeOnly = (text: string, phoneNumber: string): Range[] =>
  text.trim() === phoneNumber ? [{ from: 0, to: text.length }] : []

/**
 * Finds a number in every spelling: with or without country code, with any separators. A short number matches only if
 * it is the whole string; a name, such as a SIP address, matches as a word, ignoring case.
 */
export const createNumberRedactor = (phoneNumber: string): NumberRedactor => {
  const key = numberKey(phoneNumber)
  const isNumber = /^\d+$/.test(key)
  const international = /^(?:\+|00|tel:\+)/i.test(phoneNumber.trim())
  const national = isNumber && international ? nationalPart(key) : null
  const forms = formsOf({ whole: key, national: key.length < shortest ? null : national })
  const ranges = (text: string): Range[] => {
    if (!isNumber) return nameRanges(text, phoneNumber.trim())
    if (key.length < shortestAlone) return wholeOnly(text, phoneNumber.trim())
    return numberRanges(text, forms)
  }
  const matchesNumber = (other: string): boolean => {
    if (other === '') return false
    const otherKey = numberKey(other)
    if (otherKey === key) return true
    return national !== null && otherKey.replace(/^0+/, '') === national && isSameNumber(phoneNumber, other)
  }
  return { matchesNumber, occursIn: (text) => ranges(text).length > 0, redact: (text) => cutOut(text, ranges(text)) }
}

/** Country codes of one and two digits (ITU-T E.164); all others have three. */
const shortCountryCodes = new Set(
  (
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 ' +
    '81 82 84 86 90 91 92 93 94 95 98'
  ).split(' '),
)

/** Removes the country code from the digits of an international number; null when too few digits remain. */
const nationalPart = (digits: string): string | null => {
  const country = [1, 2].find((length) => shortCountryCodes.has(digits.slice(0, length))) ?? 3
  return digits.length - country >= 6 ? digits.slice(country) : null
}
