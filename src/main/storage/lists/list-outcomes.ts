import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { RowState } from '../../../contract/list.ts'
import { displayStateOf } from '../../../domain/call-state.ts'
import { readOutcome } from '../call-rows.ts'
import { endOfRows, listNumberOf, rowIdOf } from './list-rows.ts'

type OutcomesOfPeriod = { from: number; state: RowState; rows: number }

/** The number of calls that are compared with their rows before the thread handles other requests: a few milliseconds. */
const callsPerChunk = 5_000

/** Reads the outcomes of a list over time. */
export const createListOutcomes = (database: DatabaseSync) => {
  const numberOf = (listId: string): number => listNumberOf(database, listId) ?? 0

  /** Returns the calls of a list whose rows are ready for another call or have got one since. */
  const earlierCalls = async (list: number): Promise<{ at: number; state: RowState }[]> => {
    const ofRows = database.prepare(
      'SELECT row_id, call_id FROM list_calls WHERE (row_id, call_id) > (?, ?) AND row_id < ? ORDER BY row_id, call_id LIMIT ?',
    )
    const read = database.prepare(
      `SELECT calls.outcome, calls.changed_at FROM json_each(?) AS found
         CROSS JOIN list_rows ON list_rows.id = found.value ->> 'row_id'
         CROSS JOIN calls ON calls.call_id = found.value ->> 'call_id'
       WHERE list_rows.call_id <> found.value ->> 'call_id'`,
    )
    const found: { at: number; state: RowState }[] = []
    let [row, call] = [rowIdOf(list, 0), '']
    for (let isLast = false; !isLast;) {
      const chunk = ofRows.all(row, call, endOfRows(list), callsPerChunk)
      for (const one of read.all(JSON.stringify(chunk)))
        found.push({ at: Date.parse(String(one['changed_at'])), state: displayStateOf(readOutcome(one)) })
      isLast = chunk.length < callsPerChunk
      row = Number(chunk.at(-1)?.['row_id'])
      call = String(chunk.at(-1)?.['call_id'])
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
           WHERE list = ?1 AND changed_at IS NOT NULL GROUP BY period, state ORDER BY period`,
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
