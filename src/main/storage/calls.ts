import type { DatabaseSync } from 'node:sqlite'
import type { Call, CallState, CallStateName } from '../../contract/call.ts'
import { addsEndOnly } from '../../domain/answered-calls.ts'
import {
  hasNewRunDespite,
  isLongAgo,
  isProvisional,
  isResolvedAndOver,
  isUnresolved,
  keepFoundRun,
  mayBeInProgressAt,
  mayGetRunDespite,
  mayHaveRung,
  mayHaveRungRecently,
  mayLookUpEnd,
  placedOf,
  runIdOf,
  wasNotPlaced,
} from '../../domain/call-state.ts'
import { isSameNumber, numberKey, numberTail } from '../../domain/phone-number.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { newestToNumber, readCall, removeRemindersOf, type Row } from './call-rows.ts'
import { inTransaction } from './database.ts'
import { createDoNotCallFinder } from './do-not-call.ts'
import type { AuditEntry } from '../../contract/audit.ts'
import type { DoNotCall } from '../../contract/person.ts'
import { appendAuditAction } from './audit.ts'
import { appendEvents } from './chain.ts'
import { StorageError } from './errors.ts'
import { isCallOfFile } from './lists/earlier-calls.ts'
import {
  type ClaimedRow,
  createListGate,
  endWait,
  followCall,
  type ListRowOfCall,
  type NotNow,
} from './lists/list-gate.ts'
import { parseOutcome, storableCall } from './parse-call.ts'
import { rowDigest, stateDigest } from './row-digests.ts'

type RecordCallInput = {
  /** The outcome is `sending`. */
  call: Call
  initialContext: InitialContext
  /**
   * Calls to this number prepared at or after this time (ISO 8601) need confirmation, and so do earlier ones that may be
   * in progress.
   */
  repeatSince: string
  /** Calls to this number that are recent according to the monotonic clock, regardless of their recorded time. */
  recentCallIds?: readonly string[]
  /** Calls to this number in main's memory, because after an erasure, their records have no number. */
  rememberedCallIds?: readonly string[]
  /** Earlier calls whose end was just looked up. */
  lookedUp?: readonly string[]
  /** Earlier calls, and do-not-call entries, that the user has confirmed. */
  confirmedAfter: readonly string[]
  /** Written with the record if the user confirmed a call to a number of the do-not-call list. */
  auditOfListed?: Omit<AuditEntry, 'phase'>
  /** The list row that the call is for; its gates are checked as well. */
  listRow?: ListRowOfCall
}

type RecordCallResult =
  /** The call was committed as `sending`; only this caller sends it. */
  | { placed: 'now'; call: Call }
  /** The call was recorded earlier; another caller sends it. */
  | { placed: 'before'; call: Call }
  | { placed: 'locked'; earlier: Call }
  | { placed: 'repeat'; earlier: Call }
  /** It is not known whether an earlier call is over. */
  | { placed: 'inProgress'; earlier: Call }
  /** The number must not be called without a confirmation. */
  | { placed: 'doNotCall'; entry: DoNotCall }
  /** The call specified by `redialOf` may not be repeated. */
  | { placed: 'wrongRedial' }
  | NotNow

const toNumber = 'FROM calls WHERE number_tail = ?1 AND practice = ?2'

/** A single statement for all guards, because each statement delays every call. */
const earlierSql = `SELECT * FROM calls WHERE sequence IN (
    SELECT sequence ${toNumber} AND (unresolved = 1 OR prepared_at >= ?3)
    UNION ALL SELECT sequence FROM (
      SELECT sequence ${toNumber} AND state IN ('accepted', 'closedByOperator') ORDER BY sequence DESC LIMIT ${newestToNumber})
  ) ORDER BY sequence DESC`

const byIdSql = 'SELECT * FROM calls WHERE call_id IN (SELECT value FROM json_each(?))'

/** An earlier call to the same number. If `isLocking`, the number must not be called. */
type Earlier = { call: Call; isLocking: boolean }

/** Runs the guards, the record and the claim in one transaction, so that no other submission can come between them. */
export const createRecordCall = (database: DatabaseSync, writer: CallWriter) => {
  const doNotCall = createDoNotCallFinder(database)
  const gate = createListGate(database)
  /**
   * Reads the earlier calls to a number that may prevent a call, newest first: unresolved ones, those since
   * `repeatSince`, the newest placed ones, whose runs may still be in progress, no matter how old they are, and those
   * that main knows to be recent or whose number was erased. Practice calls ring no phone, so practice and real calls
   * never block each other.
   */
  const readEarlier = (
    { call: { phoneNumber, practice }, recentCallIds = [], rememberedCallIds = [] }: RecordCallInput,
    repeatSince: string,
  ): Earlier[] => {
    const rows = database.prepare(earlierSql).all(numberTail(phoneNumber), practice ? 1 : 0, repeatSince)
    const found = new Set(rows.map((row) => row['call_id']))
    const known = new Set([...recentCallIds, ...rememberedCallIds])
    const missing = [...known].filter((callId) => !found.has(callId))
    const others = missing.length === 0 ? [] : database.prepare(byIdSql).all(JSON.stringify(missing))
    return [...rows, ...others]
      .toSorted((one, other) => Number(other['sequence']) - Number(one['sequence']))
      .map((row) => ({ call: readCall(row), isLocking: row['unresolved'] === 1 }))
      .filter(({ call }) => known.has(call.callId) || isSameNumber(call.phoneNumber, phoneNumber))
  }

  /** Returns whether `redialOf` may be repeated: only a call to the same number that was certainly not placed. */
  const mayRedial = ({ redialOf, phoneNumber, practice }: Call): boolean => {
    const earlier = redialOf === null ? null : writer.find(redialOf)
    if (earlier === null) return redialOf === null
    const isSameLine = earlier.practice === practice && isSameNumber(earlier.phoneNumber, phoneNumber)
    return isSameLine && wasNotPlaced(earlier.outcome)
  }

  const findBlockingCall = (
    { call, repeatSince, recentCallIds = [], lookedUp = [], confirmedAfter }: RecordCallInput,
    earlier: readonly Earlier[],
    mayRepeat?: ClaimedRow['mayRepeat'],
  ): RecordCallResult | null => {
    const locking = earlier.find(({ isLocking }) => isLocking)
    if (locking) return { placed: 'locked', earlier: locking.call }
    if (!mayRedial(call)) return { placed: 'wrongRedial' }
    const entry = doNotCall.find({ ...call, at: call.preparedAt })
    if (entry !== null && !confirmedAfter.includes(entry.entryId)) return { placed: 'doNotCall', entry }
    const isOpen = (one: Call): boolean => !confirmedAfter.includes(one.callId)
    const calls = earlier.map((one) => one.call)
    const times = { repeatSince, at: call.preparedAt }
    const rang = calls.filter(
      (one) => mayHaveRungRecently(one, times) || (recentCallIds.includes(one.callId) && mayHaveRung(one.outcome)),
    )
    // A user who confirms the newest call knows that the number was called. A list knows only the calls before a decision.
    const repeated =
      mayRepeat === undefined
        ? rang.slice(0, 1).find(isOpen)
        : rang.find((one) => isOpen(one) && !mayRepeat(one.callId))
    if (repeated !== undefined) return { placed: 'repeat', earlier: repeated }
    // The service ends calls after 20 minutes, and the user decided to call the row.
    const isOver = (one: Call): boolean =>
      mayRepeat?.(one.callId) === true && lookedUp.includes(one.callId) && isLongAgo(one, call.preparedAt)
    const inProgress = calls.find((one) => mayBeInProgressAt(one, call.preparedAt) && !isOver(one))
    return inProgress !== undefined && isOpen(inProgress) ? { placed: 'inProgress', earlier: inProgress } : null
  }

  /**
   * Refuses a list row, or calls it later, if a single call would need a confirmation, because a list cannot confirm a
   * call. The end of an earlier call is looked up first.
   */
  const refuseRow = (row: ClaimedRow, input: RecordCallInput, refused: RecordCallResult): RecordCallResult => {
    if (refused.placed === 'doNotCall') return gate.refuse(row, input.call)
    if (refused.placed !== 'inProgress' || !row.mayRepeat(refused.earlier.callId)) return refused
    return mayLookUpEnd(refused.earlier, input.lookedUp) ? refused : gate.wait(row, input.call)
  }

  /**
   * Returns whether the service may show a run of an earlier call to the number that a user resolved as not placed. A user
   * who calls a single number knows about the decision; a list's row waits unless the user released it since.
   */
  const isRunLookedUp = ({ isReleasedAfter }: ClaimedRow, { preparedAt }: Call, earlier: readonly Earlier[]): boolean =>
    earlier.some(({ call }) => mayGetRunDespite(call, Date.parse(preparedAt)) && !isReleasedAfter(call.callId))

  /**
   * Returns an earlier call to the number that rang or may have rung for another list from the row's file, and that the
   * user did not know when deciding to call the row.
   */
  const findCallOfFile = (row: ClaimedRow, { practice }: Call, earlier: readonly Earlier[]): Call | undefined =>
    practice
      ? undefined
      : earlier.find(
          ({ call }) =>
            mayHaveRung(call.outcome) && !row.mayRepeat(call.callId) && isCallOfFile(database, row, call.callId),
        )?.call

  /**
   * Returns an earlier call to the number whose run the look-up found when the row was not ready, for example in a draft.
   * Otherwise the row is held as soon as the run is recorded (`followCall`).
   */
  const findNewRun = (row: ClaimedRow, { preparedAt }: Call, earlier: readonly Earlier[]): Call | undefined =>
    earlier.find(
      ({ call }) =>
        hasNewRunDespite(call, preparedAt) && !row.earlier.includes(call.callId) && !row.mayRepeat(call.callId),
    )?.call

  const record = ({ call, initialContext }: RecordCallInput): Call =>
    writer.insert(call, initialContext, [{ state: 'queued' }, call.outcome])

  const recordOfList = (input: RecordCallInput, listRow: ListRowOfCall): RecordCallResult => {
    const row = gate.open(listRow, input)
    if ('placed' in row) return row
    const { earlier, recentSince, mayRepeat } = row
    const repeatSince = recentSince < input.repeatSince ? recentSince : input.repeatSince
    const confirmedAfter = [...input.confirmedAfter, ...earlier]
    const calls = readEarlier(input, repeatSince)
    const refused = findBlockingCall({ ...input, repeatSince, confirmedAfter }, calls, mayRepeat)
    if (refused !== null) return refuseRow(row, input, refused)
    const repeated = findCallOfFile(row, input.call, calls) ?? findNewRun(row, input.call, calls)
    if (repeated !== undefined) return { placed: 'repeat', earlier: repeated }
    if (isRunLookedUp(row, input.call, calls)) return gate.wait(row, input.call)
    const call = record(input)
    gate.claim(row, call)
    return { placed: 'now', call }
  }

  return {
    recordCall(input: RecordCallInput): RecordCallResult {
      return inTransaction(database, () => {
        const known = writer.find(input.call.callId)
        if (known !== null) return { placed: 'before', call: known }
        if (input.listRow !== undefined) return recordOfList(input, input.listRow)
        const refused = findBlockingCall(input, readEarlier(input, input.repeatSince))
        if (refused !== null) return refused
        const { call, auditOfListed } = input
        if (auditOfListed !== undefined && doNotCall.find({ ...call, at: call.preparedAt }) !== null)
          appendAuditAction(database, auditOfListed)
        return { placed: 'now', call: record(input) }
      })
    },
  }
}

/** A call that this process has in flight, as recorded when it was sent; `at` is the current time (ISO 8601). */
type Return = { call: Call; initialContext: InitialContext; at: string }

/** Restores in-flight calls after the history was restored or was opened by another process. */
export const createRestoreCall = (database: DatabaseSync, writer: CallWriter) => ({
  /**
   * Sets the call to `sending` if its record is missing or has a provisional outcome, because nothing is known before
   * its request ends. An outcome set by the service or the user is kept. Returns the call as recorded.
   */
  restoreCall({ call, initialContext, at }: Return): Call {
    const known = writer.find(call.callId)
    if (known === null)
      return inTransaction(database, () => {
        const restored = writer.insert(call, initialContext, [{ state: 'queued' }, call.outcome])
        followCall(database, restored)
        return restored
      })
    if (!isProvisional(known.outcome)) return known
    const step = {
      callId: call.callId,
      from: [known.outcome.state],
      expected: known.outcome,
      outcome: call.outcome,
      at,
    }
    return writer.moveCall({ ...step, endedAt: null, serverDate: null }) ?? known
  },
})

/** Columns that never change. */
const permanentColumns = (call: Call, context: InitialContext): Row => ({
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
})

/** Columns that change with every state. */
const changingColumns = (call: Call): Row => {
  const row: Row = {
    changed_at: call.changedAt,
    ended_at: call.endedAt,
    server_date: call.serverDate,
    state: call.outcome.state,
    outcome: JSON.stringify(call.outcome),
    unresolved: isUnresolved(call.outcome) ? 1 : 0,
    workflow_run_id: runIdOf(call),
  }
  return { ...row, state_digest: stateDigest(row) }
}

const insertRow = (database: DatabaseSync, row: Row): void => {
  const columns = Object.keys(row)
  const placeholders = columns.map(() => '?').join(', ')
  database.prepare(`INSERT INTO calls (${columns.join(', ')}) VALUES (${placeholders})`).run(...Object.values(row))
}

/** A state change, allowed from the states `from` and, if given, only from the outcome `expected`. */
export type CallStep = {
  callId: string
  from: readonly CallStateName[]
  expected?: CallState
  outcome: CallState
  at: string
  endedAt?: string | null
  serverDate?: string | null
}

/**
 * Returns whether a call has the expected outcome. Parsing puts the properties of both into the same order, so that
 * equal outcomes result in equal strings.
 */
const isExpected = (found: Call, expected: CallState | undefined): boolean =>
  expected === undefined ||
  JSON.stringify(found.outcome) === JSON.stringify(parseOutcome(expected, found.changedAt) ?? expected)

/**
 * Returns a call as it will be read back; throws if a required value is unreadable. Such a call is not recorded and
 * therefore not placed.
 */
const toStored = (call: Call): Call => {
  const stored = storableCall(call)
  if (stored === null) throw new StorageError('unavailable')
  return stored
}

/** Replaces an outcome that could not be read back: the request was sent, so the outcome is unknown. */
const unreadable: CallState = { state: 'unknown', cause: 'unreadable', status: null, detail: '' }

/** Writes calls: each change is one transaction with its event, and each state change a compare-and-set. */
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

    /**
     * Inserts a call with its states so far, oldest first, in the caller's transaction. Returns the call as it is
     * stored.
     */
    insert(given: Call, initialContext: InitialContext, states: CallState[]): Call {
      const call = toStored(given)
      const lasting = permanentColumns(call, initialContext)
      insertRow(database, {
        ...lasting,
        number_tail: numberTail(call.phoneNumber),
        row_digest: rowDigest(lasting),
        ...changingColumns(call),
      })
      const events = states.map((outcome) => ({ at: call.changedAt, outcome }))
      appendEvents(database, call.callId, events)
      return call
    },

    /**
     * Changes the state of a call; returns null if there is no such call or it is not in the expected state. A call that
     * becomes placed removes the reminders that were set before it to call its number.
     */
    moveCall(step: CallStep): Call | null {
      return inTransaction(database, () => {
        const before = find(step.callId)
        if (before === null || !step.from.includes(before.outcome.state)) return null
        if (!isExpected(before, step.expected)) return null
        const { at, endedAt = before.endedAt, serverDate = before.serverDate } = step
        const outcome = keepFoundRun(before.outcome, step.outcome)
        // Lists hold rows for a while after a decision, a new run or an unexpected answer, but not after any other end.
        const isSettled = addsEndOnly(before.outcome, outcome)
        const changedAt = isSettled ? before.changedAt : at
        const changed: Call = { ...before, outcome, changedAt, endedAt, serverDate }
        const call = storableCall(changed) ?? toStored({ ...changed, outcome: unreadable })
        write(call)
        appendEvents(database, call.callId, [{ at, outcome: call.outcome }])
        if (!isSettled) followCall(database, call)
        if (isResolvedAndOver(call.outcome)) endWait(database, call)
        if (placedOf(before.outcome) !== 'yes' && placedOf(call.outcome) === 'yes')
          removeRemindersOf(database, call, call.preparedAt, call.callId)
        return call
      })
    },
  }
}

type CallWriter = ReturnType<typeof createCallWriter>
