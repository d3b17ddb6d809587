import type { DatabaseSync } from 'node:sqlite'
import { type Call, type CallState, type CallStateName, callStateSchema } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import { numberKey, numberTail } from '../../contract/same-number.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { readCall, type Row, workflowRunIdOf } from './call-row.ts'
import { appendEvent } from './event-chain.ts'
import { rowDigest } from './row-digest.ts'
import { inTransaction } from './transaction.ts'

/** What a call is from the start to the end of its life, column by column. */
const lastingColumns = (call: Call, context: InitialContext): Row => ({
  call_id: call.callId,
  profile_id: call.profileId,
  profile_name: call.profileName,
  profile_color: call.profileColor,
  practice: call.practice ? 1 : 0,
  origin: call.origin,
  agent_uuid: call.agentUuid,
  agent_name: call.agentName,
  phone_number: call.phoneNumber,
  phone_number_display: call.phoneNumberDisplay,
  telephony_configuration_id: call.telephonyConfigurationId,
  telephony_configuration_name: call.telephonyConfigurationName,
  from_phone_number_id: call.fromPhoneNumberId,
  from_phone_number_text: call.fromPhoneNumberText,
  initial_context: JSON.stringify(context),
  reference_name: call.referenceName,
  redial_of: call.redialOf,
  number_key: numberKey(call.phoneNumber),
  prepared_at: call.preparedAt,
  // Once it held what is searched; the search file does now.
  search_text: '',
})

/** What changes with every step, column by column. */
const changingColumns = (call: Call): Row => ({
  changed_at: call.changedAt,
  ended_at: call.endedAt,
  server_date: call.serverDate,
  state: call.outcome.state,
  outcome: JSON.stringify(call.outcome),
  unresolved: isUnresolved(call.outcome) ? 1 : 0,
  workflow_run_id: workflowRunIdOf(call),
})

const insertRow = (database: DatabaseSync, row: Row): void => {
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  database.prepare(`INSERT INTO calls (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(row))
}

/** One step of a call: from any of the states `from` (and, when `expected` is there, from exactly that outcome). */
export type CallStep = {
  callId: string
  from: readonly CallStateName[]
  expected?: CallState
  outcome: CallState
  at: string
  endedAt?: string | null
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
    const row = changingColumns(call)
    const changes = Object.keys(row).map((column) => `${column} = ?`)
    database.prepare(`UPDATE calls SET ${changes.join(', ')} WHERE call_id = ?`).run(...Object.values(row), call.callId)
  }

  return {
    find,

    /** Inserts a new call with all states it has gone through, oldest first; inside a transaction of the caller's. */
    insert(call: Call, initialContext: InitialContext, states: CallState[]): void {
      const lasting = lastingColumns(call, initialContext)
      insertRow(database, {
        ...lasting,
        number_tail: numberTail(call.phoneNumber),
        row_digest: rowDigest(lasting),
        ...changingColumns(call),
      })
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
