import { basename, join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'

/**
 * Handles the system's dialogs: saves files to `folder` under the suggested name, opens the file `opened`, and records
 * and closes message boxes.
 */
export const answerDialogs = (app: ElectronApplication, folder: string, opened: string | null = null): Promise<void> =>
  app.evaluate(
    ({ dialog }, { into, file }) => {
      const seen: { saved: string[]; boxes: string[] } = { saved: [], boxes: [] }
      Object.assign(globalThis, { seenDialogs: seen })
      Object.assign(dialog, {
        showSaveDialog: (...given: { defaultPath?: string }[]) => {
          const name = (given.at(-1)?.defaultPath ?? '').split('/').at(-1) ?? ''
          seen.saved.push(name)
          return Promise.resolve({ canceled: false, filePath: `${into}/${name}` })
        },
        showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: file === null ? [] : [file] }),
        showMessageBox: (...given: { detail?: string }[]) => {
          seen.boxes.push(given.at(-1)?.detail ?? '')
          return Promise.resolve({ response: 1, checkboxChecked: false })
        },
      })
    },
    { into: folder, file: opened },
  )

type Seen = { saved: string[]; boxes: string[] }

const seenIn = (app: ElectronApplication): Promise<Seen> =>
  // `answerDialogs` sets this value.
  app.evaluate(() => Reflect.get(globalThis, 'seenDialogs') as Seen)

/** Returns the path of the last saved file. */
export const savedFile = async (app: ElectronApplication, folder: string): Promise<string> => {
  const name = (await seenIn(app)).saved.at(-1)
  if (name === undefined) throw new Error('No file was saved.')
  return join(folder, basename(name))
}

/** Returns the text of the last message box. */
export const boxText = async (app: ElectronApplication): Promise<string> => {
  const text = (await seenIn(app)).boxes.at(-1)
  if (text === undefined) throw new Error('The system showed no box.')
  return text
}
