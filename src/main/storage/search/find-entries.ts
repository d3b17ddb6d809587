import type { DatabaseSync } from 'node:sqlite'
import type { CallFilter } from '../../../contract/call-filter.ts'
import { entryQuery, type FindEntries } from './entry-query.ts'
import { type Condition, factConditions } from './fact-conditions.ts'
import { findShortWord } from './find-short-word.ts'
import { isIndexed, matchExpression } from './match-expression.ts'
import type { Word } from './read-words.ts'

/** What is asked: words that must all be found, in calls that the filter lets through. */
export type Question = { words: readonly Word[]; filter: CallFilter }

/** Calls that a filter leaves are few when they are so many at most: then they are looked at one by one. */
const few = 20_000

const [stretchOfFacts, stretchOfIndex] = [250_000, 100_000]

const isFew =
  (search: DatabaseSync) =>
  ({ sql, values, index }: Condition): boolean => {
    const counted = search
      .prepare(`SELECT count(*) AS found FROM (SELECT 1 FROM facts INDEXED BY ${index} WHERE ${sql} LIMIT ${few + 1})`)
      .get(...values)
    return Number(counted?.['found']) <= few
  }

/** Through the few calls that one condition leaves, or through all of them, newest first. */
const findByFacts = (search: DatabaseSync, words: readonly Word[], where: readonly Condition[], fewest?: Condition) => {
  const texts = words.length === 0 ? '' : ' CROSS JOIN texts USING (sequence)'
  const [way, stretch] =
    fewest === undefined ? ['NOT INDEXED', stretchOfFacts] : [`INDEXED BY ${fewest.index}`, Number.MAX_SAFE_INTEGER]
  return entryQuery(search, { from: `facts ${way}${texts}`, where, words, order: 'facts.sequence', stretch })
}

/** Through what the index has for an expression. */
const findByIndex = (
  search: DatabaseSync,
  words: readonly Word[],
  where: readonly Condition[],
  expression: string,
): FindEntries => {
  const facts = where.length === 0 ? '' : ' CROSS JOIN facts ON facts.sequence = texts_index.rowid'
  const from = `texts_index CROSS JOIN texts ON texts.sequence = texts_index.rowid${facts}`
  const match = { sql: 'texts_index MATCH ?', values: [expression], index: '' }
  return entryQuery(search, {
    from,
    where: [match, ...where],
    words,
    order: 'texts_index.rowid',
    stretch: stretchOfIndex,
  })
}

/** Makes a finder of the entries that a question asks for, in the way that is quick for it. */
export const createFindEntries = (search: DatabaseSync, { words, filter }: Question): FindEntries => {
  const where = factConditions(filter)
  const fewest = where.find(isFew(search))
  const [first] = words
  if (first === undefined || fewest !== undefined) return findByFacts(search, words, where, fewest)
  const indexed = words.filter(isIndexed)
  const byIndex = (expression: string) => findByIndex(search, words, where, expression)
  if (indexed.length > 0) return byIndex(matchExpression(indexed))
  return findShortWord(search, { words, where, word: first, byIndex })
}
