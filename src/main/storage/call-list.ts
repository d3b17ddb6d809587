import type { DatabaseSync } from 'node:sqlite'
import type { CallPage, ExportedCall } from '../../contract/call-filter.ts'
import { initialContextSchema } from '../../contract/initial-context.ts'
import { createCallNotes } from './call-notes.ts'
import { readCall, readJson, type Row } from './call-row.ts'
import { createChangedCalls } from './search/changed-calls.ts'
import { createGatherCalls } from './search/gather-calls.ts'
import { type Asked, asksForAll, readQuestion } from './search/read-question.ts'
import type { Search } from './search/search.ts'

type Page = Asked & { after: string | null; from?: number | undefined; limit: number }

export type Exported = { calls: ExportedCall[]; next: number | null }

/** The id of a call is looked for as it is: the call it names is meant, and no other. */
const idLength = 26

const newest = Number.MAX_SAFE_INTEGER

const exported = (row: Row): ExportedCall => ({
  call: readCall(row),
  initialContext: initialContextSchema.parse(readJson(row['initial_context'])),
  note: typeof row['note'] === 'string' ? row['note'] : null,
})

/** Lists the history, all of it or what is asked for, newest first; `search` is null where there is no index to be had. */
export const createCallList = (database: DatabaseSync, search: Search | null) => {
  const changed = createChangedCalls(database)
  const notes = createCallNotes(database)
  const gathering = createGatherCalls(database, search)

  const placeOf = (callId: string): number =>
    Number(database.prepare('SELECT sequence FROM calls WHERE call_id = ?').get(callId)?.['sequence'] ?? 0)

  const idAt = (sequence: number): string =>
    String(database.prepare('SELECT call_id FROM calls WHERE sequence = ?').get(sequence)?.['call_id'] ?? '')

  const everyCallBefore = (before: number, limit: number) => {
    const rows = database
      .prepare('SELECT * FROM calls WHERE sequence < ? ORDER BY sequence DESC LIMIT ?')
      .all(before, limit + 1)
    const shown = rows.slice(0, limit)
    return { rows: shown, reached: rows.length > limit ? Number(shown.at(-1)?.['sequence']) : 0 }
  }

  const pageOf = (rows: Row[], reached: number, told: Pick<CallPage, 'total' | 'totalIs' | 'unindexed'>): CallPage => {
    const calls = rows.map(readCall)
    return {
      calls,
      ...told,
      place: Number(rows[0]?.['sequence'] ?? 0),
      more: reached > 0,
      next: reached > 0 ? idAt(reached) : null,
      notes: notes.notesOf({ callIds: calls.map(({ callId }) => callId) }),
    }
  }

  /** The place before which a page begins. */
  const beginning = (after: string | null, from: number | undefined): number => {
    if (after !== null) return placeOf(after)
    return from === undefined ? newest : from + 1
  }

  return {
    /** One page after the call `after`. It may be shorter than asked for and not the last one: `next` says where it goes on. */
    async listCalls({ after, from, limit, ...asked }: Page): Promise<CallPage> {
      const before = beginning(after, from)
      const question = readQuestion(search, asked)
      // Calls are never taken out of the history, and are numbered without a gap.
      const all = changed.end() - 1
      const named = asked.search.trim().length === idLength ? placeOf(asked.search.trim().toUpperCase()) : 0
      if (named > 0) return pageOf(changed.at([named]), 0, { total: 1, totalIs: 'exact', unindexed: 0 })
      if (asksForAll(question)) {
        const { rows, reached } = everyCallBefore(before, limit)
        const unindexed = search === null ? all : (search.left() ?? 0)
        return pageOf(rows, reached, { total: all, totalIs: 'exact', unindexed })
      }
      const { sequences, reached } = await gathering.gather(question, before, limit)
      const total = await gathering.count(question, { before, sequences, reached })
      return pageOf(changed.at(sequences), reached, { ...total, unindexed: search?.left() ?? all })
    },

    /** Calls with everything that is exported of them, from the newest on; `next` is the place where it goes on. */
    async exportCalls({ next, limit, ...asked }: Asked & { next: number | null; limit: number }): Promise<Exported> {
      const { sequences, reached } = await gathering.gather(readQuestion(search, asked), next ?? newest, limit)
      return { calls: changed.at(sequences).map(exported), next: reached > 0 ? reached : null }
    },
  }
}
