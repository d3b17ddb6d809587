import { longestCall } from '../call-state.ts'
import { isOpen, type ListHours, nextOpening } from './calling-hours.ts'

/**
 * Rows of a list that wait, the zones in which their phones may ring, and the time before which they are not called, in
 * milliseconds since 1970; 0 if they are due.
 */
export type WaitingRows = { zones: readonly string[]; dueAt: number; rows: number }

type ForecastPace = {
  /** Number of simultaneous calls, and how long each takes, in milliseconds. */
  atOnce: number
  callMilliseconds: number
  /** When the calls in progress started, in milliseconds since 1970. They use slots until they end. */
  inProgress: readonly number[]
  /** No call starts before this time, in milliseconds since 1970; null if calls may start now. */
  resumesAt: number | null
  /** Null for practice calls, which ignore calling hours. */
  hours: ListHours | null
}

/** The longest time from the start to the end of a call without a conversation, in milliseconds: carriers stop earlier. */
export const longestRinging = 120_000

/**
 * A call whose conversation may have lasted this many times the usual length is late: its result may never arrive. Half
 * of all calls exceed the usual length, which is a median.
 */
const lateFactor = 3

type Calls = Pick<ForecastPace, 'atOnce' | 'callMilliseconds' | 'inProgress'>

/** Returns the start times of the calls that use slots. A late call uses its slot until `longestCall` has passed. */
const callsByAge = ({ callMilliseconds, inProgress }: Calls, now: number) => {
  const using = inProgress.filter((startedAt) => now - startedAt < longestCall)
  // The usual length may be that of conversations, but a call starts with dialing and ringing.
  const lateAfter = longestRinging + lateFactor * callMilliseconds
  const isLate = (startedAt: number): boolean => now - startedAt >= lateAfter
  return { late: using.filter(isLate), usual: using.filter((startedAt) => !isLate(startedAt)) }
}

/** Returns the number of late calls if they use all slots, so that no other call can start; otherwise 0. */
export const countBlockingCalls = (calls: Calls, now: number): number => {
  const { late } = callsByAge(calls, now)
  return late.length >= calls.atOnce ? late.length : 0
}

/**
 * Returns how many of the rows can't be called now and, if none can be, when the first one can, in milliseconds since
 * 1970; null if one can be called now, or none ever. `hours`: null for practice calls.
 */
export const expectedStart = (
  groups: readonly WaitingRows[],
  hours: ListHours | null,
  now: number,
): { startsAt: number | null; later: number } => {
  const isCallable = ({ dueAt, zones }: WaitingRows): boolean =>
    dueAt <= now && (hours === null || isOpen(now, zones, hours))
  const closed = groups.filter((group) => !isCallable(group))
  const later = closed.reduce((sum, { rows }) => sum + rows, 0)
  if (closed.length < groups.length) return { startsAt: null, later }
  let first = Infinity
  for (const { dueAt, zones } of closed.toSorted((one, other) => one.dueAt - other.dueAt)) {
    if (dueAt >= first) break
    const from = Math.max(now, dueAt)
    first = Math.min(first, (hours === null ? from : nextOpening(from, zones, hours)) ?? Infinity)
  }
  return { startsAt: first === Infinity ? null : first, later }
}

/** How often the zones are checked, and how far ahead, in milliseconds: a longer forecast means little. */
const [step, longest] = [30 * 60_000, 14 * 86_400_000]

/**
 * Returns when all rows will have been called once, in milliseconds since 1970, if nothing else holds the list back;
 * null if that takes more than two weeks.
 */
export const expectedFinish = (groups: readonly WaitingRows[], pace: ForecastPace, now: number): number | null => {
  const { atOnce, callMilliseconds, resumesAt, hours } = pace
  const { late, usual } = callsByAge(pace, now)
  const slotEnds = late.map((startedAt) => startedAt + longestCall)
  const slotsAt = (at: number): number => Math.max(0, atOnce - slotEnds.filter((end) => end > at).length)
  const zones = [...new Set(groups.flatMap((group) => group.zones))]
  const later = groups.toSorted((one, other) => other.dueAt - one.dueAt)
  /** The rows that are due, by their zones: a list has far more times than zones. */
  const due = new Map<string, Pick<WaitingRows, 'zones' | 'rows'>>()
  // How many of the usual calls in progress must end before the last row has a slot.
  const waiting = groups.reduce((sum, { rows }) => sum + rows, 0)
  const slots = slotsAt(now)
  const ahead = Math.max(0, Math.min(usual.length, slots, usual.length + waiting - slots))
  const firstAt = now + (slots === 0 ? 0 : (ahead * callMilliseconds) / slots)
  for (let at = Math.max(firstAt, resumesAt ?? now); at < now + longest;) {
    for (let next = later.at(-1); next !== undefined && next.dueAt <= at; next = later.at(-1)) {
      const key = next.zones.join(' ')
      due.set(key, { zones: next.zones, rows: next.rows + (due.get(key)?.rows ?? 0) })
      later.pop()
    }
    const nextDue = later.at(-1)?.dueAt ?? Infinity
    const until = Math.min(Math.floor(at / step) * step + step, nextDue, ...slotEnds.filter((end) => end > at))
    const open = new Set(zones.filter((zone) => hours === null || isOpen(at, [zone], hours)))
    const perCall = callMilliseconds / slotsAt(at)
    let free = (until - at) / perCall
    for (const [key, group] of due) {
      if (hours !== null && (group.zones.length === 0 || !group.zones.every((zone) => open.has(zone)))) continue
      const called = Math.min(group.rows, free)
      free -= called
      if (called === group.rows) due.delete(key)
      else due.set(key, { ...group, rows: group.rows - called })
    }
    // Fewer rows than simultaneous calls still take as long as one call.
    if (due.size + later.length === 0) return Math.ceil(Math.max(until - free * perCall, at + callMilliseconds))
    at = until
  }
  return null
}
