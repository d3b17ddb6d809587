import type { DatabaseSync } from 'node:sqlite'
import type { Question } from './find-entries.ts'
import type { Search } from './search.ts'
import { SearchLost } from './search-door.ts'
import { walkCalls } from './walk-calls.ts'

/** Calls found, newest first, and the place down to which everything was looked at; 0 is the end of the history. */
export type Gathered = { sequences: number[]; reached: number }

export type Total = { total: number; totalIs: 'exact' | 'atLeast' }

/** So much is looked at for one page, and for one count, before an answer is given. */
const [stretchesOfPage, stretchesOfCount] = [12, 12]

/** Nobody counts further than this; above it there are "more than". */
const mostCounted = 1_000

type Bounds = { before: number; wanted: number; stretches: number }

/** Gathers what is asked for, a page at a time, and counts it as far as that is quick. */
export const createGatherCalls = (history: DatabaseSync, search: Search | null) => {
  let counted: { key: string; total: Total } | null = null

  const walk = async (question: Question, bounds: Bounds, through: Search | null): Promise<Gathered> => {
    const sequences: number[] = []
    let [reached, stretches] = [bounds.before, 0]
    // One more than is wanted tells whether there is a next page.
    const wanted = (): number => bounds.wanted + 1 - sequences.length
    for await (const stretch of walkCalls({ history, search: through, question, before: bounds.before, wanted })) {
      sequences.push(...stretch.sequences)
      reached = stretch.reached
      stretches += 1
      if (wanted() <= 0 || stretches >= bounds.stretches) break
    }
    const shown = sequences.slice(0, bounds.wanted)
    return { sequences: shown, reached: sequences.length > bounds.wanted ? (shown.at(-1) ?? reached) : reached }
  }

  const gather = async (question: Question, bounds: Bounds): Promise<Gathered> => {
    try {
      return await walk(question, bounds, search)
    } catch (error) {
      if (!(error instanceof SearchLost)) throw error
      return walk(question, bounds, null)
    }
  }

  return {
    gather: (question: Question, before: number, wanted: number): Promise<Gathered> =>
      gather(question, { before, wanted, stretches: stretchesOfPage }),

    /** How many there are in all; the first page of a question has been gathered already, and later ones remember. */
    async count(question: Question, page: Gathered & { before: number }): Promise<Total> {
      const key = JSON.stringify(question)
      const isFirst = page.before === Number.MAX_SAFE_INTEGER
      if (!isFirst && counted?.key === key) return counted.total
      const from = isFirst ? page : { sequences: [], reached: Number.MAX_SAFE_INTEGER }
      const bounds = { before: from.reached, wanted: mostCounted - from.sequences.length, stretches: stretchesOfCount }
      const rest = from.reached > 0 ? await gather(question, bounds) : { sequences: [], reached: 0 }
      const total: Total = {
        total: from.sequences.length + rest.sequences.length,
        totalIs: rest.reached > 0 ? 'atLeast' : 'exact',
      }
      counted = { key, total }
      return total
    },
  }
}
