/**
 * A moment by our wall clock, and by the clock that goes only forward; both in milliseconds. The latter is null for
 * moments of an earlier life of the app.
 */
export type Mark = { wall: number; monotonic: number | null }

/** One moment as the service's clock and both of ours told it, in milliseconds. */
export type ServiceMoment = { server: number; wall: number; monotonic: number }

/** When a call was on its way, by the service's clock, in milliseconds since 1970; infinite where nothing can be said. */
export type OnItsWay = { from: number; to: number }

/** A request is over at the latest after this, in milliseconds: it is the longest that can be set. */
const longestRequest = 15 * 60_000

/** How far our two clocks may drift apart by themselves, in milliseconds. */
const clocksDrift = 30_000

// [Note: two clocks] The wall clock can be set while a call is watched, and the forward clock stands still while the
// computer sleeps. Of two ages the one that makes the time longer is taken: a run must never fall out of it.
const agesOf = ({ wall, monotonic }: Mark, now: ServiceMoment): number[] =>
  monotonic === null ? [now.wall - wall] : [now.wall - wall, now.monotonic - monotonic]

/** A wall clock that was set back hides how long the computer slept: then nothing tells how long ago something was. */
const wasSetBack = ({ wall, monotonic }: Mark, now: ServiceMoment): boolean =>
  now.wall - wall < (monotonic === null ? 0 : now.monotonic - monotonic - clocksDrift)

/** When a call was on its way, by the service's clock, from one moment that the service told; `ended` is null while its connection is open. */
export const placeOnServiceClock = (sent: Mark, ended: Mark | null, now: ServiceMoment): OnItsWay => {
  const from = wasSetBack(sent, now) ? -Infinity : now.server - Math.max(...agesOf(sent, now))
  const endedAge = ended === null ? 0 : Math.max(0, Math.min(...agesOf(ended, now)))
  const to = Math.max(from, now.server - endedAge)
  // A call found on its way at start-up ended with the life before this one, whenever that was.
  const isCut = sent.monotonic === null && Number.isFinite(from)
  return { from, to: isCut ? Math.min(to, from + longestRequest) : to }
}

/** The same from what the answer to the call itself said of the service's clock: nothing set since then matters. */
export const placeByAnswer = (sent: Mark, ended: Mark, serverDate: string): OnItsWay | null => {
  const took = ended.wall - sent.wall
  const to = Date.parse(serverDate)
  return took < 0 || Number.isNaN(to) ? null : { from: to - took, to }
}

/** The service's clock at another moment of this life of the app, in milliseconds since 1970. */
export const serverTimeAt = (known: ServiceMoment, monotonic: number): number =>
  known.server + monotonic - known.monotonic

/** The time that holds all of these. */
export const around = (times: readonly OnItsWay[]): OnItsWay => ({
  from: Math.min(...times.map(({ from }) => from)),
  to: Math.max(...times.map(({ to }) => to)),
})
