import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { rootOf } from './root-of.ts'
import { newFile, open, placeSettled, value } from './open-storage.ts'

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T09:00:00.000Z`
const folderOf = (file: string): string => join(dirname(file), 'backups')
const maintain = (storage: Storage, now: string) => value(storage.ask('maintain', { now, keepPersonalDataDays: 3_650 }))

/** Changes one letter of a number in the index of an open database, behind its back. */
const spoilIndex = (file: string, digits: string): void => {
  const other = new DatabaseSync(file)
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  const place = readFileSync(file).indexOf(digits, rootOf(file, 'calls_by_number'))
  const handle = openSync(file, 'r+')
  writeSync(handle, 'y', place)
  closeSync(handle)
}

describe('a backup', () => {
  it('is a whole history of its own, closed to others, and leaves nothing half made behind', async () => {
    const file = newFile()
    const storage = open(file)
    const call = aCall()
    await placeSettled(storage, call)
    mkdirSync(folderOf(file))
    writeFileSync(join(folderOf(file), 'rundesk-2026-11-20T09-00-00-000Z.db.part'), 'half')
    await value(storage.ask('backUp', { now: day(21) }))
    expect(readdirSync(folderOf(file))).toEqual(['rundesk-2026-11-21T09-00-00-000Z-e3.db'])
    const backup = join(folderOf(file), 'rundesk-2026-11-21T09-00-00-000Z-e3.db')
    expect(statSync(folderOf(file)).mode & 0o777).toBe(0o700)
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    const copy = new DatabaseSync(backup)
    expect(copy.prepare('SELECT call_id FROM calls').get()).toEqual({ call_id: call.callId })
    copy.close()
  })

  it('is made once a day, and seven are kept', async () => {
    const storage = open(newFile())
    for (let number = 1; number <= 9; number += 1) await maintain(storage, day(number))
    await maintain(storage, day(9).replace('T09', 'T23'))
    const { backups } = await value(storage.ask('storageHealth', {}))
    expect(backups).toEqual({ count: 7, newestAt: day(9), failed: null })
  })

  it('does not outlive a month in an app that is seldom used', async () => {
    const storage = open(newFile())
    const used = ['2026-08-01T09:00:00.000Z', '2026-10-25T09:00:00.000Z', day(21)]
    for (const now of used) await maintain(storage, now)
    // After weeks the clock may be wrong as well: it is believed when it has gone on for a day.
    expect((await value(storage.ask('storageHealth', {}))).backups.count).toBe(3)
    await maintain(storage, day(22))
    const { backups } = await value(storage.ask('storageHealth', {}))
    expect(backups).toMatchObject({ count: 3, newestAt: day(22) })
  })

  it('does not hold up a call that is placed while it is made', async () => {
    const storage = open(newFile())
    const order: string[] = []
    const backup = value(storage.ask('backUp', { now: day(21) })).then(() => order.push('backup'))
    const call = placeSettled(storage, aCall()).then(() => order.push('call'))
    await Promise.all([backup, call])
    expect(order).toEqual(['call', 'backup'])
  })

  it('that cannot be made is told, stands in nobody’s way, and is made when it can be', async () => {
    const file = newFile()
    const storage = open(file)
    await value(storage.ask('listProfiles', undefined))
    writeFileSync(folderOf(file), 'a file where the folder should be')
    expect(await maintain(storage, day(21))).toEqual({ failures: ['unavailable'] })
    expect((await value(storage.ask('storageHealth', {}))).backups.failed).toBe('unavailable')
    await placeSettled(storage, aCall())
    rmSync(folderOf(file))
    expect(await maintain(storage, day(21))).toEqual({ failures: [] })
    expect((await value(storage.ask('storageHealth', {}))).backups).toMatchObject({ count: 1, failed: null })
  })

  it('of a database whose index goes bad is refused; the history is restored, and that is told', async () => {
    const file = newFile()
    const storage = open(file)
    const call = aCall()
    await placeSettled(storage, call)
    await value(storage.ask('backUp', { now: day(20) }))
    spoilIndex(file, '5550101')
    expect(await storage.ask('backUp', { now: day(21) })).toMatchObject({ failure: { reason: 'corrupt' } })
    expect(readdirSync(folderOf(file))).toEqual(['rundesk-2026-11-20T09-00-00-000Z-e3.db'])
    expect(await storage.ask('storageHealth', {})).toMatchObject({ failure: { reason: 'corrupt' } })
    expect((await value(storage.ask('storageHealth', {}))).recovered).toMatchObject({ gapFrom: day(20) })
    expect((await value(storage.ask('getCall', { callId: call.callId })))?.call.outcome.state).toBe('accepted')
  })
})
