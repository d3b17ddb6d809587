import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { createSettingsBook } from '../../../src/main/settings/settings-book.ts'
import { createSettingsService } from '../../../src/main/settings/settings-service.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { createMemoryVault } from '../../../src/main/vault/memory-vault.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { valueOf } from '../../support/test-desk.ts'

const open = (): Storage => {
  const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
  const storage = createStorage({ file: join(temporaryFolder(), 'rundesk.db'), worker })
  onTestFinished(() => storage.close())
  return storage
}

const write = (storage: Storage, value: unknown) =>
  valueOf(storage.ask('writeSetting', { name: 'settings', value: JSON.stringify(value) }))

const own = { ...defaultSettings, operatorName: 'Ana', dialSeconds: 200 }

describe('the settings of a computer', () => {
  it('are not changed while nobody can read what was chosen before', async () => {
    const storage = open()
    await write(storage, own)
    let isReadable = false
    const failing: Pick<Storage, 'ask'> = {
      ask: (name, input) =>
        name === 'readSetting' && !isReadable
          ? Promise.resolve(fail({ kind: 'storage', reason: 'locked' }))
          : storage.ask(name, input),
    }
    const book = createSettingsBook(failing)
    const service = createSettingsService({ settings: book, vault: createMemoryVault() })
    const locked: Outcome<never> = fail({ kind: 'storage', reason: 'locked' })
    expect(await book.change({ ...defaultSettings, repeatMinutes: 20 })).toEqual(locked)
    expect(await service.change({ ...defaultSettings, repeatMinutes: 20 })).toEqual(locked)
    isReadable = true
    expect(await book.read()).toEqual(succeed(own))
  })

  it('of which one cannot be read keep the others', async () => {
    const storage = open()
    await write(storage, { ...own, globalShortcut: 'F13', repeatMinutes: 20 })
    expect(await valueOf(createSettingsBook(storage).read())).toEqual({ ...own, repeatMinutes: 20 })
  })
})
