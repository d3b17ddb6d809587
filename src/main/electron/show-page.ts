import type { BrowserWindow } from 'electron'
import type { Log } from '../log/log.ts'
import type { CrashTraces } from './crash-traces.ts'
import { keepPage } from './page-keeper.ts'
import type { WindowMemory } from './remember-window.ts'
import { loadPage, openWindow } from './window.ts'

export type ShowPageParts = {
  preload: string
  packaged: boolean
  /** Somebody has been here before: the page comes with the desk's first picture drawn into it. */
  drawn: boolean
  /** SECURITY: resolves when no way leads out of the page's session; nothing is loaded before. */
  fenced: Promise<void>
  /** Where the window stood when it was there last. */
  memory: WindowMemory
  log: Log
  monotonic: () => number
  after: (milliseconds: number, act: () => void) => () => void
  traces: CrashTraces
  /** The ids of all processes that Chromium runs for us. */
  processIds: () => readonly number[]
  /** The page broke again and again and is not loaded any more. */
  onLost: () => void
}

/** Opens the window with its page in it, and loads the page anew when its process dies or hangs. */
export const showPage = async (given: ShowPageParts): Promise<BrowserWindow> => {
  const { preload, packaged, drawn, fenced, memory, traces, processIds, ...parts } = given
  const window = openWindow({ preload, packaged, memory })
  const load = (): void => loadPage(window, drawn, (code) => parts.log('error', 'pageNotLoaded', { code }))
  keepPage({ ...parts, window, load })
  // Chromium makes its processes out of one that was there before us: they inherit nothing from main.
  window.webContents.on('dom-ready', () => processIds().forEach((id) => traces.emptyCore(id)))
  // The window is made meanwhile: each of the two takes some fifty milliseconds.
  await fenced
  if (!window.isDestroyed()) load()
  return window
}
