import { Search } from 'lucide-react'
import { Kbd } from '../design/kbd.tsx'
import { words } from '../words/words.ts'
import css from './palette-button.module.css'

/** The palette's place in the bar, for those who do not know its keys yet. */
export const PaletteButton = ({ onOpen }: { onOpen: () => void }) => (
  <button
    type="button"
    className={css['open']}
    aria-keyshortcuts="Control+K"
    title={words.palette.open}
    onClick={onOpen}
  >
    <Search aria-hidden />
    <span>{words.palette.open}</span>
    <Kbd keys="Ctrl K" />
  </button>
)
