import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './empty.module.css'

type Props = { icon: LucideIcon; title: string; text: string; children?: ReactNode }

/** A place with nothing in it yet, which says what would fill it. */
export const Empty = ({ icon: Icon, title, text, children }: Props) => (
  <div className={css['empty']}>
    <Icon aria-hidden />
    <p className={css['title']}>{title}</p>
    <p className={css['text']}>{text}</p>
    {children}
  </div>
)
