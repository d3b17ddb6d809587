import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  createOpenDialog,
  createRestartDialog,
  createSaveDialog,
  createSealedFileDialogs,
  createShowSecret,
  secretOptions,
} from '../../../src/main/platform/dialogs.ts'
import { nativeMessages } from '../../../src/messages/native.ts'

const setUpSave = (answer: { canceled: boolean; filePath: string }) => {
  const requested: SaveDialogOptions[] = []
  const choose = createSaveDialog({
    dialog: {
      showSaveDialog: (...args: unknown[]) => {
        requested.push(Object.assign({}, args.at(-1)))
        return Promise.resolve(answer)
      },
    },
    folder: () => '/home/ana/Documents',
    owner: () => null,
  })
  return { choose, requested }
}

it('suggests a name in the documents folder, confirms an overwrite, and returns the chosen path', async () => {
  const { choose, requested } = setUpSave({ canceled: false, filePath: '/home/ana/calls.csv' })
  expect(await choose({ name: 'rundesk-calls-2026-11-21.csv', format: 'csv' })).toBe('/home/ana/calls.csv')
  const [{ defaultPath, filters, properties } = {}] = requested
  expect(defaultPath).toMatch(/Documents.rundesk-calls-2026-11-21\.csv$/)
  expect(filters).toEqual([{ name: 'CSV', extensions: ['csv'] }])
  expect(properties).toContain('showOverwriteConfirmation')
})

it('returns null if the dialog is closed', async () => {
  const { choose } = setUpSave({ canceled: true, filePath: '' })
  expect(await choose({ name: 'calls.jsonl', format: 'jsonLines' })).toBeNull()
})

const dialogOf = (chosen: string | null) => {
  const requested: OpenDialogOptions[] = []
  const choose = createOpenDialog(
    {
      dialog: {
        showOpenDialog: async (...given: unknown[]) => {
          // The options are last, with or without an owner window before them.
          requested.push(given.at(-1) as OpenDialogOptions)
          return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }
        },
      },
      folder: () => '/home/ana/Documents',
      owner: () => null,
    },
    { name: 'JSON', extensions: ['json'] },
  )
  return { choose, requested }
}

it('offers one JSON file in the default folder, and returns the chosen path', async () => {
  const { choose, requested } = dialogOf('/mnt/stick/visits.json')
  expect(await choose()).toBe('/mnt/stick/visits.json')
  expect(requested).toMatchObject([
    { defaultPath: '/home/ana/Documents', filters: [{ extensions: ['json'] }], properties: ['openFile'] },
  ])
  expect(await dialogOf(null).choose()).toBe(null)
})

const dialogsOf = (chosen: string | null) => {
  const requested: (SaveDialogOptions | OpenDialogOptions)[] = []
  const note = (given: unknown[]): void => {
    // The options are last, with or without an owner window before them.
    requested.push(given.at(-1) as SaveDialogOptions)
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
  return { dialogs, requested }
}

describe('the dialogs for sealed files', () => {
  it('suggest a name in the default folder, and return the chosen path', async () => {
    const { dialogs, requested } = dialogsOf('/mnt/stick/acme.rundesk-key')
    expect(await dialogs.toSave('acme.rundesk-key')).toBe('/mnt/stick/acme.rundesk-key')
    expect(await dialogs.toOpen()).toBe('/mnt/stick/acme.rundesk-key')
    expect(requested[0]).toMatchObject({ defaultPath: '/home/ana/Documents/acme.rundesk-key' })
    expect(requested.every(({ filters }) => filters?.[0]?.extensions[0] === 'rundesk-key')).toBe(true)
  })

  it('return null if nothing was chosen', async () => {
    const { dialogs } = dialogsOf(null)
    expect([await dialogs.toSave('a'), await dialogs.toOpen()]).toEqual([null, null])
  })
})

describe('the window that shows a secret', () => {
  it.each([
    [0, true],
    [1, false],
  ])('maps button %i to copy: %s', async (response, copy) => {
    const requested: MessageBoxOptions[] = []
    const showMessageBox = async (...given: unknown[]) => {
      // The options are last, with or without an owner window before them.
      requested.push(given.at(-1) as MessageBoxOptions)
      return { response, checkboxChecked: false }
    }
    const show = createShowSecret({ dialog: { showMessageBox }, owner: () => null })
    expect(await show({ kind: 'key', name: 'desk-07' }, 'dgr_text')).toEqual({ copy })
    expect(requested[0]?.message).toContain('desk-07')
    expect(requested[0]?.detail).toContain('dgr_text')
  })

  it('does not copy if it is closed by Escape or Enter', () => {
    const { buttons, defaultId, cancelId } = secretOptions({ kind: 'passphrase', fileName: 'a.rundesk-key' }, 'x')
    expect(buttons?.[defaultId ?? 0]).toBe(nativeMessages.secret.close)
    expect(buttons?.[cancelId ?? 0]).toBe(nativeMessages.secret.close)
  })
})

const { restart } = nativeMessages

const setUpRestart = (response: number) => {
  const done: string[] = []
  const requested: MessageBoxOptions[] = []
  const showDialog = createRestartDialog({
    restart: (onStay) => {
      done.push('restart')
      onStay()
    },
    dialog: {
      showMessageBox: (...args: unknown[]) => {
        requested.push(Object.assign({ message: '' }, args.at(-1)))
        return Promise.resolve({ response, checkboxChecked: false })
      },
    },
  })
  return { showDialog, requested, done }
}

it('restarts if the user confirms', async () => {
  const { showDialog, requested, done } = setUpRestart(0)
  await showDialog({ kind: 'error', reference: 'KTRW-BXQD-MHPZ' })
  expect(done).toEqual(['restart'])
  expect(requested[0]?.buttons).toEqual([restart.now, restart.later])
  expect(requested[0]?.detail).toBe(restart.afterError('KTRW-BXQD-MHPZ'))
})

it('reports that the user stays if quitting is declined', async () => {
  const { showDialog, done } = setUpRestart(0)
  await showDialog({ kind: 'page' }, () => void done.push('stayed'))
  expect(done).toEqual(['restart', 'stayed'])
})

it('reports only that the user stays if the user declines or closes the dialog', async () => {
  const { showDialog, requested, done } = setUpRestart(1)
  await showDialog({ kind: 'error', reference: 'KTRW-BXQD-MHPZ' })
  expect(done).toEqual([])
  await showDialog({ kind: 'page' }, () => void done.push('stayed'))
  expect(done).toEqual(['stayed'])
  expect(requested[0]).toMatchObject({ cancelId: 1, defaultId: 0 })
  expect(requested[1]?.detail).toBe(restart.afterCrashes)
})
