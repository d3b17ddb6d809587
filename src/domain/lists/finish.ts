import { isOpen, type ListHours } from './calling-hours.ts'

/** Rows of a list that wait, and the zones in which their phones may ring. */
export type ZoneRows = { zones: readonly string[]; rows: number }

type ForecastPace = {
  /** Number of simultaneous calls, and how long each takes, in milliseconds. */
  atOnce: number
  callMilliseconds: number
  /** Number of calls in progress, which use slots until they end. */
  inProgress: number
  /** Null for practice calls, which ignore calling hours. */
  hours: ListHours | null
}

/** How often the zones are checked, and how far ahead, in milliseconds: a longer forecast means little. */
const [step, longest] = [30 * 60_000, 14 * 86_400_000]

/**
 * Returns when all rows will have been called once, in milliseconds since 1970, if nothing else holds the list back;
 * null if that takes more than two weeks.
 */
export const expectedFinish = (
  groups: readonly ZoneRows[],
  { atOnce, callMilliseconds, inProgress, hours }: ForecastPace,
  now: number,
): number | null => {
  const perCall = callMilliseconds / atOnce
  const zones = [...new Set(groups.flatMap((group) => group.zones))]
  let left = groups
  // How many of the calls in progress must end before the last row has a slot.
  const waiting = groups.reduce((sum, { rows }) => sum + rows, 0)
  const ahead = Math.max(0, Math.min(inProgress, atOnce, inProgress + waiting - atOnce))
  for (let at = now + ahead * perCall; at < now + longest;) {
    const until = Math.floor(at / step) * step + step
    // Many groups share few zones.
    const open = new Set(zones.filter((zone) => hours === null || isOpen(at, [zone], hours)))
    let free = (until - at) / perCall
    left = left.flatMap((group) => {
      if (hours !== null && (group.zones.length === 0 || !group.zones.every((zone) => open.has(zone)))) return [group]
      const called = Math.min(group.rows, free)
      free -= called
      return called === group.rows ? [] : [{ ...group, rows: group.rows - called }]
    })
    // Fewer rows than simultaneous calls still take as long as one call.
    if (left.length === 0) return Math.ceil(Math.max(until - free * perCall, at + callMilliseconds))
    at = until
  }
  return null
}
