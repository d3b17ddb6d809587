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
import { everyCall } from '../../../src/contract/call-list.ts'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { lastRecovery, readNotice } from '../../../src/main/storage/recover.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, anId } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { at, newFile, open, place, placeSettled, rootOf, settle, value, worker } from './open-storage.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

const backedUpAt = '2026-11-20T09:00:00.000Z'
const sending = { state: 'sending', since: at } as const

const health = (storage: Storage) => value(storage.run('storageHealth', {}))
const stateOf = async (storage: Storage, { callId }: Call) =>
  (await value(storage.run('getCall', { callId })))?.call.outcome.state
const damagedIn = (file: string): string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes('damaged') && !/-(wal|shm)$/.test(name))

const overwriteBytes = (file: string, bytes: number, offset: number): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(bytes, 0x5a), 0, bytes, offset)
  closeSync(handle)
}

/**
 * Creates a closed history: one call in a backup, one changed after the backup, one recorded after it, and one in
 * flight.
 */
const history = async () => {
  const file = newFile()
  const storage = createStorage({ file, worker })
  const [old, changed, young, underway] = ['1', '2', '3', '4'].map((last) =>
    aCall({ phoneNumber: `+1415555010${last}`, outcome: sending }),
  ) as [Call, Call, Call, Call] // The list has four calls, so `map` returns four.
  await placeSettled(storage, old)
  await place(storage, changed)
  await value(storage.run('backUp', { now: backedUpAt }))
  await settle(storage, changed.callId)
  await placeSettled(storage, young)
  await place(storage, { ...underway, outcome: { ...sending, foundRunId: 7005 } })
  const profile = {
    kind: 'practice',
    id: anId(),
    name: 'New',
    color: 'teal',
    createdAt: at,
    referenceName: null,
  } as const
  await value(storage.run('saveProfile', { profile }))
  await storage.close()
  return { file, old, changed, young, underway }
}

/** Damage of one byte in the definition of a table: what, the text, and the damaged text. */
const damagedDefinitions: [string, string, string][] = [
  ['the name of a function', 'json_valid', 'json_vali$'],
  ['the name of a column', 'phone_number_display TEXT', 'phone_number_displax TEXT'],
]

const withText = (bytes: Buffer, written: string, text: string): Buffer => {
  bytes.write(text, bytes.lastIndexOf(written), 'latin1')
  return bytes
}

describe('a damaged database', () => {
  it('is set aside and replaced by its backup plus every intact row', async () => {
    const { file, old, changed, young, underway } = await history()
    // This damages a page of an index, so the rows are intact.
    damageIndex(file)
    const damagedBytes = readFileSync(file)
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({
      gapFrom: backedUpAt,
      damagedFile: damagedIn(file)[0],
      salvaged: 3,
      unreadable: 0,
    })
    expect(readFileSync(join(dirname(file), damagedIn(file)[0] ?? '')).equals(damagedBytes)).toBe(true)
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await stateOf(storage, changed)).toBe('accepted')
    expect(await stateOf(storage, young)).toBe('accepted')
    expect(await stateOf(storage, underway)).toBe('unknown')
    expect(await value(storage.run('callsOfRun', { workflowRunId: 7005 }))).toHaveLength(1)
    expect(await value(storage.run('listProfiles', undefined))).toHaveLength(1)
    expect(await value(storage.run('verifyHistory', { now: at }))).toMatchObject({ intact: true })
  })

  it('reports how many calls there were if none can be read', async () => {
    const { file, old } = await history()
    overwriteBytes(file, 8, rootOf(file, 'calls'))
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ salvaged: 0, unreadable: 4 })
    expect(await stateOf(storage, old)).toBe('accepted')
  })

  it.each<[string, (file: string) => void]>([
    ['the file', (file) => overwriteBytes(file, 4_096, 0)],
    [
      'the calls and their last number',
      (file) => ['calls', 'sqlite_sequence'].forEach((table) => overwriteBytes(file, 8, rootOf(file, table))),
    ],
  ])('does not say how many calls are unreadable if nothing of %s can be read', async (_what, damage) => {
    const { file } = await history()
    damage(file)
    expect((await health(open(file))).recovered).toMatchObject({ salvaged: 0, unreadable: null })
  })

  it('reports how many calls there were if their table cannot be found', async () => {
    const { file } = await history()
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    database.exec(`DROP TABLE calls; INSERT INTO sqlite_sequence (name, seq) VALUES ('calls', 4)`)
    database.close()
    expect((await health(open(file))).recovered).toMatchObject({ salvaged: 0, unreadable: 4 })
  })

  it.each(damagedDefinitions)('is restored if it is damaged in %s', async (_what, written, damaged) => {
    const { file, old } = await history()
    writeFileSync(file, withText(readFileSync(file), written, damaged))
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ cause: 'damaged' })
    expect(await stateOf(storage, old)).toBe('accepted')
  })

  it('restores notes and saved views', async () => {
    const { file, old, young } = await history()
    const first = createStorage({ file, worker })
    for (const { callId } of [old, young])
      await value(first.run('setCallNote', { callId, note: { text: 'Rang twice', at } }))
    const viewId = '7f3c2a1e-0000-4000-8000-00000000a001'
    await value(
      first.run('saveView', { view: { viewId, name: 'Mine', search: 'jane', filter: everyCall, days: null } }),
    )
    await first.close()
    damageIndex(file)
    const storage = open(file)
    await health(storage)
    for (const { callId } of [old, young])
      expect((await value(storage.run('getCall', { callId })))?.note).toEqual({ text: 'Rang twice', at })
    expect((await value(storage.run('listCalls', { search: 'rang twice', after: null, limit: 5 }))).total).toBe(2)
    expect(await value(storage.run('listViews', {}))).toMatchObject([{ viewId, name: 'Mine', search: 'jane' }])
  })

  it('omits only an invalid profile and an invalid view', async () => {
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
    // The operation returns the list with the invalid view.
    expect((await first.run('saveView', { view })).ok).toBe(false)
    await first.close()
    damageIndex(file)
    const storage = open(file)
    expect(await value(storage.run('listProfiles', undefined))).toMatchObject([{ name: 'New' }])
    expect(await value(storage.run('listViews', {}))).toMatchObject([{ viewId, name: 'Mine' }])
  })

  it('is replaced by the backup without calls in flight if no row can be read', async () => {
    const { file, old, changed, young } = await history()
    writeFileSync(file, 'no database at all'.repeat(1_000))
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: backedUpAt, salvaged: 0 })
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await stateOf(storage, changed)).toBe('unknown')
    expect(await stateOf(storage, young)).toBeUndefined()
  })

  it('is reported until it is acknowledged, even after restarts', async () => {
    const { file } = await history()
    truncateSync(file, 5_000)
    const first = createStorage({ file, worker })
    const { recovered } = await health(first)
    expect(recovered).not.toBeNull()
    await first.close()
    const second = open(file)
    expect((await health(second)).recovered).toEqual(recovered)
    await value(second.run('acknowledgeRecovery', {}))
    expect((await health(second)).recovered).toBeNull()
  })

  it('is not treated as a first run if it is missing', async () => {
    const { file, old } = await history()
    rmSync(file)
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({
      gapFrom: backedUpAt,
      damagedFile: null,
      startedFrom: 'backup',
    })
    expect(await stateOf(storage, old)).toBe('accepted')
  })

  it('may be missing and leave its WAL, which is not applied to the replacement', async () => {
    const { file, old } = await history()
    rmSync(file)
    writeFileSync(`${file}-wal`, walOfAnotherHistory())
    const storage = open(file)
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await value(storage.run('verifyHistory', { now: at }))).toMatchObject({ intact: true })
  })

  it('is recovered on the next startup if the app was killed after setting it aside', async () => {
    const { file, old, young } = await history()
    renameSync(file, `${file}.damaged-2026-11-21T10-00-00-000Z`)
    writeFileSync(`${file}.restoring`, 'half a file')
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: backedUpAt, damagedFile: damagedIn(file)[0] })
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await stateOf(storage, young)).toBe('accepted')
  })

  it('is not treated as a first run if it was truncated', async () => {
    const { file, old } = await history()
    truncateSync(file, 0)
    const storage = open(file)
    expect((await health(storage)).recovered?.damagedFile).toBe(damagedIn(file)[0])
    expect(await stateOf(storage, old)).toBe('accepted')
  })

  it('leaves an empty history and a gap from the beginning if there is no backup', async () => {
    const { file } = await history()
    rmSync(join(dirname(file), 'backups'), { recursive: true })
    writeFileSync(file, 'no database at all'.repeat(1_000))
    const storage = open(file)
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: null, damagedFile: damagedIn(file)[0] })
    await placeSettled(storage, aCall())
  })

  it.each<[string, (good: Buffer) => Buffer]>([
    ['damaged', () => Buffer.from('no database at all'.repeat(1_000))],
    ...damagedDefinitions.map(([what, written, damaged]): [string, (good: Buffer) => Buffer] => [
      `damaged in ${what}`,
      (good) => withText(good, written, damaged),
    ]),
  ])('is restored without a newer backup that is %s, which is kept', async (_what, damage) => {
    const { file, old } = await history()
    const folder = join(dirname(file), 'backups')
    const [good = ''] = readdirSync(folder)
    const newer = join(folder, 'rundesk-2026-11-21T09-00-00-000Z-e99.db')
    writeFileSync(newer, damage(readFileSync(join(folder, good))))
    overwriteBytes(file, 4_096, 0)
    const storage = open(file)
    expect((await health(storage)).recovered?.gapFrom).toBe(backedUpAt)
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(readdirSync(folder).some((name) => name.startsWith(`${basename(newer)}.damaged-`))).toBe(true)
  })

  it('is restored from the backup if one row is invalid', async () => {
    const { file, old, young } = await history()
    const database = new DatabaseSync(file)
    database.exec(`UPDATE calls SET profile_color = 'mauve' WHERE call_id = '${old.callId}'`)
    database.close()
    const storage = open(file)
    const list = () => storage.run('listCalls', { search: '', after: null, limit: 10 })
    expect(await list()).toMatchObject({ ok: false, failure: { reason: 'corrupt' } })
    expect(await list()).toMatchObject({ ok: false, failure: { reason: 'corrupt' } })
    expect(await value(list())).toMatchObject({ total: 4 })
    expect(await stateOf(storage, old)).toBe('accepted')
    expect(await stateOf(storage, young)).toBe('accepted')
    expect((await health(storage)).recovered).toMatchObject({ salvaged: 3, unreadable: 1 })
  })

  it('is not restored again for a row that is as invalid in the backup', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await placeSettled(first, aCall())
    const database = new DatabaseSync(file)
    database.exec(`UPDATE calls SET profile_color = 'mauve'`)
    database.close()
    await value(first.run('backUp', { now: backedUpAt }))
    await first.close()
    const storage = open(file)
    for (let times = 0; times < 5; times += 1)
      expect((await storage.run('listCalls', { search: '', after: null, limit: 10 })).ok).toBe(false)
    expect(damagedIn(file)).toHaveLength(1)
    await placeSettled(storage, aCall({ phoneNumber: '+14155550109' }))
  })

  it('fails one operation if it is found while the app is running; then the history works again', async () => {
    const file = newFile()
    const storage = open(file)
    await placeSettled(storage, aCall())
    await value(storage.run('backUp', { now: backedUpAt }))
    const other = new DatabaseSync(file)
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    other.close()
    writeFileSync(file, 'no database at all'.repeat(1_000))
    rmSync(`${file}-wal`)
    const placement = { call: aCall({ phoneNumber: '+14155550109' }), initialContext: {}, repeatSince: endOfTime }
    const again = () => storage.run('recordCall', { ...placement, confirmedAfter: [] })
    expect(await again()).toMatchObject({ ok: false, failure: { kind: 'storage', reason: 'corrupt' } })
    expect(await again()).toMatchObject({ ok: true, value: { placed: 'now' } })
    expect((await health(storage)).recovered).toMatchObject({ gapFrom: backedUpAt })
  })
})

/** Returns the WAL of an unrelated database, before its checkpoint. */
function walOfAnotherHistory(): Buffer {
  const other = join(temporaryFolder(), 'other.db')
  const database = new DatabaseSync(other)
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE other (a TEXT); INSERT INTO other VALUES (1)')
  const log = readFileSync(`${other}-wal`)
  database.close()
  return log
}

/** Overwrites the middle of an index's first page. */
function damageIndex(file: string): void {
  overwriteBytes(file, 8, rootOf(file, 'calls_by_number'))
}

it.each([
  { later: 'shorter', damagedFile: null, gapFrom: at },
  { later: 'unverified', damagedFile: null, gapFrom: null },
  { later: 'damaged', damagedFile: 'rundesk.db.damaged', gapFrom: at },
  { later: 'damaged', damagedFile: null, gapFrom: backedUpAt },
])('a later loss does not hide that the whole history was lost: $later, $damagedFile', (second) => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const add = database.prepare(
    'INSERT INTO recoveries (at, cause, missing, gap_from, damaged_file, salvaged) VALUES (?, ?, 3, ?, ?, 0)',
  )
  add.run('2026-11-20T10:00:00.000Z', 'damaged', null, null)
  expect([readNotice(database), lastRecovery(database)]).toMatchObject([{ lostAll: true }, { lostAll: true }])
  add.run(at, second.later, second.gapFrom, second.damagedFile)
  expect([readNotice(database), lastRecovery(database)]).toMatchObject([{ lostAll: true }, { lostAll: false }])
  database.close()
})

describe('a missing file, replaced by a backup, and a later loss, neither acknowledged', () => {
  it.each([
    { later: 'shorter', gapFrom: at, noticed: { cause: 'shorter', startedFrom: null } },
    { later: 'unverified', gapFrom: null, noticed: { cause: 'damaged', startedFrom: 'backup' } },
  ] as const)('are reported as $noticed.cause if the later is $later', ({ later, gapFrom, noticed }) => {
    const database = new DatabaseSync(':memory:')
    migrate(database)
    const add = database.prepare(
      'INSERT INTO recoveries (at, cause, missing, gap_from, salvaged) VALUES (?, ?, 3, ?, 0)',
    )
    add.run('2026-11-20T10:00:00.000Z', 'damaged', backedUpAt)
    add.run(at, later, gapFrom)
    expect(readNotice(database)).toMatchObject({ ...noticed, lostAll: false, missing: 6 })
    database.close()
  })
})
