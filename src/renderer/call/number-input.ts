import { words } from '../words/words.ts'
import css from './fields.module.css'

/** What the number's field is everywhere, also where it is drawn before the screen stands. */
export const numberInput = {
  dir: 'ltr',
  className: css['number'],
  placeholder: words.call.number.placeholder,
  maxLength: 1000,
  spellCheck: false,
  autoComplete: 'off',
} as const
