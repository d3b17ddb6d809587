import { useState } from 'react'
import { dayOutcomes, type DaySummary } from '../../../../contract/day.ts'
import { messages } from '../../../../messages/index.ts'
import { Button } from '../../../ui/button.tsx'
import css from './day-charts.module.css'

const dayText = messages.day

/** Maximum number of agents in the chart. The table lists all of them. */
const maxAgents = 5

type DayChartsProps = {
  summary: DaySummary
  /** True if not all calls were counted. */
  isAtLeast?: boolean
}

/** Shows a day's calls by hour, outcome and agent, as charts or as tables. */
export const DayCharts = ({ summary, isAtLeast = false }: DayChartsProps) => {
  const [isTable, setIsTable] = useState(false)
  const asTable = (
    <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
      {dayText.asTable}
    </Button>
  )
  return (
    <section className={isTable ? `${css['day']} ${css['tables']}` : css['day']} aria-label={dayText.label}>
      <div className={css['part']}>
        <h3>
          {dayText.byHour}
          {asTable}
        </h3>
        {isTable ? <HourTable summary={summary} /> : <HourChart summary={summary} />}
      </div>
      <div className={css['part']}>
        <h3>
          {dayText.outcomes}
          <span>{dayText.calls(summary.calls, isAtLeast)}</span>
        </h3>
        <Outcomes summary={summary} />
      </div>
      <div className={css['part']}>
        <h3>{dayText.byAgent}</h3>
        {isTable ? <AgentTable summary={summary} /> : <AgentChart summary={summary} />}
      </div>
    </section>
  )
}

/** Shows the calls by outcome, in the colors of the other charts, and the talk time. */
const Outcomes = ({ summary: { calls, counts, talkSeconds } }: { summary: DaySummary }) => (
  <dl className={css['bars']}>
    {dayOutcomes.map(
      (outcome) =>
        counts[outcome] > 0 && (
          <div key={outcome}>
            <dt>{dayText.names[outcome]}</dt>
            <dd>
              <meter
                className={css[outcome]}
                min={0}
                max={calls}
                value={counts[outcome]}
                aria-label={dayText.names[outcome]}
              />
              <b>{messages.common.count(counts[outcome])}</b>
            </dd>
          </div>
        ),
    )}
    <div>
      <dt>{dayText.talkTime}</dt>
      <dd className={css['talk']}>{dayText.talk(talkSeconds)}</dd>
    </div>
  </dl>
)

/** The chart's width, height and maximum bar height in its own units. The chart scales with its column. */
const [width, height, base] = [420, 96, 78]

const HourChart = ({ summary: { hours } }: { summary: DaySummary }) => {
  const most = Math.max(1, ...hours.map(({ calls }) => calls))
  const step = width / Math.max(1, hours.length)
  const bar = Math.min(48, step * 0.7)
  return (
    <svg className={css['chart']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={dayText.chart(hours)}>
      <line x1={0} x2={width} y1={base} y2={base} className={css['axis']} />
      {hours.map(({ hour, counts }, index) => {
        const x = index * step + (step - bar) / 2
        let top = base
        return (
          <g key={hour}>
            {dayOutcomes.map((outcome) => {
              const size = (counts[outcome] / most) * (base - 6)
              top -= size
              return size > 0 && <rect key={outcome} className={css[outcome]} x={x} y={top} width={bar} height={size} />
            })}
            <text x={x + bar / 2} y={height - 4} textAnchor="middle">
              {dayText.hour(hour)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

type Agent = DaySummary['agents'][number]

/**
 * Returns the agent's name or, if it is unknown, a label with its ID: a UUID for this computer's calls, a number for
 * those in the service's list.
 */
const nameOf = ({ agentId, name }: Agent): string =>
  name ?? (/^\d+$/.test(agentId) ? dayText.agentByNumber(agentId) : messages.call.agentById(agentId))

const AgentChart = ({ summary: { agents } }: { summary: DaySummary }) => {
  const most = Math.max(1, ...agents.map(({ calls }) => calls))
  const hidden = agents.length - maxAgents
  return (
    <>
      <ul className={css['agents']}>
        {agents.slice(0, maxAgents).map((agent) => (
          <AgentBar key={agent.agentId} agent={agent} most={most} />
        ))}
      </ul>
      {hidden > 0 && <p className={css['more']}>{dayText.moreAgents(hidden)}</p>}
    </>
  )
}

const AgentBar = ({ agent, most }: { agent: Agent; most: number }) => {
  const { calls, counts } = agent
  const parts = dayOutcomes.filter((outcome) => counts[outcome] > 0)
  const label = dayText.agentBar(
    nameOf(agent),
    parts.map((outcome) => [dayText.names[outcome], counts[outcome]]),
  )
  return (
    <li>
      <bdi title={nameOf(agent)}>{nameOf(agent)}</bdi>
      <b>{messages.common.count(calls)}</b>
      <div className={css['stack']} role="img" aria-label={label}>
        {parts.map((outcome) => (
          <i key={outcome} className={css[outcome]} style={{ width: `${(counts[outcome] / most) * 100}%` }} />
        ))}
      </div>
    </li>
  )
}

type CountTableProps = {
  label: string
  firstColumn: string
  rows: readonly ({ key: string; name: string } & Pick<Agent, 'calls' | 'counts'>)[]
}

const CountTable = ({ label, firstColumn, rows }: CountTableProps) => (
  <table className={css['table']} aria-label={label}>
    <thead>
      <tr>
        <th scope="col">{firstColumn}</th>
        {dayOutcomes.map((outcome) => (
          <th key={outcome} scope="col">
            {dayText.names[outcome]}
          </th>
        ))}
        <th scope="col">{dayText.callsColumn}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, name, calls, counts }) => (
        <tr key={key}>
          <th scope="row">
            <bdi>{name}</bdi>
          </th>
          {dayOutcomes.map((outcome) => (
            <td key={outcome}>{messages.common.count(counts[outcome])}</td>
          ))}
          <td>{messages.common.count(calls)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const HourTable = ({ summary: { hours } }: { summary: DaySummary }) => (
  <CountTable
    label={dayText.byHour}
    firstColumn={dayText.hourColumn}
    rows={hours.map(({ hour, ...counted }) => ({ ...counted, key: String(hour), name: dayText.hour(hour) }))}
  />
)

const AgentTable = ({ summary: { agents } }: { summary: DaySummary }) => (
  <CountTable
    label={dayText.byAgent}
    firstColumn={dayText.agentColumn}
    rows={agents.map((agent) => ({ ...agent, key: agent.agentId, name: nameOf(agent) }))}
  />
)
