import { app, type BrowserWindow } from 'electron'
import type { Call } from '../../contract/call.ts'
import type { Log } from '../log/log.ts'

type OpenedApp = {
  inFlight: () => Call[]
  shutdown: { end(): Promise<{ unwritten: number; message: string }>; leave(): void }
  close: () => Promise<void>
}

/** Lets the app quit once no call is waiting for its response and everything is closed. A request is never aborted. */
export const createQuitGuard = ({
  opened,
  log,
  printError,
}: {
  /** Null until the app is open. */
  opened: () => OpenedApp | null
  log: Log
  printError: (line: string) => void
}) => {
  let step: 'open' | 'closing' | 'closed' = 'open'

  const end = async ({ shutdown, close }: OpenedApp): Promise<void> => {
    const { unwritten, message } = await shutdown.end()
    if (unwritten > 0) {
      log('error', 'outcomesNotWritten', { calls: unwritten })
      printError(message)
    }
    await close()
  }

  app.on('before-quit', (event) => {
    const current = opened()
    if (step === 'closed' || current === null) return
    event.preventDefault()
    if (step === 'closing') return current.shutdown.leave()
    step = 'closing'
    void end(current).finally(() => {
      step = 'closed'
      app.quit()
    })
  })

  return {
    /** Keeps the window open while calls are in flight, because it shows the countdown. */
    hold(window: BrowserWindow): void {
      window.on('close', (event) => {
        if (step === 'closed' || !opened()?.inFlight().length) return
        event.preventDefault()
        app.quit()
      })
    },
  }
}
