import type { DatabaseSync } from 'node:sqlite'
import type { Call, CallState, CallStateName } from '../../contract/call.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { readCall, searchText, workflowRunIdOf } from './call-row.ts'
import { appendEvent } from './event-chain.ts'
import { inTransaction } from './transaction.ts'

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

/** Writes calls: every change is one transaction with its event, and every state change a compare-and-set. */
export const createCallWriter = (database: DatabaseSync) => {
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
  }
}
