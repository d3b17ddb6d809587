import type { Condition } from './fact-conditions.ts'
import type { Word } from './read-words.ts'
import type { Questions } from './search-door.ts'

/** Entries found, newest first, and the place down to which everything has been looked at. */
export type Stretch = { sequences: number[]; reached: number }

/** Finds entries below a place and from a floor on, so many at most. */
export type FindEntries = (before: number, floor: number, limit: number) => Stretch

/** What is asked of the search file: from which tables, under which conditions, and the column that counts the calls. */
export type EntryQuery = {
  from: string
  where: readonly Condition[]
  words: readonly Word[]
  order: string
  /** So many places are looked at before somebody else may ask: a call that is to be placed does not wait for a search. */
  stretch: number
}

/** The index finds what may have a word; whether it has it stands in the text. */
const wordCondition = (word: Word): Condition => ({
  sql: `(${word.map(() => 'instr(texts.text, ?) > 0').join(' OR ')})`,
  values: word,
  index: '',
})

/** Makes a finder of a query. */
export const entryQuery = (search: Questions, { from, where, words, order, stretch }: EntryQuery): FindEntries => {
  const conditions = [...where, ...words.map(wordCondition)]
  const all = [...conditions.map(({ sql }) => sql), `${order} < ?`, `${order} >= ?`]
  const sql = `SELECT ${order} AS sequence FROM ${from} WHERE ${all.join(' AND ')} ORDER BY ${order} DESC LIMIT ?`
  const values = conditions.flatMap((condition) => [...condition.values])
  return (before, floor, limit) => {
    const lowest = Math.max(floor, before - stretch)
    const sequences = search
      .prepare(sql)
      .all(...values, before, lowest, limit)
      .map((row) => Number(row['sequence']))
    return { sequences, reached: sequences.length < limit ? lowest : (sequences.at(-1) ?? lowest) }
  }
}
