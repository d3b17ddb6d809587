import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'

type Props = Omit<ComponentProps<'button'>, 'disabled'> & {
  look?: 'plain' | 'loud' | 'quiet' | 'danger' | undefined
  size?: 'normal' | 'small' | 'icon' | undefined
  /** Off, yet reachable: a person can land on it and read what is missing. */
  off?: boolean | undefined
  children: ReactNode
}

const classOf = (look: string, size: string): string => [css['button'], css[look], css[size]].filter(Boolean).join(' ')

/** A button; `off` keeps it in the tab order and swallows its clicks. */
export const Button = ({ look = 'plain', size = 'normal', off = false, onClick, children, ...rest }: Props) => (
  <button
    type="button"
    className={classOf(look, size)}
    aria-disabled={off || undefined}
    onClick={off ? undefined : onClick}
    {...rest}
  >
    {children}
  </button>
)
