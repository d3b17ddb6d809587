import type { RenderProcessGoneDetails } from 'electron'
import type { Log } from '../log/log.ts'
import { isOurPage } from './trusted-frame.ts'

/** As much of a window as is watched. */
export type KeptWindow = {
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

export type PageKeeperParts = {
  window: KeptWindow
  /** Loads the page anew. */
  load: () => void
  /** A clock that goes only forward, in milliseconds. */
  monotonic: () => number
  /** Runs an act later, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
  log: Log
  /** The page cannot be kept: it broke again and again. */
  onLost: () => void
}

/** A page that breaks more often than this within the span is not loaded again. */
const mostBreaks = 3
const spanMilliseconds = 60_000
/** Electron's own patience with a page that hangs is over by then; this comes on top. */
const hangMilliseconds = 10_000
/** The process that went is not torn down yet when we hear of it. */
const pauseMilliseconds = 100

/** What Chromium calls a navigation that was prevented, as all of them should be. */
const aborted = -3

/**
 * Loads the page anew when its process dies or hangs, and when it is not ours any more: Chromium lets nobody prevent that
 * a page leads itself to about:blank, or to where it may not go, which becomes about:blank. Calls live in main and notice
 * nothing.
 */
export const keepPage = ({ window, load, monotonic, after, log, onLost }: PageKeeperParts): void => {
  let breaks: number[] = []
  let cancelKill = (): void => undefined

  const reload = (): void => {
    if (!window.isDestroyed()) load()
  }

  const mend = (): void => {
    const now = monotonic()
    breaks = [...breaks.filter((at) => now - at < spanMilliseconds), now]
    if (breaks.length > mostBreaks) onLost()
    else after(pauseMilliseconds, reload)
  }
  const leave = (url: string): void => {
    if (isOurPage(url)) return
    log('error', 'pageLeft')
    after(pauseMilliseconds, reload)
  }

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log('error', 'pageGone', { reason, exitCode })
    cancelKill()
    mend()
  })
  window.webContents.on('did-navigate', (_event, url) => leave(url))
  window.webContents.on('did-fail-load', (_event, code, _description, url, isMainFrame) => {
    if (isMainFrame && code !== aborted) leave(url)
  })
  window.on('unresponsive', () => {
    log('warn', 'pageHangs')
    cancelKill()
    cancelKill = after(hangMilliseconds, () => window.webContents.forcefullyCrashRenderer())
  })
  window.on('responsive', () => cancelKill())
}
