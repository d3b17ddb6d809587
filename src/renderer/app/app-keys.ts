import { profileIndexOf, useChords } from '../lib/commands.ts'
import { isInDialog, useWindowKeys } from '../lib/hotkeys.ts'
import { screenOfKey, type ScreenName } from './screens.ts'

/** On Escape, moves focus out of the fields that have it by default, so that single-key shortcuts work. */
const leaveField = ({ target }: KeyboardEvent): void => {
  if (target instanceof HTMLInputElement && target.matches('[data-number-field], [data-run-field]')) target.blur()
}

/**
 * Registers the shortcuts that work on every screen: Ctrl and a digit selects a profile; G and another key opens a
 * screen.
 */
export const useAppShortcuts = (onGo: (screen: ScreenName) => void, onPick: (index: number) => void): void => {
  useWindowKeys((event) => {
    if (isInDialog(event)) return
    if (event.key === 'Escape') return leaveField(event)
    const index = profileIndexOf(event)
    if (index === null) return
    event.preventDefault()
    onPick(index)
  })
  useChords((key) => {
    const screen = screenOfKey(key)
    if (screen) onGo(screen)
  })
}
