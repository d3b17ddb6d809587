import { BrowserWindow, nativeTheme } from 'electron'
import { errorCode } from '../../contract/error-code.ts'
import { appUrl, deskUrl } from './app-scheme.ts'
import { windowOptions } from './window-options.ts'
import type { WindowMemory } from './remember-window.ts'
import { windowTitle } from './window-title.ts'

type WindowParts = { preload: string; packaged: boolean; memory: WindowMemory }

/** Makes Rundesk's window where it last stood, and shows it when its first picture is ready; its page is not loaded yet. */
export const openWindow = ({ memory, ...parts }: WindowParts): BrowserWindow => {
  const last = memory.recall()
  const dark = nativeTheme.shouldUseDarkColors
  const window = new BrowserWindow(
    windowOptions({ ...parts, title: windowTitle(process.versions), dark, place: last?.place ?? null }),
  )
  memory.follow(window)
  // To maximise a window shows it.
  window.once('ready-to-show', () => (last?.isMaximized ? window.maximize() : window.show()))
  // The page has one name for itself; which runtime it is on, the window says.
  window.on('page-title-updated', (event) => event.preventDefault())
  return window
}

/** Loads the one page there is, drawn or empty; one that does not load is reported by its code. */
export const loadPage = (window: BrowserWindow, drawn: boolean, onFailure: (code: string) => void): void => {
  // A load that another load overtakes rejects too, and is no reason to end anything.
  window.loadURL(drawn ? deskUrl : appUrl).catch((error: unknown) => onFailure(errorCode(error) ?? ''))
}
