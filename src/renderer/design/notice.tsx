import { CircleAlert, CircleCheck, CircleHelp, Info, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './notice.module.css'
import type { Tone } from './tag.tsx'

const icons: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  busy: LoaderCircle,
  check: CircleHelp,
  bad: CircleAlert,
  idle: Info,
}

type Props = { tone: Tone; title: string; children?: ReactNode; acts?: ReactNode }

/** A short message that stays where it is: what happened, and below it what may be done. */
export const Notice = ({ tone, title, children, acts }: Props) => {
  const Icon = icons[tone]
  return (
    <div className={`${css['notice']} ${css[tone]}`}>
      <Icon aria-hidden />
      <div className={css['body']}>
        <p className={css['title']}>{title}</p>
        {children}
        {acts && <div className={css['acts']}>{acts}</div>}
      </div>
    </div>
  )
}
