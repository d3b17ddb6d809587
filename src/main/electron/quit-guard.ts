import { app, type BrowserWindow } from 'electron'
import type { Call } from '../../contract/call.ts'
import type { Announce } from '../ipc/announce.ts'

export type QuitGuardParts = {
  inFlight: () => Call[]
  /** How long a call's request may stay open, in milliseconds. */
  dialMilliseconds: () => number
  /** From now on no call begins. */
  stopPlacing: () => void
  settled: () => Promise<void>
  close: () => Promise<void>
  announce: Announce
}

/** When the last of the calls has its answer, or has been given up: a request stays open so long and no longer. */
const waitsUntil = (calls: Call[], milliseconds: number): string =>
  new Date(Math.max(...calls.map(({ preparedAt }) => Date.parse(preparedAt))) + milliseconds).toISOString()

/** Lets the app quit only when no call waits for its answer and everything is closed; a request on its way is never cut. */
export const guardQuit = ({ inFlight, dialMilliseconds, stopPlacing, settled, close, announce }: QuitGuardParts) => {
  let step: 'open' | 'closing' | 'closed' = 'open'

  const tell = (): void => {
    const calls = inFlight()
    if (calls.length > 0) announce('quitWaits', { calls: calls.length, until: waitsUntil(calls, dialMilliseconds()) })
  }

  app.on('before-quit', (event) => {
    if (step === 'closed') return
    event.preventDefault()
    tell()
    if (step === 'closing') return
    step = 'closing'
    stopPlacing()
    void settled()
      .then(close)
      .finally(() => {
        step = 'closed'
        app.quit()
      })
  })

  return {
    /** Keeps a window that is closed meanwhile: it is where the countdown stands. */
    hold(window: BrowserWindow): void {
      window.on('close', (event) => {
        if (step === 'closed' || inFlight().length === 0) return
        event.preventDefault()
        app.quit()
      })
    },
  }
}
