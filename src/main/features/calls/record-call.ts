import type { AuditEntry } from '../../../contract/audit.ts'
import type { Call, CallDraft } from '../../../contract/call.ts'
import { fail, type Failure, invalid, type Outcome, type RepeatReason, succeed } from '../../../contract/failure.ts'
import type { InitialContext } from '../../../contract/initial-context.ts'
import type { DoNotCall } from '../../../contract/person.ts'
import type { Profile } from '../../../contract/profile.ts'
import { foundRunOf } from '../../../domain/answered-calls.ts'
import {
  displayStateOf,
  isResolvedAndOver,
  mayHaveOtherRun,
  mayLookUpEnd,
  repeatSinceOf,
} from '../../../domain/call-state.ts'
import { listRowPath } from '../../../domain/lists/brake.ts'
import { hasSeveralTargets } from '../../../domain/dial-string.ts'
import { isShortNumber } from '../../../domain/phone-number.ts'
import { isEmergencyNumber } from '../../lib/emergency-numbers.ts'
import type { RecentCallTo } from '../../storage/call-reader.ts'
import type { ListRowOfCall } from '../../storage/lists/list-gate.ts'
import type { DialResult } from '../../service/trigger-call.ts'
import type { Storage } from '../../storage/storage.ts'
import { createConfirmationTokens, createRecentCalls, longestRepeat, type InFlightCalls } from './guards.ts'

/**
 * The list row that a call is for. `onMayHaveLeft` is invoked just before the first byte of its request is sent, and
 * `onAnswer` with the outcome before it is on disk, except for a refusal that may be about another request.
 */
export type ListRow = ListRowOfCall & { onMayHaveLeft: () => void; onAnswer: (result: DialResult) => void }

/** Functions cannot be sent to the storage thread. */
const listRowOf = ({ onMayHaveLeft: _left, onAnswer: _answered, ...row }: ListRow): ListRowOfCall => row

export type CallRecorderDeps = {
  storage: Pick<Storage, 'run'>
  /**
   * Minutes after a call to a number during which another call to it needs confirmation, even if it is over. With 0,
   * only calls that may be in progress do and, for 25 minutes, those that were resolved as not placed but have a run.
   */
  repeatMinutes: () => number
  inFlight: Pick<InFlightCalls, 'callTo'>
  /** Returns true while calls may be missing from the history, so that the guards cannot see them. */
  hasGap: () => boolean
  /** Returns the countries whose emergency numbers are refused, based on the displayed caller ID. */
  countriesFor: (callerId: string | null) => readonly string[]
  /** Asks the service once whether the run of an accepted call is over, and records its end. */
  lookUpEnd: (call: Call) => Promise<unknown>
  /** Returns the audit entry of a confirmed call to a number of the do-not-call list. */
  auditOfListed: (call: Call) => Omit<AuditEntry, 'phase'>
  clock: () => number
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  createUuid: () => string
}

/** What a confirmation token confirms in addition to earlier calls: a gap in the history, and a short number. */
const historyGap = 'gap'
const shortNumber = 'short'

/** How long a call waits to learn from the service whether an earlier call is over, in milliseconds. */
const lookUpMilliseconds = 3_000

/**
 * Checks the guards against repeated calls and records calls. `isClosing` returns true once no further call may start.
 */
export const createCallRecorder = (deps: CallRecorderDeps & { isClosing: () => boolean }) => {
  const { storage, inFlight, clock, monotonic, after } = deps
  const tokens = createConfirmationTokens({ monotonic, createId: deps.createUuid })
  const recent = createRecentCalls(monotonic)

  /** Checks the guards that need no history; returns null if none refuses the call. */
  const refusalOf = (phoneNumber: string, practice: boolean, confirmed: string[]): Failure | null => {
    if (deps.isClosing()) return { kind: 'closing' }
    // A restored history may not contain the call that is in flight.
    const blocking = inFlight.callTo(phoneNumber, practice)
    if (blocking !== undefined) return { kind: 'numberLocked', call: summarize(blocking) }
    if (deps.hasGap() && !confirmed.includes(historyGap))
      return needsConfirmation(phoneNumber, { reason: 'historyGap', confirms: historyGap }, confirmed)
    if (isShortNumber(phoneNumber) && !confirmed.includes(shortNumber))
      return needsConfirmation(phoneNumber, { reason: 'shortNumber', confirms: shortNumber }, confirmed)
    return null
  }

  /**
   * Checks the guards and records the call as `sending`; `mustSend` is true if the caller must send it. The record is
   * sent to storage before the next turn of the event loop; `onRequested` gets it, because it may exist even if storage
   * fails.
   */
  const recordCall = async (
    draft: CallDraft,
    profile: Profile,
    origin: string,
    onRequested: (record: Call) => void,
    row?: ListRow,
  ): Promise<Outcome<{ call: Call; mustSend: boolean }>> => {
    const { phoneNumber } = draft
    // The guards can compare only visible ASCII, and the user can check only what the button shows.
    if (!/^[\x21-\x7e]{1,200}$/.test(phoneNumber)) return invalid(['phoneNumber'], 'phoneNumber')
    if (isEmergencyNumber(phoneNumber, () => deps.countriesFor(draft.fromPhoneNumberText)))
      return invalid(['phoneNumber'], 'emergencyNumber')
    // The guards compare one number.
    if (hasSeveralTargets(phoneNumber)) return invalid(['phoneNumber'], 'severalNumbers')
    const practice = profile.kind === 'practice'
    const repeatMilliseconds = deps.repeatMinutes() * 60_000
    const confirmed = tokens.redeem(draft.confirmation, phoneNumber)
    const refusal = refusalOf(phoneNumber, practice, confirmed)
    if (refusal !== null) return fail(refusal)
    const now = clock()
    const call = createRecord(draft, profile, origin, iso(now))
    onRequested(call)
    const lookedUp: string[] = []
    const record = () =>
      storage.run('recordCall', {
        call,
        lookedUp,
        initialContext: draft.initialContext,
        repeatSince: repeatSinceOf(repeatMilliseconds, now),
        recentCallIds: recent.within(repeatMilliseconds, phoneNumber, practice),
        rememberedCallIds: recent.mayBeErased(phoneNumber, practice),
        confirmedAfter: confirmed,
        ...(confirmed.length === 0 ? {} : { auditOfListed: deps.auditOfListed(call) }),
        ...(row === undefined ? {} : { listRow: listRowOf(row) }),
      })
    let recorded = await record()
    while (recorded.ok && recorded.value.placed === 'inProgress' && mayLookUpEnd(recorded.value.earlier, lookedUp)) {
      lookedUp.push(recorded.value.earlier.callId)
      await lookUpEnd(recorded.value.earlier)
      // In the meantime, the app may have started to quit, or the history may have lost calls.
      const later = refusalOf(phoneNumber, practice, confirmed)
      if (later !== null) return fail(later)
      recorded = await record()
    }
    if (!recorded.ok) return recorded
    const result = recorded.value
    if (result.placed === 'locked') return fail({ kind: 'numberLocked', call: summarize(result.earlier) })
    if (result.placed === 'doNotCall') return fail(needsDoNotCallConfirmation(phoneNumber, result.entry, confirmed))
    if (result.placed === 'repeat' || result.placed === 'inProgress') {
      const { earlier } = result
      const reason = result.placed === 'repeat' ? 'calledRecently' : 'inProgress'
      return fail(needsConfirmation(phoneNumber, { reason, confirms: earlier.callId, earlier }, confirmed))
    }
    if (result.placed === 'wrongRedial') return invalid(['redialOf'], 'invalid')
    if (result.placed === 'notNow') return invalid([listRowPath], 'invalid', result.reason)
    if (result.placed === 'now') {
      recent.add(draft.callId, phoneNumber, practice)
      return succeed({ call: result.call, mustSend: true })
    }
    const existing = await existingCall(draft, result.call)
    return existing.ok ? succeed({ call: existing.value, mustSend: false }) : existing
  }

  const lookUpEnd = (earlier: Call): Promise<unknown> => {
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const cancel = after(lookUpMilliseconds, resolve)
    return Promise.race([deps.lookUpEnd(earlier), timeout]).finally(cancel)
  }

  /**
   * The new token also confirms what the redeemed one confirmed, so that the user is not asked two questions
   * alternately forever.
   */
  const needsConfirmation = (
    phoneNumber: string,
    { reason, confirms, earlier = null }: { reason: RepeatReason; confirms: string; earlier?: Call | null },
    confirmed: string[],
  ): Failure => ({
    kind: 'repeat',
    reason,
    call: earlier === null ? null : summarize(earlier),
    confirmation: tokens.issue(phoneNumber, [...confirmed, confirms]),
  })

  const needsDoNotCallConfirmation = (phoneNumber: string, entry: DoNotCall, confirmed: string[]): Failure => ({
    kind: 'repeat',
    reason: 'doNotCall',
    call: null,
    doNotCall: {
      ...(entry.phoneNumber === null && { phoneNumber: null }),
      reason: entry.reason,
      addedAt: entry.addedAt,
      addedBy: entry.addedBy,
      importExpiresAt: entry.importExpiresAt,
    },
    confirmation: tokens.issue(phoneNumber, [...confirmed, entry.entryId]),
  })

  /**
   * Returns the existing call with this draft's ID: from the history or, if the history lost it, from memory. A draft
   * with another number, agent or context is refused: it would never be sent, although the returned call would suggest
   * that it was. `remembered` is null if its number was erased.
   */
  const existingCall = async (draft: CallDraft, remembered: Call | null): Promise<Outcome<Call>> => {
    const found = await storage.run('getCall', { callId: draft.callId })
    const detail = found.ok ? found.value : null
    const call = detail?.call ?? remembered
    const isSame =
      call !== null &&
      isSameRequest(draft, call) &&
      (detail === null || isSameContext(draft.initialContext, detail.initialContext))
    return isSame ? succeed(call) : invalid(['callId'], 'invalid')
  }

  /** Keeps the calls of the last day to a number in memory before it is erased, also those of earlier processes. */
  const rememberNumber = async (phoneNumber: string): Promise<Outcome<null>> => {
    const now = clock()
    const found = await storage.run('recentCallsTo', { phoneNumber, since: iso(now - longestRepeat) })
    if (!found.ok) return found
    recent.addOfHistory(found.value, now)
    return succeed(null)
  }

  /** Keeps calls in memory that the history no longer has with their number. */
  const rememberCalls = (calls: readonly RecentCallTo[]): void => {
    if (calls.length > 0) recent.addOfHistory(calls, clock())
  }

  /** Forgets a number that was erased, unless it was called in the last day: it still needs a confirmation. */
  const forgetNumber = (phoneNumber: string): void => {
    tokens.forget(phoneNumber)
    recent.removeOld()
  }

  /** Returns the calls in memory whose records may have lost their number, and whether they are recent. */
  const recentCalls = (practice: boolean) => recent.allThatMayBeErased(deps.repeatMinutes() * 60_000, practice)

  return { recordCall, existingCall, rememberNumber, rememberCalls, forgetNumber, recentCalls }
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

const createRecord = (draft: CallDraft, profile: Profile, origin: string, at: string): Call => {
  const { initialContext: _stored, confirmation: _redeemed, ...shown } = draft
  return {
    ...shown,
    profileName: profile.name,
    profileColor: profile.color,
    practice: profile.kind === 'practice',
    origin,
    referenceName: profile.referenceName,
    preparedAt: at,
    changedAt: at,
    endedAt: null,
    serverDate: null,
    outcome: { state: 'sending', since: at },
  }
}

const summarize = ({ callId, outcome, preparedAt, profileName, phoneNumberDisplay }: Call) => {
  const foundRun = foundRunOf(outcome)
  return {
    callId,
    state: displayStateOf(outcome),
    at: preparedAt,
    profileName,
    phoneNumberDisplay,
    ...(foundRun !== null && { foundRun }),
    ...(isResolvedAndOver(outcome) && { hasEnded: true }),
    ...(mayHaveOtherRun(outcome) && { hasOtherRun: true }),
  }
}

/** Returns whether a draft would send exactly what was recorded for a call. */
const isSameRequest = (draft: CallDraft, call: Call): boolean =>
  draft.phoneNumber === call.phoneNumber &&
  draft.agentUuid.toLowerCase() === call.agentUuid.toLowerCase() &&
  draft.profileId === call.profileId &&
  draft.telephonyConfigurationId === call.telephonyConfigurationId &&
  draft.fromPhoneNumberId === call.fromPhoneNumberId

const isSameContext = (one: InitialContext, other: InitialContext): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
