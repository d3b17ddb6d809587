import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { ListedAuditEntry } from '../../../src/contract/audit.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { anAuditEntry } from '../../support/an-audit-entry.ts'
import { at, newFile, open, value, worker } from './open-storage.ts'
import { rootOf } from './root-of.ts'

const count = 60
const inBackup = 10
/** Long enough that a few fill a page of the file. */
const filler = 'x'.repeat(250)

const entry = (about: string) => anAuditEntry(about, { at, phase: 'done' })

const aboutOf = (number: number): string => `key ${number} ${filler}`
const nameOf = (number: number): string => `key-marks:${number}`
const textOf = (number: number): string => JSON.stringify([`mark ${number} ${filler}`])

/** Acts and settings of which a backup has the first ten, and of the settings an older text; closed. */
const written = async (): Promise<string> => {
  const file = newFile()
  const storage = createStorage({ file, worker })
  const write = async (from: number, to: number) => {
    for (let number = from; number <= to; number += 1) {
      await value(storage.ask('appendAudit', { entry: entry(aboutOf(number)) }))
      await value(storage.ask('writeSetting', { name: nameOf(number), value: textOf(number) }))
    }
  }
  await write(1, inBackup)
  await value(storage.ask('writeSetting', { name: nameOf(1), value: '["older"]' }))
  await value(storage.ask('backUp', { now: '2026-11-20T09:00:00.000Z' }))
  await value(storage.ask('writeSetting', { name: nameOf(1), value: textOf(1) }))
  await write(inBackup + 1, count)
  await storage.close()
  return file
}

const fillWith = (file: string, offset: number, bytes: number): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(bytes, 0x5a), 0, bytes, offset)
  closeSync(handle)
}

/** Overwrites the whole page of the file in which a text stands. */
const spoilPageOf = (file: string, text: string): void => {
  const database = new DatabaseSync(file, { readOnly: true })
  const size = Number(database.prepare('PRAGMA page_size').get()?.['page_size'])
  database.close()
  const found = readFileSync(file).indexOf(text)
  expect(found).toBeGreaterThan(0)
  fillWith(file, found - (found % size), size)
}

const actsOf = (storage: Storage): Promise<ListedAuditEntry[]> =>
  value(storage.ask('listAudit', { before: null, limit: 200 }))

const settingsOf = async (storage: Storage): Promise<(string | null)[]> => {
  const all: (string | null)[] = []
  for (let number = 1; number <= count; number += 1)
    all.push(await value(storage.ask('readSetting', { name: nameOf(number) })))
  return all
}

const whole = Array.from({ length: count }, (_, index) => index + 1)

describe('the log of acts after a recovery', () => {
  it('has every entry that could be read, and one more that says how many could not', async () => {
    const file = await written()
    spoilPageOf(file, 'key 30 x')
    const storage = open(file)
    const [last, begun, ...before] = await actsOf(storage)
    const kept = before.map(({ about }) => about ?? '').toReversed()
    const lost = whole.map(aboutOf).filter((about) => !kept.includes(about))
    expect(lost).toContain(aboutOf(30))
    expect(lost.length).toBeLessThan(25)
    expect(kept).toEqual(whole.map(aboutOf).filter((about) => !lost.includes(about)))
    const about = `${lost.length} entries could not be read`
    const facts = { act: 'recoverHistory', account: 'Rundesk', person: null, about, failure: null }
    expect(last).toMatchObject({ ...facts, phase: 'done' })
    expect(begun).toMatchObject({ ...facts, phase: 'begun', actId: last?.actId })
    expect(await value(storage.ask('checkAudit', {}))).toEqual({
      entries: kept.length + 2,
      intact: true,
      firstBroken: null,
    })
  })

  it('says that nothing is missing where all could be read', async () => {
    const file = await written()
    fillWith(file, rootOf(file, 'calls_by_number'), 8)
    const storage = open(file)
    const [last, , newest] = await actsOf(storage)
    expect(last?.about).toBe('every entry and every setting could be read')
    expect(newest?.about).toBe(aboutOf(count))
  })

  it('says that nobody knows how many are missing where the file has vanished', async () => {
    const file = await written()
    rmSync(file)
    const storage = open(file)
    const [last, , newest] = await actsOf(storage)
    expect(last?.about).toBe('how many entries and settings are missing is not known')
    expect(newest?.about).toBe(aboutOf(inBackup))
  })

  it('says so too where there is no backup either', async () => {
    const file = await written()
    fillWith(file, 0, readFileSync(file).length)
    rmSync(join(dirname(file), 'backups'), { recursive: true })
    const acts = await actsOf(open(file))
    const about = 'how many entries and settings are missing is not known'
    expect(acts.map((act) => act.about)).toEqual([about, about])
  })
})

describe('the settings after a recovery', () => {
  it('are those of the damaged file, row by row; what could not be read is told of', async () => {
    const file = await written()
    spoilPageOf(file, 'mark 30 x')
    const storage = open(file)
    const found = await settingsOf(storage)
    const lost = whole.filter((number) => found[number - 1] !== textOf(number))
    expect(lost).toContain(30)
    expect(lost.length).toBeLessThan(25)
    expect(lost.map((number) => found[number - 1])).toEqual(lost.map(() => null))
    const [last] = await actsOf(storage)
    expect(last?.about).toBe(`${lost.length} settings could not be read`)
  })

  it('that are no JSON any more are left out, and the backup’s stay', async () => {
    const file = await written()
    const database = new DatabaseSync(file)
    database.prepare('UPDATE settings SET value = ? WHERE name = ?').run('["half', nameOf(1))
    database.close()
    fillWith(file, rootOf(file, 'calls_by_number'), 8)
    const storage = open(file)
    expect(await settingsOf(storage)).toEqual(['["older"]', ...whole.slice(1).map(textOf)])
    const [last] = await actsOf(storage)
    expect(last?.about).toBe('1 setting could not be read')
  })

  it('keep what is no JSON by nature', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await value(first.ask('writeSetting', { name: 'key-path:https://a.example', value: 'prefixed' }))
    await first.close()
    fillWith(file, rootOf(file, 'calls_by_number'), 8)
    const storage = open(file)
    expect(await value(storage.ask('readSetting', { name: 'key-path:https://a.example' }))).toBe('prefixed')
  })
})
