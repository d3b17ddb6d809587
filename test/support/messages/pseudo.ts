import { en as source } from '../../../src/messages/en/index.ts'
import type { Messages } from '../../../src/messages/index.ts'

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'î',
  o: 'ö',
  u: 'ü',
  A: 'Á',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Ü',
}

/** Returns `length` dots, in groups of nine. */
const dots = (length: number): string => '·'.repeat(length).replaceAll('·'.repeat(10), `${'·'.repeat(9)} `)

/** Adds accents, brackets and a third of the length (as in German), so that text outside the catalog is obvious. */
const pseudo = (text: string): string => {
  const accented = Array.from(text, (letter) => accents[letter] ?? letter).join('')
  return /[a-z]{2}/i.test(text) ? `⟦${accented}${dots(Math.ceil(text.length / 3))}⟧` : text
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const translate = (value: unknown): unknown => {
  if (typeof value === 'string') return pseudo(value)
  if (typeof value === 'function') return (...given: unknown[]) => translate(Reflect.apply(value, undefined, given))
  if (Array.isArray(value)) return value.map(translate)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, translate(one)]))
  return value
}

// `translate` keeps the shape and changes only the strings.
export const en: Messages = { ...(translate(source) as Messages), language: source.language }
