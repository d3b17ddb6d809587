import type { PastedColumn } from '../../contract/pasted.ts'
import { meaningOf, plainName, wordsOf } from './name-words.ts'

type Content = PastedColumn['content']

/** A column with a header, to be given a name. */
export type Headed = { index: number; header: string; content: Content }

export type Match = { name: string; by: 'header' | 'alike' | 'similar' }

/** Words that say nothing about which name is meant. */
const empty = new Set(['the', 'of', 'a', 'an', 'to', 'for', 'your', 'our', 'usd', 'eur', 'gbp', 'in', 'and'])

const meaningful = (name: string): string[] => wordsOf(name).filter((word) => !empty.has(word))

/** How much two names have in common: shared words among all words, from 0 to 1. */
export const likeness = (one: string, other: string): number => {
  const [first, second] = [meaningful(one), meaningful(other)]
  const shared = first.filter((word) => second.includes(word)).length
  return shared === 0 ? 0 : shared / new Set([...first, ...second]).size
}

/** A sum is no date, whatever the words say. */
const mayHold = (name: string, content: Content): boolean => {
  const meaning = meaningOf(name)
  if (meaning === null || content === 'empty' || content === 'mixed' || content === meaning) return true
  if (meaning === 'amount') return content === 'integer'
  if (meaning === 'integer') return content === 'text' || content === 'number'
  // "friday" is a date for whoever says it.
  return content === 'text'
}

type Pair = { column: Headed; name: string }

/** Pairs in which each side is the other's only one. */
const onlyOnes = (pairs: readonly Pair[]): Pair[] =>
  pairs.filter(
    ({ column, name }) =>
      pairs.filter((pair) => pair.column === column).length === 1 &&
      pairs.filter((pair) => pair.name === name).length === 1,
  )

const pairsWhere = (
  columns: readonly Headed[],
  names: readonly string[],
  fits: (column: Headed, name: string) => boolean,
): Pair[] => columns.flatMap((column) => names.filter((name) => fits(column, name)).map((name) => ({ column, name })))

/** Each column with the names most like it, where a name has no column that is more like it. */
const mostAlike = (columns: readonly Headed[], names: readonly string[]): Pair[] => {
  const score = (column: Headed, name: string): number =>
    mayHold(name, column.content) ? likeness(column.header, name) : 0
  const best = (scores: readonly number[]): number => Math.max(0, ...scores)
  return pairsWhere(columns, names, (column, name) => {
    const own = score(column, name)
    return (
      own > 0 &&
      own === best(names.map((other) => score(column, other))) &&
      own === best(columns.map((other) => score(other, name)))
    )
  })
}

/**
 * Gives columns the names that their headers mean: first those that are the same, then those that are written another way,
 * then those that share words with one name and with no other. What could be two names is given none.
 */
export const matchHeaders = (columns: readonly Headed[], names: readonly string[]): Map<number, Match> => {
  const matches = new Map<number, Match>()
  const taken = new Set<string>()
  const steps: [Match['by'], (columns: readonly Headed[], names: readonly string[]) => Pair[]][] = [
    ['header', (left, free) => pairsWhere(left, free, ({ header }, name) => header === name)],
    ['alike', (left, free) => pairsWhere(left, free, ({ header }, name) => plainName(header) === plainName(name))],
    ['similar', mostAlike],
  ]
  for (const [by, find] of steps) {
    const left = columns.filter(({ index }) => !matches.has(index))
    const free = names.filter((name) => !taken.has(name))
    for (const { column, name } of onlyOnes(find(left, free))) {
      matches.set(column.index, { name, by })
      taken.add(name)
    }
  }
  return matches
}
