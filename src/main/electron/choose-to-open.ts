import type { BrowserWindow, Dialog, FileFilter, OpenDialogOptions } from 'electron'

export type ChooseToOpenParts = {
  dialog: Pick<Dialog, 'showOpenDialog'>
  /** The folder in which the dialog opens. */
  folder: () => string
  /** The window that waits for the answer; null where there is none just now. */
  owner: () => BrowserWindow | null
}

/** Asks in the system's own dialog for one file of a kind; null when none was chosen. SECURITY: the page never names a path. */
export const createChooseToOpen =
  ({ dialog, folder, owner }: ChooseToOpenParts, kind: FileFilter) =>
  async (): Promise<string | null> => {
    const options: OpenDialogOptions = {
      defaultPath: folder(),
      filters: [kind],
      properties: ['openFile'],
    }
    const window = owner()
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    return canceled ? null : (filePaths[0] ?? null)
  }
