import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { aCall, anId, accepted } from '../../support/a-call.ts'
import { at, newFile, open, place, settle, value, worker } from './open-storage.ts'

const sending = { state: 'sending', since: at } as const

describe('storage', () => {
  it('keeps a call and its events after a restart', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    const call = aCall({ outcome: sending })
    await place(first, call)
    await settle(first, call.callId)
    await first.close()

    const detail = await value(open(file).run('getCall', { callId: call.callId }))
    expect(detail?.call).toEqual({ ...call, outcome: accepted, changedAt: at, endedAt: at })
    expect(detail?.initialContext).toEqual({ name: 'Jane' })
    expect(detail?.events.map((event) => event.state)).toEqual(['queued', 'sending', 'accepted'])
  })

  it('records one call, however often the same ID is submitted', async () => {
    const storage = open(newFile())
    const call = aCall({ outcome: sending })
    const results = await Promise.all([place(storage, call), place(storage, { ...call, phoneNumber: '+14155550199' })])
    expect(results.map((result) => result.placed)).toEqual(['now', 'before'])
    expect(results[1]).toMatchObject({ call: { phoneNumber: call.phoneNumber } })
    expect((await value(storage.run('listCalls', { search: '', after: null, limit: 10 }))).total).toBe(1)
  })

  it('allows only one of two transitions from the same state', async () => {
    const storage = open(newFile())
    const call = aCall({ outcome: sending })
    await place(storage, call)
    const [one, other] = await Promise.all([settle(storage, call.callId), settle(storage, call.callId)])
    expect((one === null) !== (other === null)).toBe(true)
  })

  it('lists the newest calls first, and finds calls by number, run ID, run name, agent and profile', async () => {
    const storage = open(newFile())
    const calls = ['+14155550101', '+14155550102', '+442079460018'].map((phoneNumber) =>
      aCall({ phoneNumber, phoneNumberDisplay: phoneNumber }),
    )
    for (const call of calls) await place(storage, call)
    const [oldest, , newest] = calls
    const first = await value(storage.run('listCalls', { search: '', after: null, limit: 2 }))
    expect(first).toMatchObject({ total: 3, more: true })
    expect(first.calls[0]?.callId).toBe(newest?.callId)
    const second = await value(
      storage.run('listCalls', { search: '', after: first.calls[1]?.callId ?? null, limit: 2 }),
    )
    expect(second.calls.map((call) => call.callId)).toEqual([oldest?.callId])
    await settle(storage, newest?.callId ?? '')
    for (const search of ['79460018', '48213', 'wr-api-7823'])
      expect(
        (await value(storage.run('listCalls', { search, after: null, limit: 5 }))).calls.map((call) => call.callId),
      ).toEqual([newest?.callId])
    for (const [search, total] of [
      ['RENEWAL', 3],
      ['acme', 3],
      ['%', 0],
      ['_', 0],
    ] as const)
      expect((await value(storage.run('listCalls', { search, after: null, limit: 5 }))).total).toBe(total)
  })

  it('restricts its files to this user', async () => {
    const file = newFile()
    await place(open(file), aCall())
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    for (const part of ['', '-wal', '-shm']) expect(statSync(file + part).mode & 0o777).toBe(0o600)
  })

  it('reports why the file cannot be opened', async () => {
    const storage = open('/dev/null/rundesk.db')
    expect(await storage.run('listProfiles', undefined)).toEqual({
      ok: false,
      failure: { kind: 'storage', reason: 'unavailable' },
    })
  })

  it('fails operations after it is closed', async () => {
    const storage = createStorage({ file: newFile(), worker })
    await storage.close()
    expect(await storage.run('listProfiles', undefined)).toEqual({
      ok: false,
      failure: { kind: 'storage', reason: 'unavailable' },
    })
  })

  it('stores practice and service profiles with their own fields', async () => {
    const storage = open(newFile())
    const practice = {
      kind: 'practice',
      id: anId(),
      name: 'Practice',
      color: 'teal',
      createdAt: at,
      referenceName: null,
    } as const
    const service = {
      ...practice,
      kind: 'service',
      id: anId(),
      origin: 'https://a.example',
      keyStorage: 'keychain',
    } as const
    await value(storage.run('saveProfile', { profile: practice }))
    await value(storage.run('saveProfile', { profile: service }))
    expect(await value(storage.run('listProfiles', undefined))).toEqual(
      [practice, service].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    await value(storage.run('deleteProfile', { id: service.id }))
    expect(await value(storage.run('listProfiles', undefined))).toEqual([practice])
  })
})
