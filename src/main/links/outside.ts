import type { SystemTies } from '../../contract/asked.ts'
import type { Settings } from '../../contract/settings.ts'
import type { Notice } from '../notices/notice.ts'

/** What lies outside the window, handed to a desk that has one. */
export type Outside = {
  /** Whether this computer's screen is locked just now. */
  isLocked: () => boolean
  /** SECURITY: whether a text holds a key that is in memory, or anything of a key's shape. */
  holdsSecret: (text: string) => boolean
  /** Asks of the system what the settings say, and lets go of the rest. */
  apply: (settings: Settings) => void
  ties: () => SystemTies
  /** Tells a person who is not looking at the window. */
  notify: (notice: Notice) => void
}

/** A desk without a window: nobody asks from outside, and nobody is told. */
export const nothingOutside: Outside = {
  isLocked: () => false,
  holdsSecret: () => true,
  apply: () => {},
  ties: () => ({ shortcut: 'off', telLinks: 'off' }),
  notify: () => {},
}
