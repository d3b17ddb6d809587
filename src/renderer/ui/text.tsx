import type { ReactNode } from 'react'
import css from './text.module.css'

/** Renders text only for screen readers. */
export const Hidden = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={css['hidden']}>
    {children}
  </span>
)

/** Renders a phone number or an ID left to right in every language, without reordering the text around it. */
export const Ltr = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>
