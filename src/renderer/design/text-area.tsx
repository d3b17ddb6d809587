import type { ComponentProps } from 'react'
import css from './input.module.css'

/** A text of several lines. */
export const TextArea = ({ rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={`${css['input']} ${css['area']}`} rows={rows} spellCheck autoComplete="off" {...rest} />
)
