import type { HealthHour } from '../../../contract/health.ts'
import { words } from '../../words/words.ts'
import { figuresOf, type Mark, marksOf, topOf } from './health-hour.ts'
import css from './health-chart.module.css'

const said = words.support.hour

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

/** The round trips of the last hour as bars, a cross where no answer came; the same is said in a sentence below it. */
export const HealthChart = ({ hour }: { hour: HealthHour }) => {
  const label = said.sentence(figuresOf(hour))
  return (
    <figure className={css['chart']}>
      <div className={css['scale']} aria-hidden>
        <span>{words.time.milliseconds(topOf(hour))}</span>
        <span>{words.time.milliseconds(0)}</span>
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <line className={css['base']} x1={0} x2={width} y1={0.5} y2={0.5} />
        <line className={css['base']} x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
        {marksOf(hour).map((mark, index) => (
          <Bar key={`${index} ${mark.at}`} {...mark} />
        ))}
      </svg>
      <div className={css['hours']} aria-hidden>
        <span>{said.hourAgo}</span>
        <span>{said.now}</span>
      </div>
    </figure>
  )
}
