import {
  Check,
  CircleHelp,
  LoaderCircle,
  type LucideIcon,
  Minus,
  PhoneMissed,
  PhoneOff,
  UserRoundCheck,
  Voicemail,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import css from './tag.module.css'
import type { CallState } from '../../contract/call.ts'
import type { DisplayState } from '../../contract/call-list.ts'
import { displayStateOf } from '../../domain/call-state.ts'
import { messages } from '../../messages/index.ts'

/** The tone of a state: good, in progress, needs attention, busy line, refused, or nothing happened. */
export type Tone = 'good' | 'busy' | 'check' | 'away' | 'bad' | 'idle'

/** The icon of each tone: a state has an icon and a text, never only a color. */
export const toneIcons: Record<Tone, LucideIcon> = {
  good: Check,
  busy: LoaderCircle,
  check: CircleHelp,
  away: PhoneOff,
  bad: X,
  idle: Minus,
}

type TagProps = { tone: Tone; icon?: LucideIcon; title?: string; children: ReactNode }

/** A state in a word, with its icon. */
export const Tag = ({ tone, icon, title, children }: TagProps) => {
  const Icon = icon ?? toneIcons[tone]
  return (
    <span className={`${css['tag']} ${css[tone]}`} title={title}>
      <Icon aria-hidden />
      {children}
    </span>
  )
}

const tones: Record<DisplayState, Tone> = {
  reached: 'good',
  voicemail: 'idle',
  noAnswer: 'idle',
  busy: 'away',
  failed: 'bad',
  ended: 'check',
  accepted: 'good',
  sending: 'busy',
  dialing: 'busy',
  unknown: 'check',
  toCheck: 'check',
  notFound: 'idle',
  rejected: 'bad',
  carrierRefused: 'bad',
  notSent: 'idle',
  resolvedPlaced: 'idle',
  resolvedNotPlaced: 'idle',
  cancelled: 'idle',
  queued: 'busy',
}

/** Icons of the ends of a call, which share their tone with other states. */
export const endIcons: Partial<Record<DisplayState, LucideIcon>> = {
  reached: UserRoundCheck,
  voicemail: Voicemail,
  noAnswer: PhoneMissed,
  busy: PhoneOff,
}

/** Returns the tone and the icon of a state. */
export const toneAndIconOf = (state: DisplayState): { tone: Tone; icon: LucideIcon } => ({
  tone: tones[state],
  icon: endIcons[state] ?? toneIcons[tones[state]],
})

/** The state of a call in a word, with its icon; the tooltip says whether the call was placed. */
export const StateTag = ({ state }: { state: CallState }) => {
  const { tag, placed } = messages.callState.describe(state)
  return (
    <Tag {...toneAndIconOf(displayStateOf(state))} title={messages.callState.placed(placed)}>
      {tag}
    </Tag>
  )
}
