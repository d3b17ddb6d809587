import type { Scrub } from '../log/scrub.ts'
import { changeTexts } from '../storage/redact.ts'

export type MaskText = (text: string) => string

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** A number as it is shown in a bundle: its last three digits where enough others are hidden, else nothing of it. */
export const maskNumber = (number: string): string => {
  const digits = digitsOf(number)
  return number === '' ? '' : `…${digits.length >= 7 ? digits.slice(-3) : ''}`
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Short numbers have no shape that tells them from a price: they are found by what they are, never inside another number. */
const ownPattern = (numbers: readonly string[]): RegExp | null => {
  const texts = [...new Set(numbers.flatMap((number) => [number, digitsOf(number)]))].filter((text) => text.length >= 2)
  const longestFirst = texts.toSorted((one, other) => other.length - one.length)
  return texts.length === 0 ? null : new RegExp(`(?<![\\d.])(?:${longestFirst.map(escape).join('|')})(?!\\d)`, 'g')
}

/**
 * SECURITY: makes the mask for the texts of a bundle: keys, other secrets and telephone numbers by their shape, and these
 * numbers by their value, however short they are.
 */
export const createMaskText = (scrub: Scrub, numbers: readonly string[]): MaskText => {
  const own = ownPattern(numbers)
  return (text) => scrub(own === null ? text : text.replace(own, maskNumber))
}

/** The same for every text in a JSON value, names of fields and numbers that read like telephone numbers included. */
export const maskJson = (value: object, mask: MaskText): object => {
  const masked = changeTexts(value, mask)
  return typeof masked === 'object' && masked !== null ? masked : {}
}
