import { join } from 'node:path'
import type { BrowserWindow, Dialog, SaveDialogOptions } from 'electron'

/** What an export offers: a name for its file, and what kind of file it is. */
export type OfferedFile = { name: string; format: 'csv' | 'jsonLines' | 'html' | 'text' }

export type ChooseFileParts = {
  dialog: Pick<Dialog, 'showSaveDialog'>
  /** The folder in which the dialog opens. */
  folder: () => string
  /** The window that waits for the answer; null where there is none just now. */
  owner: () => BrowserWindow | null
}

const kinds = {
  csv: { name: 'CSV', extensions: ['csv'] },
  jsonLines: { name: 'JSON Lines', extensions: ['jsonl'] },
  html: { name: 'HTML', extensions: ['html'] },
  text: { name: 'Text', extensions: ['txt'] },
} as const satisfies Record<OfferedFile['format'], { name: string; extensions: string[] }>

/**
 * Asks in the system's own dialog where a file is to be written; null when nothing was chosen. SECURITY: the page never
 * names a path.
 */
export const createChooseFile =
  ({ dialog, folder, owner }: ChooseFileParts) =>
  async ({ name, format }: OfferedFile): Promise<string | null> => {
    const { name: kind, extensions } = kinds[format]
    const options: SaveDialogOptions = {
      defaultPath: join(folder(), name),
      filters: [{ name: kind, extensions: [...extensions] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    }
    const window = owner()
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options))
    return canceled || filePath === '' ? null : filePath
  }
