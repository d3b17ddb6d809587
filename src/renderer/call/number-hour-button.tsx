import { Clock } from 'lucide-react'
import { useStore } from 'zustand'
import type { CalleeHour } from '../../contract/callee-hour.ts'
import type { LineType } from '../../contract/phone-number.ts'
import { Popover } from '../design/popover.tsx'
import { words } from '../words/words.ts'
import type { NumberHour } from './number-hour.ts'
import css from './number.module.css'
import { NumberZone } from './number-zone.tsx'

const said = words.phoneNumber

/** What makes the hour doubtful, in sentences; the quiet hours only where somebody wants to know of them. */
const sentencesOf = ({ doubt, source, quiet }: CalleeHour): string[] => [
  source === 'person' ? said.saidByPerson : `${said.doubt(doubt)} ${said.hint}`,
  ...(quiet.verdict === 'off' ? [] : [said.quiet(quiet)]),
]

type Props = { hours: NumberHour; line: LineType | null }

/** The hour at the callee; pressed, it says how sure that is, and lets a person who knows better name the zone. */
export const NumberHourButton = ({ hours, line }: Props) => {
  const { hour, zone } = useStore(hours.store)
  if (!hour) return null
  const quiet = hour.quiet.verdict === 'yes' || hour.quiet.verdict === 'perhaps'
  return (
    <Popover
      title={said.hourTitle}
      trigger={
        <button type="button" className={quiet ? `${css['hour']} ${css['quiet']}` : css['hour']}>
          <Clock aria-hidden />
          {said.hourOf(hour, line)}
        </button>
      }
    >
      {sentencesOf(hour).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <NumberZone hour={hour} zone={zone} onSay={hours.sayZone} />
    </Popover>
  )
}
