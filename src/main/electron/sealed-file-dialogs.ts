import { join } from 'node:path'
import type { BrowserWindow, Dialog, FileFilter } from 'electron'

export type SealedFileDialogParts = {
  dialog: Pick<Dialog, 'showSaveDialog' | 'showOpenDialog'>
  /** The folder in which a dialog opens. */
  folder: () => string
  /** The window that waits for the answer; null where there is none just now. */
  owner: () => BrowserWindow | null
}

const filters: FileFilter[] = [{ name: 'Rundesk sealed key', extensions: ['rundesk-key'] }]

/** Asks in the system's own dialogs for a sealed file, to write or to read; null when none was chosen. SECURITY: the page never names a path. */
export const createSealedFileDialogs = ({ dialog, folder, owner }: SealedFileDialogParts) => ({
  async toSave(name: string): Promise<string | null> {
    const options = {
      defaultPath: join(folder(), name),
      filters,
      properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
    }
    const window = owner()
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options))
    return canceled || filePath === '' ? null : filePath
  },
  async toOpen(): Promise<string | null> {
    const options = { defaultPath: folder(), filters, properties: ['openFile' as const] }
    const window = owner()
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    return canceled ? null : (filePaths[0] ?? null)
  },
})
