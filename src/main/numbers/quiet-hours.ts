import type { LocalTime, QuietVerdict } from '../../contract/callee-hour.ts'
import type { QuietHours } from '../../contract/settings.ts'
import { localTime } from './local-time.ts'

const day = 1440

/** Minutes since midnight of `HH:MM`. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const isWithin = (time: string, { from, to }: QuietHours): boolean => {
  const [now, begin, end] = [time, from, to].map(minutesOf)
  if (now === undefined || begin === undefined || end === undefined) return false
  return begin < end ? now >= begin && now < end : now >= begin || now < end
}

/** When the clock there shows the end of the quiet hours next; a clock that is put forward or back in between is minded. */
const endIn = (at: number, { zone, time }: LocalTime, { to }: QuietHours): number => {
  const start = Math.floor(at / 60_000) * 60_000
  const guess = start + ((minutesOf(to) - minutesOf(time) + day) % day) * 60_000
  const missed = (minutesOf(to) - minutesOf(localTime(guess, zone).time) + day + day / 2) % day
  return guess + (missed - day / 2) * 60_000
}

const verdictOf = (times: readonly LocalTime[], quiet: readonly LocalTime[]): QuietVerdict['verdict'] => {
  if (times.length === 0) return 'unknown'
  if (quiet.length === 0) return 'no'
  return quiet.length === times.length ? 'yes' : 'perhaps'
}

/**
 * Says whether it is quiet hours at the callee at the moment `at` (milliseconds since 1970), from every time it may be
 * there. It is a light for a person to see: nothing may hold a call back because of it.
 */
export const judgeQuietHours = (at: number, times: readonly LocalTime[], quietHours: QuietHours): QuietVerdict => {
  const { on, from, to } = quietHours
  if (!on) return { verdict: 'off', from: null, to: null, endsAt: null }
  const quiet = times.filter(({ time }) => isWithin(time, quietHours))
  const ends = quiet.map((time) => endIn(at, time, quietHours))
  const endsAt = ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString()
  return { verdict: verdictOf(times, quiet), from, to, endsAt }
}
