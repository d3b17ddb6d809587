import css from './kbd.module.css'

type Props = { keys: string; look?: 'plain' | 'onColor' | 'bare' }

/** The keys of a shortcut, shown; people who listen hear it from `aria-keyshortcuts` of the control instead. */
export const Kbd = ({ keys, look = 'plain' }: Props) => (
  <kbd className={look === 'plain' ? css['kbd'] : `${css['kbd']} ${css[look]}`} aria-hidden>
    {keys}
  </kbd>
)
