import { describe, expect, it, vi } from 'vitest'
import { createConnectStore, maySaveUnchecked } from '../../../src/renderer/first-run/connect-store.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'

const open = async (options: FakeDeskOptions = {}) => {
  const desk = createFakeDesk(options)
  const add = vi.spyOn(desk, 'addProfile')
  const connect = createConnectStore(desk, () => 0)
  await connect.keychain.ask()
  return { connect, add, at: () => connect.store.getState().at }
}

const fill = async ({ connect }: Awaited<ReturnType<typeof open>>) => {
  connect.edit({ name: 'Acme', origin: 'https://voice.acme.example' })
  await connect.key.type('dgr_abcdefghijkl')
}

describe('connecting an organization', () => {
  it('says what is missing at each field and asks nothing of main', async () => {
    const { connect, add, at } = await open()
    await connect.save(false)
    expect(at()).toMatchObject({
      step: 'filling',
      issues: [{ path: ['name'] }, { path: ['origin'] }, { path: ['entryId'] }],
    })
    expect(add).not.toHaveBeenCalled()
  })

  it('saves once, however often it is pressed', async () => {
    const opened = await open()
    await fill(opened)
    await Promise.all([opened.connect.save(false), opened.connect.save(false)])
    expect(opened.add).toHaveBeenCalledTimes(1)
    expect(opened.at()).toEqual({ step: 'done' })
  })

  it('keeps what was entered and the held key when the service cannot be reached, and may then save unchecked', async () => {
    const opened = await open({ failing: { addProfile: { kind: 'unreachable', cause: 'refused' } } })
    await fill(opened)
    await opened.connect.save(false)
    expect(maySaveUnchecked(opened.at())).toBe(true)
    expect(opened.connect.store.getState()).toMatchObject({ name: 'Acme', origin: 'https://voice.acme.example' })
    expect(opened.connect.key.store.getState()).toMatchObject({ step: 'held', length: 16 })
    await opened.connect.save(true)
    expect(opened.at()).toEqual({ step: 'done' })
  })

  it('never offers to save a key that was refused', async () => {
    const opened = await open({ failing: { addProfile: { kind: 'unauthorized', detail: 'no' } } })
    await fill(opened)
    await opened.connect.save(false)
    expect(maySaveUnchecked(opened.at())).toBe(false)
  })

  it.each([
    ['voice.acme.example', true],
    ['  localhost:8123 ', true],
    ['127.0.0.1:8123/api/v1', true],
    ['https://voice.acme.example', false],
    ['HTTP://127.0.0.1:8123', false],
    ['', false],
  ])(
    'says what it makes of %j when its field is left, and keeps it as it was typed',
    async (origin, isTakenAsHttps) => {
      const { connect } = await open()
      connect.edit({ origin })
      expect(connect.store.getState().isTakenAsHttps).toBe(false)
      connect.leaveOrigin()
      expect(connect.store.getState()).toMatchObject({ origin, isTakenAsHttps })
      connect.edit({ origin: 'https://voice.acme.example' })
      expect(connect.store.getState().isTakenAsHttps).toBe(false)
    },
  )

  it('puts a refused origin at its field', async () => {
    const opened = await open()
    await fill(opened)
    opened.connect.edit({ origin: 'ftp://x' })
    await opened.connect.save(false)
    expect(opened.at()).toMatchObject({ issues: [{ path: ['origin'], code: 'originScheme' }] })
    opened.connect.edit({ origin: 'https://x.example' })
    expect(opened.at()).toEqual({ step: 'filling', issues: [] })
  })

  it('keeps a key without a keychain only when a person agreed that it is forgotten', async () => {
    const opened = await open({ keychain: { usable: false, reason: 'unavailable' } })
    await fill(opened)
    await opened.connect.save(false)
    expect(opened.at()).toMatchObject({ issues: [{ path: ['custody'] }] })
    opened.connect.edit({ session: true })
    await opened.connect.save(false)
    expect(opened.add).toHaveBeenCalledWith(expect.objectContaining({ custody: 'session' }))
  })

  it('asks a locked keychain all the same, which asks a person to unlock it', async () => {
    const opened = await open({ keychain: { usable: false, reason: 'locked' } })
    await fill(opened)
    await opened.connect.save(false)
    expect(opened.add).toHaveBeenCalledWith(expect.objectContaining({ custody: 'keychain' }))
  })

  it('asks for the key again when main let it go', async () => {
    const expired = { kind: 'invalid' as const, issues: [{ path: ['entryId'], code: 'keyExpired' as const }] }
    const opened = await open({ failing: { addProfile: expired } })
    await fill(opened)
    await opened.connect.save(false)
    expect(opened.connect.key.store.getState()).toMatchObject({ step: 'refused' })
  })

  it('holds no text of a key anywhere', async () => {
    const opened = await open()
    await fill(opened)
    const all = JSON.stringify([opened.connect.store.getState(), opened.connect.key.store.getState()])
    expect(all).not.toContain('dgr_')
  })
})
