import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, anId } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)

const open = (file: string): Storage => {
  const storage = createStorage({ file, worker })
  onTestFinished(() => storage.close())
  return storage
}

const newFile = (): string => join(temporaryFolder(), 'data', 'rundesk.db')

const value = async <T>(outcome: Promise<{ ok: true; value: T } | { ok: false; failure: object }>): Promise<T> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(JSON.stringify(settled.failure))
  return settled.value
}

const insert = (storage: Storage, call: Call) =>
  value(storage.ask('insertCall', { call, initialContext: { name: 'Jane' } }))
const at = '2026-11-21T09:15:00.000Z'
const accepted = {
  state: 'accepted',
  workflowRunId: 48213,
  workflowRunName: 'WR-API-7823',
  status: 'initiated',
  reconciled: false,
} as const

describe('storage', () => {
  it('keeps a call and its events over a restart', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    const call = aCall()
    await insert(first, call)
    await value(
      first.ask('moveCall', { callId: call.callId, from: ['queued'], outcome: { state: 'sending', since: at }, at }),
    )
    await value(first.ask('moveCall', { callId: call.callId, from: ['sending'], outcome: accepted, at }))
    await first.close()

    const detail = await value(open(file).ask('getCall', { callId: call.callId }))
    expect(detail?.call).toEqual({ ...call, outcome: accepted, changedAt: at })
    expect(detail?.initialContext).toEqual({ name: 'Jane' })
    expect(detail?.events.map((event) => event.state)).toEqual(['queued', 'sending', 'accepted'])
  })

  it('inserts one call however often the same id is submitted', async () => {
    const storage = open(newFile())
    const call = aCall()
    const results = await Promise.all([
      insert(storage, call),
      insert(storage, { ...call, phoneNumber: '+14155550199' }),
    ])
    expect(results.map((result) => result.inserted)).toEqual([true, false])
    expect(results[1]?.call.phoneNumber).toBe(call.phoneNumber)
    expect((await value(storage.ask('listCalls', { search: '', after: null, limit: 10 }))).total).toBe(1)
  })

  it('lets one of two claims win', async () => {
    const storage = open(newFile())
    const call = aCall()
    await insert(storage, call)
    const claim = () =>
      value(
        storage.ask('moveCall', {
          callId: call.callId,
          from: ['queued'],
          outcome: { state: 'sending', since: at },
          at,
        }),
      )
    const [one, other] = await Promise.all([claim(), claim()])
    expect((one === null) !== (other === null)).toBe(true)
  })

  it('pages newest first and finds by number, run id, run name, agent and profile', async () => {
    const storage = open(newFile())
    const calls = ['+14155550101', '+14155550102', '+442079460018'].map((phoneNumber) =>
      aCall({ phoneNumber, phoneNumberDisplay: phoneNumber }),
    )
    for (const call of calls) await insert(storage, call)
    const [oldest, , newest] = calls
    const first = await value(storage.ask('listCalls', { search: '', after: null, limit: 2 }))
    expect(first).toMatchObject({ total: 3, more: true })
    expect(first.calls[0]?.callId).toBe(newest?.callId)
    const second = await value(
      storage.ask('listCalls', { search: '', after: first.calls[1]?.callId ?? null, limit: 2 }),
    )
    expect(second.calls.map((call) => call.callId)).toEqual([oldest?.callId])
    const step = { callId: newest?.callId ?? '', at }
    await value(storage.ask('moveCall', { ...step, from: ['queued'], outcome: { state: 'sending', since: at } }))
    await value(storage.ask('moveCall', { ...step, from: ['sending'], outcome: accepted }))
    for (const search of ['79460018', '48213', 'wr-api-7823'])
      expect(
        (await value(storage.ask('listCalls', { search, after: null, limit: 5 }))).calls.map((call) => call.callId),
      ).toEqual([newest?.callId])
    for (const [search, total] of [
      ['RENEWAL', 3],
      ['acme', 3],
      ['%', 0],
      ['_', 0],
    ] as const)
      expect((await value(storage.ask('listCalls', { search, after: null, limit: 5 }))).total).toBe(total)
  })

  it('closes its files to other users of the machine', async () => {
    const file = newFile()
    await insert(open(file), aCall())
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    for (const part of ['', '-wal', '-shm']) expect(statSync(file + part).mode & 0o777).toBe(0o600)
  })

  it('chains every event to the one before', async () => {
    const file = newFile()
    const storage = createStorage({ file, worker })
    await insert(storage, aCall())
    await insert(storage, aCall())
    await storage.close()
    const rows = new DatabaseSync(file, { readOnly: true })
      .prepare('SELECT previous_hash, hash FROM call_events ORDER BY sequence')
      .all()
    expect(rows[0]?.['previous_hash']).toBe('')
    expect(rows[1]?.['previous_hash']).toBe(rows[0]?.['hash'])
  })

  it('refuses a database of a newer app and leaves it as it was', async () => {
    const file = newFile()
    await createStorage({ file, worker }).close()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 999')
    database.close()
    const before = readFileSync(file)
    expect(await open(file).ask('listProfiles', undefined)).toEqual({
      ok: false,
      failure: { kind: 'storage', reason: 'newerVersion' },
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('says why when the file cannot be opened, and never hangs', async () => {
    const storage = open('/dev/null/rundesk.db')
    expect(await storage.ask('listProfiles', undefined)).toEqual({
      ok: false,
      failure: { kind: 'storage', reason: 'unavailable' },
    })
  })

  it('answers after it was closed', async () => {
    const storage = createStorage({ file: newFile(), worker })
    await storage.close()
    expect(await storage.ask('listProfiles', undefined)).toEqual({
      ok: false,
      failure: { kind: 'storage', reason: 'unavailable' },
    })
  })

  it('keeps practice and service profiles apart by what they have', async () => {
    const storage = open(newFile())
    const practice = { kind: 'practice', id: anId(), name: 'Practice', color: 'teal', createdAt: at } as const
    const service = {
      ...practice,
      kind: 'service',
      id: anId(),
      origin: 'https://a.example',
      custody: 'keychain',
    } as const
    await value(storage.ask('saveProfile', { profile: practice }))
    await value(storage.ask('saveProfile', { profile: service }))
    expect(await value(storage.ask('listProfiles', undefined))).toEqual(
      [practice, service].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    await value(storage.ask('deleteProfile', { id: service.id }))
    expect(await value(storage.ask('listProfiles', undefined))).toEqual([practice])
  })
})
