import type { DatabaseSync } from 'node:sqlite'
import type { Call, CallDetail, CallStateName } from '../../contract/call.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { parseContext, parseEvent } from './parse-call.ts'
import { readCall, readJson, readNote, type Row } from './call-rows.ts'
import { readLearned } from './call-results.ts'
import { isUnresolved, lookUpEndOf } from '../../domain/call-state.ts'
import { isSameNumber, numberTail } from '../../domain/phone-number.ts'
import { readChainHead } from './chain.ts'
import { type Recovery, recoveriesSince } from './recover.ts'

const hasRun = `EXISTS (SELECT 1 FROM json_each(outcome, '$.runIds') WHERE value = ?1)`

export const createCallReader = (database: DatabaseSync) => ({
  getCall({ callId }: { callId: string }): CallDetail | null {
    const row = database.prepare('SELECT * FROM calls WHERE call_id = ?').get(callId)
    if (row === undefined) return null
    const events = database
      .prepare('SELECT at, outcome FROM call_events WHERE call_id = ? ORDER BY sequence')
      .all(callId)
    const call = readCall(row)
    return {
      call,
      note: readNote(database, callId),
      learned: readLearned(database, callId),
      initialContext: parseContext(readJson(row['initial_context'])),
      erasedAt: erasedAtOf(row),
      events: events.flatMap((event) => parseEvent(event['at'], readJson(event['outcome']), call.changedAt) ?? []),
    }
  },

  /**
   * Returns the calls of a run in any profile, newest first (two organizations may have the same run ID), then the
   * calls that may have become it: unresolved ones, and those that the user resolved without knowing the run.
   */
  callsOfRun({ workflowRunId }: { workflowRunId: number }): Call[] {
    const ofRun = database
      .prepare('SELECT * FROM calls WHERE workflow_run_id = ? ORDER BY sequence DESC LIMIT 50')
      .all(workflowRunId)
    const mayHave = database
      .prepare(
        `SELECT * FROM calls WHERE unresolved = 1 AND state = 'candidate' AND ${hasRun}
        UNION ALL SELECT * FROM calls WHERE state = 'closedByOperator' AND workflow_run_id IS NULL
        AND json_extract(outcome, '$.runIds') IS NOT NULL AND ${hasRun} ORDER BY sequence DESC LIMIT 50`,
      )
      .all(workflowRunId)
    return [...ofRun, ...mayHave].map(readCall)
  },

  /** Returns unresolved calls in any of `states`, oldest first. */
  callsInStates({ states }: { states: readonly CallStateName[] }): Call[] {
    const placeholders = states.map(() => '?').join(', ')
    return database
      .prepare(`SELECT * FROM calls WHERE unresolved = 1 AND state IN (${placeholders}) ORDER BY sequence`)
      .all(...states)
      .map(readCall)
  },

  /** Returns the calls whose outcome is unknown, oldest first. */
  unresolvedCalls(_input: Record<string, never>): Call[] {
    return database.prepare('SELECT * FROM calls WHERE unresolved = 1 ORDER BY sequence').all().map(readCall)
  },

  /**
   * Returns the calls whose run is to be looked up: the unresolved ones, and those that a person resolved since a time
   * (ISO 8601) and whose run is not known; oldest first.
   */
  callsToLookUp({ since }: { since: string }): Call[] {
    return database
      .prepare(
        `SELECT * FROM calls WHERE sequence IN (SELECT sequence FROM calls WHERE unresolved = 1
           UNION ALL SELECT sequence FROM calls WHERE purged_at IS NULL AND changed_at >= ? AND state = 'closedByOperator')
         ORDER BY sequence`,
      )
      .all(since)
      .map(readCall)
      .filter((call) => isUnresolved(call.outcome) || lookUpEndOf(call) !== null)
  },

  /** Returns the highest run ID accepted by a profile, or null; practice runs continue from there. */
  highestRunId({ profileId }: { profileId: string }): number | null {
    const row = database
      .prepare('SELECT max(workflow_run_id) AS highest FROM calls WHERE profile_id = ?')
      .get(profileId)
    return typeof row?.['highest'] === 'number' ? row['highest'] : null
  },
})

export type RecentCallTo = Pick<Call, 'callId' | 'phoneNumber' | 'practice' | 'preparedAt'>

export const createCallsToNumber = (database: DatabaseSync) => ({
  /** Returns calls to a number in any spelling, of every profile, newest first. */
  callsToNumber({ phoneNumber, practice, limit }: { phoneNumber: string; practice: boolean; limit: number }): Call[] {
    return database
      .prepare('SELECT * FROM calls WHERE number_tail = ? AND practice = ? ORDER BY sequence DESC')
      .all(numberTail(phoneNumber), practice ? 1 : 0)
      .map(readCall)
      .filter((call) => isSameNumber(call.phoneNumber, phoneNumber))
      .slice(0, limit)
  },

  /** Returns the calls to a number since a time (ISO 8601), as the guards in main's memory need them. */
  recentCallsTo({ phoneNumber, since }: { phoneNumber: string; since: string }): RecentCallTo[] {
    return database
      .prepare(
        'SELECT call_id, phone_number, practice, prepared_at FROM calls WHERE number_tail = ? AND prepared_at >= ?',
      )
      .all(numberTail(phoneNumber), since)
      .map((row) => ({
        callId: String(row['call_id']),
        phoneNumber: String(row['phone_number']),
        practice: row['practice'] === 1,
        preparedAt: String(row['prepared_at']),
      }))
      .filter((call) => isSameNumber(call.phoneNumber, phoneNumber))
  },

  /**
   * Returns the calls with one of these IDs, or whose number may be one of these, among those that were not found or that
   * a person resolved, and the refused calls with one of these IDs, newest first.
   */
  callsNotPlaced(input: { callIds: readonly string[]; phoneNumbers: readonly string[] }): Call[] {
    const { callIds, phoneNumbers } = input
    return database
      .prepare(
        `SELECT * FROM calls
         WHERE sequence IN (
           SELECT sequence FROM calls WHERE call_id IN (SELECT value FROM json_each(?))
             AND state IN ('rejected', 'notFound', 'closedByOperator')
           UNION SELECT sequence FROM calls WHERE number_tail IN (SELECT value FROM json_each(?))
             AND state IN ('notFound', 'closedByOperator'))
         ORDER BY sequence DESC LIMIT 500`,
      )
      .all(JSON.stringify(callIds), JSON.stringify([...new Set(phoneNumbers.map(numberTail))]))
      .map(readCall)
  },
})

/** Number of calls searched for unfinished ones: several times what a user places in a day. */
const newestCalls = 1_000

export const createUnfinishedCallsReader = (database: DatabaseSync) => ({
  /**
   * Returns the accepted calls since a time (ISO 8601) whose result was not read, and those that a person resolved and
   * whose own run is known, newest first. The service reports that a run is over before it reports the result, so an end
   * without a duration is not enough. Skips practice calls and purged calls: the practice organization ends when the app
   * quits, and purged calls get no new values.
   */
  unfinishedCalls({ since, limit }: { since: string; limit: number }): Call[] {
    return database
      .prepare(
        `SELECT * FROM calls
         WHERE sequence > (SELECT max(sequence) FROM calls) - ${newestCalls}
           AND (state = 'accepted' OR (state = 'closedByOperator' AND json_array_length(outcome, '$.ownRunIds') = 1))
           AND unresolved = 0 AND practice = 0 AND purged_at IS NULL AND prepared_at >= ?
           AND (json_extract(outcome, '$.end.durationSeconds') IS NULL
             OR NOT EXISTS (SELECT 1 FROM call_results WHERE call_results.call_id = calls.call_id))
         ORDER BY sequence DESC LIMIT ?`,
      )
      .all(since, limit)
      .map(readCall)
  },
})

/** The initial context of a call and when the call was prepared. */
type SentContext = { preparedAt: string; context: InitialContext }

/** Number of calls searched: weeks of use, and a few milliseconds in a history of any length. */
const newest = 5_000

export const createSentContexts = (database: DatabaseSync) => ({
  /**
   * Returns the contexts sent to an agent among the newest 5,000 calls, newest first, omitting those that were erased.
   */
  sentContexts({
    profileId,
    agentUuid,
    limit,
  }: {
    profileId: string
    agentUuid: string
    limit: number
  }): SentContext[] {
    return database
      .prepare(
        `SELECT prepared_at, initial_context FROM calls
         WHERE sequence > (SELECT max(sequence) FROM calls) - ${newest}
           AND profile_id = ? AND agent_uuid = ? AND purged_at IS NULL
         ORDER BY sequence DESC LIMIT ?`,
      )
      .all(profileId, agentUuid, limit)
      .map((row) => ({
        preparedAt: String(row['prepared_at']),
        context: parseContext(readJson(row['initial_context'])),
      }))
  },
})

/** An event in the chain. `salt` is null after an erasure; `outcome` is the exact stored string. */
export type ProofEvent = {
  sequence: number
  at: string
  state: string
  outcome: string
  salt: string | null
  digest: string
  previous: string
  hash: string
}

/**
 * A call's events, when its number and texts were erased (null if they were not), the end of the chain, and the
 * recoveries of the history since the call was prepared.
 */
export type CallProof = {
  events: ProofEvent[]
  erasedAt: string | null
  head: { events: number; hash: string }
  recoveries: Recovery[]
}

const erasedAtOf = (row: Row | undefined): string | null => {
  const at = row?.['purged_at']
  return typeof at === 'string' ? at : null
}

export const createCallProof = (database: DatabaseSync) => ({
  callProof({ callId }: { callId: string }): CallProof {
    const rows = database.prepare('SELECT * FROM call_events WHERE call_id = ? ORDER BY sequence').all(callId)
    const call = database.prepare('SELECT purged_at, prepared_at FROM calls WHERE call_id = ?').get(callId)
    const { events, hash } = readChainHead(database)
    return {
      erasedAt: erasedAtOf(call),
      events: rows.map((row) => ({
        sequence: Number(row['sequence']),
        at: String(row['at']),
        state: String(row['state']),
        outcome: String(row['outcome']),
        salt: row['salt'] === null ? null : String(row['salt']),
        digest: String(row['digest']),
        previous: String(row['previous_hash']),
        hash: String(row['hash']),
      })),
      head: { events, hash },
      recoveries: recoveriesSince(database, String(call?.['prepared_at'] ?? '')),
    }
  },
})
