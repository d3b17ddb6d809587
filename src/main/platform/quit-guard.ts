import type { App as ElectronApp, BrowserWindow, Dialog } from 'electron'
import type { App } from '../app/create-app.ts'
import { type Log, logErrorsAs } from '../log/log.ts'
import { confirmQuit } from './dialogs.ts'

type QuitGuardDeps = {
  app: Pick<ElectronApp, 'on' | 'quit'>
  dialog: Pick<Dialog, 'showMessageBox'>
  opened: () => Pick<App, 'shutdown' | 'close' | 'inFlight' | 'countRunningLists' | 'countLosableKeys'> | null
  window: () => BrowserWindow | null
  log: Log
  printError: (message: string) => void
}

/**
 * Lets the app quit once no call is waiting for its response and everything is closed. A request is never aborted. Asks
 * before a new key is lost.
 */
export function createQuitGuard({ app, dialog, opened, window, log, printError }: QuitGuardDeps): {
  hold: (held: BrowserWindow) => void
} {
  let step: 'open' | 'confirmed' | 'closing' | 'closed' = 'open'

  const end = async ({ shutdown, close }: NonNullable<ReturnType<typeof opened>>): Promise<void> => {
    const { unwritten, message } = await shutdown.end()
    if (unwritten > 0) {
      log('error', 'outcomesNotWritten', { calls: unwritten })
      printError(message)
    }
    await close()
  }

  let confirming: Promise<void> | null = null
  const confirm = (owner: BrowserWindow, losses: { lists: number; keys: number }): void => {
    const ask = async (): Promise<void> => {
      if (!(await confirmQuit(dialog, owner, losses)) || step !== 'open') return
      step = 'confirmed'
      app.quit()
    }
    confirming ??= ask()
      .catch(logErrorsAs(log, 'quitDialogFailed'))
      .finally(() => (confirming = null))
  }

  app.on('before-quit', (event) => {
    const current = opened()
    if (step === 'closed' || current === null) return
    event.preventDefault()
    if (step === 'closing') return current.shutdown.leave()
    const [owner, keys] = [window(), current.countLosableKeys()]
    if (step === 'open' && owner !== null && keys > 0)
      return confirm(owner, { lists: current.countRunningLists(), keys })
    step = 'closing'
    void end(current).finally(() => {
      step = 'closed'
      app.quit()
    })
  })

  return {
    /**
     * Keeps the window open while calls are in flight, because it shows the countdown, and asks before closing it
     * pauses a running list or loses a new key.
     */
    hold: (held) =>
      void held.on('close', (event) => {
        const current = opened()
        if (step === 'closed' || current === null) return
        const [lists, keys] = [current.countRunningLists(), current.countLosableKeys()]
        const needsConfirmation = step === 'open' && (lists > 0 || keys > 0)
        if (!needsConfirmation && current.inFlight().length === 0) return
        event.preventDefault()
        if (needsConfirmation) confirm(held, { lists, keys })
        else app.quit()
      }),
  }
}
