import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle, Minus, type LucideIcon } from 'lucide-react'
import { type DoctorLine, type DoctorVerdict, verdictOf } from '../../../contract/doctor.ts'
import { Hidden } from '../../design/hidden.tsx'
import { words } from '../../words/words.ts'
import css from './doctor.module.css'

const said = words.doctor

type Look = { icon: LucideIcon; tone: string; word: string }

const verdicts: Record<DoctorVerdict, Look> = {
  good: { icon: CircleCheck, tone: 'good', word: said.verdicts.good },
  note: { icon: CircleHelp, tone: 'note', word: said.verdicts.note },
  bad: { icon: CircleAlert, tone: 'bad', word: said.verdicts.bad },
}

const lookOf = ({ step, finding }: DoctorLine): Look => {
  if (finding !== null) return verdicts[verdictOf(finding)]
  if (step === 'running') return { icon: LoaderCircle, tone: 'busy', word: said.steps.running }
  return { icon: Minus, tone: 'idle', word: step === 'done' ? '' : said.steps[step] }
}

const Line = ({ line }: { line: DoctorLine }) => {
  const { icon: Icon, tone, word } = lookOf(line)
  const found = said.inWords(line)
  return (
    <li className={css['line']} data-tone={tone} data-check={line.check}>
      <Icon aria-hidden />
      <span className={css['check']}>{said.checks[line.check]}</span>
      <div className={css['found']}>
        {/* The sign of a line says the same to those who see it. */}
        {found && <Hidden>{said.told(word)}</Hidden>}
        {found && <bdi>{found.found}</bdi>}
        {!found && <span className={css['quiet']}>{line.because ? said.skipped(line.because) : word}</span>}
        {found?.next && (
          <p className={css['next']}>
            <strong>{said.remedy}</strong>
            {found.next}
          </p>
        )}
      </div>
    </li>
  )
}

/** What the doctor found so far, a line a check, each with its remedy. */
export const DoctorLines = ({ lines }: { lines: readonly DoctorLine[] }) => (
  <ul className={css['lines']} aria-label={said.list}>
    {lines.map((line) => (
      <Line key={line.check} line={line} />
    ))}
  </ul>
)
