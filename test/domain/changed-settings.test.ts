import { describe, expect, it } from 'vitest'
import { changedSettings } from '../../src/domain/changed-settings.ts'
import { defaultSettings } from '../../src/contract/settings.ts'

describe('the settings that differ', () => {
  it('are none where all values are the same', () => {
    expect(changedSettings({ ...defaultSettings, links: { ...defaultSettings.links } }, defaultSettings)).toEqual([])
  })

  it('are named, down to a part of a value', () => {
    const wanted = { ...defaultSettings, repeatMinutes: 5, quietHours: { ...defaultSettings.quietHours, on: false } }
    expect(changedSettings(wanted, defaultSettings)).toEqual(['repeatMinutes', 'quietHours'])
  })

  it('are those that were given or taken away, too', () => {
    expect(changedSettings({ ...defaultSettings, operatorName: 'Ana' }, defaultSettings)).toEqual(['operatorName'])
    expect(changedSettings(defaultSettings, { ...defaultSettings, operatorName: 'Ana' })).toEqual(['operatorName'])
  })
})
