import type { OpenDialogOptions } from 'electron'
import { expect, it } from 'vitest'
import { createChooseToOpen } from '../../../src/main/electron/choose-to-open.ts'

const dialogOf = (chosen: string | null) => {
  const asked: OpenDialogOptions[] = []
  const choose = createChooseToOpen(
    {
      dialog: {
        showOpenDialog: async (...given: unknown[]) => {
          // The last one is the options, with or without an owner before it.
          asked.push(given.at(-1) as OpenDialogOptions)
          return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }
        },
      },
      folder: () => '/home/ana/Documents',
      owner: () => null,
    },
    { name: 'JSON', extensions: ['json'] },
  )
  return { choose, asked }
}

it('asks for one JSON file in the usual folder, and gives what was chosen', async () => {
  const { choose, asked } = dialogOf('/mnt/stick/visits.json')
  expect(await choose()).toBe('/mnt/stick/visits.json')
  expect(asked).toMatchObject([
    { defaultPath: '/home/ana/Documents', filters: [{ extensions: ['json'] }], properties: ['openFile'] },
  ])
  expect(await dialogOf(null).choose()).toBe(null)
})
