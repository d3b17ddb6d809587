import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../../contract/call.ts'
import type { InitialContext } from '../../../contract/initial-context.ts'
import type { FindingCode, List } from '../../../contract/list.ts'
import {
  displayStateOf,
  longestCall,
  mayBeInProgressAt,
  mayHaveRung,
  repeatSinceOf,
  runDespiteDecisionOf,
} from '../../../domain/call-state.ts'
import { isOpen, type ListHours, nameOfClosed, nextOpening } from '../../../domain/lists/calling-hours.ts'
import { mayCallAgain, roomForCall } from '../../../domain/lists/retry.ts'
import { readJson, readOutcome, type Row } from '../call-rows.ts'
import { createKnownCalls } from './known-calls.ts'
import { otherRowsToCall, readContext } from './list-calls.ts'
import { timesOfCalls } from './number-limit.ts'
import { atOnce, findingsOf, holdRow, readFixes, rowIdOf, settleRows, zonesOf } from './list-rows.ts'
import { openFindings, type RowDecision } from './row-state.ts'

/** The row that a call is for, and what the policy changes about calling hours. */
export type ListRowOfCall = { listId: string; row: number } & Pick<ListHours, 'within' | 'holidays'>

/**
 * Why a row is not called now. `list`: the list is not running. `row`: the row is not ready, or its next call, number or
 * context is a different one. The other reasons have changed the row: with `doNotCall` and `consent` it is refused or
 * held, and with `hours`, `maximum` and `inProgress` it is called later, at `until`.
 */
export type NotNow = {
  placed: 'notNow'
  reason: 'list' | 'row' | 'notDue' | 'doNotCall' | 'consent' | 'hours' | 'maximum' | 'inProgress'
  /** When the row is due again (ISO 8601); null if unknown. */
  until: string | null
}

type CallOfRow = { call: Call; initialContext: InitialContext }

type RowKey = { id: number; list: number; row: number }

/** A row that may be called; its call must be written in the same transaction. */
export type ClaimedRow = RowKey & {
  attempts: number
  /** Earlier calls of this row that are proved not to have reached a person, so that calling it again is intended. */
  earlier: string[]
  /** Calls to the number since this time (ISO 8601) hold the row, according to the list's days. */
  recentSince: string
  /** Whether the user decided to call the row although this call to its number was placed. */
  mayRepeat: (callId: string) => boolean
  /** Whether the user released the row after the present outcome of this call to its number was recorded. */
  isReleasedAfter: (callId: string) => boolean
}

const notNow = (reason: NotNow['reason'], until: string | null = null): NotNow => ({ placed: 'notNow', reason, until })

const day = 86_400_000
/** Wait before a number with a call in progress is tried again, in milliseconds. */
const whileInProgress = 60_000

const selectSql = `SELECT list_rows.*, lists.state AS list_state, lists.options, lists.practice, lists.profile_id,
    lists.agent FROM lists JOIN list_rows ON list_rows.list = lists.list_number
  WHERE lists.list_id = ?1 AND list_rows.id = lists.list_number * ${rowIdOf(1, 0)} + ?2`

/**
 * Returns `at` if the row may be called then, otherwise the next time when it may. Practice calls ring no phone, so they
 * are always allowed.
 */
export const openingOf = (row: Row, hours: ListHours, at: number): number | null => {
  const zones = zonesOf(row)
  return row['practice'] === 1 || isOpen(at, zones, hours) ? at : nextOpening(at, zones, hours)
}

/** Returns when a call that a user resolved must be over, in milliseconds since 1970. */
const latestEnd = ({ preparedAt }: Pick<Call, 'preparedAt'>): number => Date.parse(preparedAt) + longestCall + 1

/**
 * Ends the wait of a row for its earlier call, whose end is known now; the transaction that records the next call decides
 * whether something else delays it. A row that waits until another time doesn't change.
 */
export const endWait = (database: DatabaseSync, call: Call): void =>
  void database
    .prepare(
      `UPDATE list_rows SET due_at = ?1, not_before = NULL
       WHERE id = (SELECT row_id FROM list_calls WHERE call_id = ?2) AND (due_at = ?3 OR not_before = ?3)`,
    )
    .run(atOnce, call.callId, latestEnd(call))

/** The gates of a list row, for the transaction that records its call. Anything unreadable stops the call. */
export const createListGate = (database: DatabaseSync) => {
  /** `notBefore`: when the row may be called if calling hours and holidays allow it; null if they don't put it off. */
  const callLater = (id: number, reason: NotNow['reason'], until: number, notBefore: number | null): NotNow => {
    database.prepare('UPDATE list_rows SET due_at = ?, not_before = ? WHERE id = ?').run(until, notBefore, id)
    return notNow(reason, new Date(until).toISOString())
  }

  const hold = ({ list, row }: RowKey, code: FindingCode, reason: NotNow['reason'], at: number, name = ''): NotNow => {
    holdRow(database, list, row, { code, name }, at)
    return notNow(reason)
  }

  /**
   * Returns the IDs of a row's earlier calls: those `proved` not to have reached a person, and the others. A call that a
   * user resolved as not placed may have a run that isn't over; `overAt` is when all of them must be (milliseconds).
   */
  const earlierCalls = (id: number, at: string): { proved: string[]; others: string[]; overAt: number } => {
    const calls = database.prepare('SELECT calls.* FROM list_calls JOIN calls USING (call_id) WHERE row_id = ?').all(id)
    const proved = calls.filter((call) => mayCallAgain(readOutcome(call)))
    const ends = proved
      .map((call) => ({ outcome: readOutcome(call), preparedAt: String(call['prepared_at']) }))
      .filter((call) => mayBeInProgressAt(call, at))
      .map(latestEnd)
    const callIds = proved.map((call) => String(call['call_id']))
    const others = calls.map((call) => String(call['call_id'])).filter((callId) => !callIds.includes(callId))
    return { proved: callIds, others, overAt: Math.max(Date.parse(at), ...ends) }
  }

  const isOfCall = (row: Row, call: Call): boolean => {
    // `saveListPlan` wrote the agent.
    const agent = readJson(row['agent'] ?? 'null') as List['agent']
    return (
      row['state'] === 'ready' &&
      row['call_id'] === call.callId &&
      row['phone_number'] === call.phoneNumber &&
      row['profile_id'] === call.profileId &&
      agent?.agentUuid.toLowerCase() === call.agentUuid.toLowerCase()
    )
  }

  const decisionOf = (row: Row): RowDecision | null =>
    // The table's schema allows only these three values.
    row['decision'] === null ? null : (row['decision'] as RowDecision)

  return {
    /** Checks the requirements of the list, and changes the row if it cannot be called now. */
    open(
      { listId, row: number, ...ofPolicy }: ListRowOfCall,
      { call, initialContext }: CallOfRow,
    ): ClaimedRow | NotNow {
      const row = database.prepare(selectSql).get(listId, number)
      if (row === undefined || row['list_state'] !== 'running') return notNow('list')
      if (!isOfCall(row, call)) return notNow('row')
      // The row was read before a person whom it mentions was erased.
      if (JSON.stringify(readContext(row)) !== JSON.stringify(initialContext)) return notNow('row')
      const now = Date.parse(call.preparedAt)
      if (!(Number(row['due_at']) <= now)) return notNow('notDue', new Date(Number(row['due_at'])).toISOString())
      // `saveListPlan` wrote the options.
      const { hours, days, retry, recentDays } = readJson(row['options']) as List['options']
      const key = { id: Number(row['id']), list: Number(row['list']), row: number }
      const findings = findingsOf(database, key.id)
      const [open] = openFindings({ findings, fixes: readFixes(database, key.list), decision: decisionOf(row) })
      if (open !== undefined) {
        settleRows(database, key.list, [number], now)
        return notNow(open.code === 'noConsent' ? 'consent' : 'row')
      }
      const earlier = earlierCalls(key.id, call.preparedAt)
      const known = createKnownCalls(database, row, findings)
      // A call seemed certain not to have reached anyone, but its response arrived after the row was made ready again.
      if (!earlier.others.every(known.isOutcomeKnown)) return hold(key, 'calledRecently', 'row', now)
      const listHours = { ...hours, days, ...ofPolicy }
      const opening = openingOf(row, listHours, now)
      const holdClosed = (): NotNow => hold(key, 'noTimeZone', 'hours', now, nameOfClosed(now, zonesOf(row), listHours))
      if (opening === null) return holdClosed()
      if (opening > now) return callLater(key.id, 'hours', opening, now)
      const room = roomForCall(now, timesOfCalls(database, call, now), retry)
      const next = Math.max(room, earlier.overAt)
      if (next > now) {
        const later = openingOf(row, listHours, next)
        if (later === null) return holdClosed()
        return callLater(key.id, room > now ? 'maximum' : 'inProgress', later, later > next ? next : null)
      }
      return {
        ...key,
        attempts: Number(row['attempts']),
        earlier: earlier.proved,
        recentSince: repeatSinceOf(recentDays * day, now),
        mayRepeat: known.isKnown,
        isReleasedAfter: known.isReleasedAfter,
      }
    },

    /** Permanently refuses a row whose number must not be called. */
    refuse: (row: ClaimedRow, call: Call): NotNow => hold(row, 'doNotCall', 'doNotCall', Date.parse(call.preparedAt)),

    /** Calls the row later, because a call to its number is in progress, or its run is still looked up. */
    wait: ({ id }: ClaimedRow, call: Call): NotNow =>
      callLater(id, 'inProgress', Date.parse(call.preparedAt) + whileInProgress, null),

    /** Marks the row as called, in the transaction that records its call. */
    claim({ id, attempts }: ClaimedRow, call: Call): void {
      database
        .prepare('INSERT INTO list_calls (call_id, row_id, attempt) VALUES (?, ?, ?)')
        .run(call.callId, id, attempts + 1)
      database.prepare('UPDATE list_rows SET attempts = attempts + 1 WHERE id = ?').run(id)
      followCall(database, call)
    },
  }
}

/**
 * Copies a call's state to its list row, in the transaction that writes the call. The row keeps the time of its state if
 * only more is known about the call. The statement matches nothing if the
 * call belongs to no list or is not the row's current call. If an earlier call may have rung although a person resolved
 * it, the row is held. If the call has a run although a user resolved it as not placed, the other rows with its number
 * are held. The end of a run doesn't get here unless it shows that such a call was answered.
 */
export const followCall = (database: DatabaseSync, call: Call): void => {
  const { callId, outcome, changedAt } = call
  database
    .prepare(
      `UPDATE list_rows SET state = ?1, changed_at = CASE WHEN state = ?1 THEN changed_at ELSE ?2 END
       WHERE call_id = ?3 AND id = (SELECT row_id FROM list_calls WHERE call_id = ?3)`,
    )
    .run(displayStateOf(outcome), Date.parse(changedAt), callId)
  if (outcome.state === 'closedByOperator' && mayHaveRung(outcome))
    holdNextCall(database, callId, Date.parse(changedAt))
  if (runDespiteDecisionOf(outcome) !== null) holdOtherRows(database, call)
}

/**
 * Holds the other rows with the number of a call that may be called next, unless the user knew the call when deciding to
 * call them. A row of a draft is held by the check or by the transaction that records its call.
 */
const holdOtherRows = (database: DatabaseSync, call: Call): void => {
  for (const row of otherRowsToCall(database, call))
    if (!createKnownCalls(database, row, findingsOf(database, Number(row['id']))).isKnown(call.callId))
      holdRow(
        database,
        Number(row['list']),
        Number(row['row']),
        { code: 'calledRecently', name: '' },
        Date.parse(call.changedAt),
      )
}

/**
 * Holds the row of a call, now or as soon as it is ready again, if the row has got another call since. A row that the user
 * left out only gets the finding, and an erased row doesn't change.
 */
const holdNextCall = (database: DatabaseSync, callId: string, at: number): void => {
  const found = database
    .prepare(
      `SELECT list_rows.list, list_rows.row FROM list_calls JOIN list_rows ON list_rows.id = list_calls.row_id
         JOIN lists ON lists.list_number = list_rows.list
       WHERE list_calls.call_id = ?1 AND list_rows.call_id <> ?1 AND cells <> '[]' AND lists.state IN ('draft', 'running', 'paused')`,
    )
    .get(callId)
  if (found !== undefined)
    holdRow(database, Number(found['list']), Number(found['row']), { code: 'calledRecently', name: '' }, at)
}
