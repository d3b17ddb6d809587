import type { DatabaseSync } from 'node:sqlite'
import { type Call, type CallState, type CallStateName, callStateSchema } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { readCall, searchText, workflowRunIdOf } from './call-row.ts'
import { appendEvent } from './event-chain.ts'
import { numberKey } from './number-key.ts'
import { inTransaction } from './transaction.ts'

const insert = `INSERT INTO calls (call_id, profile_id, profile_name, profile_color, practice, origin, agent_uuid, agent_name,
  phone_number, phone_number_display, telephony_configuration_id, telephony_configuration_name, from_phone_number_id,
  from_phone_number_text, initial_context, reference_name, redial_of, number_key, prepared_at, changed_at, state, outcome,
  unresolved, workflow_run_id, search_text)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

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
  call.referenceName,
  call.redialOf,
  numberKey(call.phoneNumber),
  call.preparedAt,
  call.changedAt,
  call.outcome.state,
  JSON.stringify(call.outcome),
  isUnresolved(call.outcome) ? 1 : 0,
  workflowRunIdOf(call),
  searchText(call),
]

/** One step of a call: from any of the states `from` (and, when `expected` is there, from exactly that outcome). */
export type CallStep = {
  callId: string
  from: readonly CallStateName[]
  expected?: CallState
  outcome: CallState
  at: string
  endedAt?: string
  serverDate?: string | null
}

/** The schema puts the names of both in one order, so that equal outcomes are equal texts. */
const isExpected = (found: CallState, expected: CallState | undefined): boolean =>
  expected === undefined || JSON.stringify(found) === JSON.stringify(callStateSchema.parse(expected))

/** Writes calls: every change is one transaction with its event, and every state change a compare-and-set. */
export const createCallWriter = (database: DatabaseSync) => {
  const find = (callId: string): Call | null => {
    const row = database.prepare('SELECT * FROM calls WHERE call_id = ?').get(callId)
    return row === undefined ? null : readCall(row)
  }

  const write = (call: Call): void => {
    database
      .prepare(
        `UPDATE calls SET state = ?, outcome = ?, unresolved = ?, changed_at = ?, ended_at = ?, server_date = ?,
           workflow_run_id = ?, search_text = ? WHERE call_id = ?`,
      )
      .run(
        call.outcome.state,
        JSON.stringify(call.outcome),
        isUnresolved(call.outcome) ? 1 : 0,
        call.changedAt,
        call.endedAt,
        call.serverDate,
        workflowRunIdOf(call),
        searchText(call),
        call.callId,
      )
  }

  return {
    find,

    /** Inserts a new call with all states it has gone through, oldest first; inside a transaction of the caller's. */
    insert(call: Call, initialContext: InitialContext, states: CallState[]): void {
      database.prepare(insert).run(...columnsOf(call, initialContext))
      for (const outcome of states) appendEvent(database, { callId: call.callId, at: call.changedAt, outcome })
    },

    /** Moves a call if it stands where the step says; null when it does not (or is unknown). */
    moveCall(step: CallStep): Call | null {
      return inTransaction(database, () => {
        const before = find(step.callId)
        if (before === null || !step.from.includes(before.outcome.state)) return null
        if (!isExpected(before.outcome, step.expected)) return null
        const { outcome, at: changedAt, endedAt = before.endedAt, serverDate = before.serverDate } = step
        const call: Call = { ...before, outcome, changedAt, endedAt, serverDate }
        write(call)
        appendEvent(database, { callId: call.callId, at: changedAt, outcome })
        return call
      })
    },
  }
}

export type CallWriter = ReturnType<typeof createCallWriter>
