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
import type { Call } from '../../contract/call.ts'
import type { DisplayState } from '../../contract/call-list.ts'
import { displayStateOf, runDespiteDecisionOf } from '../../domain/call-state.ts'
import { messages } from '../../messages/index.ts'
import { useShownOutcome } from '../lib/call-progress.ts'

/**
 * The tone of a state. In this order, the tones mean: good, in progress, needs attention, busy line, refused, nothing
 * happened.
 */
export type Tone = 'good' | 'busy' | 'check' | 'away' | 'bad' | 'idle'

/** The icon of each tone, so that a state is never shown by color alone. */
export const toneIcons: Record<Tone, LucideIcon> = {
  good: Check,
  busy: LoaderCircle,
  check: CircleHelp,
  away: PhoneOff,
  bad: X,
  idle: Minus,
}

type TagProps = { tone: Tone; icon?: LucideIcon; title?: string; children: ReactNode }

/** Shows a state as a word with an icon. */
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

/** Icons for states in which a call has ended. They need their own, because they share their tone with other states. */
export const endIcons: Partial<Record<DisplayState, LucideIcon>> = {
  reached: UserRoundCheck,
  voicemail: Voicemail,
  noAnswer: PhoneMissed,
  busy: PhoneOff,
}

/** Returns a state's tone and icon. */
export const toneAndIconOf = (state: DisplayState): { tone: Tone; icon: LucideIcon } => ({
  tone: tones[state],
  icon: endIcons[state] ?? toneIcons[tones[state]],
})

/** The tone and icon of a call that a person resolved as not placed although a run was found. */
export const runFoundStyle = { tone: 'check', icon: toneIcons.check } as const

/**
 * Shows a call's state as a word with an icon. The tooltip says whether the call was placed or, if a run was found
 * although a person resolved the call as not placed, which one.
 */
export const StateTag = ({ call }: { call: Pick<Call, 'outcome' | 'preparedAt'> }) => {
  const state = useShownOutcome(call)
  const { tag, placed } = messages.callState.describe(state)
  const style = runDespiteDecisionOf(state) === null ? toneAndIconOf(displayStateOf(state)) : runFoundStyle
  return (
    <Tag {...style} title={messages.runDespiteDecision(state) ?? messages.callState.placed(placed)}>
      {tag}
    </Tag>
  )
}
