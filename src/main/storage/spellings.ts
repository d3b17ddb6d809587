import { isSameNumber, numberKey } from '../../contract/same-number.ts'
import { nationalPart } from './national-part.ts'

/** A person known by a number: their own calls, and the number as it stands in any text. */
export type Spellings = {
  /** Whether a call to this number was a call to them. Being wrong destroys the record of somebody else: it is strict. */
  isTheirs(phoneNumber: string): boolean
  isIn(text: string): boolean
  removeFrom(text: string): string
}

const erased = '[erased]'

/** What people put between the digits of a number. */
const separators = String.raw`\s().\-/_\u00a0\u2010-\u2015\u202f`
/** Digits with any signs between them: one pass over the text, however long the signs go on. */
const runOfDigits = new RegExp(String.raw`\d(?:[${separators}]*\d)*`, 'g')
const beforeRun = new RegExp(String.raw`[${separators}]`)

/** Shorter numbers are extensions and codes, which stand for many other things in a text. */
const [shortest, shortestAlone] = [7, 5]
const mostCountryDigits = 3

type Digit = { value: string; at: number }
type Place = { from: number; to: number }

const digitsIn = (run: string, offset: number): Digit[] => {
  const found: Digit[] = []
  for (let at = 0; at < run.length; at += 1) {
    const value = run[at] ?? ''
    if (value >= '0' && value <= '9') found.push({ value, at: offset + at })
  }
  return found
}

/** Whether a plus sign stands before this place, with nothing but separators and brackets between. */
const followsPlus = (text: string, at: number): boolean => {
  let before = at - 1
  while (before >= 0 && beforeRun.test(text[before] ?? '')) before -= 1
  return text[before] === '+'
}

/** The forms in which the digits are written: whole, and as they are dialled inside their own country. */
type Forms = { whole: string; national: string | null }

/** Where a form begins among the digits of a run, or -1; digits that touch it belong to another number. */
const findForm = (digits: readonly Digit[], plain: string, form: string, from: number): number => {
  for (let at = plain.indexOf(form, from); at >= 0; at = plain.indexOf(form, at + 1)) {
    const [first, last] = [digits[at], digits[at + form.length - 1]]
    const [before, after] = [digits[at - 1], digits[at + form.length]]
    const touches = (one?: Digit, other?: Digit): boolean => one !== undefined && other?.at === one.at + 1
    if (!touches(before, first) && !touches(last, after)) return at
  }
  return -1
}

/** What stands right before the digits: the signs of an international call belong to the number. */
const withPrefix = (text: string, place: Place): Place => {
  const plus = text[place.from - 1] === '+' ? 1 : 0
  return { from: place.from - plus, to: place.to }
}

/** Whether an international number begins at this digit: after a plus sign, or after the two zeros of its own. */
const beginsAbroad = (text: string, digits: readonly Digit[], at: number): boolean => {
  const [outer, zero, other, first] = [digits[at - 3], digits[at - 2], digits[at - 1], digits[at]]
  if (first === undefined) return false
  if (followsPlus(text, first.at)) return true
  const zeros = zero?.value === '0' && other?.value === '0' && other.at === zero.at + 1
  return zeros && outer?.at !== zero.at - 1
}

/** After the digits of another country the same digits are somebody else's; `least` are the digits between, at least. */
const isOfAnotherCountry = (text: string, digits: readonly Digit[], at: number, least: number): boolean => {
  for (let cut = least; cut <= mostCountryDigits && at - cut >= 0; cut += 1)
    if (beginsAbroad(text, digits, at - cut)) return true
  return false
}

const placeIn = (text: string, digits: readonly Digit[], at: number, length: number): Place => ({
  from: digits[at]?.at ?? 0,
  to: (digits[at + length - 1]?.at ?? text.length) + 1,
})

/** A form of a number, and how many digits may not stand between it and the beginning of an international number. */
type Form = { text: string; least: number }

const formsOf = ({ whole, national }: Forms): Form[] => {
  const plain = [`00${whole}`, whole].map((text) => ({ text, least: 1 }))
  if (national === null) return plain
  const country = whole.slice(0, whole.length - national.length)
  // Between the country's digits and the rest some write the zero that is dialled inside the country.
  const withZero = [`00${country}0${national}`, `${country}0${national}`].map((text) => ({ text, least: 1 }))
  const inside = [`0${national}`, national].map((text) => ({ text, least: 0 }))
  return [...plain, ...withZero, ...inside]
}

const placesInRun = (text: string, run: RegExpExecArray, forms: readonly Form[]): Place[] => {
  const digits = digitsIn(run[0], run.index)
  const plain = digits.map(({ value }) => value).join('')
  const places: Place[] = []
  for (const form of forms)
    for (let at = findForm(digits, plain, form.text, 0); at >= 0; at = findForm(digits, plain, form.text, at + 1))
      if (!isOfAnotherCountry(text, digits, at, form.least))
        places.push(withPrefix(text, placeIn(text, digits, at, form.text.length)))
  return places
}

const cutOut = (text: string, places: readonly Place[]): string => {
  let [kept, at] = ['', 0]
  for (const { from, to } of places.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (to <= at) continue
    kept += from >= at ? text.slice(at, from) + erased : ''
    at = to
  }
  return kept + text.slice(at)
}

const numberPlaces = (text: string, forms: readonly Form[]): Place[] => {
  const places: Place[] = []
  runOfDigits.lastIndex = 0
  for (let run = runOfDigits.exec(text); run !== null; run = runOfDigits.exec(text))
    places.push(...placesInRun(text, run, forms))
  return places
}

const isInAWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign)

/** Where a name stands as it is, whatever its case, and not as a part of a longer one. */
const namePlaces = (text: string, name: string): Place[] => {
  const [low, wanted] = [text.toLowerCase(), name.toLowerCase()]
  const places: Place[] = []
  // A letter whose small form is longer would shift every place behind it: such a text is left to the exact spelling.
  const searched = low.length === text.length ? low : text
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length))
    if (!isInAWord(text[at - 1]) && !isInAWord(text[at + wanted.length]))
      places.push({ from: at, to: at + wanted.length })
  return places
}

const wholeOnly = (text: string, phoneNumber: string): Place[] =>
  text.trim() === phoneNumber ? [{ from: 0, to: text.length }] : []

/**
 * Finds a number in every way it may be written: with and without its country's digits, with any signs between them. A
 * short one is found where nothing else stands beside it, and a name such as a SIP address as it stands, whatever its case.
 */
export const spellingsOf = (phoneNumber: string): Spellings => {
  const key = numberKey(phoneNumber)
  const isNumber = /^\d+$/.test(key)
  const international = /^(?:\+|00|tel:\+)/i.test(phoneNumber.trim())
  const national = isNumber && international ? nationalPart(key) : null
  const forms = formsOf({ whole: key, national: key.length < shortest ? null : national })
  const places = (text: string): Place[] => {
    if (!isNumber) return namePlaces(text, phoneNumber.trim())
    if (key.length < shortestAlone) return wholeOnly(text, phoneNumber.trim())
    return numberPlaces(text, forms)
  }
  const isTheirs = (other: string): boolean => {
    if (other === '') return false
    const otherKey = numberKey(other)
    if (otherKey === key) return true
    return national !== null && otherKey.replace(/^0+/, '') === national && isSameNumber(phoneNumber, other)
  }
  return { isTheirs, isIn: (text) => places(text).length > 0, removeFrom: (text) => cutOut(text, places(text)) }
}
