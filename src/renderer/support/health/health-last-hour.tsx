import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Health, HealthHour } from '../../../contract/health.ts'
import { createFact, type FactStore } from '../../shell/fact.ts'
import { useParts } from '../../shell/parts.ts'
import { words } from '../../words/words.ts'
import { HealthChart } from './health-chart.tsx'
import css from './health-chart.module.css'
import { figuresOf } from './health-hour.ts'

const said = words.support.hour

/** The last hour as main knows it, read again after each question about health. */
const useLastHour = (profileId: string, health: FactStore<Health>): HealthHour | null => {
  const { desk, now } = useParts()
  const hour = useMemo(() => createFact(() => desk.listHealth({ profileId }), now), [desk, profileId, now])
  const { step } = useStore(health.store)
  useEffect(() => {
    if (step !== 'asking') void hour.askAfresh()
  }, [hour, step])
  return useStore(hour.store).known?.value ?? null
}

/** What scrolls must be reached by the keyboard. */
const scrolled = { role: 'region', 'aria-label': said.asTable, tabIndex: 0 }

const Table = ({ hour }: { hour: HealthHour }) => (
  <details className={css['more']}>
    <summary>{said.asTable}</summary>
    <div className={css['table']} {...scrolled}>
      <table>
        <thead>
          <tr>
            <th scope="col">{said.columns.at}</th>
            <th scope="col">{said.columns.latency}</th>
            <th scope="col">{said.columns.version}</th>
          </tr>
        </thead>
        <tbody>
          {hour.samples.toReversed().map(({ at, milliseconds, version, failure }, index) => (
            <tr key={`${index} ${at}`}>
              <td>{words.time.clock(at)}</td>
              <td>
                {milliseconds === null
                  ? failure && words.failure.inWords(failure).title
                  : words.time.milliseconds(milliseconds)}
              </td>
              <td>{version}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)

/** How the service was over the last hour: a chart, the same in a sentence, and every question in a table. */
export const HealthLastHour = ({ profileId, health }: { profileId: string; health: FactStore<Health> }) => {
  const hour = useLastHour(profileId, health)
  if (hour === null || hour.samples.length === 0) return null
  const figures = figuresOf(hour)
  return (
    <>
      <HealthChart hour={hour} />
      <p>{said.sentence(figures)}</p>
      {figures.versions.length > 1 && <p>{said.versions(figures.versions)}</p>}
      <Table hour={hour} />
    </>
  )
}
