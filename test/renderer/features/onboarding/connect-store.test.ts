import { describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import { createConnectStore, maySaveUnchecked } from '../../../../src/renderer/features/onboarding/connect-store.ts'
import { createFakeApi, type FakeApiOptions } from '../../../support/fake-api.ts'

const open = async (options: FakeApiOptions = {}) => {
  const api = createFakeApi(options)
  const add = vi.spyOn(api, 'addProfile')
  const connect = createConnectStore(api, () => 0, 'teal')
  await connect.keychain.load()
  return { api, connect, add, status: () => connect.store.getState().status }
}

const fill = async ({ connect }: Awaited<ReturnType<typeof open>>) => {
  connect.edit({ name: 'Acme', origin: 'https://voice.acme.example' })
  await connect.key.type('dgr_abcdefghijkl')
}

describe('connecting an organization', () => {
  it('shows every missing field without sending a request', async () => {
    const { connect, add, status } = await open()
    await connect.save(false)
    expect(status()).toMatchObject({
      step: 'filling',
      issues: [{ path: ['name'] }, { path: ['origin'] }, { path: ['entryId'] }],
    })
    expect(add).not.toHaveBeenCalled()
  })

  it('does not save a name that is too long, and says so', async () => {
    const opened = await open()
    await fill(opened)
    opened.connect.edit({ name: 'x'.repeat(61) })
    await opened.connect.save(false)
    expect(opened.status()).toMatchObject({ step: 'filling', issues: [{ path: ['name'], code: 'tooLong' }] })
    opened.connect.edit({ name: ` ${'x'.repeat(60)} ` })
    await opened.connect.save(false)
    expect(opened.add).toHaveBeenCalledTimes(1)
  })

  it('reports input that is not saved, until it is removed or the profile is added', async () => {
    const opened = await open()
    const reported = vi.spyOn(opened.api, 'reportUnsaved')
    opened.connect.edit({ name: 'A' })
    opened.connect.edit({ name: '' })
    await fill(opened)
    await opened.connect.save(false)
    const isUnsaved = reported.mock.calls.map(([report]) => report)
    expect(isUnsaved).toEqual([true, false, true, false].map((is) => ({ form: 'newProfile', isUnsaved: is })))
  })

  it('saves only once when asked several times', async () => {
    const opened = await open()
    await fill(opened)
    await Promise.all([opened.connect.save(false), opened.connect.save(false)])
    expect(opened.add).toHaveBeenCalledTimes(1)
    expect(opened.add).toHaveBeenCalledWith(expect.objectContaining({ color: 'teal' }))
    expect(opened.status()).toEqual({ step: 'done' })
  })

  it('keeps the input and the staged key when the service is unreachable, and may then save unchecked', async () => {
    const opened = await open({ failing: { addProfile: { kind: 'unreachable', cause: 'refused' } } })
    await fill(opened)
    await opened.connect.save(false)
    expect(maySaveUnchecked(opened.status())).toBe(true)
    expect(opened.connect.store.getState()).toMatchObject({ name: 'Acme', origin: 'https://voice.acme.example' })
    expect(opened.connect.key.store.getState()).toMatchObject({ step: 'staged', length: 16 })
    await opened.connect.save(true)
    expect(opened.status()).toEqual({ step: 'done' })
  })

  it('does not offer to save a refused key unchecked', async () => {
    const opened = await open({ failing: { addProfile: { kind: 'unauthorized', detail: 'no' } } })
    await fill(opened)
    await opened.connect.save(false)
    expect(maySaveUnchecked(opened.status())).toBe(false)
  })

  it('no longer shows the rejection of a key after another key was entered', async () => {
    const opened = await open({ failing: { addProfile: { kind: 'unauthorized', detail: 'no' } } })
    await fill(opened)
    await opened.connect.save(false)
    expect(opened.status()).toMatchObject({ step: 'failed' })
    await opened.connect.key.type('dgr_mnopqrstuvwx')
    expect(opened.status()).toEqual({ step: 'filling', issues: [] })
  })

  it('no longer shows a failure or offers to save unchecked after the address was changed', async () => {
    const opened = await open({ failing: { addProfile: { kind: 'unreachable', cause: 'refused' } } })
    await fill(opened)
    await opened.connect.save(false)
    opened.connect.edit({ name: 'Acme 2' })
    expect(maySaveUnchecked(opened.status())).toBe(true)
    opened.connect.edit({ origin: 'https://voice2.acme.example' })
    expect(opened.status()).toEqual({ step: 'filling', issues: [] })
  })

  it('no longer shows that the keychain failed after the user chose to keep the key for the session', async () => {
    const opened = await open({ failing: { addProfile: { kind: 'keychain', reason: 'unavailable' } } })
    await fill(opened)
    await opened.connect.save(false)
    opened.connect.edit({ session: true })
    expect(opened.status()).toEqual({ step: 'filling', issues: [] })
  })

  it.each([
    ['voice.acme.example', true],
    ['  localhost:8123 ', true],
    ['127.0.0.1:8123/api/v1', true],
    ['https://voice.acme.example', false],
    ['HTTP://127.0.0.1:8123', false],
    ['', false],
  ])('completes %j on blur and keeps it as typed', async (origin, assumesHttps) => {
    const { connect } = await open()
    connect.edit({ origin })
    expect(connect.store.getState().assumesHttps).toBe(false)
    connect.blurOrigin()
    expect(connect.store.getState()).toMatchObject({ origin, assumesHttps })
    connect.edit({ origin: 'https://voice.acme.example' })
    expect(connect.store.getState().assumesHttps).toBe(false)
  })

  it('shows the issue of a refused origin at its field', async () => {
    const opened = await open()
    await fill(opened)
    opened.connect.edit({ origin: 'ftp://x' })
    await opened.connect.save(false)
    expect(opened.status()).toMatchObject({ issues: [{ path: ['origin'], code: 'originScheme' }] })
    opened.connect.edit({ origin: 'https://x.example' })
    expect(opened.status()).toEqual({ step: 'filling', issues: [] })
  })

  it('accepts a key without a keychain only after the user chooses to keep it for the session', async () => {
    const opened = await open({ keychain: { usable: false, reason: 'unavailable' } })
    await fill(opened)
    await opened.connect.save(false)
    expect(opened.status()).toMatchObject({ issues: [{ path: ['keyStorage'] }] })
    opened.connect.edit({ session: true })
    await opened.connect.save(false)
    expect(opened.add).toHaveBeenCalledWith(expect.objectContaining({ keyStorage: 'session' }))
  })

  it('uses a locked keychain, which the system unlocks', async () => {
    const opened = await open({ keychain: { usable: false, reason: 'locked' } })
    await fill(opened)
    await opened.connect.save(false)
    expect(opened.add).toHaveBeenCalledWith(expect.objectContaining({ keyStorage: 'keychain' }))
  })

  it('offers to keep the key for the session if the keychain was locked before the key was saved', async () => {
    const opened = await open()
    await fill(opened)
    const locked = { usable: false, reason: 'locked' } as const
    opened.add.mockResolvedValueOnce(fail({ kind: 'keychain', reason: 'locked' }))
    vi.spyOn(opened.api, 'keychainStatus').mockResolvedValue(succeed(locked))
    await opened.connect.save(false)
    await expect.poll(() => opened.connect.keychain.store.getState().data?.value).toEqual(locked)
    opened.connect.edit({ session: true })
    await opened.connect.save(false)
    expect(opened.add).toHaveBeenLastCalledWith(expect.objectContaining({ keyStorage: 'session' }))
    expect(opened.status()).toEqual({ step: 'done' })
  })

  it('requires the key again after it has expired in main', async () => {
    const expired = { kind: 'invalid' as const, issues: [{ path: ['entryId'], code: 'keyExpired' as const }] }
    const opened = await open({ failing: { addProfile: expired } })
    await fill(opened)
    await opened.connect.save(false)
    expect(opened.connect.key.store.getState()).toMatchObject({ step: 'refused' })
  })

  it('stores no key text anywhere', async () => {
    const opened = await open()
    await fill(opened)
    const all = JSON.stringify([opened.connect.store.getState(), opened.connect.key.store.getState()])
    expect(all).not.toContain('dgr_')
  })
})
