import { app, type BrowserWindow, dialog } from 'electron'

export type QuitGuardParts = {
  inFlightCount: () => number
  settled: () => Promise<void>
  close: () => Promise<void>
  window: () => BrowserWindow | null
}

const tell = (window: BrowserWindow | null, count: number): void => {
  const message = count === 1 ? 'One call still waits for its answer.' : `${count} calls still wait for their answers.`
  const detail =
    'Rundesk closes by itself as soon as the answer is on disk. Ending it now would only make the outcome unknown.'
  if (window !== null) void dialog.showMessageBox(window, { type: 'info', message, detail, buttons: ['Keep waiting'] })
}

/** Lets the app quit only when no call waits for its answer and everything is closed; a request on its way is never cut. */
export const guardQuit = (parts: QuitGuardParts): void => {
  let step: 'open' | 'closing' | 'closed' = 'open'
  app.on('before-quit', (event) => {
    if (step === 'closed') return
    event.preventDefault()
    if (step === 'closing') return
    step = 'closing'
    const count = parts.inFlightCount()
    if (count > 0) tell(parts.window(), count)
    void parts
      .settled()
      .then(parts.close)
      .finally(() => {
        step = 'closed'
        app.quit()
      })
  })
}
