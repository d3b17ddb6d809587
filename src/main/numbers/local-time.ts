import type { LocalTime } from '../../contract/callee-hour.ts'

const minute = 60_000

const partsOf = (at: number, zone: string): Map<string, string> => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** What a clock in a zone shows at a moment (milliseconds since 1970). Throws a RangeError for a zone that is none. */
export const localTime = (at: number, zone: string): LocalTime => {
  const parts = partsOf(at, zone)
  const part = (name: string): string => parts.get(name) ?? ''
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}`
  const shown = Date.parse(`${date}T${time}:00Z`)
  return { zone, time, date, offsetMinutes: Math.round((shown - Math.floor(at / minute) * minute) / minute) }
}

/** What the clocks of several zones show: each different time once, earliest first. */
export const localTimes = (at: number, zones: readonly string[]): LocalTime[] => {
  const byOffset = new Map(zones.map((zone) => localTime(at, zone)).map((time) => [time.offsetMinutes, time]))
  return [...byOffset.values()].toSorted((a, b) => a.offsetMinutes - b.offsetMinutes)
}
