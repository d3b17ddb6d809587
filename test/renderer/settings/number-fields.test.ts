import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { areQuietHours, draftOf, readDraft, readTimeOfDay } from '../../../src/renderer/settings/settings-draft.ts'

const draft = draftOf(defaultSettings)

describe('the fields about numbers', () => {
  it.each([
    ['21:00', '21:00'],
    [' 8:05 ', '08:05'],
    ['8', '08:00'],
    ['21.30', '21:30'],
    ['0', '00:00'],
    ['23:59', '23:59'],
    ['24:00', null],
    ['12:60', null],
    ['9pm', null],
    ['', null],
    ['1230', null],
  ])('read %j as %j', (text, time) => expect(readTimeOfDay(text)).toBe(time))

  it('say what they were made of', () => {
    const settings = { ...defaultSettings, homeCountry: 'DE', quietHours: { on: false, from: '20:30', to: '07:15' } }
    expect(readDraft(draftOf(settings))).toEqual(settings)
  })

  it('take no country for none, and a short hour for a whole one', () => {
    expect(readDraft({ ...draft, homeCountry: '', quietFrom: '9', quietTo: '17' })).toMatchObject({
      homeCountry: null,
      quietHours: { on: true, from: '09:00', to: '17:00' },
    })
  })

  it.each([
    ['late', '08:00'],
    ['21:00', '25'],
    // The same time in two spellings.
    ['8', '08:00'],
  ])('send nothing from %s to %s', (quietFrom, quietTo) => {
    expect(readDraft({ ...draft, quietFrom, quietTo })).toBeNull()
    expect(areQuietHours({ ...draft, quietFrom: '8', quietTo: '08:00' })).toBe(false)
  })
})
