import type { CallFilter } from '../../../contract/call-filter.ts'
import { entryQuery, type FindEntries } from './entry-query.ts'
import { type Condition, dayIndex, factConditions } from './fact-conditions.ts'
import { findShortWord } from './find-short-word.ts'
import { isIndexed, matchExpression } from './match-expression.ts'
import type { Word } from './read-words.ts'
import type { Questions } from './search-door.ts'

/** What is asked: words that must all be found, in calls that the filter lets through. */
export type Question = { words: readonly Word[]; filter: CallFilter }

/** So many calls of a filter are put in order, rather than going through all calls. */
const fewToOrder = 100_000

/** Of so many calls the texts are looked at: those of some days stand side by side, others are fetched one by one. */
const [fewDaysToRead, fewToRead] = [30_000, 5_000]

/** The index is asked for as many places at a time as it goes through in a few milliseconds: each time costs one. */
const [stretchOfFacts, stretchOfIndex, stretchOfTexts] = [250_000, 400_000, 10_000]

type Asked = { search: Questions; words: readonly Word[]; where: readonly Condition[] }

const isFew = ({ search }: Asked, { sql, values, index }: Condition, few: number): boolean => {
  const counted = search
    .prepare(`SELECT count(*) AS found FROM (SELECT 1 FROM facts INDEXED BY ${index} WHERE ${sql} LIMIT ${few + 1})`)
    .get(...values)
  return Number(counted?.['found']) <= few
}

/** Through the few calls that one condition leaves, or through all of them, newest first. */
const findByFacts = ({ search, words, where }: Asked, fewest: Condition | undefined): FindEntries => {
  const texts = words.length === 0 ? '' : ' CROSS JOIN texts USING (sequence)'
  const [way, stretch] =
    fewest === undefined ? ['NOT INDEXED', stretchOfFacts] : [`INDEXED BY ${fewest.index}`, Number.MAX_SAFE_INTEGER]
  return entryQuery(search, { from: `facts ${way}${texts}`, where, words, order: 'facts.sequence', stretch })
}

/** Through what the index has for an expression. */
const findByIndex = ({ search, words, where }: Asked, expression: string): FindEntries => {
  // The facts first: they are small, and a text that the filter does not let through need not be read.
  const facts = where.length === 0 ? '' : ' CROSS JOIN facts ON facts.sequence = texts_index.rowid'
  const from = `texts_index${facts} CROSS JOIN texts ON texts.sequence = texts_index.rowid`
  const match = { sql: 'texts_index MATCH ?', values: [expression], index: '' }
  const order = 'texts_index.rowid'
  return entryQuery(search, { from, where: [match, ...where], words, order, stretch: stretchOfIndex })
}

const findIn = (asked: Asked): FindEntries => {
  const { search, words, where } = asked
  const fewOf = ({ index }: Condition): number =>
    words.length === 0 ? fewToOrder : index === dayIndex ? fewDaysToRead : fewToRead
  const fewest = where.find((condition) => isFew(asked, condition, fewOf(condition)))
  const [first] = words
  if (first === undefined || fewest !== undefined) return findByFacts(asked, fewest)
  const byIndex = (expression: string): FindEntries => findByIndex(asked, expression)
  const indexed = words.filter(isIndexed)
  if (indexed.length > 0) return byIndex(matchExpression(indexed))
  return findShortWord(search, { words, where, word: first, byIndex, stretch: stretchOfTexts })
}

/** The places between which all calls of some days stand: most often one after the other. */
const placesOf = ({ search }: Asked, { sql, values, index }: Condition): { first: number; last: number } => {
  const found = search
    .prepare(`SELECT min(sequence) AS first, max(sequence) AS last FROM facts INDEXED BY ${index} WHERE ${sql}`)
    .get(...values)
  return { first: Number(found?.['first'] ?? 0), last: Number(found?.['last'] ?? 0) }
}

/** Makes a finder of the entries that a question asks for, in the way that is quick for it. */
export const createFindEntries = (search: Questions, { words, filter }: Question): FindEntries => {
  const asked: Asked = { search, words, where: factConditions(filter) }
  const find = findIn(asked)
  const days = asked.where.find(({ index }) => index === dayIndex)
  if (days === undefined || !isFew(asked, days, fewToOrder)) return find
  const { first, last } = placesOf(asked, days)
  return (before, floor, limit) => {
    // Above and below these places there is nothing to look at.
    if (before <= first || floor > last) return { sequences: [], reached: floor }
    const found = find(Math.min(before, last + 1), Math.max(floor, first), limit)
    return found.reached <= first ? { ...found, reached: floor } : found
  }
}
