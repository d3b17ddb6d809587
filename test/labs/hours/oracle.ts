/**
 * The daylight saving rules of known zones, taken from their laws instead of the runtime's time zone data. The lab
 * covers the years 2026 to 2028.
 */
type Rule = 'none' | 'us' | 'eu' | 'australia' | 'lordHowe' | 'newZealand'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Returns the nth Sunday of a month (0 is January) at midnight UTC, in milliseconds; for -1, the last Sunday. */
const sunday = (year: number, month: number, nth: number): number => {
  if (nth === -1) {
    const last = Date.UTC(year, month + 1, 0)
    return last - new Date(last).getUTCDay() * day
  }
  const first = Date.UTC(year, month, 1)
  return first + (((7 - new Date(first).getUTCDay()) % 7) + (nth - 1) * 7) * day
}

/**
 * Returns whether daylight saving time applies at a time under a rule; `standard` is the standard offset in
 * milliseconds.
 */
const isForward = (at: number, rule: Rule, standard: number): boolean => {
  const year = new Date(at).getUTCFullYear()
  switch (rule) {
    case 'none':
      return false
    case 'us':
      return at >= sunday(year, 2, 2) + 2 * hour - standard && at < sunday(year, 10, 1) + hour - standard
    case 'eu':
      return at >= sunday(year, 2, -1) + hour && at < sunday(year, 9, -1) + hour
    case 'australia':
      return at >= sunday(year, 9, 1) + 2 * hour - standard || at < sunday(year, 3, 1) + 2 * hour - standard
    case 'lordHowe':
      return at >= sunday(year, 9, 1) + 2 * hour - standard || at < sunday(year, 3, 1) + 1.5 * hour - standard
    case 'newZealand':
      // Both zones of the country change at the same time, 2:00 standard time in Auckland.
      return at >= sunday(year, 8, -1) + 2 * hour - 12 * hour || at < sunday(year, 3, 1) + 2 * hour - 12 * hour
  }
}

const places: readonly [zone: string, minutes: number, rule: Rule][] = [
  ['Pacific/Pago_Pago', -660, 'none'],
  ['Pacific/Honolulu', -600, 'none'],
  ['America/Anchorage', -540, 'us'],
  ['America/Los_Angeles', -480, 'us'],
  ['America/Phoenix', -420, 'none'],
  ['America/Denver', -420, 'us'],
  ['America/Regina', -360, 'none'],
  ['America/Chicago', -360, 'us'],
  ['America/Bogota', -300, 'none'],
  ['America/New_York', -300, 'us'],
  ['America/Puerto_Rico', -240, 'none'],
  ['America/Halifax', -240, 'us'],
  ['America/St_Johns', -210, 'us'],
  ['America/Sao_Paulo', -180, 'none'],
  ['Atlantic/Azores', -60, 'eu'],
  ['Europe/London', 0, 'eu'],
  ['Africa/Accra', 0, 'none'],
  ['Europe/Berlin', 60, 'eu'],
  ['Africa/Lagos', 60, 'none'],
  ['Europe/Athens', 120, 'eu'],
  ['Africa/Johannesburg', 120, 'none'],
  ['Europe/Istanbul', 180, 'none'],
  ['Asia/Dubai', 240, 'none'],
  ['Asia/Kolkata', 330, 'none'],
  ['Asia/Kathmandu', 345, 'none'],
  ['Asia/Bangkok', 420, 'none'],
  ['Asia/Shanghai', 480, 'none'],
  ['Asia/Tokyo', 540, 'none'],
  ['Australia/Darwin', 570, 'none'],
  ['Australia/Adelaide', 570, 'australia'],
  ['Australia/Brisbane', 600, 'none'],
  ['Australia/Sydney', 600, 'australia'],
  ['Australia/Lord_Howe', 630, 'lordHowe'],
  ['Pacific/Auckland', 720, 'newZealand'],
  ['Pacific/Chatham', 765, 'newZealand'],
  ['Pacific/Kiritimati', 840, 'none'],
]

const rules = new Map(places.map(([zone, minutes, rule]) => [zone, { standard: minutes * minute, rule }]))

export const knownZones: readonly string[] = places.map(([zone]) => zone)

/** Returns the local time in a known zone, expressed as milliseconds since 1970 as if it were UTC. */
const clockAt = (at: number, zone: string): number => {
  const place = rules.get(zone)
  if (place === undefined) throw new Error(`the oracle does not know ${zone}`)
  const forward = isForward(at, place.rule, place.standard) ? (place.rule === 'lordHowe' ? 30 * minute : hour) : 0
  return at + place.standard + forward
}

export type Window = { from: string; to: string; days: readonly number[]; within: { from: string; to: string } }

/** The federal holidays of the US from the calendars of its Office of Personnel Management, and the days observed. */
const holidaysOfUs: ReadonlySet<string> = new Set(
  `2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-07-04 2026-09-07 2026-10-12 2026-11-11
  2026-11-26 2026-12-25 2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-06-19 2027-07-04 2027-07-05
  2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-25 2027-12-31 2028-01-01 2028-01-17 2028-02-21
  2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-11 2028-11-23 2028-12-25
  2029-01-01`.split(/\s+/),
)

const zonesOfUs: ReadonlySet<string> = new Set([
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Puerto_Rico',
])

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

/** Returns whether a person in this zone may be called at this (true) time. */
export const isAllowed = (at: number, zone: string, { from, to, days, within }: Window): boolean => {
  const local = clockAt(at, zone)
  const minutes = (((local % day) + day) % day) / minute
  const isBetween = (start: number, end: number): boolean =>
    start < end ? minutes >= start && minutes < end : start > end && (minutes >= start || minutes < end)
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const began = new Date(start > end && minutes < end ? local - day : local)
  const isHoliday = zonesOfUs.has(zone) && holidaysOfUs.has(new Date(local).toISOString().slice(0, 10))
  return (
    !isHoliday &&
    isBetween(minutesOf(within.from), minutesOf(within.to)) &&
    isBetween(start, end) &&
    days.includes(began.getUTCDay() === 0 ? 7 : began.getUTCDay())
  )
}

/** Returns the times in a year at which clocks change anywhere. */
export const changesOf = (year: number): number[] =>
  (
    [
      [2, 2],
      [10, 1],
      [2, -1],
      [9, -1],
      [9, 1],
      [3, 1],
      [8, -1],
    ] as const
  ).map(([month, nth]) => sunday(year, month, nth))
