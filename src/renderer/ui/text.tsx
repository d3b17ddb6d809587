import type { ReactNode } from 'react'
import type { ProfileColor } from '../../contract/profile.ts'
import css from './text.module.css'

/** Renders text only for screen readers. */
export const Hidden = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={css['hidden']}>
    {children}
  </span>
)

/** Renders a phone number or an ID left to right in every language, without reordering the text around it. */
export const Ltr = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>

/** Renders a profile's name after a square in its color; without `color`, in the color of the page. */
export const ProfileName = ({ name, color }: { name: string; color?: ProfileColor }) => (
  <>
    <i className={css['profile']} data-color={color} aria-hidden />
    <bdi>{name}</bdi>
  </>
)
