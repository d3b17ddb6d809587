import { join } from 'node:path'
import type { BrowserWindow, Dialog, FileFilter, MessageBoxOptions } from 'electron'
import type { UnsavedForm } from '../../contract/settings.ts'
import { nativeMessages } from '../../messages/native.ts'
import type { SuggestedFile, ShownSecret } from '../app/runtime.ts'

const { quit, restart, secret } = nativeMessages

// SECURITY: files and secrets are handled in system dialogs; the page never names a path or shows a secret.

type DialogDeps<Method extends keyof Dialog> = {
  dialog: Pick<Dialog, Method>
  /** The folder in which a file dialog opens. */
  folder: () => string
  /** Returns the window that the dialog belongs to; null if there is none. */
  owner: () => BrowserWindow | null
}

const formats = {
  csv: { name: nativeMessages.fileTypes.csv, extensions: ['csv'] },
  jsonLines: { name: nativeMessages.fileTypes.jsonLines, extensions: ['jsonl'] },
  html: { name: nativeMessages.fileTypes.html, extensions: ['html'] },
  text: { name: nativeMessages.fileTypes.text, extensions: ['txt'] },
} as const satisfies Record<SuggestedFile['format'], { name: string; extensions: string[] }>

const sealedKey: FileFilter = { name: nativeMessages.sealedKey, extensions: ['rundesk-key'] }

/** Creates the dialog that asks where to save a file; it returns null if the user cancels. */
export const createSaveDialog =
  (deps: DialogDeps<'showSaveDialog'>) =>
  ({ name, format }: SuggestedFile): Promise<string | null> => {
    const { name: filterName, extensions } = formats[format]
    return showSaveDialog(deps, name, { name: filterName, extensions: [...extensions] })
  }

/** Creates the dialog that asks for a file of one type; it returns null if the user cancels. */
export const createOpenDialog =
  ({ dialog, folder, owner }: DialogDeps<'showOpenDialog'>, filter: FileFilter) =>
  async (): Promise<string | null> => {
    const options = { defaultPath: folder(), filters: [filter], properties: ['openFile' as const] }
    const window = owner()
    const { canceled, filePaths } = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    return canceled ? null : (filePaths[0] ?? null)
  }

/** Creates the dialogs for saving and opening a sealed key file; they return null if the user cancels. */
export const createSealedFileDialogs = (deps: DialogDeps<'showSaveDialog' | 'showOpenDialog'>) => ({
  toSave: (name: string): Promise<string | null> => showSaveDialog(deps, name, sealedKey),
  toOpen: createOpenDialog(deps, sealedKey),
})

const showSaveDialog = async (
  { dialog, folder, owner }: DialogDeps<'showSaveDialog'>,
  name: string,
  filter: FileFilter,
): Promise<string | null> => {
  const options = {
    defaultPath: join(folder(), name),
    filters: [filter],
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  }
  const window = owner()
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}

/** Creates the system dialog that shows a secret. `copy` is true if the user chose to copy the secret. */
export const createShowSecret =
  ({ dialog, owner }: Omit<DialogDeps<'showMessageBox'>, 'folder'>) =>
  async (what: ShownSecret, text: string): Promise<{ copy: boolean }> => {
    const options = secretOptions(what, text)
    const window = owner()
    const { response } = await (window === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(window, options))
    return { copy: response === 0 }
  }

export const secretOptions = (what: ShownSecret, text: string): MessageBoxOptions => ({
  type: 'info',
  title: nativeMessages.windowTitle,
  message: what.kind === 'key' ? secret.key(what.name) : secret.passphrase(what.fileName),
  detail: `${text}\n\n${what.kind === 'key' ? secret.keyHint : secret.passphraseHint}`,
  buttons: [secret.copy, secret.close],
  defaultId: 1,
  cancelId: 1,
  noLink: true,
})

/** What quitting pauses or loses: running lists, new keys, and forms with unsaved changes. */
export type QuitLosses = { lists: number; keys: number; unsaved: readonly UnsavedForm[] }

/** True if quitting loses a key or changes; a running list is only paused. */
export const losesData = ({ keys, unsaved }: QuitLosses): boolean => keys > 0 || unsaved.length > 0

const quitTitle = ({ lists, keys, unsaved }: QuitLosses): string => {
  if (keys > 0) return quit.keysTitle(keys)
  return unsaved.length > 0 ? quit.unsavedTitle : quit.title(lists)
}

/** Asks whether to quit although that pauses or loses something; returns true if the user confirms. */
export const confirmQuit = async (
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow,
  losses: QuitLosses,
): Promise<boolean> => {
  const { lists, keys, unsaved } = losses
  const details = [
    ...(keys > 0 ? [quit.keysDetail(keys)] : []),
    ...unsaved.map((form) => quit.unsavedDetail[form]),
    ...(lists > 0 ? [quit.detail(lists)] : []),
  ]
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: nativeMessages.windowTitle,
    message: quitTitle(losses),
    detail: details.join('\n\n'),
    buttons: losesData(losses) ? [quit.quitAnyway, quit.goBack] : [quit.quit, quit.stay],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}

type RestartReason = { kind: 'error'; reference: string } | { kind: 'page' }

/**
 * Creates the system dialog that asks for a restart; it does not use the window, which may be what failed. `onStay` is
 * called if the user does not restart.
 */
export const createRestartDialog =
  ({
    restart: quitAndRestart,
    dialog,
  }: {
    restart: (onStay: () => void) => void
    dialog: Pick<Dialog, 'showMessageBox'>
  }) =>
  async (reason: RestartReason, onStay: () => void = () => undefined): Promise<void> => {
    const { response } = await dialog.showMessageBox(restartOptions(reason))
    if (response === 0) quitAndRestart(onStay)
    else onStay()
  }

/** The reference identifies the error in this computer's log. */
const restartOptions = (reason: RestartReason): MessageBoxOptions => ({
  type: 'error',
  title: nativeMessages.windowTitle,
  message: restart.title,
  detail: reason.kind === 'error' ? restart.afterError(reason.reference) : restart.afterCrashes,
  buttons: [restart.now, restart.later],
  defaultId: 0,
  cancelId: 1,
  noLink: true,
})
