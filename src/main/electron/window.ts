import { BrowserWindow, nativeTheme } from 'electron'
import { appUrl } from './app-scheme.ts'
import { webPreferences } from './web-preferences.ts'

type WindowParts = { preload: string; packaged: boolean; onLoadFailure: (code: string) => void }

/** Opens Rundesk's window and shows it when its first picture is ready; a page that does not load is reported by its code. */
export const openWindow = ({ preload, packaged, onLoadFailure }: WindowParts): BrowserWindow => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 640,
    useContentSize: true,
    show: false,
    title: 'Rundesk',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0e1116' : '#f6f7f9',
    webPreferences: webPreferences(preload, packaged),
  })
  window.once('ready-to-show', () => window.show())
  // A load that another load overtakes rejects too, and is no reason to end anything.
  window
    .loadURL(appUrl)
    .catch((error: unknown) => onLoadFailure(error instanceof Error && 'code' in error ? String(error.code) : ''))
  return window
}
