import { describe, expect, it } from 'vitest'
import { invalid } from '../../../../src/contract/failure.ts'
import { defaultSettings } from '../../../../src/contract/settings.ts'
import {
  areQuietHours,
  createSettingsStore,
  draftOf,
  isChanged,
  issuesOf,
  readDraft,
  readNumber,
  readTimeOfDay,
} from '../../../../src/renderer/features/settings/settings-store.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'

const open = async (options: FakeApiOptions = {}) => {
  const api = createFakeApi(options)
  const settings = createSettingsStore(api)
  await settings.load()
  const state = () => settings.store.getState()
  const shown = () => {
    const now = state()
    if (now.step !== 'shown') throw new Error(`the settings are ${now.step}`)
    return now
  }
  return { api, settings, state, shown }
}

describe('the settings draft', () => {
  it('round-trips settings', () => {
    const proxy = { mode: 'manual', url: 'http://proxy.example:8080', user: 'desk' } as const
    const settings = { ...defaultSettings, proxy, extraCertificatesFile: '/etc/acme.pem' }
    expect(readDraft(draftOf(settings))).toEqual(settings)
    expect(readDraft(draftOf(defaultSettings))).toEqual(defaultSettings)
  })

  it.each([
    ['repeatMinutes', '0', 0],
    ['repeatMinutes', ' 1440 ', 1440],
    ['repeatMinutes', '1441', null],
    ['dialSeconds', '59', null],
    ['dialSeconds', '330', 330],
    ['dialSeconds', '3e2', null],
    ['keepPersonalDataDays', '', null],
    ['keepPersonalDataDays', '-1', null],
  ] as const)('reads %s from %j as %j', (field, text, number) => expect(readNumber(field, text)).toBe(number))

  it('drops the address of an unused proxy and an empty user name', () => {
    const draft = { ...draftOf(defaultSettings), url: 'http://proxy.example:8080' }
    expect(readDraft({ ...draft, mode: 'none' })).toMatchObject({ proxy: { mode: 'none' } })
    expect(readDraft({ ...draft, mode: 'manual', user: ' ' })).toMatchObject({ proxy: { user: null } })
  })
})

describe('changing the settings', () => {
  it('reports to main whether there are unsaved changes, once per change of that', async () => {
    const api = createFakeApi({})
    const reported: boolean[] = []
    const settings = createSettingsStore({
      ...api,
      reportUnsaved({ form, isUnsaved }) {
        if (form === 'settings') reported.push(isUnsaved)
        return api.reportUnsaved({ form, isUnsaved })
      },
    })
    await settings.load()
    settings.change({ repeatMinutes: '20' })
    settings.change({ repeatMinutes: '21' })
    await settings.load()
    await settings.save()
    settings.change({ repeatMinutes: '5' })
    settings.revert()
    expect(reported).toEqual([true, false, true, false])
  })

  it('saves changes, and shows the settings that main returns', async () => {
    const { settings, shown, api } = await open()
    settings.change({ repeatMinutes: '20' })
    expect(isChanged(shown().saved, shown().draft)).toBe(true)
    await settings.save()
    expect(shown()).toMatchObject({ action: { step: 'saved' }, saved: { repeatMinutes: 20 } })
    expect(isChanged(shown().saved, shown().draft)).toBe(false)
    expect(await api.readSettings({})).toMatchObject({ value: { repeatMinutes: 20 } })
  })

  it('keeps unsaved text when the screen is opened again, and shows what was saved elsewhere', async () => {
    const { settings, shown, api } = await open()
    settings.change({ operatorName: 'Dana' })
    await api.changeSettings({ ...defaultSettings, theme: 'dark' })
    await settings.load()
    expect(shown()).toMatchObject({ saved: { theme: 'dark' }, draft: { operatorName: 'Dana', theme: 'dark' } })
    await settings.save()
    expect(await api.readSettings({})).toMatchObject({ value: { operatorName: 'Dana', theme: 'dark' } })
  })

  it('does not save an invalid number', async () => {
    const { settings, shown } = await open()
    settings.change({ dialSeconds: 'soon' })
    await settings.save()
    expect(shown()).toMatchObject({ action: { step: 'idle' }, draft: { dialSeconds: 'soon' } })
  })

  it('keeps the draft after a refusal, and shows the issue at its field', async () => {
    const refused = invalid(['proxy', 'url'], 'proxyAddress').failure
    const { settings, state, shown } = await open({ failing: { changeSettings: refused } })
    settings.change({ mode: 'manual', url: 'ftp://x' })
    await settings.save()
    expect(issuesOf(state())).toEqual([{ path: ['proxy', 'url'], code: 'proxyAddress' }])
    expect(shown().draft.url).toBe('ftp://x')
    settings.change({ url: 'http://x:1' })
    expect(issuesOf(state())).toEqual([])
  })

  it('reverts a change', async () => {
    const { settings, shown } = await open({ settings: { repeatMinutes: 7 } })
    settings.change({ repeatMinutes: '8' })
    settings.revert()
    expect(shown().draft.repeatMinutes).toBe('7')
  })

  it('reports why the settings cannot be read', async () => {
    const failure = { kind: 'storage', reason: 'corrupt' } as const
    const { state } = await open({ failing: { readSettings: failure } })
    expect(state()).toEqual({ step: 'failed', failure })
  })
})

const draft = draftOf(defaultSettings)

describe('the country and quiet hours', () => {
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
  ])('parses %j as %j', (text, time) => expect(readTimeOfDay(text)).toBe(time))

  it('round-trips the country and the quiet hours', () => {
    const settings = { ...defaultSettings, homeCountry: 'DE', quietHours: { on: false, from: '20:30', to: '07:15' } }
    expect(readDraft(draftOf(settings))).toEqual(settings)
  })

  it('is invalid while the text of a country is not chosen', () => {
    expect(readDraft({ ...draft, homeCountry: 'DE', typedCountry: 'United' })).toBeNull()
  })

  it('accepts an empty country and an hour without minutes', () => {
    expect(readDraft({ ...draft, homeCountry: '', quietFrom: '9', quietTo: '17' })).toMatchObject({
      homeCountry: null,
      quietHours: { on: true, from: '09:00', to: '17:00' },
    })
  })

  it.each([
    ['late', '08:00'],
    ['21:00', '25'],
    // The same time, written in two ways.
    ['8', '08:00'],
  ])('rejects quiet hours from %s to %s', (quietFrom, quietTo) => {
    expect(readDraft({ ...draft, quietFrom, quietTo })).toBeNull()
    expect(areQuietHours({ ...draft, quietFrom: '8', quietTo: '08:00' })).toBe(false)
  })
})

it('keeps a setting that was changed elsewhere while the screen was open', async () => {
  const { api, settings, shown } = await open()
  await api.changeSettings({ ...defaultSettings, theme: 'dark' })
  settings.change({ repeatMinutes: '25' })
  await settings.save()
  const wanted = { ...defaultSettings, theme: 'dark', repeatMinutes: 25 }
  expect(await api.readSettings({})).toEqual({ ok: true, value: wanted })
  expect(shown()).toMatchObject({ action: { step: 'saved' }, saved: wanted })
})
