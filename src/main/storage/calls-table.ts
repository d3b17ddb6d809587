import type { DatabaseSync } from 'node:sqlite'
import {
  type Call,
  type CallDetail,
  type CallState,
  type CallStateName,
  callEventSchema,
  callSchema,
} from '../../contract/call.ts'
import { type InitialContext, initialContextSchema } from '../../contract/initial-context.ts'
import { readCall, searchText, workflowRunIdOf } from './call-row.ts'
import { appendEvent } from './event-chain.ts'
import { inTransaction } from './transaction.ts'

type Page = { search: string; after: string | null; limit: number }

const insert = `INSERT INTO calls (call_id, profile_id, profile_name, profile_color, practice, origin, agent_uuid, agent_name,
  phone_number, phone_number_display, telephony_configuration_id, telephony_configuration_name, from_phone_number_id,
  from_phone_number_text, initial_context, prepared_at, changed_at, state, outcome, workflow_run_id, search_text)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (call_id) DO NOTHING`

const columnsOf = (call: Call, context: InitialContext): (string | number | null)[] => [
  call.callId,
  call.profileId,
  call.profileName,
  call.profileColor,
  call.practice ? 1 : 0,
  call.origin,
  call.agentUuid,
  call.agentName,
  call.phoneNumber,
  call.phoneNumberDisplay,
  call.telephonyConfigurationId,
  call.telephonyConfigurationName,
  call.fromPhoneNumberId,
  call.fromPhoneNumberText,
  JSON.stringify(context),
  call.preparedAt,
  call.changedAt,
  call.outcome.state,
  JSON.stringify(call.outcome),
  workflowRunIdOf(call),
  searchText(call),
]

/** LIKE's own signs are taken literally: people search for `100%` and `_`. */
const likePattern = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** The calls' table: every change is one transaction with its event, and every state change a compare-and-set. */
export const createCallsTable = (database: DatabaseSync) => {
  const find = (callId: string): Call | null => {
    const row = database.prepare('SELECT * FROM calls WHERE call_id = ?').get(callId)
    return row === undefined ? null : readCall(row)
  }

  const write = (call: Call, from: readonly CallStateName[]): boolean => {
    const places = from.map(() => '?').join(', ')
    const change = database
      .prepare(
        `UPDATE calls SET state = ?, outcome = ?, changed_at = ?, workflow_run_id = ?, search_text = ?
         WHERE call_id = ? AND state IN (${places})`,
      )
      .run(
        call.outcome.state,
        JSON.stringify(call.outcome),
        call.changedAt,
        workflowRunIdOf(call),
        searchText(call),
        call.callId,
        ...from,
      )
    return Number(change.changes) === 1
  }

  return {
    /** Inserts a call with its first event. A known callId inserts nothing and gives the call that is there. */
    insertCall({ call, initialContext }: { call: Call; initialContext: InitialContext }): {
      inserted: boolean
      call: Call
    } {
      return inTransaction(database, () => {
        const { changes } = database.prepare(insert).run(...columnsOf(call, initialContext))
        if (Number(changes) === 1)
          appendEvent(database, { callId: call.callId, at: call.preparedAt, outcome: call.outcome })
        return { inserted: Number(changes) === 1, call: find(call.callId) ?? call }
      })
    },

    /** Moves a call to `outcome` if it is in one of the states `from`; null when it is in none of them (or unknown). */
    moveCall(step: { callId: string; from: readonly CallStateName[]; outcome: CallState; at: string }): Call | null {
      return inTransaction(database, () => {
        const before = find(step.callId)
        if (before === null) return null
        const call = { ...before, outcome: step.outcome, changedAt: step.at }
        if (!write(call, step.from)) return null
        appendEvent(database, step)
        return call
      })
    },

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
          const outcome = callSchema.shape.outcome.parse(JSON.parse(String(event['outcome'])))
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
  }
}
