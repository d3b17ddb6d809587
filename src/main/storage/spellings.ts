/** What people put between the digits of a number. */
const between = String.raw`[\s().\-/_\u00a0\u2010-\u2015\u202f]*`

/** The shortest part of a number that is taken for the whole: a number without its country's prefix. */
const shortest = 8

const spaced = (digits: string): string => digits.split('').join(between)

/** A number with its country's prefix, with a zero after it, and without it: which prefix is its own we do not know. */
const formsOf = (digits: string): string[] => {
  const cuts = [1, 2, 3].filter((cut) => digits.length - cut >= shortest)
  const national = cuts.map((cut) => `0?${between}${spaced(digits.slice(cut))}`)
  const withZero = cuts.map((cut) => `${spaced(digits.slice(0, cut))}${between}0${between}${spaced(digits.slice(cut))}`)
  return [spaced(digits), ...withZero, ...national]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const patternOf = (phoneNumber: string): string => {
  const digits = phoneNumber.replace(/\D/g, '')
  if (!/^[+(0-9]/.test(phoneNumber) || digits.length < 5) return escaped(phoneNumber)
  return String.raw`(?<!\d)(?:\+|00)?${between}(?:${formsOf(digits).join('|')})(?!\d)`
}

/** A person known by a number, found in any text. */
export type Spellings = { isIn(text: string): boolean; removeFrom(text: string): string }

/**
 * Finds a number in every way it may be written: with and without its country's prefix, with any signs between the
 * digits. A number that is none, such as a SIP address, is found as it stands, whatever its case.
 */
export const spellingsOf = (phoneNumber: string): Spellings => {
  const pattern = patternOf(phoneNumber)
  const [one, all] = [new RegExp(pattern, 'i'), new RegExp(pattern, 'gi')]
  return { isIn: (text) => one.test(text), removeFrom: (text) => text.replace(all, '[erased]') }
}
