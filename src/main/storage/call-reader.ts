import type { DatabaseSync } from 'node:sqlite'
import {
  type Call,
  type CallDetail,
  type CallStateName,
  callEventSchema,
  callStateSchema,
} from '../../contract/call.ts'
import { initialContextSchema } from '../../contract/initial-context.ts'
import { readNote } from './call-notes.ts'
import { readCall } from './call-row.ts'

/** Reads calls: one with everything about it, or those that wait to be settled. */
export const createCallReader = (database: DatabaseSync) => ({
  getCall({ callId }: { callId: string }): CallDetail | null {
    const row = database.prepare('SELECT * FROM calls WHERE call_id = ?').get(callId)
    if (row === undefined) return null
    const events = database
      .prepare('SELECT at, outcome FROM call_events WHERE call_id = ? ORDER BY sequence')
      .all(callId)
    return {
      call: readCall(row),
      note: readNote(database, callId),
      initialContext: initialContextSchema.parse(JSON.parse(String(row['initial_context']))),
      events: events.map((event) => {
        const outcome = callStateSchema.parse(JSON.parse(String(event['outcome'])))
        return callEventSchema.parse({ at: event['at'], state: outcome.state, outcome })
      }),
    }
  },

  /**
   * The calls of a run, of every profile, newest first: two organizations may both have a run of that number. Behind them
   * come the calls of which nobody can say yet whether they became it: their state is `candidate`.
   */
  callsOfRun({ workflowRunId }: { workflowRunId: number }): Call[] {
    const became = database
      .prepare('SELECT * FROM calls WHERE workflow_run_id = ? ORDER BY sequence DESC LIMIT 50')
      .all(workflowRunId)
    const mayHave = database
      .prepare(
        `SELECT * FROM calls WHERE unresolved = 1 AND state = 'candidate'
        AND EXISTS (SELECT 1 FROM json_each(outcome, '$.runIds') WHERE value = ?) ORDER BY sequence DESC LIMIT 50`,
      )
      .all(workflowRunId)
    return [...became, ...mayHave].map(readCall)
  },

  /** Unresolved calls in any of `states`, oldest first: what start-up has to settle. */
  callsInStates({ states }: { states: readonly CallStateName[] }): Call[] {
    const places = states.map(() => '?').join(', ')
    return database
      .prepare(`SELECT * FROM calls WHERE unresolved = 1 AND state IN (${places}) ORDER BY sequence`)
      .all(...states)
      .map(readCall)
  },

  /** Calls of which nobody can say yet what became of them, oldest first. */
  unresolvedCalls(_input: Record<string, never>): Call[] {
    return database.prepare('SELECT * FROM calls WHERE unresolved = 1 ORDER BY sequence').all().map(readCall)
  },

  /** The highest run id ever accepted by a profile, or null: practice goes on counting from there. */
  highestRunId({ profileId }: { profileId: string }): number | null {
    const row = database
      .prepare('SELECT max(workflow_run_id) AS highest FROM calls WHERE profile_id = ?')
      .get(profileId)
    return typeof row?.['highest'] === 'number' ? row['highest'] : null
  },
})
