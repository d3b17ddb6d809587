import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { everyCall } from '../../../src/contract/call-filter.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, anId } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { rootOf } from './root-of.ts'
import { at, newFile, open, place, placeSettled, settle, value, worker } from './open-storage.ts'

const backedUpAt = '2026-11-20T09:00:00.000Z'
const sending = { state: 'sending', since: at } as const

const health = (storage: Storage) => value(storage.ask('storageHealth', {}))
const stateOf = async (storage: Storage, { callId }: Call) =>
  (await value(storage.ask('getCall', { callId })))?.call.outcome.state
const damagedIn = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes('damaged') && !/-(wal|shm)$/.test(name))

const spoil = (file: string, bytes: number, offset: number): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(bytes, 0x5a), 0, bytes, offset)
  closeSync(handle)
}

/** One call in a backup, one that changed after it, one that came after it, and one on its way; closed. */
const history = async () => {
  const file = newFile()
  const storage = createStorage({ file, worker })
  const [old, changed, young, underway] = ['1', '2', '3', '4'].map((last) =>
    aCall({ phoneNumber: `+1415555010${last}`, outcome: sending }),
  ) as [Call, Call, Call, Call] // Four went in, and map gives as many.
  await placeSettled(storage, old)
  await place(storage, changed)
  await value(storage.ask('backUp', { now: backedUpAt }))
  await settle(storage, changed.callId)
  await placeSettled(storage, young)
  await place(storage, underway)
  const profile = {
    kind: 'practice',
    id: anId(),
    name: 'New',
    color: 'teal',
    createdAt: at,
    referenceName: null,
  } as const
  await value(storage.ask('saveProfile', { profile }))
  await storage.close()
  return { file, old, changed, young, underway }
}

describe('a damaged database', () => {
  it('is set aside; its backup takes its place, with everything that can still be trusted', async () => {
    const { file, old, changed, young, underway } = await history()
    // The page of an index: the records themselves are whole.
    spoilIndex(file)
    const spoiled = readFileSync(file)
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({
      gapFrom: backedUpAt,
      damagedFile: damagedIn(file)[0],
      salvaged: 3,
      unreadable: 0,
    })
    expect(readFileSync(join(dirname(file), damagedIn(file)[0] ?? '')).equals(spoiled)).toBe(true)
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await stateOf(storage, changed)).toBe('accepted')
    expect(await stateOf(storage, young)).toBe('accepted')
    expect(await stateOf(storage, underway)).toBe('unknown')
    expect(await value(storage.ask('listProfiles', undefined))).toHaveLength(1)
    expect(await value(storage.ask('verifyHistory', { now: at }))).toMatchObject({ intact: true })
  })

  it('of which no call can be read says how many there were', async () => {
    const { file, old } = await history()
    spoil(file, 8, rootOf(file, 'calls'))
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ salvaged: 0, unreadable: 4 })
    expect(await stateOf(storage, old)).toBe('accepted')
  })

  it('gives back what people wrote: notes and saved views', async () => {
    const { file, old, young } = await history()
    const first = createStorage({ file, worker })
    for (const { callId } of [old, young])
      await value(first.ask('noteCall', { callId, note: { text: 'Rang twice', at } }))
    const viewId = '7f3c2a1e-0000-4000-8000-00000000a001'
    await value(
      first.ask('saveView', { view: { viewId, name: 'Mine', search: 'jane', filter: everyCall, days: null } }),
    )
    await first.close()
    spoilIndex(file)
    const storage = open(file)
    await health(storage)
    for (const { callId } of [old, young])
      expect((await value(storage.ask('getCall', { callId })))?.note).toEqual({ text: 'Rang twice', at })
    expect((await value(storage.ask('listCalls', { search: 'rang twice', after: null, limit: 5 }))).total).toBe(2)
    expect(await value(storage.ask('listViews', {}))).toMatchObject([{ viewId, name: 'Mine', search: 'jane' }])
  })

  it('leaves out a profile and a view that nobody can have written, and no other', async () => {
    const { file } = await history()
    const database = new DatabaseSync(file)
    database.exec(
      `INSERT INTO profiles (id, kind, name, color, created_at) VALUES ('p', 'practice', 'Bad', 'mauve', '')`,
    )
    database.exec(`INSERT INTO views (view_id, name, search, filter) VALUES ('v', 'Bad', '', '{}')`)
    database.close()
    const first = createStorage({ file, worker })
    const viewId = '7f3c2a1e-0000-4000-8000-00000000a001'
    const view = { viewId, name: 'Mine', search: 'jane', filter: everyCall, days: null }
    // What comes back is the whole list, in which the bad one stands.
    expect((await first.ask('saveView', { view })).ok).toBe(false)
    await first.close()
    spoilIndex(file)
    const storage = open(file)
    expect(await value(storage.ask('listProfiles', undefined))).toMatchObject([{ name: 'New' }])
    expect(await value(storage.ask('listViews', {}))).toMatchObject([{ viewId, name: 'Mine' }])
  })

  it('of which nothing can be read leaves the backup, in which nothing is on its way any more', async () => {
    const { file, old, changed, young } = await history()
    writeFileSync(file, 'no database at all'.repeat(1_000))
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: backedUpAt, salvaged: 0 })
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await stateOf(storage, changed)).toBe('unknown')
    expect(await stateOf(storage, young)).toBeUndefined()
  })

  it('is told of until a person has noted it, over restarts, and no longer', async () => {
    const { file } = await history()
    truncateSync(file, 5_000)
    const first = createStorage({ file, worker })
    const { recovered } = await health(first)
    expect(recovered).not.toBeNull()
    await first.close()
    const second = open(file)
    expect((await health(second)).recovered).toEqual(recovered)
    await value(second.ask('acknowledgeRecovery', {}))
    expect((await health(second)).recovered).toBeNull()
  })

  it('that has vanished is not taken for a first start', async () => {
    const { file, old } = await history()
    rmSync(file)
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: backedUpAt, damagedFile: null })
    expect(await stateOf(storage, old)).toBe('accepted')
  })

  it('that has vanished takes its log along: it is not written into what replaces the file', async () => {
    const { file, old } = await history()
    rmSync(file)
    writeFileSync(`${file}-wal`, walOfAnotherHistory())
    const storage = open(file)
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await value(storage.ask('verifyHistory', { now: at }))).toMatchObject({ intact: true })
  })

  it('that was set aside when the app was killed is taken up where it was left', async () => {
    const { file, old, young } = await history()
    renameSync(file, `${file}.damaged-2026-11-21T10-00-00-000Z`)
    writeFileSync(`${file}.restoring`, 'half a file')
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: backedUpAt, damagedFile: damagedIn(file)[0] })
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await stateOf(storage, young)).toBe('accepted')
  })

  it('that was emptied is not taken for a first start', async () => {
    const { file, old } = await history()
    truncateSync(file, 0)
    const storage = open(file)
    expect((await health(storage)).recovered?.damagedFile).toBe(damagedIn(file)[0])
    expect(await stateOf(storage, old)).toBe('accepted')
  })

  it('without any backup leaves an empty history, and a gap from the beginning', async () => {
    const { file } = await history()
    rmSync(join(dirname(file), 'backups'), { recursive: true })
    writeFileSync(file, 'no database at all'.repeat(1_000))
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: null, damagedFile: damagedIn(file)[0] })
    await placeSettled(storage, aCall())
  })

  it('passes over a backup that is damaged itself, and keeps that too', async () => {
    const { file, old } = await history()
    const folder = join(dirname(file), 'backups')
    const newer = join(folder, 'rundesk-2026-11-21T09-00-00-000Z.db')
    writeFileSync(newer, 'no database at all'.repeat(1_000))
    spoil(file, 4_096, 0)
    const storage = open(file)
    expect((await health(storage)).recovered?.gapFrom).toBe(backedUpAt)
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(readdirSync(folder).some((name) => name.startsWith(`${basename(newer)}.damaged-`))).toBe(true)
  })

  it('with a single row that nobody can have written is restored from the backup, not given up', async () => {
    const { file, old, young } = await history()
    const database = new DatabaseSync(file)
    database.exec(`UPDATE calls SET profile_color = 'mauve' WHERE call_id = '${old.callId}'`)
    database.close()
    const storage = open(file)
    const list = () => storage.ask('listCalls', { search: '', after: null, limit: 10 })
    expect(await list()).toMatchObject({ ok: false, failure: { reason: 'corrupt' } })
    expect(await list()).toMatchObject({ ok: false, failure: { reason: 'corrupt' } })
    expect(await value(list())).toMatchObject({ total: 4 })
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await stateOf(storage, young)).toBe('accepted')
    expect((await health(storage)).recovered).toMatchObject({ salvaged: 3, unreadable: 1 })
  })

  it('is not restored again and again for a row that is no better in the backup', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await placeSettled(first, aCall())
    const database = new DatabaseSync(file)
    database.exec(`UPDATE calls SET profile_color = 'mauve'`)
    database.close()
    await value(first.ask('backUp', { now: backedUpAt }))
    await first.close()
    const storage = open(file)
    for (let times = 0; times < 5; times += 1)
      expect((await storage.ask('listCalls', { search: '', after: null, limit: 10 })).ok).toBe(false)
    expect(damagedIn(file)).toHaveLength(1)
    await placeSettled(storage, aCall({ phoneNumber: '+14155550109' }))
  })

  it('noticed while the app runs is answered once as damaged, and then the history goes on', async () => {
    const file = newFile()
    const storage = open(file)
    await placeSettled(storage, aCall())
    await value(storage.ask('backUp', { now: backedUpAt }))
    const other = new DatabaseSync(file)
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    other.close()
    writeFileSync(file, 'no database at all'.repeat(1_000))
    rmSync(`${file}-wal`)
    const placement = { call: aCall({ phoneNumber: '+14155550109' }), initialContext: {}, repeatSince: null }
    const again = () => storage.ask('placeCall', { ...placement, confirmedAfter: [] })
    expect(await again()).toMatchObject({ ok: false, failure: { kind: 'storage', reason: 'corrupt' } })
    expect(await again()).toMatchObject({ ok: true, value: { placed: 'now' } })
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: backedUpAt })
  })
})

/** The log of a database that has nothing to do with ours, as it stands before it is written back. */
function walOfAnotherHistory(): Buffer {
  const other = join(temporaryFolder(), 'other.db')
  const database = new DatabaseSync(other)
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE other (a TEXT); INSERT INTO other VALUES (1)')
  const log = readFileSync(`${other}-wal`)
  database.close()
  return log
}

/** Overwrites the middle of the page on which the index of the searched texts begins. */
function spoilIndex(file: string): void {
  spoil(file, 8, rootOf(file, 'calls_by_number'))
}
