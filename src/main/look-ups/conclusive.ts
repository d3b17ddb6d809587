import { betweenReadings, minutesAround, quietMilliseconds } from './look-up-times.ts'
import type { Reading } from './read-runs.ts'
import type { Gap } from './run-places.ts'
import type { OnItsWay } from './service-time.ts'

/** What is kept of a reading: which runs it saw and when they were made, but none of their contents. */
export type PastReading = {
  startedAt: number
  complete: boolean
  runs: ReadonlyMap<number, number>
  gaps: ReadonlySet<string>
}

/** A reading with the moment it was begun, by the clock that goes only forward (milliseconds), and what will be kept of it. */
export type LatestReading = Reading & { startedAt: number; kept: PastReading }

/** A run may become visible this much later than its own time says, in milliseconds. */
const visibleAfter = 5_000
/** A gap seen twice this far apart is no hiccup, in milliseconds. */
const betweenGaps = 2_000

const keep = ({ complete, runs, gaps }: Reading, startedAt: number): PastReading => ({
  startedAt,
  complete,
  runs: new Map(runs.map((run) => [run.workflowRunId, Date.parse(run.createdAt)])),
  gaps: new Set(gaps.map(({ key }) => key)),
})

/** Dates a reading. What is kept of it is made once: two hundred calls may share one reading. */
export const dateReading = (reading: Reading, startedAt: number): LatestReading => ({
  ...reading,
  startedAt,
  kept: keep(reading, startedAt),
})

/** Whether both saw the same runs in the minutes that matter, but for those that are newer than all that the earlier one saw. */
const agree = (earlier: PastReading, latest: PastReading, { from, to }: OnItsWay): boolean => {
  const inTime = ([, at]: readonly [number, number]): boolean => at >= from && at <= to
  const newest = Math.max(-Infinity, ...earlier.runs.values()) - visibleAfter
  return (
    [...earlier.runs].filter(inTime).every(([id]) => latest.runs.has(id)) &&
    [...latest.runs].filter(inTime).every(([id, at]) => at > newest || earlier.runs.has(id))
  )
}

/** The gaps in which a run of the minutes that matter may stand. */
export const gapsIn = (gaps: readonly Gap[], { from, to }: OnItsWay): Gap[] =>
  gaps.filter(({ olderAt, newerAt }) => newerAt >= from && olderAt <= to)

export type Readings = {
  onItsWay: OnItsWay | null
  endedAt: number
  latest: LatestReading
  earlier: readonly PastReading[]
}

/**
 * Whether the readings allow to say that a run is not there: the latest is complete and was begun 120 s after the
 * connection ended, an earlier one at least 30 s before it saw the same, and what cannot be read could not be read before.
 */
export const isConclusive = ({ onItsWay, endedAt, latest, earlier }: Readings): boolean => {
  if (!latest.complete || latest.startedAt - endedAt < quietMilliseconds) return false
  const time = minutesAround(onItsWay)
  const before = (milliseconds: number): PastReading[] =>
    earlier.filter((one) => one.complete && latest.startedAt - one.startedAt >= milliseconds)
  const gaps = gapsIn(latest.gaps, time)
  return (
    before(betweenReadings).some((one) => agree(one, latest.kept, time)) &&
    before(gaps.length === 0 ? 0 : betweenGaps).some((one) => gaps.every(({ key }) => one.gaps.has(key)))
  )
}
