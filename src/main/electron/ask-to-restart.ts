import type { App, Dialog, MessageBoxOptions } from 'electron'

export type RestartReason = { kind: 'error'; reference: string } | { kind: 'page' }

const detail: Record<RestartReason['kind'], string> = {
  error: 'No new call begins until Rundesk is restarted. Calls on their way keep waiting for their answers.',
  page: 'Its window broke several times in a minute. Calls on their way keep waiting for their answers.',
}

/** The question in full; the reference is what support finds in the log of this computer. */
export const restartQuestion = (reason: RestartReason): MessageBoxOptions => ({
  type: 'error',
  title: 'Rundesk',
  message: 'Rundesk has to be restarted',
  detail:
    reason.kind === 'error'
      ? `${detail.error}\n\nIf this comes back, hand this reference to support: ${reason.reference}`
      : detail.page,
  buttons: ['Restart now', 'Later'],
  defaultId: 0,
  cancelId: 1,
  noLink: true,
})

export type RestartParts = { app: Pick<App, 'relaunch' | 'quit'>; dialog: Pick<Dialog, 'showMessageBox'> }

/**
 * Asks in a window of the system, as ours may be what broke. A yes quits as a person would, so every call on its way is
 * waited for, and starts Rundesk again.
 */
export const createAskToRestart =
  ({ app, dialog }: RestartParts) =>
  async (reason: RestartReason): Promise<void> => {
    const { response } = await dialog.showMessageBox(restartQuestion(reason))
    if (response !== 0) return
    app.relaunch()
    app.quit()
  }
