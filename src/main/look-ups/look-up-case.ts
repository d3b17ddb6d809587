import type { Call } from '../../contract/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { LookUp } from '../../contract/look-up.ts'
import type { ListName } from './ask-lists.ts'
import type { PastReading } from './conclusive.ts'
import { quietMilliseconds } from './look-up-times.ts'
import { type Mark, type OnItsWay, placeByAnswer, placeOnServiceClock, type ServiceMoment } from './service-time.ts'

/** Both of our clocks at one moment, in milliseconds. */
export type Now = { wall: number; monotonic: number }

/** Everything known about one call that is being looked up. Times called `…At` go only forward. */
export type LookUpCase = {
  call: Call
  /** When this app began to watch the call, and when its connection was over (null while it is open). */
  watchedAt: number
  endedAt: number | null
  sent: Mark
  ended: Mark | null
  /** When the call was on its way, by the service's clock; null until that clock is known. */
  onItsWay: OnItsWay | null
  /** True for a call of an earlier life that was sent so long before this one that no dial of it can go on. */
  isPast: boolean
  list: ListName
  lists: LookUp['lists']
  /** True when only a person can go on: the lists are refused, or the key is out of reach. */
  halted: boolean
  /** True when the next look is due at once. */
  hurry: boolean
  earlier: readonly PastReading[]
  /** True once the lists were read whole within seconds of the connection's end: a run of this call was readable then. */
  sawEarly: boolean
  /** The run that carries the call's reference, and when it was first seen. */
  foundRunId: number | null
  foundAt: number | null
  attempts: number
  failures: number
  lastFailure: Failure | null
  lastAskedWall: number | null
  nextAskWall: number | null
  step: LookUp['step']
}

const isOut = ({ outcome }: Call): boolean => outcome.state === 'queued' || outcome.state === 'sending'

const endMark = ({ endedAt, preparedAt }: Call, now: Now, monotonic: number | null): Mark => {
  // A call that ended before this app recorded when ended after it was sent, and before now.
  const wall = endedAt === null ? Math.max(now.wall, Date.parse(preparedAt)) : Date.parse(endedAt)
  return { wall, monotonic }
}

/** No dial goes on this long after its call was sent, in milliseconds: request, lateness and dialling together. */
const longestOfAll = 25 * 60_000

/** Opens the case of a call. One that is settled already has its connection behind it, in an earlier life of the app. */
export const openCase = (call: Call, now: Now): LookUpCase => {
  const out = isOut(call)
  return {
    call,
    watchedAt: now.monotonic,
    endedAt: out ? null : now.monotonic,
    sent: { wall: Date.parse(call.preparedAt), monotonic: out ? now.monotonic : null },
    ended: out ? null : endMark(call, now, null),
    onItsWay: null,
    isPast: !out && now.wall - Date.parse(call.preparedAt) > longestOfAll,
    list: 'organization',
    lists: 'untried',
    halted: false,
    hurry: !out,
    earlier: [],
    sawEarly: false,
    foundRunId: null,
    foundAt: null,
    attempts: 0,
    failures: 0,
    lastFailure: null,
    lastAskedWall: null,
    nextAskWall: null,
    step: 'waiting',
  }
}

/** The same case when its call has moved on; what was learned about the service stays. */
export const continueCase = (known: LookUpCase, call: Call, now: Now): LookUpCase => {
  // A restored history said that it was over, and it is not: its answer is still out.
  if (known.endedAt !== null && isOut(call)) return { ...known, call, endedAt: null, ended: null, hurry: false }
  if (known.endedAt !== null || isOut(call)) return { ...known, call }
  const ended = endMark(call, now, now.monotonic)
  return { ...known, call, endedAt: now.monotonic, ended, failures: 0, halted: false, hurry: true }
}

/** True for a call that an earlier life of the app sent: only our wall clock tells when, and it may have been set since. */
export const isOfEarlierLife = ({ sent }: LookUpCase): boolean => sent.monotonic === null

/** What the service told first was told nearest to the moments themselves: no clock can have been set in between since. */
const firstTold = (known: OnItsWay | null, placed: OnItsWay): OnItsWay => ({
  from: known !== null && Number.isFinite(known.from) ? known.from : placed.from,
  to: known !== null && Number.isFinite(known.to) ? known.to : placed.to,
})

/** When the call was on its way, once the service's clock is known. */
export const timeOfCase = (known: LookUpCase, now: ServiceMoment): OnItsWay => {
  const { call, sent, ended, onItsWay } = known
  if (!isOfEarlierLife(known)) return firstTold(onItsWay, placeOnServiceClock(sent, ended, now))
  if (onItsWay !== null) return onItsWay
  const byAnswer = ended === null || call.serverDate === null ? null : placeByAnswer(sent, ended, call.serverDate)
  return byAnswer ?? placeOnServiceClock(sent, ended, now)
}

/** What is kept of that: a call whose answer is out has no end yet. */
export const learnTime = (known: LookUpCase, now: ServiceMoment): OnItsWay => {
  const time = timeOfCase(known, now)
  return known.endedAt === null ? { ...time, to: Infinity } : time
}

/** Wider than the minutes that matter, for clocks that disagree and requests that were held up; in milliseconds. */
const margin = 15 * 60_000
/** Between two lives of the app the clock of a computer may have been put right, by a whole zone or a day. */
const marginOfAnotherLife = 26 * 60 * 60_000

/**
 * True for the first look at a call of an earlier life: it reads only the time where the run most likely is, for that
 * is quick. It may prove something, but that nothing is there it cannot tell.
 */
export const isFirstGlance = (known: LookUpCase): boolean => isOfEarlierLife(known) && known.attempts === 0

/** The time in which the lists are read for a call: anything in it that carries its reference is found. */
export const timeToRead = (known: LookUpCase, now: ServiceMoment): OnItsWay => {
  const time = timeOfCase(known, now)
  const wide = isOfEarlierLife(known) && !isFirstGlance(known) ? marginOfAnotherLife : margin
  return { from: time.from - wide, to: time.to + wide }
}

const iso = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** What a person is told to look for: by the service's clock where it is known, by ours where it is not. */
const shownTime = ({ onItsWay, sent, ended }: LookUpCase, now: Now): LookUp['window'] => {
  const ours = { from: sent.wall, to: Math.max(sent.wall, ended?.wall ?? now.wall) }
  const { from, to } = onItsWay !== null && Number.isFinite(onItsWay.from + onItsWay.to) ? onItsWay : ours
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}

/** What the screen is told about a case. */
export const describeCase = (known: LookUpCase, now: Now): LookUp => {
  const { call, endedAt, step, lists, foundRunId, attempts, lastFailure } = known
  return {
    callId: call.callId,
    step,
    lists,
    foundRunId,
    attempts,
    lastAskedAt: iso(known.lastAskedWall),
    lastFailure,
    nextAskAt: iso(known.nextAskWall),
    quietUntil: endedAt === null ? null : iso(now.wall + endedAt + quietMilliseconds - now.monotonic),
    window: shownTime(known, now),
  }
}
