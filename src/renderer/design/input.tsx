import type { ComponentProps } from 'react'
import css from './input.module.css'

/** A one-line text field; `mono` for ids, origins and other exact text. */
export const Input = ({ mono = false, ...rest }: ComponentProps<'input'> & { mono?: boolean }) => (
  <input
    dir={mono ? 'ltr' : undefined}
    className={mono ? `${css['input']} ${css['mono']}` : css['input']}
    spellCheck={false}
    autoComplete="off"
    {...rest}
  />
)
