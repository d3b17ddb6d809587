import type { HealthHour, HealthSample } from '../../../contract/health.ts'

export type Mark = { at: number; height: number; failed: boolean; newVersion: boolean }

/** What an hour of health says in figures. */
export type HourFigures = {
  asked: number
  failed: number
  /** Of the answers, in milliseconds; null when there was none. */
  median: number | null
  slowest: number | null
  /** The versions that answered, oldest first, each with the time from which it did. */
  versions: { version: string; since: string }[]
}

const hour = 3_600_000
/** A chart that is not taller than a quick answer makes every one of them look slow, in milliseconds. */
const leastTop = 200

const answered = (samples: readonly HealthSample[]): number[] =>
  samples.flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds])).toSorted((a, b) => a - b)

const versionsOf = (samples: readonly HealthSample[]): HourFigures['versions'] => {
  const versions: HourFigures['versions'] = []
  for (const { version, at } of samples)
    if (version !== null && version !== versions.at(-1)?.version) versions.push({ version, since: at })
  return versions
}

/** Counts and measures an hour. */
export const figuresOf = ({ samples }: HealthHour): HourFigures => {
  const times = answered(samples)
  return {
    asked: samples.length,
    failed: samples.filter(({ failure }) => failure !== null).length,
    median: times[Math.floor(times.length / 2)] ?? null,
    slowest: times.at(-1) ?? null,
    versions: versionsOf(samples),
  }
}

/** The top of the chart in milliseconds: a round number that no answer exceeds. */
export const topOf = ({ samples }: HealthHour): number => {
  const slowest = Math.max(leastTop, ...answered(samples))
  const step = 10 ** Math.floor(Math.log10(slowest))
  return Math.ceil(slowest / step) * step
}

/** Each question as a mark: its place in the hour and its height, both from 0 to 1; one without an answer is full. */
export const marksOf = (shown: HealthHour): Mark[] => {
  const until = Date.parse(shown.until)
  const top = topOf(shown)
  const starts = new Set(
    versionsOf(shown.samples)
      .slice(1)
      .map(({ since }) => since),
  )
  return shown.samples.map(({ at, milliseconds }) => ({
    at: Math.min(1, Math.max(0, 1 - (until - Date.parse(at)) / hour)),
    height: milliseconds === null ? 1 : milliseconds / top,
    failed: milliseconds === null,
    newVersion: starts.has(at),
  }))
}
