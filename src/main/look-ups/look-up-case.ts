import type { Call } from '../../contract/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { LookUp } from '../../contract/look-up.ts'
import type { ListName } from './ask-lists.ts'
import { waitAfterEnding, waitAfterFailure, waitWhileDialling, waitWhileSending } from './look-up-times.ts'
import { type DatedReading, isFarEnough, type OnItsWay, quietMilliseconds } from './verdict.ts'

/** Everything known about one call that is being looked up. Times called `…At` without `wall` go only forward. */
export type LookUpCase = {
  call: Call
  /** When this app began to watch the call, and when its connection was over (null while it is open). */
  watchedAt: number
  endedAt: number | null
  endedWall: number | null
  list: ListName
  lists: LookUp['lists']
  /** The service's clock minus ours, in milliseconds; null until an answer told. */
  serverOffset: number | null
  readings: DatedReading[]
  foundRunId: number | null
  attempts: number
  failures: number
  lastFailure: Failure | null
  lastAskedWall: number | null
  nextAskWall: number | null
  step: LookUp['step']
}

/** A connection is over at the latest when its own deadline has passed, however long ago the app was closed. */
const longestConnection = 15 * 60_000

/** The service's clock minus ours, as the answer to the call itself told it. */
const offsetOf = ({ serverDate, endedAt }: Call): number | null =>
  serverDate === null || endedAt === null ? null : Date.parse(serverDate) - Date.parse(endedAt)

/** Opens the case of a call; `now` goes only forward. A call settled already has its connection behind it. */
export const openCase = (call: Call, now: number): LookUpCase => ({
  call,
  watchedAt: now,
  endedAt: call.outcome.state === 'sending' ? null : now,
  endedWall: call.endedAt === null ? null : Date.parse(call.endedAt),
  list: 'organization',
  lists: 'untried',
  serverOffset: offsetOf(call),
  readings: [],
  foundRunId: null,
  attempts: 0,
  failures: 0,
  lastFailure: null,
  lastAskedWall: null,
  nextAskWall: null,
  step: 'waiting',
})

/** The same case when its call has moved on; what was learned about the service stays. */
export const continueCase = (known: LookUpCase, call: Call, now: number): LookUpCase => ({
  ...known,
  call,
  endedAt: known.endedAt ?? (call.outcome.state === 'sending' ? null : now),
  endedWall: call.endedAt === null ? known.endedWall : Date.parse(call.endedAt),
  serverOffset: offsetOf(call) ?? known.serverOffset,
})

/** When the call was on its way, by the service's clock. */
export const onItsWayOf = ({ call, endedWall, serverOffset }: LookUpCase, wall: number): OnItsWay => {
  const sent = Date.parse(call.preparedAt)
  const over = Math.min(Math.max(endedWall ?? wall, sent), sent + longestConnection)
  return { from: sent + (serverOffset ?? 0), to: over + (serverOffset ?? 0) }
}

/** How long to wait until the next look, in milliseconds; null when only a person, or the answer itself, can go on. */
export const nextWait = (known: LookUpCase, now: number): number | null => {
  const { call, endedAt, watchedAt, foundRunId } = known
  if (known.lists === 'refused') return null
  const least = waitAfterFailure(known.failures)
  if (endedAt === null) return foundRunId === null ? Math.max(waitWhileSending(now - watchedAt), least) : null
  if (call.outcome.state === 'accepted')
    return call.outcome.progress === 'dialling' ? Math.max(waitWhileDialling, least) : null
  if (call.outcome.state === 'candidate') return null
  if (call.outcome.state === 'failedAtProvider' && call.outcome.workflowRunId !== null) return null
  const elapsed = now - endedAt
  // The first look comes at once; the times after it are counted from the end of the connection.
  return Math.max(known.attempts === 0 ? 0 : waitAfterEnding(elapsed), least)
}

/** The newest complete reading that is old enough to count beside one begun at `startedAt`. */
export const readingBefore = ({ readings }: LookUpCase, startedAt: number): DatedReading | null =>
  readings.findLast((reading) => isFarEnough(reading, startedAt)) ?? null

const iso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** What the screen is told about a case. */
export const describeCase = (known: LookUpCase, now: number, wall: number): LookUp => {
  const { from, to } = onItsWayOf(known, wall)
  const { endedAt } = known
  return {
    callId: known.call.callId,
    step: known.step,
    lists: known.lists,
    foundRunId: known.foundRunId,
    attempts: known.attempts,
    lastAskedAt: iso(known.lastAskedWall),
    lastFailure: known.lastFailure,
    nextAskAt: iso(known.nextAskWall),
    quietUntil: endedAt === null ? null : iso(wall + endedAt + quietMilliseconds - now),
    window: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  }
}
