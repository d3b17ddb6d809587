import type { List } from '../../../../contract/list.ts'
import type { Output } from '../../../../contract/operations.ts'
import { messages } from '../../../../messages/index.ts'
import { countOutcomes, type OutcomeCounts, type RowOutcome, rowOutcomes, totalsOf } from '../../../lib/list-totals.ts'
import { useNow } from '../../../lib/page.ts'
import { OutcomeChart, outcomeClass } from '../outcome-chart.tsx'
import css from './progress.module.css'

const runText = messages.lists.run

/** Outcomes whose counters are shown even if they are zero. */
const always: ReadonlySet<RowOutcome> = new Set([
  'reached',
  'noAnswer',
  'busy',
  'notPlaced',
  'unknown',
  'inProgress',
  'waiting',
])

/** Number of most recent periods from which the expected end is calculated. */
const measuredPeriods = 3

/**
 * Returns when the waiting rows will be finished at the pace of the most recent periods, in milliseconds since 1970;
 * null before the first outcome.
 */
export const expectedEnd = (
  { minutes, periods }: Output<'listOutcomes'>,
  waiting: number,
  now: number,
): number | null => {
  const last = periods.slice(-measuredPeriods)
  const [first] = last
  if (first === undefined) return null
  const done = last.reduce((sum, { counts }) => sum + doneIn(countOutcomes(counts)), 0)
  const elapsed = Math.min(now - Date.parse(first.from), last.length * minutes * 60_000)
  return done === 0 || elapsed <= 0 ? null : now + (waiting / done) * elapsed
}

const doneIn = (counts: OutcomeCounts): number =>
  rowOutcomes.reduce(
    (sum, outcome) => (outcome === 'inProgress' || outcome === 'waiting' ? sum : sum + counts[outcome]),
    0,
  )

type ProgressProps = { list: List; outcomes: Output<'listOutcomes'> | null }

/** Shows a list's progress: a bar with the expected end, a counter for each outcome, and a chart over time. */
export const Progress = ({ list, outcomes }: ProgressProps) => {
  const now = useNow(list.state === 'running' ? 5_000 : null)
  const { finished, unknown, active, waiting } = totalsOf(list.counts)
  const counts = countOutcomes(list.counts)
  const all = finished + unknown + active + waiting
  const title = runText.finished(finished, all)
  return (
    <section className={css['progress']} aria-label={runText.progress}>
      <div className={css['top']}>
        <strong>{title}</strong>
        <span>{paceText(list, outcomes, now)}</span>
      </div>
      <div className={css['bar']} role="img" aria-label={title}>
        {rowOutcomes.map(
          (outcome) =>
            counts[outcome] > 0 && (
              <i key={outcome} className={outcomeClass(outcome)} style={{ flexGrow: counts[outcome] }} />
            ),
        )}
      </div>
      <dl className={css['counts']} aria-label={runText.counters}>
        {rowOutcomes.map(
          (outcome) =>
            (always.has(outcome) || counts[outcome] > 0) && (
              <div key={outcome}>
                <dt>
                  <i className={outcomeClass(outcome)} aria-hidden />
                  {runText.outcome(outcome)}
                </dt>
                <dd>{messages.common.count(counts[outcome])}</dd>
              </div>
            ),
        )}
      </dl>
      {outcomes && <OutcomeChart outcomes={outcomes} height={80} hasLegend={false} />}
    </section>
  )
}

const paceText = (list: List, outcomes: ProgressProps['outcomes'], now: number): string => {
  const { waiting } = totalsOf(list.counts)
  if (list.state === 'paused') return list.brake === null ? runText.pausedTitle : runText.pausedAt(list.brake.at)
  const { rows, until } = list.waiting
  if (until !== null && rows === waiting && rows > 0) return runText.waitsFor(until)
  const end = outcomes && expectedEnd(outcomes, waiting, now)
  return runText.pace(list.options.atOnce, end === null ? null : messages.time.hour(new Date(end).toISOString()))
}
