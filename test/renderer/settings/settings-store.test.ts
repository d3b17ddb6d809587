import { describe, expect, it } from 'vitest'
import { invalid } from '../../../src/contract/failure.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { draftOf, readDraft, readNumber } from '../../../src/renderer/settings/settings-draft.ts'
import { createSettingsStore, isChanged, issuesOf } from '../../../src/renderer/settings/settings-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'

const open = async (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk(options)
  const settings = createSettingsStore(desk)
  await settings.load()
  const state = () => settings.store.getState()
  const shown = () => {
    const now = state()
    if (now.step !== 'shown') throw new Error(`the settings are ${now.step}`)
    return now
  }
  return { desk, settings, state, shown }
}

describe('the fields of the settings', () => {
  it('say what they were made of', () => {
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

  it('forgets the address of a proxy that is not used, and sends no empty user', () => {
    const draft = { ...draftOf(defaultSettings), url: 'http://proxy.example:8080' }
    expect(readDraft({ ...draft, mode: 'none' })).toMatchObject({ proxy: { mode: 'none' } })
    expect(readDraft({ ...draft, mode: 'manual', user: ' ' })).toMatchObject({ proxy: { user: null } })
  })
})

describe('changing the settings', () => {
  it('saves what was changed, and shows what main made of it', async () => {
    const { settings, shown, desk } = await open()
    settings.change({ repeatMinutes: '20' })
    expect(isChanged(shown().saved, shown().draft)).toBe(true)
    await settings.save()
    expect(shown()).toMatchObject({ act: { step: 'saved' }, saved: { repeatMinutes: 20 } })
    expect(isChanged(shown().saved, shown().draft)).toBe(false)
    expect(await desk.readSettings({})).toMatchObject({ value: { repeatMinutes: 20 } })
  })

  it('sends nothing while a number is none', async () => {
    const { settings, shown } = await open()
    settings.change({ dialSeconds: 'soon' })
    await settings.save()
    expect(shown()).toMatchObject({ act: { step: 'idle' }, draft: { dialSeconds: 'soon' } })
  })

  it('keeps what was typed when it is refused, and says at which field', async () => {
    const refused = invalid(['proxy', 'url'], 'proxyAddress').failure
    const { settings, state, shown } = await open({ failing: { changeSettings: refused } })
    settings.change({ mode: 'manual', url: 'ftp://x' })
    await settings.save()
    expect(issuesOf(state())).toEqual([{ path: ['proxy', 'url'], code: 'proxyAddress' }])
    expect(shown().draft.url).toBe('ftp://x')
    settings.change({ url: 'http://x:1' })
    expect(issuesOf(state())).toEqual([])
  })

  it('takes a change back', async () => {
    const { settings, shown } = await open({ settings: { repeatMinutes: 7 } })
    settings.change({ repeatMinutes: '8' })
    settings.revert()
    expect(shown().draft.repeatMinutes).toBe('7')
  })

  it('says why when they cannot be read', async () => {
    const failure = { kind: 'storage', reason: 'corrupt' } as const
    const { state } = await open({ failing: { readSettings: failure } })
    expect(state()).toEqual({ step: 'failed', failure })
  })
})
