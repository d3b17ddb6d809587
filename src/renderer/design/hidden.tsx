import type { ReactNode } from 'react'
import css from './hidden.module.css'

/** Text for people who listen to the page; not seen. */
export const Hidden = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={css['hidden']}>
    {children}
  </span>
)
