import { isOpen, type ListHours, nextOpening } from './calling-hours.ts'

/** Rows of a list that wait, and the zones in which their phones may ring. */
export type ZoneRows = { zones: readonly string[]; rows: number }

type ForecastPace = {
  /** Number of simultaneous calls, and how long each takes, in milliseconds. */
  atOnce: number
  callMilliseconds: number
  /** Null for practice calls, which ignore calling hours. */
  hours: ListHours | null
}

/** How often the zones are checked, in milliseconds, and how many milliseconds ahead: a longer forecast means little. */
const [step, longest] = [15 * 60_000, 14 * 86_400_000]

/**
 * Returns when all rows will have been called once, in milliseconds since 1970, if nothing else holds the list back;
 * null if that takes more than two weeks.
 */
export const expectedFinish = (
  groups: readonly ZoneRows[],
  { atOnce, callMilliseconds, hours }: ForecastPace,
  now: number,
): number | null => {
  const left = groups.map(({ rows }) => rows)
  const perCall = callMilliseconds / atOnce
  const canCall = (at: number, zones: readonly string[]): boolean => hours === null || isOpen(at, zones, hours)
  for (let at = now; at < now + longest;) {
    const until = Math.floor(at / step) * step + step
    let free = (until - at) / perCall
    let isAnyOpen = false
    for (const [index, { zones }] of groups.entries()) {
      const rows = left[index] ?? 0
      if (rows === 0 || !canCall(at, zones)) continue
      isAnyOpen = true
      const called = Math.min(rows, free)
      left[index] = rows - called
      free -= called
    }
    if (left.every((rows) => rows === 0)) return Math.ceil(until - free * perCall)
    at =
      isAnyOpen || hours === null
        ? until
        : nextStep(
            at,
            groups.filter((_, index) => left[index] !== 0),
            hours,
          )
  }
  return null
}

/** Returns the next time at which one of the groups may be called. */
const nextStep = (at: number, groups: readonly ZoneRows[], hours: ListHours): number =>
  Math.min(...groups.map(({ zones }) => nextOpening(at, zones, hours) ?? Infinity))
