import {
  BrowserWindow,
  nativeTheme,
  type RenderProcessGoneDetails,
  Menu,
  type MenuItemConstructorOptions,
} from 'electron'
import { errorCode } from '../../domain/error-code.ts'
import type { Log } from '../log/log.ts'
import { appUrl, startUrl } from './app-scheme.ts'
import type { CrashTraces } from './errors.ts'
import { windowTitle } from './runtime-info.ts'
import { isOurPage } from './security.ts'
import { type WindowMemory, windowOptions } from './window-state.ts'
import { nativeMessages } from '../../messages/native.ts'

type OpenWindowOptions = {
  preload: string
  packaged: boolean
  /** True if the app was used before; then the page contains a pre-rendered first screen. */
  returning: boolean
  /** SECURITY: resolves when the page's session has no network access; nothing is loaded before that. */
  networkBlocked: Promise<void>
  memory: WindowMemory
  log: Log
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  traces: CrashTraces
  /** Returns the IDs of all Chromium processes of this app. */
  processIds: () => readonly number[]
  /** Invoked when the page was unloaded: its process has exited, or another page has replaced it. */
  onUnload: () => void
  /** Invoked when the page has failed too often and is loaded again only by `reload`. */
  onLost: (reload: () => void) => void
}

/** Opens the window at its last position, loads its page, and reloads it after a crash. */
export const openWindow = async (options: OpenWindowOptions): Promise<BrowserWindow> => {
  const { preload, packaged, returning, networkBlocked, memory, log, monotonic, after, traces, onUnload, onLost } =
    options
  const last = memory.recall()
  const window = new BrowserWindow(
    windowOptions({
      preload,
      packaged,
      title: windowTitle(process.versions),
      dark: nativeTheme.shouldUseDarkColors,
      bounds: last?.bounds ?? null,
    }),
  )
  memory.follow(window)
  // Maximizing a window shows it.
  window.once('ready-to-show', () => (last?.isMaximized ? window.maximize() : window.show()))
  // The title indicates the runtime; the page's own title does not.
  window.on('page-title-updated', (event) => event.preventDefault())
  const load = (): void => {
    // A load also rejects if it is replaced by another one, so a failure is only logged.
    window
      .loadURL(returning ? startUrl : appUrl)
      .catch((error: unknown) => log('error', 'pageNotLoaded', { code: errorCode(error) ?? '' }))
  }
  recoverPage({ window, load, monotonic, after, log, onUnload, onLost })
  // Chromium forks its processes from one that existed before the main process's code ran, so they do not inherit its
  // settings.
  window.webContents.on('dom-ready', () => options.processIds().forEach((id) => traces.disableCoreDump(id)))
  // Creating the window and blocking the network take about 50 ms each, so they run concurrently.
  await networkBlocked
  if (!window.isDestroyed()) load()
  return window
}

/** Maximum wait for the first paint, in milliseconds. */
const firstPaintMilliseconds = 5_000

/** Resolves when the window has painted, or after five seconds. */
export const waitForFirstPaint = (
  window: { once(event: 'ready-to-show', listener: () => void): unknown },
  after: (milliseconds: number, action: () => void) => () => void,
): Promise<void> =>
  new Promise((resolve) => {
    const cancel = after(firstPaintMilliseconds, resolve)
    window.once('ready-to-show', () => {
      cancel()
      resolve()
    })
  })

/** The part of a BrowserWindow that page recovery uses. */
type RecoverableWindow = {
  on(event: 'unresponsive' | 'responsive', listener: () => void): unknown
  isDestroyed(): boolean
  webContents: {
    on(event: 'render-process-gone', listener: (event: unknown, details: RenderProcessGoneDetails) => void): unknown
    on(event: 'did-navigate', listener: (event: unknown, url: string) => void): unknown
    on(
      event: 'did-fail-load',
      listener: (event: unknown, code: number, description: string, url: string, isMainFrame: boolean) => void,
    ): unknown
    forcefullyCrashRenderer(): void
  }
}

/** A page that fails more than three times in a minute is loaded again only if the user doesn't restart the app. */
const maxCrashes = 3
const crashWindowMilliseconds = 60_000
/** How long a page may hang after Electron reports it, in milliseconds. */
const hangMilliseconds = 10_000
/** Pause before a reload, in milliseconds: the old process is still shutting down. */
const reloadPause = 100

/** Chromium's code for a navigation that was prevented. */
const aborted = -3

/**
 * Reloads the page after its process crashed or hung, and after it left the app's URL, because the main process cannot
 * prevent navigation to about:blank. Calls run in the main process and are not affected.
 */
export const recoverPage = ({
  window,
  load,
  monotonic,
  after,
  log,
  onUnload,
  onLost,
}: Pick<OpenWindowOptions, 'monotonic' | 'after' | 'log' | 'onUnload' | 'onLost'> & {
  window: RecoverableWindow
  load: () => void
}): void => {
  let crashes: number[] = []
  let cancelKill = (): void => undefined

  const reload = (): void => {
    if (!window.isDestroyed()) load()
  }
  const reloadIfForeign = (url: string): void => {
    if (isOurPage(url)) return
    log('error', 'pageLeft')
    after(reloadPause, reload)
  }

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log('error', 'pageCrashed', { reason, exitCode })
    cancelKill()
    onUnload()
    const now = monotonic()
    crashes = [...crashes.filter((at) => now - at < crashWindowMilliseconds), now]
    if (crashes.length > maxCrashes) onLost(reload)
    else after(reloadPause, reload)
  })
  window.webContents.on('did-navigate', (_event, url) => {
    onUnload()
    reloadIfForeign(url)
  })
  window.webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    if (isMainFrame && code !== aborted) reloadIfForeign(url)
  })
  window.on('unresponsive', () => {
    log('warn', 'pageHangs')
    cancelKill()
    cancelKill = after(hangMilliseconds, () => window.webContents.forcefullyCrashRenderer())
  })
  window.on('responsive', () => cancelKill())
}

type FocusableWindow = Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus' | 'isFocused' | 'isVisible'>

/** Restores, shows and focuses the window. A window that has not painted yet is shown later. */
export const bringToFront = (window: FocusableWindow | null): void => {
  if (window === null) return
  if (window.isMinimized()) window.restore()
  else if (!window.isVisible()) return
  window.show()
  window.focus()
}

export const isInFront = (window: FocusableWindow | null): boolean =>
  window !== null && window.isVisible() && window.isFocused()

/**
 * Sends an event to the page. A closed or crashed page does not receive it; it reads the current state when it reloads.
 */
export const sendToPage = (window: BrowserWindow | null, channel: string, text: string): void => {
  if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return
  window.webContents.send(channel, text)
}

export const installMenu = (mac: boolean): void => {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(mac)))
}

/**
 * The menu for editing and viewing. It has no reload item, which would discard a partially filled form. SECURITY: it
 * has no developer tools, and no role that adds its own entries.
 */
export const menuTemplate = (mac: boolean): MenuItemConstructorOptions[] => [
  mac ? { role: 'appMenu' } : { label: nativeMessages.menu.file, submenu: [{ role: 'quit' }] },
  {
    label: nativeMessages.menu.edit,
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  },
  {
    label: nativeMessages.menu.view,
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  },
  { role: 'windowMenu' },
]
