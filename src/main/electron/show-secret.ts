import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'

/** What is shown: a new key under its name, or the passphrase that opens a sealed file. */
export type ShownSecret = { kind: 'key'; name: string } | { kind: 'passphrase'; fileName: string }

export type ShowSecretParts = {
  dialog: Pick<Dialog, 'showMessageBox'>
  /** The window that waits for the answer; null where there is none just now. */
  owner: () => BrowserWindow | null
}

const around = (what: ShownSecret): Pick<MessageBoxOptions, 'message'> & { next: string } =>
  what.kind === 'key'
    ? {
        message: `The key “${what.name}”`,
        next: 'It is shown here and nowhere else, and the service never shows it again. Copied, it leaves the clipboard after 45 seconds.',
      }
    : {
        message: `The passphrase of ${what.fileName}`,
        next: 'Tell it by another way than the file itself, best by voice. It is shown only now. Copied, it leaves the clipboard after 45 seconds.',
      }

/** The window in full. */
export const secretBox = (what: ShownSecret, text: string): MessageBoxOptions => {
  const { message, next } = around(what)
  return {
    type: 'info',
    title: 'Rundesk',
    message,
    detail: `${text}\n\n${next}`,
    buttons: ['Copy', 'Close'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
}

/** Shows a secret in a window of the system. SECURITY: the page neither draws it nor can read it. */
export const createShowSecret =
  ({ dialog, owner }: ShowSecretParts) =>
  async (what: ShownSecret, text: string): Promise<{ copy: boolean }> => {
    const options = secretBox(what, text)
    const window = owner()
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options))
    return { copy: response === 0 }
  }
