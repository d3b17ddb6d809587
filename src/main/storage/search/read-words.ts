import { digitsOf } from './digits.ts'
import { fold } from './fold.ts'

/** One thing that must be found: any of these texts, each folded and not empty. */
export type Word = readonly string[]

/** A search may have so many words; more say nothing that these do not. */
const mostWords = 12

/** From so many digits on, signs between them are those of a telephone number; fewer are an amount or a count. */
const spelledLength = 6

/** From so many digits on, a leading zero is the one that is dialled within a country, and not a part of the end. */
const nationalLength = 9

const isNumber = (token: string): boolean => /\d/.test(token) && /^[\d+().\-/_]+$/.test(token)
const isSign = (token: string): boolean => /^[+().\-/_]+$/.test(token)

/** Whoever has the shorter text has the longer one as well. */
const withoutLonger = (texts: readonly string[]): Word =>
  [...new Set(texts)].filter((text, _place, all) => !all.some((other) => other !== text && text.includes(other)))

const numberWords = (tokens: readonly string[]): readonly Word[] => {
  const digits = digitsOf(tokens.join(''))
  if (digits.length < spelledLength) return tokens.map((token) => [token])
  const international = digits.length >= nationalLength ? digits.replace(/^0+/, '') : digits
  return [withoutLonger([tokens.join(' '), digits, international].filter((text) => text !== ''))]
}

/** How many tokens from `start` on are one number, written with blanks: it begins and ends with digits. */
const numberLength = (tokens: readonly string[], start: number): number => {
  let length = 0
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (isNumber(token)) length = at - start + 1
    else if (!isSign(token)) break
  }
  return length
}

/**
 * Reads what a person typed into the search: words that must all be found, in any order. A number is found in any
 * spelling, `415-555-0151` as `+1 (415) 555 0151`; six digits or more with blanks between them are one number.
 */
export const readWords = (search: string): Word[] => {
  const tokens = fold(search)
    .split(' ')
    .filter((token) => token !== '')
  const words: Word[] = []
  for (let at = 0; at < tokens.length && words.length < mostWords;) {
    const length = isNumber(tokens[at] ?? '') ? numberLength(tokens, at) : 0
    words.push(...(length > 0 ? numberWords(tokens.slice(at, at + length)) : [tokens.slice(at, at + 1)]))
    at += Math.max(1, length)
  }
  return words.slice(0, mostWords)
}

/** Whether every word is found in a search text. */
export const hasWords = (text: string, words: readonly Word[]): boolean =>
  words.every((word) => word.some((part) => text.includes(part)))
