import { nameEnd, skipBlanks } from './blanks.ts'

const clocks = ['current_time', 'current_weekday'] as const

type ClockName = (typeof clocks)[number]

/** The first time zone named by a clock placeholder in a text, as the service looks for it; null when none is. */
export const zoneInText = (text: string): string | null => {
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 1)) {
    const start = skipBlanks(text, at + 2)
    const clock = clocks.find((name) => text.startsWith(`${name}_`, start))
    if (clock === undefined) continue
    const from = start + clock.length + 1
    const end = nameEnd(text, from)
    if (end > from) return text.slice(from, end)
  }
  return null
}

/** Whether a name is a time zone to the service, which knows no offsets and minds the letters' case. */
export const isZone = (name: string): boolean => {
  if (/^[+-]/.test(name) || name === name.toLowerCase()) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    // The only way to ask: an unknown zone is an error.
    return false
  }
}

/** Which clock a path asks for and in which zone; null when the path is no clock, and so a name like any other. */
export const readClock = (path: string): { clock: ClockName; zone: string | null } | null => {
  for (const clock of clocks) {
    if (path === clock) return { clock, zone: null }
    const zone = path.startsWith(`${clock}_`) ? path.slice(clock.length + 1) : ''
    if (isZone(zone)) return { clock, zone }
  }
  return null
}

/** The places whose words have letters for their own zones; elsewhere the distance to UTC stands instead. */
const places = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-ZA', 'ja-JP'] as const

/** Large places that none of these has the service's letters for; none of them has a summer time. */
const letters: ReadonlyMap<string, string> = new Map([
  ['Asia/Kolkata', 'IST'],
  ['Asia/Calcutta', 'IST'],
  ['Asia/Shanghai', 'CST'],
  ['Asia/Hong_Kong', 'HKT'],
  ['Asia/Seoul', 'KST'],
  ['Asia/Karachi', 'PKT'],
  ['Asia/Jakarta', 'WIB'],
  ['Asia/Dubai', '+04'],
  ['Europe/Moscow', 'MSK'],
])

const partsOf = (now: number, place: string, options: Intl.DateTimeFormatOptions): ReadonlyMap<string, string> => {
  const parts = new Intl.DateTimeFormat(place, options).formatToParts(now)
  return new Map(parts.map(({ type, value }) => [type, value]))
}

const zoneLetters = (now: number, timeZone: string): string => {
  const known = letters.get(timeZone)
  if (known !== undefined) return known
  for (const place of places) {
    const said = partsOf(now, place, { timeZone, timeZoneName: 'short' }).get('timeZoneName') ?? ''
    if (/^[A-Z]{2,5}$/.test(said)) return said
  }
  const offset = partsOf(now, 'en-US', { timeZone, timeZoneName: 'longOffset' }).get('timeZoneName') ?? ''
  return offset.replace(/^GMT|:00$|:/g, '')
}

const timeText = (now: number, timeZone: string): string => {
  const parts = partsOf(now, 'en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const at = (name: string): string => parts.get(name) ?? ''
  const day = `${at('year')}-${at('month')}-${at('day')}`
  return `${day} ${at('hour')}:${at('minute')}:${at('second')} ${zoneLetters(now, timeZone)}`
}

/**
 * What the service puts in for a clock: `2026-11-21 10:30:00 UTC`, or `Saturday`. `now` is in milliseconds since 1970.
 * The letters of some small zones are not known here: their distance to UTC stands in their place.
 */
export const clockText = (clock: ClockName, timeZone: string, now: number): string =>
  clock === 'current_time'
    ? timeText(now, timeZone)
    : new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' }).format(now)
