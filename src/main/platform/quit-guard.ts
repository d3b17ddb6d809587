import type { App as ElectronApp, BrowserWindow, Dialog } from 'electron'
import type { App } from '../app/create-app.ts'
import { type Log, logErrorsAs } from '../log/log.ts'
import { confirmQuit, losesData, type QuitLosses } from './dialogs.ts'

type QuitGuardDeps = {
  app: Pick<ElectronApp, 'on' | 'quit' | 'relaunch'>
  dialog: Pick<Dialog, 'showMessageBox'>
  opened: () => Pick<
    App,
    'shutdown' | 'close' | 'inFlight' | 'countRunningLists' | 'countLosableKeys' | 'unsavedForms'
  > | null
  window: () => BrowserWindow | null
  log: Log
  printError: (message: string) => void
}

const lossesOf = (current: NonNullable<ReturnType<QuitGuardDeps['opened']>>): QuitLosses => ({
  lists: current.countRunningLists(),
  keys: current.countLosableKeys(),
  unsaved: current.unsavedForms(),
})

/**
 * Lets the app quit once no call is waiting for its response and everything is closed. A request is never aborted. Asks
 * before a new key or unsaved changes are lost.
 */
export function createQuitGuard({ app, dialog, opened, window, log, printError }: QuitGuardDeps): {
  hold: (held: BrowserWindow) => void
  restart: (onStay?: () => void) => void
} {
  let step: 'open' | 'confirmed' | 'closing' | 'closed' = 'open'
  let isRestarting = false
  let onStay = (): void => undefined

  const end = async ({ shutdown, close }: NonNullable<ReturnType<typeof opened>>): Promise<void> => {
    const { unwritten, message } = await shutdown.end()
    if (unwritten > 0) {
      log('error', 'outcomesNotWritten', { calls: unwritten })
      printError(message)
    }
    await close()
  }

  let confirming: Promise<void> | null = null
  const confirm = (owner: BrowserWindow, losses: QuitLosses): void => {
    const ask = async (): Promise<void> => {
      if (!(await confirmQuit(dialog, owner, losses)) || step !== 'open') return
      step = 'confirmed'
      app.quit()
    }
    confirming ??= ask()
      .catch(logErrorsAs(log, 'quitDialogFailed'))
      .finally(() => {
        confirming = null
        if (step !== 'open') return
        isRestarting = false
        onStay()
        onStay = () => undefined
      })
  }

  app.on('will-quit', () => {
    if (isRestarting) app.relaunch()
  })

  app.on('before-quit', (event) => {
    const current = opened()
    if (step === 'closed' || current === null) return
    event.preventDefault()
    if (step === 'closing') return current.shutdown.leave()
    const [owner, losses] = [window(), lossesOf(current)]
    if (step === 'open' && owner !== null && losesData(losses)) return confirm(owner, losses)
    step = 'closing'
    void end(current).finally(() => {
      step = 'closed'
      app.quit()
    })
  })

  return {
    /** Quits as usual, waiting for calls in flight, and restarts. Calls `stay` if the user goes back instead. */
    restart: (stay = () => undefined) => {
      isRestarting = true
      onStay = stay
      // Another request to quit while the app is closing would leave without waiting for unwritten outcomes.
      if (step === 'open') app.quit()
    },
    /**
     * Keeps the window open while calls are in flight, because it shows the countdown, and asks before closing it
     * pauses a running list or loses a new key or unsaved changes.
     */
    hold: (held) =>
      void held.on('close', (event) => {
        const current = opened()
        if (step === 'closed' || current === null) return
        const losses = lossesOf(current)
        const needsConfirmation = step === 'open' && (losses.lists > 0 || losesData(losses))
        if (!needsConfirmation && current.inFlight().length === 0) return
        event.preventDefault()
        if (needsConfirmation) confirm(held, losses)
        else app.quit()
      }),
  }
}
