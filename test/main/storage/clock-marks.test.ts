import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ClockMarks, judgeClock } from '../../../src/main/storage/clock-marks.ts'
import { aCall } from '../../support/a-call.ts'
import { newFile, open, placeSettled, value } from './open-storage.ts'

const days = (count: number): string =>
  new Date(Date.parse('2026-11-21T09:00:00.000Z') + count * 86_400_000).toISOString()

/** What a series of looks at the clock makes of it. */
const judged = (...looks: number[]): boolean[] => {
  let marks: ClockMarks | null = null
  return looks.map((day) => {
    const { believed, marks: next } = judgeClock(marks, days(day))
    marks = next
    return believed
  })
}

describe('a clock', () => {
  it('that goes on is believed, also over a long weekend', () => {
    expect(judged(0, 1 / 24, 1, 3.9, 5)).toEqual([true, true, true, true, true])
  })

  it('that jumped ahead is believed when it has gone on from there for a day', () => {
    expect(judged(0, 365, 365.1, 365.9, 366.1, 366.2)).toEqual([true, false, false, false, true, true])
  })

  it('that jumped ahead and was set right is believed at once', () => {
    expect(judged(0, 365, 365.1, 0.2, 0.3)).toEqual([true, false, false, true, true])
  })
})

const backups = (file: string): string[] => readdirSync(join(dirname(file), 'backups')).toSorted()
const keepPersonalDataDays = 90

describe('an hour with the clock a year ahead', () => {
  it('costs no backup and no personal data, and the backups after it are kept', async () => {
    const file = newFile()
    const storage = open(file)
    const call = aCall()
    await placeSettled(storage, call)
    for (const day of [0, 1, 2, 3]) await value(storage.ask('maintain', { now: days(day), keepPersonalDataDays }))
    const before = backups(file)
    expect(before).toHaveLength(4)
    expect(await value(storage.ask('maintain', { now: days(370), keepPersonalDataDays }))).toEqual({ failures: [] })
    expect(backups(file)).toEqual(expect.arrayContaining(before))
    const detail = await value(storage.ask('getCall', { callId: call.callId }))
    expect(detail?.call.phoneNumber).toBe(call.phoneNumber)
    await value(storage.ask('maintain', { now: days(4), keepPersonalDataDays }))
    expect(backups(file).some((name) => name.startsWith(`rundesk-${days(4).slice(0, 10)}`))).toBe(true)
    // The copy from the wrong time does not count: an hour later none is due, a day later one is.
    const count = backups(file).length
    await value(storage.ask('maintain', { now: days(4.04), keepPersonalDataDays }))
    expect(backups(file)).toHaveLength(count)
    await value(storage.ask('maintain', { now: days(5.1), keepPersonalDataDays }))
    expect(backups(file).some((name) => name.startsWith(`rundesk-${days(5.1).slice(0, 10)}`))).toBe(true)
  })
})
