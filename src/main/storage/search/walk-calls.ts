import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import { type ChangedCalls, createChangedCalls } from './changed-calls.ts'
import type { FindEntries, Stretch } from './entry-query.ts'
import type { Question } from './find-entries.ts'
import { matchesRow } from './raw-match.ts'
import type { Search } from './search.ts'

export type WalkParts = {
  history: DatabaseSync
  /** Null where there is none to be had: then every call is looked at. */
  search: Search | null
  question: Question
  /** Calls before this place are gone through. */
  before: number
  /** How many calls are wanted of the next stretch; a few more may come. */
  wanted: () => number
}

/** How many calls are read one by one before somebody else may ask. */
const readAtOnce = 100

const sequenceOf = (row: { sequence?: unknown }): number => Number(row['sequence'])

const createStretches = (changed: ChangedCalls, { question, wanted }: WalkParts) => {
  /** The calls themselves are looked at: the search file does not know them. */
  const read = (at: number): Stretch => {
    const rows = changed.below(at, readAtOnce)
    const sequences = rows.filter((row) => matchesRow(row, question)).map(sequenceOf)
    return { sequences, reached: rows.length < readAtOnce ? 0 : sequenceOf(rows.at(-1) ?? {}) }
  }

  /** The search file is asked, and of the calls that have changed since it knew them, the calls themselves. */
  const find = (search: Search, entries: FindEntries, at: number): Stretch => {
    const pending = search.pending()
    const stale = new Set(pending)
    const found = entries(at, search.floor(), wanted() + pending.length)
    const here = pending.filter((sequence) => sequence < at && sequence >= found.reached)
    const fresh = changed.at(here).filter((row) => matchesRow(row, question))
    const known = found.sequences.filter((sequence) => !stale.has(sequence))
    const sequences = [...known, ...fresh.map(sequenceOf)].toSorted((one, other) => other - one)
    return { sequences, reached: found.reached }
  }

  return { read, find }
}

/**
 * Goes down the history and gives the calls that are asked for, newest first, stretch by stretch. What the search file does
 * not know yet is looked at itself, so that nothing is missed. Between two stretches others have their turn.
 */
export async function* walkCalls(parts: WalkParts): AsyncGenerator<Stretch, void, undefined> {
  const { history, search, question, before } = parts
  const changed = createChangedCalls(history)
  await search?.hurry()
  const entries = search?.finder(question)
  const { read, find } = createStretches(changed, parts)
  for (let at = Math.min(before, changed.end()); at > 0;) {
    const stretch = search !== null && entries && at > search.floor() ? find(search, entries, at) : read(at)
    yield stretch
    at = stretch.reached
    await pause()
  }
}
