import type { BrowserWindow } from 'electron'

type Window = Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus' | 'isFocused' | 'isVisible'>

/** Brings the window before the person, from wherever it is. One that has no picture yet shows itself when it has. */
export const bringToFront = (window: Window | null): void => {
  if (window === null) return
  if (window.isMinimized()) window.restore()
  else if (!window.isVisible()) return
  window.show()
  window.focus()
}

/** Whether a person has the window before them and types into it. */
export const isInFront = (window: Window | null): boolean => window !== null && window.isVisible() && window.isFocused()
