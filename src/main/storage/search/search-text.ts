import type { LearnedFacet } from '../../../contract/call-list.ts'
import type { Row } from '../call-rows.ts'
import { facetsOf } from '../call-results.ts'
import { parseJson } from '../../../domain/json.ts'

/** Maximum length of a call's searchable text, in characters. */
const longest = 4_000

/** Two line breaks, so that every pair of characters starts a trigram. */
const end = '\n\n'

/** The reader of the row reports damage; the call's other text can still be found. */
const parse = (text: unknown): unknown => parseJson(String(text)) ?? null

/** Returns every string and number in a JSON value, without property names. */
const leavesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

const textIn = (value: unknown, name: string): string => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : ''
}

/** Returns the dialed number, and the displayed one if it differs (a purged number). */
const numbersOf = (row: Row): string[] => {
  const [key, shown] = [String(row['number_key']), String(row['phone_number_display'])]
  return digitsOf(shown) === key ? [key] : [key, shown]
}

/**
 * Returns the searchable text of a call: number, run ID and name, agent, profile, context values, notes and what the
 * agent learned, one value per line, with numbers also as plain digits. `row` is a row of `calls` with its `note` and
 * what the agent `learned`.
 */
export const searchTextOf = (row: Row): string => {
  const outcome = parse(row['outcome'])
  const shown = [
    ...numbersOf(row),
    row['workflow_run_id'] ?? '',
    textIn(outcome, 'workflowRunName'),
    ...facetsOf(row).map(facetText),
    row['agent_name'] ?? '',
    row['profile_name'] ?? '',
    row['note'] ?? '',
    textIn(outcome, 'note'),
    ...(row['learned'] === null ? [] : leavesOf(parse(row['learned']))),
    ...leavesOf(parse(row['initial_context'])),
  ]
  const lines = shown.map((text) => fold(String(text).slice(0, longest)))
  const all = new Set([...lines, ...lines.flatMap(spelledNumbers)])
  all.delete('')
  return [...all].join('\n').slice(0, longest).toWellFormed() + end
}

/** Returns what a call is filtered by, as one line of its text. */
const facetText = ({ kind, value }: LearnedFacet): string => `${kind}:${value}`

/** Alternatives, at least one of which must occur; folded and not empty. */
export type Word = readonly string[]

/** Returns the words that find calls in which the agent learned any of these. */
export const facetWords = (facets: readonly LearnedFacet[]): Word[] =>
  facets.length === 0 ? [] : [facets.map((facet) => `\n${fold(facetText(facet))}\n`)]

/** Maximum number of words in a search; additional ones are ignored. */
const maxWords = 12

/** Minimum number of digits that form one phone number although only spaces separate them. */
const spelledLength = 6

/** Minimum number of digits for which a leading zero is the national prefix. */
const nationalLength = 9

const isNumber = (token: string): boolean => /\d/.test(token) && /^[\d+().\-/_]+$/.test(token)
const isSign = (token: string): boolean => /^[+().\-/_]+$/.test(token)

/**
 * Removes alternatives that contain a shorter one, because text that contains the longer one also contains the shorter
 * one.
 */
const withoutLonger = (texts: readonly string[]): Word =>
  [...new Set(texts)].filter((text, _place, all) => !all.some((other) => other !== text && text.includes(other)))

/**
 * True for an amount, such as `1.5` or `120.50`, and for digits that are not the beginning of an international number.
 * Three or more digits before the point may begin a phone number (`415.5`), unless two follow, as in most amounts.
 */
const isPlain = (token: string): boolean => /^(?!00[1-9])(?:\d+|\d{1,2}\.\d+|\d{3,}\.\d\d)$/.test(token)

const numberWords = (tokens: readonly string[]): readonly Word[] => {
  const digits = digitsOf(tokens.join(''))
  const international = digits.replace(digits.length >= nationalLength ? /^0+/ : /^00(?=[1-9])/, '')
  if (digits.length < spelledLength && tokens.every(isPlain)) return tokens.map((token) => [token])
  return [withoutLonger([tokens.join(' '), digits, international].filter((text) => text !== ''))]
}

/** Counts the tokens from `start` on that form one number written with spaces. */
const numberLength = (tokens: readonly string[], start: number): number => {
  let length = 0
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (isNumber(token)) length = at - start + 1
    else if (!isSign(token)) break
  }
  return length
}

/** A number, or a part of it, in a link such as `tel:+14155550136;ext=5`. */
const linkedNumber = /^(?:tel:)?([\d+().\-/_]+)(?:;ext=\d+)?$/

/** What the app or a user writes before a run ID; the searchable text contains only the ID. */
const runPrefix = /^(?:run ?:? ?)?#?(?=\d+$)/

/**
 * Parses a search into words that must all occur, in any order. A number is found in any spelling (`415-555-0151`
 * matches `+1 (415) 555 0151`), also its beginning (`+1 (4`, `0044`, `415-`), and a copied link without `tel:` and the
 * extension; six or more digits with spaces between them are one number.
 */
export const readWords = (search: string): Word[] => {
  const tokens = fold(search)
    .replace(runPrefix, '')
    .split(' ')
    .map((token) => token.replace(linkedNumber, '$1'))
    .filter((token) => token !== '')
  if (isNumber(tokens.join(''))) return numberWords(tokens).slice(0, maxWords)
  const words: Word[] = []
  for (let at = 0; at < tokens.length && words.length < maxWords;) {
    const length = isNumber(tokens[at] ?? '') ? numberLength(tokens, at) : 0
    words.push(...(length > 0 ? numberWords(tokens.slice(at, at + length)) : [tokens.slice(at, at + 1)]))
    at += Math.max(1, length)
  }
  return words.slice(0, maxWords)
}

/** Returns whether every word occurs in searchable text. */
export const hasWords = (text: string, words: readonly Word[]): boolean =>
  words.every((word) => word.some((part) => text.includes(part)))

/** Digits with the separators of a phone number. */
const written = /[+(]*\d[\d ().\-/_]{4,}\d/g

const longestNumber = 20

/** Returns the digits of a number without the optional national "(0)". */
const digitsOf = (text: string): string => text.replaceAll('(0)', '').replace(/\D/g, '')

/** Returns the digits of every number written with separators, so that it is found in any spelling. */
const spelledNumbers = (text: string): string[] =>
  (text.match(written) ?? [])
    .map((number) => ({ number, digits: digitsOf(number) }))
    .filter(({ number, digits }) => digits.length <= longestNumber && !number.includes(digits))
    .map(({ digits }) => digits)

const plainAscii = /^[\x20-\x7e]*$/

/** Normalizes text for comparison: lowercase, no accents, one kind of dash and of quotes, single spaces. */
const fold = (text: string): string => {
  if (plainAscii.test(text)) return text.toLowerCase().replace(/ +/g, ' ').trim()
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018-\u201b\u02bc]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
