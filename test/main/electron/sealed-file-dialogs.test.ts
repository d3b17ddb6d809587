import type { OpenDialogOptions, SaveDialogOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { createSealedFileDialogs } from '../../../src/main/electron/sealed-file-dialogs.ts'

const dialogsOf = (chosen: string | null) => {
  const asked: (SaveDialogOptions | OpenDialogOptions)[] = []
  const note = (given: unknown[]): void => {
    // The last one is the options, with or without an owner before it.
    asked.push(given.at(-1) as SaveDialogOptions)
  }
  const dialogs = createSealedFileDialogs({
    dialog: {
      showSaveDialog: async (...given: unknown[]) => {
        note(given)
        return { canceled: chosen === null, filePath: chosen ?? '' }
      },
      showOpenDialog: async (...given: unknown[]) => {
        note(given)
        return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }
      },
    },
    folder: () => '/home/ana/Documents',
    owner: () => null,
  })
  return { dialogs, asked }
}

describe('the dialogs for sealed files', () => {
  it('offer a name in the usual folder, and give what was chosen', async () => {
    const { dialogs, asked } = dialogsOf('/mnt/stick/acme.rundesk-key')
    expect(await dialogs.toSave('acme.rundesk-key')).toBe('/mnt/stick/acme.rundesk-key')
    expect(await dialogs.toOpen()).toBe('/mnt/stick/acme.rundesk-key')
    expect(asked[0]).toMatchObject({ defaultPath: '/home/ana/Documents/acme.rundesk-key' })
    expect(asked.every(({ filters }) => filters?.[0]?.extensions[0] === 'rundesk-key')).toBe(true)
  })

  it('give nothing when nothing was chosen', async () => {
    const { dialogs } = dialogsOf(null)
    expect([await dialogs.toSave('a'), await dialogs.toOpen()]).toEqual([null, null])
  })
})
