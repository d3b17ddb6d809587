import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Health, HealthHour, HealthSample } from '../../../contract/app-status.ts'
import type { Failure } from '../../../contract/failure.ts'
import { createQuery, finishedOf, type Query, type QueryState } from '../../lib/query.ts'
import { usePage } from '../../lib/page.ts'
import { messages } from '../../../messages/index.ts'
import css from './health.module.css'

const hourText = messages.support.hour

/** Returns whether a check failed on this computer, before a request was sent. */
export const isLocal = ({ kind }: Failure): boolean => kind === 'keychain' || kind === 'storage'

/** Returns whether the last finished check contacted the service and failed. */
export const isDown = (health: QueryState<Health>): boolean => {
  const finished = finishedOf(health)
  return finished.step === 'failed' && !isLocal(finished.failure)
}

/** Returns the checks that contacted the service. */
const sentOf = (samples: readonly HealthSample[]): HealthSample[] =>
  samples.filter(({ failure }) => failure === null || !isLocal(failure))

/** Summarizes the hour in one sentence, which mentions the launch of the app if that was less than an hour ago. */
export const sentenceOfHour = (hour: HealthHour): string => {
  const { since, ...figures } = figuresOf(hour)
  return hourText.sentence({ ...figures, since: since === null ? null : messages.time.clock(since) })
}

/** Returns main's health checks of the last hour. They are reloaded after each check. */
const useLastHour = (profileId: string, health: Query<Health>): HealthHour | null => {
  const { api, now } = usePage()
  const hour = useMemo(() => createQuery(() => api.listHealth({ profileId }), now), [api, profileId, now])
  const { step } = useStore(health.store)
  useEffect(() => {
    if (step !== 'loading') void hour.refresh()
  }, [hour, step])
  return useStore(hour.store).data?.value ?? null
}

/** Props for a scrollable region, which must be reachable by keyboard. */
const scrolled = { role: 'region', 'aria-label': hourText.asTable, tabIndex: 0 }

const Table = ({ hour }: { hour: HealthHour }) => (
  <details className={css['more']}>
    <summary>{hourText.asTable}</summary>
    <div className={css['table']} {...scrolled}>
      <table>
        <thead>
          <tr>
            <th scope="col">{hourText.columns.at}</th>
            <th scope="col">{hourText.columns.latency}</th>
            <th scope="col">{hourText.columns.version}</th>
          </tr>
        </thead>
        <tbody>
          {hour.samples.toReversed().map(({ at, milliseconds, version, failure }, index) => (
            <tr key={`${index} ${at}`}>
              <td>{messages.time.clock(at)}</td>
              <td>
                {milliseconds === null
                  ? failure && messages.failure.describe(failure).title
                  : messages.time.milliseconds(milliseconds)}
              </td>
              <td>{version}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)

/**
 * Shows the service's health over the last hour as a chart, a sentence, and a table of all checks. Only the table has the
 * checks that failed before Rundesk contacted the service.
 */
export const HealthLastHour = ({ profileId, health }: { profileId: string; health: Query<Health> }) => {
  const hour = useLastHour(profileId, health)
  if (hour === null || hour.samples.length === 0) return null
  const figures = figuresOf(hour)
  return (
    <>
      <HealthChart hour={hour} />
      <p>{sentenceOfHour(hour)}</p>
      {figures.versions.length > 1 && <p>{hourText.versions(figures.versions)}</p>}
      <Table hour={hour} />
    </>
  )
}

const width = 600
const height = 72
const stroke = 3

const across = (at: number): number => stroke + at * (width - 2 * stroke)

const Bar = ({ at, height: part, failed, newVersion }: Mark) => {
  const x = across(at)
  const top = height - Math.max(2, part * height)
  return (
    <>
      {newVersion && <line className={css['version']} x1={x} x2={x} y1={0} y2={height} />}
      <line className={failed ? css['failed'] : css['answered']} x1={x} x2={x} y1={failed ? 12 : top} y2={height} />
      {failed && <path className={css['cross']} d={`M${x - 3} 2l6 6m0 -6l-6 6`} />}
    </>
  )
}

/** Shows the round-trip times of the last hour as bars, with a cross for each check without a response. */
const HealthChart = ({ hour }: { hour: HealthHour }) => {
  const label = sentenceOfHour(hour)
  return (
    <figure className={css['chart']}>
      <div className={css['scale']} aria-hidden>
        <span>{messages.time.milliseconds(topOf(hour))}</span>
        <span>{messages.time.milliseconds(0)}</span>
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <line className={css['base']} x1={0} x2={width} y1={0.5} y2={0.5} />
        <line className={css['base']} x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
        {marksOf(hour).map((mark, index) => (
          <Bar key={`${index} ${mark.at}`} {...mark} />
        ))}
      </svg>
      <div className={css['hours']} aria-hidden>
        <span>{hourText.hourAgo}</span>
        <span>{hourText.now}</span>
      </div>
    </figure>
  )
}

type Mark = { at: number; height: number; failed: boolean; newVersion: boolean }

type HourFigures = {
  total: number
  failed: number
  /** In milliseconds; null without responses. */
  median: number | null
  slowest: number | null
  /** When main started if that was less than an hour ago, otherwise null. Main keeps the checks only in memory. */
  since: string | null
  /** The versions seen, oldest first, each with the time when it was first seen. */
  versions: { version: string; since: string }[]
}

const hourMilliseconds = 3_600_000
/** Minimum length of the chart's axis, in milliseconds, so that fast responses do not look slow. */
const minTop = 200

const answered = (samples: readonly HealthSample[]): number[] =>
  samples.flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds])).toSorted((a, b) => a - b)

/** Returns the median of sorted numbers; null without numbers. */
const medianOf = (sorted: readonly number[]): number | null => {
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const versionsOf = (samples: readonly HealthSample[]): HourFigures['versions'] => {
  const versions: HourFigures['versions'] = []
  for (const { version, at } of samples)
    if (version !== null && version !== versions.at(-1)?.version) versions.push({ version, since: at })
  return versions
}

export const figuresOf = ({ from, until, ...hour }: HealthHour): HourFigures => {
  const samples = sentOf(hour.samples)
  const times = answered(samples)
  return {
    total: samples.length,
    failed: samples.filter(({ failure }) => failure !== null).length,
    median: medianOf(times),
    slowest: times.at(-1) ?? null,
    since: Date.parse(until) - Date.parse(from) < hourMilliseconds ? from : null,
    versions: versionsOf(samples),
  }
}

/** Returns the upper end of the chart's axis in milliseconds: a round number above all response times. */
export const topOf = ({ samples }: HealthHour): number => {
  const slowest = Math.max(minTop, ...answered(samples))
  const step = 10 ** Math.floor(Math.log10(slowest))
  return Math.ceil(slowest / step) * step
}

/**
 * Returns a mark for each check: its position within the hour and its height, both from 0 to 1. A check without a
 * response has full height.
 */
export const marksOf = (shown: HealthHour): Mark[] => {
  const until = Date.parse(shown.until)
  const top = topOf(shown)
  const starts = new Set(
    versionsOf(shown.samples)
      .slice(1)
      .map(({ since }) => since),
  )
  return sentOf(shown.samples).map(({ at, milliseconds }) => ({
    at: Math.min(1, Math.max(0, 1 - (until - Date.parse(at)) / hourMilliseconds)),
    height: milliseconds === null ? 1 : milliseconds / top,
    failed: milliseconds === null,
    newVersion: starts.has(at),
  }))
}
