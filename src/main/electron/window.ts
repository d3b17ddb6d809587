import { BrowserWindow, nativeTheme } from 'electron'
import { appUrl } from './app-scheme.ts'
import { windowOptions } from './window-options.ts'

type WindowParts = { preload: string; packaged: boolean }

/** Makes Rundesk's window and shows it when its first picture is ready; its page is not loaded yet. */
export const openWindow = (parts: WindowParts): BrowserWindow => {
  const window = new BrowserWindow(windowOptions({ ...parts, title: 'Rundesk', dark: nativeTheme.shouldUseDarkColors }))
  window.once('ready-to-show', () => window.show())
  return window
}

/** Loads the one page there is; one that does not load is reported by its code. */
export const loadPage = (window: BrowserWindow, onFailure: (code: string) => void): void => {
  // A load that another load overtakes rejects too, and is no reason to end anything.
  window
    .loadURL(appUrl)
    .catch((error: unknown) => onFailure(error instanceof Error && 'code' in error ? String(error.code) : ''))
}
