import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { RowState } from '../../../contract/list.ts'
import { displayStateOf } from '../../../domain/call-state.ts'
import { readOutcome } from '../call-rows.ts'
import { endOfRows, listNumberOf, rowIdOf, rowsPerChunk } from './list-rows.ts'

type OutcomesOfPeriod = { from: number; state: RowState; rows: number }

/** Reads the outcomes of a list over time. */
export const createListOutcomes = (database: DatabaseSync) => {
  const numberOf = (listId: string): number => listNumberOf(database, listId) ?? 0

  /** Returns the calls of a list whose rows are ready for another call or have got one since. */
  const earlierCalls = async (list: number): Promise<{ at: number; state: RowState }[]> => {
    const read = database.prepare(
      `SELECT calls.outcome, calls.changed_at FROM list_calls CROSS JOIN list_rows ON list_rows.id = row_id
         CROSS JOIN calls ON calls.call_id = list_calls.call_id
       WHERE row_id > ?1 AND row_id <= ?2 AND list_calls.call_id <> list_rows.call_id`,
    )
    const newest = database.prepare('SELECT max(id) AS last FROM list_rows WHERE id > ? AND id < ?')
    const found: { at: number; state: RowState }[] = []
    const last = Number(newest.get(rowIdOf(list, 0), endOfRows(list))?.['last'] ?? 0)
    for (let after = rowIdOf(list, 0); after < last; after += rowsPerChunk) {
      for (const one of read.all(after, after + rowsPerChunk))
        found.push({ at: Date.parse(String(one['changed_at'])), state: displayStateOf(readOutcome(one)) })
      await pause()
    }
    return found
  }

  return {
    /**
     * Returns how many rows got a state, and how many of the earlier calls of rows that are called again ended with it, by
     * period of `minutes`, oldest period first.
     */
    async listOutcomes({ listId, minutes }: { listId: string; minutes: number }): Promise<OutcomesOfPeriod[]> {
      const span = minutes * 60_000
      const list = numberOf(listId)
      const counts = new Map<string, OutcomesOfPeriod>()
      const add = (from: number, state: RowState, rows: number): void => {
        const key = `${from} ${state}`
        counts.set(key, { from, state, rows: rows + (counts.get(key)?.rows ?? 0) })
      }
      const ofRows = database
        .prepare(
          // Numbers are bound as floating-point values, so this is not an integer division.
          `SELECT CAST(changed_at / ?2 AS INTEGER) AS period, state, count(*) AS rows FROM list_rows
           WHERE list = ?1 AND changed_at IS NOT NULL GROUP BY period, state`,
        )
        .all(list, span)
      // The table contains only row states.
      for (const { period, state, rows } of ofRows) add(Number(period) * span, state as RowState, Number(rows))
      for (const { at, state } of await earlierCalls(list)) add(Math.floor(at / span) * span, state, 1)
      return [...counts.values()].toSorted((one, other) => one.from - other.from)
    },

    /**
     * Returns when the rows of a list first and last changed, in milliseconds, or when the list was started, if that is
     * earlier; null before the first change.
     */
    listChangedBetween({ listId }: { listId: string }): { first: number; last: number } | null {
      const row = database
        .prepare(
          `SELECT min(changed_at) AS first, max(changed_at) AS last, started_at FROM list_rows
             JOIN lists ON list_number = list WHERE list = ? AND changed_at IS NOT NULL`,
        )
        .get(numberOf(listId))
      const first = row?.['first']
      if (typeof first !== 'number') return null
      const started = typeof row?.['started_at'] === 'string' ? Date.parse(row['started_at']) : first
      return { first: Math.min(first, started), last: Number(row?.['last']) }
    },
  }
}
