import type { Run } from '../../../contract/run.ts'
import type { Scrub } from '../../log/redact.ts'
import { redactAll } from '../../storage/erase.ts'

export type MaskText = (text: string) => string

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Masks a number except for its last three digits, or completely if it has fewer than seven. */
export const maskNumber = (number: string): string => {
  const digits = digitsOf(number)
  return number === '' ? '' : `…${digits.length >= 7 ? digits.slice(-3) : ''}`
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Short numbers look like prices, so they are matched by value, but never within another number. */
const patternOf = (numbers: readonly string[]): RegExp | null => {
  const values = [...new Set(numbers.flatMap((number) => [number, digitsOf(number)]))].filter(
    (text) => text.length >= 2,
  )
  const longestFirst = values.toSorted((one, other) => other.length - one.length)
  return values.length === 0 ? null : new RegExp(`(?<![\\d.])(?:${longestFirst.map(escape).join('|')})(?!\\d)`, 'g')
}

/**
 * SECURITY: masks secrets and phone numbers by their format, and the given numbers by value, no matter how short they
 * are.
 */
export const createMaskText = (scrub: Scrub, numbers: readonly string[]): MaskText => {
  const own = patternOf(numbers)
  return (text) => scrub(own === null ? text : text.replace(own, maskNumber))
}

/** Masks every string in a JSON value, including field names, and numbers that look like phone numbers. */
export const maskJson = (value: object, mask: MaskText): object => {
  const masked = redactAll(value, mask)
  return typeof masked === 'object' && masked !== null ? masked : {}
}

/** SECURITY: returns what an erasure keeps of a run: the service may still have the person's number and values. */
export const withoutPerson = (run: Run) => {
  const {
    calledNumber: _to,
    disposition: _result,
    error: _why,
    learned: _learned,
    initialContext: _context,
    ...kept
  } = run
  return kept
}
