import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../call-row.ts'
import { inTransaction } from '../transaction.ts'
import { type ChangedCalls, createChangedCalls } from './changed-calls.ts'
import { type Progress, readProgress, writeProgress } from './search-progress.ts'
import { StorageError } from '../storage-error.ts'
import { createEntryWriter } from './write-entries.ts'

/** How much is taken in at once: a call that is placed meanwhile waits for no more than this. */
const [eventsAtOnce, newAtOnce, mergedPages] = [20, 60, 16]

export type CatchUpParts = { history: DatabaseSync; search: DatabaseSync }

/** Follows the history step by step: first what has changed, then what was never taken in, then the index's own order. */
export const createCatchUp = ({ history, search }: CatchUpParts) => {
  const changed: ChangedCalls = createChangedCalls(history)
  const writer = createEntryWriter(search)
  const found = readProgress(search)
  if (found === null) throw new StorageError('corrupt')
  let progress: Progress = found

  const take = (rows: readonly Row[], next: Progress): void => {
    try {
      inTransaction(search, () => {
        for (const row of rows) writer.write(row)
        writeProgress(search, next)
      })
      progress = next
    } catch (error) {
      writer.forgetLabels()
      throw error
    }
  }

  const aboveFloor = (sequences: readonly number[]): Row[] =>
    changed.at(sequences.filter((sequence) => sequence >= progress.floor))

  const takeEvents = (): boolean => {
    const { sequences, last } = changed.nextEvents(progress.events, eventsAtOnce)
    if (last !== null) take(aboveFloor(sequences), { ...progress, ...last })
    return last !== null
  }

  const takeChanges = (): boolean => {
    const { sequences, last } = changed.nextChanges(progress.changes, eventsAtOnce)
    if (last !== null) take(aboveFloor(sequences), { ...progress, changes: last })
    return last !== null
  }

  const takeOld = (): boolean => {
    const rows = changed.below(progress.floor, newAtOnce)
    const floor = Number(rows.at(-1)?.['sequence'] ?? 0)
    if (rows.length > 0) take(rows, { ...progress, floor })
    return rows.length > 0
  }

  const totalChanges = (): number => Number(search.prepare('SELECT total_changes() AS total').get()?.['total'])

  /** Merges some pages; with a minus sign all pieces of the index are begun to be made one. False: nothing is left to do. */
  const merge = (pages: number): boolean => {
    const before = totalChanges()
    search.prepare(`INSERT INTO texts_index (texts_index, rank) VALUES ('merge', ?)`).run(pages)
    // One change is the command itself.
    return totalChanges() - before > 1
  }

  return {
    progress: (): Progress => progress,
    /** Calls that a search must look at itself, newest first: the search file has them as they were, or not at all. */
    pending: (): number[] => changed.pending(progress),
    /** Takes in what has changed, a little at a time; false when there is nothing left. */
    follow: (): boolean => takeEvents() || takeChanges(),
    /** One step of everything that is to be done; false when there is nothing left. */
    step(): boolean {
      const taken = takeEvents() || takeChanges() || takeOld()
      return merge(mergedPages) || taken
    },
    /** Begins to make the index one piece, in which nothing is left of what was taken out; goes on with `mergeOn`. */
    mergeAll: (): boolean => merge(-mergedPages),
    mergeOn: (): boolean => merge(mergedPages),
    /** Puts everything on the disk, and forgets the changes that are there for good. */
    settle(): void {
      const { changes } = progress
      if (Number(search.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] ?? 1) !== 0) return
      if (changed.hasChanges(changes)) inTransaction(history, () => changed.forgetChanges(changes))
    },
  }
}

export type CatchUp = ReturnType<typeof createCatchUp>
