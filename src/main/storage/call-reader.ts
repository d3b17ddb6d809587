import type { DatabaseSync } from 'node:sqlite'
import {
  type Call,
  type CallDetail,
  type CallStateName,
  callEventSchema,
  callStateSchema,
} from '../../contract/call.ts'
import { initialContextSchema } from '../../contract/initial-context.ts'
import { readCall } from './call-row.ts'

type Page = { search: string; after: string | null; limit: number }

/** LIKE's own signs are taken literally: people search for `100%` and `_`. */
const likePattern = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Reads calls: one with everything about it, those that wait to be settled, or a page of the history. */
export const createCallReader = (database: DatabaseSync) => ({
  getCall({ callId }: { callId: string }): CallDetail | null {
    const row = database.prepare('SELECT * FROM calls WHERE call_id = ?').get(callId)
    if (row === undefined) return null
    const events = database
      .prepare('SELECT at, outcome FROM call_events WHERE call_id = ? ORDER BY sequence')
      .all(callId)
    return {
      call: readCall(row),
      initialContext: initialContextSchema.parse(JSON.parse(String(row['initial_context']))),
      events: events.map((event) => {
        const outcome = callStateSchema.parse(JSON.parse(String(event['outcome'])))
        return callEventSchema.parse({ at: event['at'], state: outcome.state, outcome })
      }),
    }
  },

  /** Calls in any of `states`, oldest first: what start-up has to settle. */
  callsInStates({ states }: { states: readonly CallStateName[] }): Call[] {
    const places = states.map(() => '?').join(', ')
    return database
      .prepare(`SELECT * FROM calls WHERE state IN (${places}) ORDER BY sequence`)
      .all(...states)
      .map(readCall)
  },

  /** Calls of which nobody can say yet what became of them, oldest first. */
  unresolvedCalls(_input: Record<string, never>): Call[] {
    return database.prepare('SELECT * FROM calls WHERE unresolved = 1 ORDER BY sequence').all().map(readCall)
  },

  /** One page, newest first, after the call `after`; `total` counts all that match the search. */
  listCalls({ search, after, limit }: Page): { calls: Call[]; total: number; more: boolean } {
    const pattern = likePattern(search.trim())
    const start = `(SELECT sequence FROM calls WHERE call_id = ?)`
    const rows = database
      .prepare(
        `SELECT * FROM calls WHERE search_text LIKE ? ESCAPE '\\' AND (? IS NULL OR sequence < ${start})
         ORDER BY sequence DESC LIMIT ?`,
      )
      .all(pattern, after, after, limit + 1)
    const total = database
      .prepare(`SELECT count(*) AS total FROM calls WHERE search_text LIKE ? ESCAPE '\\'`)
      .get(pattern)
    return {
      calls: rows.slice(0, limit).map(readCall),
      total: Number(total?.['total'] ?? 0),
      more: rows.length > limit,
    }
  },

  /** The highest run id ever accepted by a profile, or null: practice goes on counting from there. */
  highestRunId({ profileId }: { profileId: string }): number | null {
    const row = database
      .prepare('SELECT max(workflow_run_id) AS highest FROM calls WHERE profile_id = ?')
      .get(profileId)
    return typeof row?.['highest'] === 'number' ? row['highest'] : null
  },
})
