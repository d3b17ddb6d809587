import css from './kbd.module.css'

type Props = {
  keys: string
  look?: 'plain' | 'onColor' | 'bare'
  /** True where no control beside it tells the keys: on the sheet of keys. */
  spoken?: boolean
}

/** The keys of a shortcut, shown; people who listen hear it from `aria-keyshortcuts` of the control instead. */
export const Kbd = ({ keys, look = 'plain', spoken = false }: Props) => (
  <kbd className={look === 'plain' ? css['kbd'] : `${css['kbd']} ${css[look]}`} dir="ltr" aria-hidden={!spoken}>
    {keys}
  </kbd>
)
