import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultSettings, settingsSchema } from '../../../src/contract/settings.ts'
import { createSettingsBook } from '../../../src/main/settings/settings-book.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { valueOf } from '../../support/test-desk.ts'

const open = () => {
  const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
  const storage = createStorage({ file: join(temporaryFolder(), 'rundesk.db'), worker })
  onTestFinished(() => storage.close())
  return storage
}

describe('the settings about numbers', () => {
  it('begin with no country and with quiet hours that only warn', () => {
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
    // No hour at all, or every one: nobody could tell which was meant.
    [{ quietHours: { on: true, from: '08:00', to: '08:00' } }, false],
  ])('with %j are taken: %s', (change, taken) => {
    expect(settingsSchema.safeParse({ ...defaultSettings, ...change }).success).toBe(taken)
  })

  it('have their defaults where an older version wrote the settings', async () => {
    const storage = open()
    const { homeCountry: _country, quietHours: _hours, ...older } = { ...defaultSettings, repeatMinutes: 7 }
    await valueOf(storage.ask('writeSetting', { name: 'settings', value: JSON.stringify(older) }))
    const book = createSettingsBook(storage)
    expect(await valueOf(book.read())).toEqual({ ...defaultSettings, repeatMinutes: 7 })
  })

  it('outlive a restart', async () => {
    const storage = open()
    const wanted = { ...defaultSettings, homeCountry: 'GB', quietHours: { on: false, from: '20:00', to: '09:30' } }
    await valueOf(createSettingsBook(storage).change(wanted))
    expect(await valueOf(createSettingsBook(storage).read())).toEqual(wanted)
  })
})
