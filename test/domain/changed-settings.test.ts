import { describe, expect, it } from 'vitest'
import { changedSettings } from '../../src/domain/changed-settings.ts'
import { defaultSettings } from '../../src/contract/settings.ts'

describe('changedSettings', () => {
  it('returns nothing if all values are equal', () => {
    expect(changedSettings({ ...defaultSettings, links: { ...defaultSettings.links } }, defaultSettings)).toEqual([])
  })

  it('returns the names of changed settings, even if only part of the value differs', () => {
    const wanted = { ...defaultSettings, repeatMinutes: 5, quietHours: { ...defaultSettings.quietHours, on: false } }
    expect(changedSettings(wanted, defaultSettings)).toEqual(['repeatMinutes', 'quietHours'])
  })

  it('includes settings that were added or removed', () => {
    expect(changedSettings({ ...defaultSettings, operatorName: 'Ana' }, defaultSettings)).toEqual(['operatorName'])
    expect(changedSettings(defaultSettings, { ...defaultSettings, operatorName: 'Ana' })).toEqual(['operatorName'])
  })
})
