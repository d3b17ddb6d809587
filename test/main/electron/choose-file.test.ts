import type { SaveDialogOptions } from 'electron'
import { expect, it } from 'vitest'
import { createChooseFile } from '../../../src/main/electron/choose-file.ts'

const setUp = (answer: { canceled: boolean; filePath: string }) => {
  const asked: SaveDialogOptions[] = []
  const choose = createChooseFile({
    dialog: {
      showSaveDialog: (...args: unknown[]) => {
        asked.push(Object.assign({}, args.at(-1)))
        return Promise.resolve(answer)
      },
    },
    folder: () => '/home/ana/Documents',
    owner: () => null,
  })
  return { choose, asked }
}

it('offers a name in the folder of documents, asks before it overwrites, and gives the path that was chosen', async () => {
  const { choose, asked } = setUp({ canceled: false, filePath: '/home/ana/calls.csv' })
  expect(await choose({ name: 'rundesk-calls-2026-11-21.csv', format: 'csv' })).toBe('/home/ana/calls.csv')
  const [{ defaultPath, filters, properties } = {}] = asked
  expect(defaultPath).toMatch(/Documents.rundesk-calls-2026-11-21\.csv$/)
  expect(filters).toEqual([{ name: 'CSV', extensions: ['csv'] }])
  expect(properties).toContain('showOverwriteConfirmation')
})

it('gives nothing when the dialog is closed', async () => {
  const { choose } = setUp({ canceled: true, filePath: '' })
  expect(await choose({ name: 'calls.jsonl', format: 'jsonLines' })).toBeNull()
})
