import { Check, CircleHelp, LoaderCircle, Minus, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './tag.module.css'

/** What a state means to a person: good news, under way, wants a look, refused, or nothing happened. */
export type Tone = 'good' | 'busy' | 'check' | 'bad' | 'idle'

/** The sign of each tone: a state is told by sign and word, never by colour alone. */
export const toneIcons: Record<Tone, LucideIcon> = {
  good: Check,
  busy: LoaderCircle,
  check: CircleHelp,
  bad: X,
  idle: Minus,
}

/** A state in a word, with its sign. */
export const Tag = ({ tone, icon, children }: { tone: Tone; icon?: LucideIcon; children: ReactNode }) => {
  const Icon = icon ?? toneIcons[tone]
  return (
    <span className={`${css['tag']} ${css[tone]}`}>
      <Icon aria-hidden />
      {children}
    </span>
  )
}
