const day = 86_400_000

/** Days of the week, from 1 (Monday). */
const [monday, thursday, friday] = [1, 4, 5]

/** January 1, 1970 was a Thursday. `midnight` is a local midnight as if it were UTC. */
export const weekday = (midnight: number): number => ((((midnight / day + 3) % 7) + 7) % 7) + 1

/** Federal holidays of the US (5 USC 6103) with a fixed date, `MM-DD`. */
const fixed: ReadonlySet<string> = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])

/** The others: the month, the day of the week, and which one of the month. May has 31 days. */
const movable: readonly (readonly [month: number, weekday: number, nth: number | 'last'])[] = [
  [1, monday, 3],
  [2, monday, 3],
  [5, monday, 'last'],
  [9, monday, 1],
  [10, monday, 2],
  [11, thursday, 4],
]

const dateOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10)

const isFixed = (midnight: number): boolean => fixed.has(dateOf(midnight).slice(5))

/**
 * Returns whether a day is a federal holiday of the US, or the working day on which one that falls on a weekend is
 * observed.
 */
const isFederalHoliday = (midnight: number): boolean => {
  const ofWeek = weekday(midnight)
  if (isFixed(midnight)) return true
  if ((ofWeek === friday && isFixed(midnight + day)) || (ofWeek === monday && isFixed(midnight - day))) return true
  const [, month, date] = dateOf(midnight).split('-').map(Number)
  if (month === undefined || date === undefined) return false
  return movable.some(
    ([inMonth, onDay, nth]) =>
      month === inMonth && ofWeek === onDay && (nth === 'last' ? date > 31 - 7 : Math.ceil(date / 7) === nth),
  )
}

/** The zones of the US and its territories, in lowercase, except those in folders of their own. */
const zonesOfUs: ReadonlySet<string> = new Set(
  `america/new_york america/detroit america/indianapolis america/fort_wayne america/knox_in america/louisville
  america/chicago america/menominee america/denver america/boise america/shiprock america/phoenix america/los_angeles
  america/anchorage america/juneau america/sitka america/metlakatla america/yakutat america/nome america/adak
  america/atka pacific/honolulu pacific/johnston america/puerto_rico america/st_thomas america/virgin pacific/guam
  pacific/saipan pacific/pago_pago pacific/samoa pacific/midway pacific/wake`.split(/\s+/),
)

const isUs = (zone: string): boolean => {
  const name = zone.toLowerCase()
  return zonesOfUs.has(name) || /^(?:us|america\/indiana|america\/kentucky|america\/north_dakota)\//.test(name)
}

/**
 * Returns whether no list may call at a local time (as if it were UTC, in milliseconds) in a zone, because it is a
 * holiday. `dates` are those of a policy; without them, the federal holidays of the US apply to its zones.
 */
export const isHoliday = (local: number, zone: string, dates?: readonly string[]): boolean => {
  const midnight = Math.floor(local / day) * day
  if (dates !== undefined) return dates.length > 0 && dates.includes(dateOf(midnight))
  return isUs(zone) && isFederalHoliday(midnight)
}
