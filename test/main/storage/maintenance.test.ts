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
import { describe, expect, it } from 'vitest'
import { checkClock, type ClockMarks } from '../../../src/main/storage/clock-marks.ts'
import { accepted, aCall } from '../../support/a-call.ts'
import { filesWith, newFile, open, place, placeSettled, rootOf, settle, value } from './open-storage.ts'
import { DatabaseSync } from 'node:sqlite'
import type { Storage } from '../../../src/main/storage/storage.ts'

const noData = (): null => null

const days = (count: number): string =>
  new Date(Date.parse('2026-11-21T09:00:00.000Z') + count * 86_400_000).toISOString()

/** Returns what is decided about the clock at each of these times, in days. */
const clockAt = (...checkDays: number[]) => {
  let marks: ClockMarks | null = null
  return checkDays.map((day) => {
    const checked = checkClock(marks, days(day), noData)
    marks = checked.marks
    return checked
  })
}

const trustedAt = (...checkDays: number[]): boolean[] => clockAt(...checkDays).map(({ trusted }) => trusted)

const certainAt = (...checkDays: number[]): (string | null)[] => clockAt(...checkDays).map(({ certain }) => certain)

describe('the clock', () => {
  it('is trusted while it advances, even over a long weekend', () => {
    expect(trustedAt(0, 1 / 24, 1, 3.9, 5)).toEqual([true, true, true, true, true])
  })

  it('is trusted a day after it jumped forward', () => {
    expect(trustedAt(0, 365, 365.1, 365.9, 366.1, 366.2)).toEqual([true, false, false, false, true, true])
  })

  it('is trusted right away if it was corrected after a jump', () => {
    expect(trustedAt(0, 365, 365.1, 0.2, 0.3)).toEqual([true, false, false, true, true])
  })

  it('makes the time before each pause certain if the app is used once a week, even after a long pause', () => {
    expect(certainAt(0, 7, 7.1, 14, 14.1, 21)).toEqual([0, 0, 0, 7.1, 7.1, 14.1].map(days))
    expect(certainAt(0, 100, 107, 114, 121, 128)).toEqual([0, 0, 31, 62, 93, 121].map(days))
    expect(certainAt(0, 7, 8.1, 15)).toEqual([0, 0, 8.1, 8.1].map(days))
  })

  it('makes at most a month certain at once if it jumps repeatedly, and nothing if it was corrected', () => {
    expect(certainAt(0, 365, 365.1, 730)).toEqual([0, 0, 0, 31].map(days))
    expect(certainAt(0, 365, 0.2, 0.3)).toEqual([0, 0, 0.2, 0.3].map(days))
  })

  it('makes nothing certain before a later jump if an older version saw it jump', () => {
    const first = checkClock({ last: days(365), jumpedAt: days(365) }, days(365.1), () => days(0))
    expect(first).toMatchObject({ trusted: false, certain: null })
    expect(checkClock(first.marks, days(372), noData)).toMatchObject({ trusted: false, certain: null })
    const later = checkClock(first.marks, days(372), () => days(0))
    expect(later).toMatchObject({ trusted: false, certain: days(0) })
    expect(checkClock(later.marks, days(379), () => days(0))).toMatchObject({ trusted: false, certain: days(31) })
    expect(checkClock(later.marks, days(373), noData)).toMatchObject({ trusted: true, certain: days(373) })
    expect(checkClock(later.marks, days(1), noData)).toMatchObject({ trusted: true, certain: days(1) })
    // The oldest data may be newer than the time before the pause.
    expect(checkClock(first.marks, days(372), () => days(371)).certain).toBe(days(365.1))
  })

  it('advances from the oldest data once data with a wrong early date was removed', () => {
    const marks = { last: days(365), jumpedAt: days(365), certain: days(-10_000) }
    expect(checkClock(marks, days(372), () => days(-10_000)).certain).toBe(days(-9_969))
    expect(checkClock(marks, days(372), () => days(200)).certain).toBe(days(231))
    expect(checkClock(marks, days(372), () => days(400)).certain).toBe(days(365))
    expect(checkClock(marks, days(372), noData).certain).toBe(days(-9_969))
  })

  it('makes the last time certain that an older version has stored if it had not jumped', () => {
    expect(checkClock({ last: days(7), jumpedAt: null }, days(14), noData).certain).toBe(days(7))
  })
})

const backupNames = (file: string): string[] => readdirSync(join(dirname(file), 'backups')).toSorted()
const keepPersonalDataDays = 90

describe('an hour during which the clock is a year ahead', () => {
  it('deletes no backup and no personal data, and later backups are kept', async () => {
    const file = newFile()
    const storage = open(file)
    const call = aCall()
    await placeSettled(storage, call)
    for (const day of [0, 1, 2, 3]) await value(storage.run('maintain', { now: days(day), keepPersonalDataDays }))
    const before = backupNames(file)
    expect(before).toHaveLength(4)
    expect(await value(storage.run('maintain', { now: days(370), keepPersonalDataDays }))).toEqual({ failures: [] })
    expect(backupNames(file)).toEqual(expect.arrayContaining(before))
    const detail = await value(storage.run('getCall', { callId: call.callId }))
    expect(detail?.call.phoneNumber).toBe(call.phoneNumber)
    await value(storage.run('maintain', { now: days(4), keepPersonalDataDays }))
    expect(backupNames(file).some((name) => name.startsWith(`rundesk-${days(4).slice(0, 10)}`))).toBe(true)
    // The backup with the wrong time does not count: an hour later no backup is due, a day later one is.
    const count = backupNames(file).length
    await value(storage.run('maintain', { now: days(4.04), keepPersonalDataDays }))
    expect(backupNames(file)).toHaveLength(count)
    await value(storage.run('maintain', { now: days(5.1), keepPersonalDataDays }))
    expect(backupNames(file).some((name) => name.startsWith(`rundesk-${days(5.1).slice(0, 10)}`))).toBe(true)
  })
})

it('keeps the time of the last check of the history', async () => {
  const storage = open(newFile())
  const checkOf = async () => (await value(storage.run('storageHealth', {}))).check
  expect(await checkOf()).toBeNull()
  const found = await value(storage.run('verifyHistory', { now: days(3) }))
  expect(await checkOf()).toEqual({ ...found, at: days(3) })
})

it('removes no old personal data while the setting is not known or a recovery notice is open', async () => {
  const file = newFile()
  const first = open(file)
  const call = aCall()
  await placeSettled(first, call)
  await first.close()
  rmSync(join(dirname(file), 'rundesk.mark'))
  const storage = open(file)
  const numberAfter = async (keep: number | null): Promise<string | undefined> => {
    expect(await value(storage.run('maintain', { now: days(100), keepPersonalDataDays: keep }))).toEqual({
      failures: [],
    })
    return (await value(storage.run('getCall', { callId: call.callId })))?.call.phoneNumber
  }
  expect((await value(storage.run('storageHealth', {}))).recovered).not.toBeNull()
  expect(await numberAfter(keepPersonalDataDays)).toBe(call.phoneNumber)
  await value(storage.run('acknowledgeRecovery', {}))
  expect(await numberAfter(null)).toBe(call.phoneNumber)
  expect(await numberAfter(keepPersonalDataDays)).not.toBe(call.phoneNumber)
})

it('removes old personal data also if the app is used only once a week, and keeps what is newer', async () => {
  const storage = open(newFile())
  const [old, newer] = [aCall(), aCall({ phoneNumber: '+14155550102' })]
  await placeSettled(storage, old)
  const numberOf = async ({ callId }: { callId: string }) =>
    (await value(storage.run('getCall', { callId })))?.call.phoneNumber
  const maintainOn = (day: number) => value(storage.run('maintain', { now: days(day), keepPersonalDataDays: 14 }))
  for (const day of [0, 7, 14, 21]) await maintainOn(day)
  expect(await numberOf(old)).toBe(old.phoneNumber)
  await place(storage, newer)
  await settle(storage, newer.callId, accepted, days(21))
  await maintainOn(28)
  expect(await numberOf(old)).not.toBe(old.phoneNumber)
  expect(await numberOf(newer)).toBe(newer.phoneNumber)
})

it('removes old personal data if an older version saw a pause and the app is used only once a week', async () => {
  const storage = open(newFile())
  const [old, newer] = [aCall(), aCall({ phoneNumber: '+14155550102' })]
  await placeSettled(storage, old)
  await place(storage, newer)
  await settle(storage, newer.callId, accepted, days(14))
  const numberOf = async ({ callId }: { callId: string }) =>
    (await value(storage.run('getCall', { callId })))?.call.phoneNumber
  const marks: ClockMarks = { last: days(7), jumpedAt: days(7), certain: null }
  await value(storage.run('writeSetting', { name: 'clockMarks', value: JSON.stringify(marks) }))
  const maintainOn = (day: number) => value(storage.run('maintain', { now: days(day), keepPersonalDataDays: 14 }))
  for (const day of [14, 21]) await maintainOn(day)
  expect(await numberOf(old)).toBe(old.phoneNumber)
  await maintainOn(28)
  expect(await numberOf(old)).not.toBe(old.phoneNumber)
  expect(await numberOf(newer)).toBe(newer.phoneNumber)
})

it('removes a note that was added to a call whose personal data was removed before, once it is old enough', async () => {
  const file = newFile()
  const storage = open(file)
  const { callId, ...call } = aCall()
  await placeSettled(storage, { ...call, callId })
  const purge = (before: string) => value(storage.run('purgePersonalData', { before, now: days(200) }))
  await purge(days(90))
  await value(storage.run('setCallNote', { callId, note: { text: 'Ms. Ito called back', at: days(100) } }))
  const noteOf = async () => (await value(storage.run('getCall', { callId })))?.note
  await purge(days(100))
  expect(await noteOf()).toMatchObject({ text: 'Ms. Ito called back' })
  expect(await purge(days(101))).toEqual({ calls: 0 })
  expect(await noteOf()).toBeNull()
  expect(filesWith(file, ['Ms. Ito'])).toEqual([])
})

it('removes no personal data if an older version saw the clock jump ahead by years', async () => {
  const file = newFile()
  const storage = open(file)
  const call = aCall()
  await placeSettled(storage, call)
  const marks: ClockMarks = { last: days(3_650), jumpedAt: days(3_650) }
  await value(storage.run('writeSetting', { name: 'clockMarks', value: JSON.stringify(marks) }))
  for (const day of [3_650.1, 3_657, 3_657.1])
    expect(await value(storage.run('maintain', { now: days(day), keepPersonalDataDays: 14 }))).toEqual({ failures: [] })
  expect((await value(storage.run('getCall', { callId: call.callId })))?.call.phoneNumber).toBe(call.phoneNumber)
})

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}T09:00:00.000Z`
const folderOf = (file: string): string => join(dirname(file), 'backups')
const maintain = (storage: Storage, now: string) => value(storage.run('maintain', { now, keepPersonalDataDays: 3_650 }))

/** Changes one character of a number in the index of an open database. */
const damageIndex = (file: string, digits: string): void => {
  const other = new DatabaseSync(file)
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  const position = readFileSync(file).indexOf(digits, rootOf(file, 'calls_by_number'))
  const handle = openSync(file, 'r+')
  writeSync(handle, 'y', position)
  closeSync(handle)
}

describe('a backup', () => {
  it('is a complete private copy, and removes partial ones', async () => {
    const file = newFile()
    const storage = open(file)
    const call = aCall()
    await placeSettled(storage, call)
    mkdirSync(folderOf(file))
    writeFileSync(join(folderOf(file), 'rundesk-2026-11-20T09-00-00-000Z-e3.db.part'), 'half')
    await value(storage.run('backUp', { now: day(21) }))
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
    const { backups } = await value(storage.run('storageHealth', {}))
    expect(backups).toEqual({ count: 7, newestAt: day(9), failed: null })
  })

  it('is removed after a month if the app is rarely used', async () => {
    const storage = open(newFile())
    const used = ['2026-08-01T09:00:00.000Z', '2026-10-25T09:00:00.000Z', day(21)]
    for (const now of used) await maintain(storage, now)
    // After weeks without the app running, the clock may be wrong, so it is trusted only a day later.
    expect((await value(storage.run('storageHealth', {}))).backups.count).toBe(3)
    await maintain(storage, day(22))
    const { backups } = await value(storage.run('storageHealth', {}))
    expect(backups).toMatchObject({ count: 3, newestAt: day(22) })
  })

  it('does not delay a call', async () => {
    const storage = open(newFile())
    const order: string[] = []
    const backup = value(storage.run('backUp', { now: day(21) })).then(() => order.push('backup'))
    const call = placeSettled(storage, aCall()).then(() => order.push('call'))
    await Promise.all([backup, call])
    expect(order).toEqual(['call', 'backup'])
  })

  it('is reported if it fails, blocks nothing, and is made when possible', async () => {
    const file = newFile()
    const storage = open(file)
    await value(storage.run('listProfiles', undefined))
    writeFileSync(folderOf(file), 'a file where the folder should be')
    expect(await maintain(storage, day(21))).toEqual({ failures: ['unavailable'] })
    expect((await value(storage.run('storageHealth', {}))).backups.failed).toBe('unavailable')
    await placeSettled(storage, aCall())
    rmSync(folderOf(file))
    expect(await maintain(storage, day(21))).toEqual({ failures: [] })
    expect((await value(storage.run('storageHealth', {}))).backups).toMatchObject({ count: 1, failed: null })
  })

  it('is refused for a database with a damaged index, and the history is restored', async () => {
    const file = newFile()
    const storage = open(file)
    const call = aCall()
    await placeSettled(storage, call)
    await value(storage.run('backUp', { now: day(20) }))
    damageIndex(file, '5550101')
    expect(await storage.run('backUp', { now: day(21) })).toMatchObject({ failure: { reason: 'corrupt' } })
    expect(readdirSync(folderOf(file))).toEqual(['rundesk-2026-11-20T09-00-00-000Z-e3.db'])
    expect(await storage.run('storageHealth', {})).toMatchObject({ failure: { reason: 'corrupt' } })
    expect((await value(storage.run('storageHealth', {}))).recovered).toMatchObject({ gapFrom: day(20) })
    expect((await value(storage.run('getCall', { callId: call.callId })))?.call.outcome.state).toBe('accepted')
  })
})
