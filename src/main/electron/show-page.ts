import type { BrowserWindow } from 'electron'
import type { Log } from '../log/log.ts'
import type { CrashTraces } from './crash-traces.ts'
import { keepPage } from './page-keeper.ts'
import { loadPage, openWindow } from './window.ts'

export type ShowPageParts = {
  preload: string
  packaged: boolean
  log: Log
  monotonic: () => number
  after: (milliseconds: number, act: () => void) => () => void
  traces: CrashTraces
  /** The page broke again and again and is not loaded any more. */
  onLost: () => void
}

/** Opens the window with its page in it, and loads the page anew when its process dies or hangs. */
export const showPage = ({ preload, packaged, traces, ...parts }: ShowPageParts): BrowserWindow => {
  const window = openWindow({ preload, packaged })
  const contents = window.webContents
  const load = (): void => loadPage(window, (code) => parts.log('error', 'pageNotLoaded', { code }))
  keepPage({ ...parts, window, load })
  // Chromium makes the page's process out of one that was there before us, so it inherits nothing from main.
  contents.on('dom-ready', () => traces.emptyCore(contents.getOSProcessId()))
  load()
  return window
}
