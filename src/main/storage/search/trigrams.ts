import type { DatabaseSync } from 'node:sqlite'
import type { Word } from './search-text.ts'

/** Compiles queries of the search file. */
export type QueryCompiler = Pick<DatabaseSync, 'prepare'>

/** Estimates the share of all calls whose text contains a trigram: above 0, at most 1. */
export type ShareOf = (trigram: string) => number

/** A condition on the index, the word that it belongs to, and the share of calls that meet it. */
type Clause = { expression: string; word: Word; share: number }

/**
 * How many times longer it takes to read a call's text than to read its entry in a trigram's list: about 3 and 0.015 µs
 * (measured).
 */
const textCost = 200

/**
 * Returns the expression for entries that may contain all these words, none shorter than three characters. It contains
 * only the rarest trigrams: more are added as long as reading their lists takes less time than reading the text that
 * they rule out.
 */
export const matchExpression = (words: readonly Word[], shareOf: ShareOf): string => {
  const left = new Set(words.flatMap((word) => clausesOf(word, shareOf)))
  const chosen: Clause[] = []
  let share = 1
  /**
   * Returns the share of calls that remain. The trigrams of a word usually occur together, so another one rules out
   * fewer calls than its share suggests.
   */
  const restOf = (clause: Clause): number =>
    chosen.some(({ word }) => word === clause.word) ? Math.sqrt(clause.share) : clause.share
  const gainOf = (clause: Clause): number => share * (1 - restOf(clause)) * textCost - clause.share
  for (;;) {
    const [best] = [...left].toSorted((one, other) => gainOf(other) - gainOf(one))
    if (best === undefined || (chosen.length > 0 && gainOf(best) <= 0)) break
    share *= restOf(best)
    chosen.push(best)
    left.delete(best)
  }
  return chosen.map(({ expression }) => expression).join(' AND ')
}

/** Returns a clause for each trigram of a word, or one clause for a word with several forms. */
const clausesOf = (word: Word, shareOf: ShareOf): Clause[] => {
  const [form, ...others] = word
  if (form !== undefined && others.length === 0)
    return trigramsOf(form).map((trigram) => ({ expression: quoted(trigram), word, share: shareOf(trigram) }))
  const forms = word.map((one) => rarestOf(one, shareOf))
  const share = forms.reduce((sum, [rarest = '']) => sum + shareOf(rarest), 0)
  const expression = forms.map((trigrams) => `(${trigrams.map(quoted).join(' AND ')})`).join(' OR ')
  return [{ expression: `(${expression})`, word, share: Math.min(1, share) }]
}

/** Returns the two rarest trigrams of a string, rarest first. */
const rarestOf = (text: string, shareOf: ShareOf): string[] =>
  trigramsOf(text)
    .toSorted((one, other) => shareOf(one) - shareOf(other))
    .slice(0, 2)

/** The number of characters in an index term; the index stores trigrams. */
const size = 3

const charactersOf = (text: string): string[] => Array.from(text)

const trigramsOf = (text: string): string[] => {
  const signs = charactersOf(text)
  return [...new Set(signs.slice(size - 1).map((_, start) => signs.slice(start, start + size).join('')))]
}

export const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

/** Returns whether all forms of a word are long enough for the index. */
export const isIndexed = (word: Word): boolean => word.every((part) => charactersOf(part).length >= size)

/** Returns the range of terms that start with one or two characters: from the first up to (excluding) the second. */
export const termRange = (beginning: string): [from: string, before: string] => {
  const signs = charactersOf(beginning)
  const last = signs.pop()?.codePointAt(0) ?? 0
  // Surrogates are not characters.
  const next = last + 1 === 0xd800 ? 0xe000 : last + 1
  return [beginning, [...signs, String.fromCodePoint(next)].join('')]
}

/**
 * The number of sampled texts, and the size of the blocks of adjacent texts, which share database pages. Sampling takes
 * about 5 ms.
 */
const [sampledTexts, blockTexts] = [2_000, 50]

/** Size of the table of counts: trigrams that share a slot seem more frequent than they are. */
const slots = 2 ** 17

const slotOf = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(at + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35)) >>>
  15

/** Reads the text of calls in blocks that are spread evenly from `first` to `last`. */
const sampleTexts = (search: QueryCompiler, first: number, last: number): string[] => {
  const block = search.prepare('SELECT text FROM texts WHERE sequence >= ? AND sequence < ?')
  const step = Math.max(blockTexts, Math.floor(((last - first + 1) * blockTexts) / sampledTexts))
  const starts = Array.from({ length: Math.ceil((last - first + 1) / step) }, (_, index) => first + index * step)
  return starts.flatMap((start) => block.all(start, start + blockTexts).map((row) => String(row['text'])))
}

/** Counts the texts in which each trigram occurs. */
const countTrigrams = (texts: readonly string[]): ShareOf => {
  const counts = new Uint16Array(slots)
  const lastSeen = new Uint16Array(slots)
  for (const [index, text] of texts.entries())
    for (let at = 0; at + size <= text.length; at += 1) {
      const slot = slotOf(text, at)
      if (lastSeen[slot] === index + 1) continue
      lastSeen[slot] = index + 1
      counts[slot] = (counts[slot] ?? 0) + 1
    }
  // A trigram that is in none of the sampled texts may still occur in others.
  return (trigram) => Math.min(1, ((counts[slotOf(trigram, 0)] ?? 0) + 0.5) / (texts.length + 0.5))
}

/**
 * Estimates how rare trigrams are from a sample of the texts, which is taken again when the number of texts has
 * doubled.
 */
export const createTrigramShares = (search: QueryCompiler): (() => ShareOf) => {
  let known: { range: number; shareOf: ShareOf } | null = null
  return () => {
    const ends = search
      .prepare('SELECT (SELECT min(sequence) FROM texts) AS first_text, (SELECT max(sequence) FROM texts) AS last_text')
      .get()
    const [first, last] = [Number(ends?.['first_text'] ?? 1), Number(ends?.['last_text'] ?? 0)]
    const range = last - first + 1
    if (known === null || range > 2 * known.range)
      known = { range, shareOf: countTrigrams(sampleTexts(search, first, last)) }
    return known.shareOf
  }
}
