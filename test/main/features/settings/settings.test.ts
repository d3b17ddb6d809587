import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fail, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import { defaultSettings, settingsSchema } from '../../../../src/contract/settings.ts'
import { createSettingsService, createSettingsStore } from '../../../../src/main/features/settings/index.ts'
import { createStorage, type Storage } from '../../../../src/main/storage/storage.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { valueOf } from '../../../support/test-app.ts'
import { storageThread } from '../../../support/thread-entries.ts'

const openStorage = (): Storage => {
  const storage = createStorage({ file: join(temporaryFolder(), 'rundesk.db'), worker: storageThread })
  onTestFinished(() => storage.close())
  return storage
}

const write = (storage: Storage, value: unknown) =>
  valueOf(storage.run('writeSetting', { name: 'settings', value: JSON.stringify(value) }))

const own = { ...defaultSettings, operatorName: 'Ana', dialSeconds: 200 }

describe('settings', () => {
  it('are not changed while they cannot be read', async () => {
    const storage = openStorage()
    await write(storage, own)
    let isReadable = false
    const failing: Pick<Storage, 'run'> = {
      run: (name, input) =>
        name === 'readSetting' && !isReadable
          ? Promise.resolve(fail({ kind: 'storage', reason: 'locked' }))
          : storage.run(name, input),
    }
    const store = createSettingsStore(failing)
    const service = createSettingsService({ settings: store, vault: createMemoryVault() })
    const locked: Outcome<never> = fail({ kind: 'storage', reason: 'locked' })
    expect(await store.change({ ...defaultSettings, repeatMinutes: 20 })).toEqual(locked)
    expect(await service.change({ ...defaultSettings, repeatMinutes: 20 })).toEqual(locked)
    isReadable = true
    expect(await store.read()).toEqual(succeed(own))
  })

  it('keep valid values if one is invalid', async () => {
    const storage = openStorage()
    await write(storage, { ...own, globalShortcut: 'F13', repeatMinutes: 20 })
    expect(await valueOf(createSettingsStore(storage).read())).toEqual({ ...own, repeatMinutes: 20 })
  })
})

const open = () => {
  const storage = createStorage({ file: join(temporaryFolder(), 'rundesk.db'), worker: storageThread })
  onTestFinished(() => storage.close())
  return storage
}

describe('settings for numbers', () => {
  it('have no home country by default, and quiet hours that only warn', () => {
    expect(defaultSettings).toMatchObject({
      homeCountry: null,
      quietHours: { on: true, from: '21:00', to: '08:00' },
    })
    expect(settingsSchema.safeParse(defaultSettings).success).toBe(true)
  })

  it.each([
    [{ homeCountry: 'DE' }, true],
    [{ homeCountry: null }, true],
    [{ homeCountry: 'de' }, false],
    [{ homeCountry: 'XX' }, false],
    [{ homeCountry: '' }, false],
    [{ quietHours: { on: false, from: '21:00', to: '08:00' } }, true],
    [{ quietHours: { on: true, from: '00:00', to: '23:59' } }, true],
    [{ quietHours: { on: true, from: '24:00', to: '08:00' } }, false],
    [{ quietHours: { on: true, from: '9:00', to: '08:00' } }, false],
    [{ quietHours: { on: true, from: '08:60', to: '08:00' } }, false],
    // Ambiguous: either no hours or all of them.
    [{ quietHours: { on: true, from: '08:00', to: '08:00' } }, false],
  ])('%j is valid: %s', (change, isValid) => {
    expect(settingsSchema.safeParse({ ...defaultSettings, ...change }).success).toBe(isValid)
  })

  it('have their defaults in settings from an older version', async () => {
    const storage = open()
    const { homeCountry: _country, quietHours: _hours, ...older } = { ...defaultSettings, repeatMinutes: 7 }
    await valueOf(storage.run('writeSetting', { name: 'settings', value: JSON.stringify(older) }))
    const store = createSettingsStore(storage)
    expect(await valueOf(store.read())).toEqual({ ...defaultSettings, repeatMinutes: 7 })
  })

  it('are restored after a restart', async () => {
    const storage = open()
    const wanted = { ...defaultSettings, homeCountry: 'GB', quietHours: { on: false, from: '20:00', to: '09:30' } }
    await valueOf(createSettingsStore(storage).change(wanted))
    expect(await valueOf(createSettingsStore(storage).read())).toEqual(wanted)
  })
})
