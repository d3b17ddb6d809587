import type { ReactNode } from 'react'
import css from './hidden.module.css'

/** Text for people who listen to the page; not seen. */
export const Hidden = ({ children }: { children: ReactNode }) => <span className={css['hidden']}>{children}</span>
