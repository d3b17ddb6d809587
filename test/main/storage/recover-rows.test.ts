import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import type { StoredAuditEntry } from '../../../src/main/storage/audit.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { anAuditEntry } from '../../support/an-audit-entry.ts'
import { at, newFile, open, placeSettled, rootOf, value, worker } from './open-storage.ts'
import { aCall } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createCallReader } from '../../../src/main/storage/call-reader.ts'
import { verifyChain } from '../../../src/main/storage/chain.ts'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { readRows } from '../../../src/main/storage/damaged-rows.ts'
import { recoverRows } from '../../../src/main/storage/recover-rows.ts'

const count = 60
const inBackup = 10
/** A few of these fill a page of the file. */
const filler = 'x'.repeat(250)

const entry = (about: string) => anAuditEntry(about, { at, phase: 'done' })

const aboutOf = (number: number): string => `key ${number} ${filler}`
const nameOf = (number: number): string => `key-marks:${number}`
const textOf = (number: number): string => JSON.stringify([`mark ${number} ${filler}`])

/**
 * Writes a closed history with audit entries and settings; its backup contains the first ten entries and older values.
 */
const written = async (): Promise<string> => {
  const file = newFile()
  const storage = createStorage({ file, worker })
  const write = async (from: number, to: number) => {
    for (let number = from; number <= to; number += 1) {
      await value(storage.run('appendAudit', { entry: entry(aboutOf(number)) }))
      await value(storage.run('writeSetting', { name: nameOf(number), value: textOf(number) }))
    }
  }
  await write(1, inBackup)
  await value(storage.run('writeSetting', { name: nameOf(1), value: '["older"]' }))
  await value(storage.run('backUp', { now: '2026-11-20T09:00:00.000Z' }))
  await value(storage.run('writeSetting', { name: nameOf(1), value: textOf(1) }))
  await write(inBackup + 1, count)
  await storage.close()
  return file
}

const fillWith = (file: string, offset: number, bytes: number): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(bytes, 0x5a), 0, bytes, offset)
  closeSync(handle)
}

/** Overwrites the page of the file that contains a string. */
const damagePageOf = (file: string, text: string): void => {
  const database = new DatabaseSync(file, { readOnly: true })
  const size = Number(database.prepare('PRAGMA page_size').get()?.['page_size'])
  database.close()
  const found = readFileSync(file).indexOf(text)
  expect(found).toBeGreaterThan(0)
  fillWith(file, found - (found % size), size)
}

const entriesOf = (storage: Storage): Promise<StoredAuditEntry[]> =>
  value(storage.run('listAudit', { before: null, limit: 200 }))

const settingsOf = async (storage: Storage): Promise<(string | null)[]> => {
  const all: (string | null)[] = []
  for (let number = 1; number <= count; number += 1)
    all.push(await value(storage.run('readSetting', { name: nameOf(number) })))
  return all
}

const whole = Array.from({ length: count }, (_, index) => index + 1)

describe('the audit log after a recovery', () => {
  it('contains every readable entry, and an entry with the number of unreadable ones', async () => {
    const file = await written()
    damagePageOf(file, 'key 30 x')
    const storage = open(file)
    const [last, started, ...before] = await entriesOf(storage)
    const kept = before.map(({ about }) => about ?? '').toReversed()
    const lost = whole.map(aboutOf).filter((about) => !kept.includes(about))
    expect(lost).toContain(aboutOf(30))
    expect(lost.length).toBeLessThan(25)
    expect(kept).toEqual(whole.map(aboutOf).filter((about) => !lost.includes(about)))
    const about = `${lost.length} audit entries could not be read`
    const details = { action: 'recoverHistory', account: 'Rundesk', person: null, about, failure: null }
    expect(last).toMatchObject({ ...details, phase: 'done' })
    expect(started).toMatchObject({ ...details, phase: 'started', actionId: last?.actionId })
    expect(await value(storage.run('checkAudit', {}))).toEqual({
      entries: kept.length + 2,
      intact: true,
      firstBroken: null,
    })
  })

  it('reports that nothing is missing if everything was readable', async () => {
    const file = await written()
    fillWith(file, rootOf(file, 'calls_by_number'), 8)
    const storage = open(file)
    const [last, , newest] = await entriesOf(storage)
    expect(last?.about).toBe('every audit entry and every setting could be read')
    expect(newest?.about).toBe(aboutOf(count))
  })

  it('reports that the number of missing entries is unknown if the file is missing', async () => {
    const file = await written()
    rmSync(file)
    const storage = open(file)
    const [last, , newest] = await entriesOf(storage)
    expect(last?.about).toBe(
      'it is not known how many call lists, do-not-call imports, audit entries and settings are missing',
    )
    expect(newest?.about).toBe(aboutOf(inBackup))
  })

  it('reports the same without a backup', async () => {
    const file = await written()
    fillWith(file, 0, readFileSync(file).length)
    rmSync(join(dirname(file), 'backups'), { recursive: true })
    const actions = await entriesOf(open(file))
    const about = 'it is not known how many call lists, do-not-call imports, audit entries and settings are missing'
    expect(actions.map((act) => act.about)).toEqual([about, about])
  })
})

describe('the settings after a recovery', () => {
  it('come from the damaged file, row by row, and unreadable ones are counted', async () => {
    const file = await written()
    damagePageOf(file, 'mark 30 x')
    const storage = open(file)
    const found = await settingsOf(storage)
    const lost = whole.filter((number) => found[number - 1] !== textOf(number))
    expect(lost).toContain(30)
    expect(lost.length).toBeLessThan(25)
    expect(lost.map((number) => found[number - 1])).toEqual(lost.map(() => null))
    const [last] = await entriesOf(storage)
    expect(last?.about).toBe(`${lost.length} settings could not be read`)
  })

  it('keep the backup’s value if a setting is no longer JSON', async () => {
    const file = await written()
    const database = new DatabaseSync(file)
    database.prepare('UPDATE settings SET value = ? WHERE name = ?').run('["half', nameOf(1))
    database.close()
    fillWith(file, rootOf(file, 'calls_by_number'), 8)
    const storage = open(file)
    expect(await settingsOf(storage)).toEqual(['["older"]', ...whole.slice(1).map(textOf)])
    const [last] = await entriesOf(storage)
    expect(last?.about).toBe('1 setting could not be read')
  })

  it('keep values that are plain words', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await value(first.run('writeSetting', { name: 'key-path:https://a.example', value: 'prefixed' }))
    await first.close()
    fillWith(file, rootOf(file, 'calls_by_number'), 8)
    const storage = open(file)
    expect(await value(storage.run('readSetting', { name: 'key-path:https://a.example' }))).toBe('prefixed')
  })
})

const notes = 30_050

const setUp = (isDeleted: string): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE TABLE call_notes (call_id TEXT PRIMARY KEY, note TEXT NOT NULL, noted_at TEXT NOT NULL) STRICT;
    INSERT INTO call_notes
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${notes})
      SELECT 'call ' || n, 'a note', '2026-11-22' FROM numbers;
    DELETE FROM call_notes WHERE ${isDeleted};
  `)
  return database
}

it.each([
  ['at the beginning, where old notes were erased', 'rowid <= 30000', 50],
  ['in the middle', 'rowid BETWEEN 26 AND 30025', 50],
  ['at the end', 'rowid > 50', 50],
  ['everywhere', 'true', 0],
])('finds every row next to a long gap %s', (_where, isDeleted, left) => {
  const found = readRows(setUp(isDeleted), 'call_notes', (row) => String(row['call_id']))
  expect(found).toHaveLength(left)
  expect(new Set(found).size).toBe(left)
})

it('drops an event whose time was damaged, and keeps the call readable', async () => {
  const file = newFile()
  const storage = createStorage({ file, worker })
  const call = aCall()
  await placeSettled(storage, call)
  await storage.close()
  const damaged = new DatabaseSync(file)
  damaged.exec(`UPDATE call_events SET at = '2026-11x21' WHERE sequence = 2`)
  damaged.close()
  const database = new DatabaseSync(':memory:')
  migrate(database)
  expect(recoverRows(database, file, `${file}.salvage`, at)).toMatchObject({ salvaged: 1, unreadable: 0 })
  const detail = createCallReader(database).getCall({ callId: call.callId })
  expect(detail?.events.map(({ state }) => state)).toEqual(['queued', 'accepted'])
  database.close()
})

const insertList = `
  INSERT INTO lists (list_id, profile_id, practice, name, source, state, created_at, headers, targets, options)
    VALUES (?, 'profile', 0, 'Renewals', '{}', ?, '${at}', '[]', '[]', '{}')`

it.each([
  ['lists', 'lostLists'],
  ['do_not_call_imports', 'lostRegisters'],
] as const)('counts no lost rows of %s, not even 0, if rows cannot be read', (table, name) => {
  const file = join(temporaryFolder(), 'rundesk.db')
  const history = new DatabaseSync(file)
  migrate(history)
  history.prepare(insertList).run('list', 'paused')
  history.exec(`
    INSERT INTO do_not_call_imports (import_id, practice, source, added_at, added_by, complete)
      VALUES ('import', 0, 'register', '${at}', 'ana', 1);
  `)
  history.close()
  const lostIn = (): number | null => {
    const database = new DatabaseSync(':memory:')
    migrate(database)
    const lost = recoverRows(database, file, `${file}.salvage`, at)[name]
    database.close()
    return lost
  }
  expect(lostIn()).toBe(table === 'lists' ? 1 : 0)
  fillWith(file, rootOf(file, table), 8)
  expect(lostIn()).toBeNull()
})

it('counts no list as lost that was removed before the backup, and none whose import or removal was not complete', () => {
  const file = join(temporaryFolder(), 'rundesk.db')
  const history = new DatabaseSync(file)
  migrate(history)
  const add = (listId: string, state: string) => history.prepare(insertList).run(listId, state)
  add('removed', 'draft')
  history.exec(`VACUUM INTO '${file}.backup'`)
  add('lost', 'paused')
  add('partly read', 'reading')
  add('partly removed', 'removing')
  history.close()
  const database = new DatabaseSync(`${file}.backup`)
  database.exec('DELETE FROM lists')
  expect(recoverRows(database, file, `${file}.salvage`, at)).toMatchObject({ lostLists: 1 })
  database.close()
})

it('reports that the last state of a call was lost, not that the app was closed, if its last event was damaged', async () => {
  const file = newFile()
  const storage = createStorage({ file, worker })
  const call = aCall()
  await placeSettled(storage, call)
  await storage.close()
  const damaged = new DatabaseSync(file)
  damaged.exec(`UPDATE call_events SET at = '2026-11x21' WHERE sequence = (SELECT max(sequence) FROM call_events)`)
  damaged.close()
  const database = new DatabaseSync(':memory:')
  migrate(database)
  recoverRows(database, file, `${file}.salvage`, at)
  const detail = createCallReader(database).getCall({ callId: call.callId })
  expect(detail?.call.outcome).toMatchObject({ state: 'unknown', cause: 'historyLost' })
  database.close()
})

describe('the decision of a person about a call', () => {
  const decision: CallState = { state: 'closedByOperator', decision: 'notPlaced', who: 'ana', at, note: 'Never rang' }

  /** Writes a closed history with a decision, and a copy from before the decision and one from after it. */
  const decided = async () => {
    const file = newFile()
    const storage = createStorage({ file, worker })
    const call = aCall({ outcome: { state: 'sending', since: at } })
    await placeSettled(storage, call, { state: 'unknown', cause: 'cut', status: null, detail: '' })
    const copy = (name: string): string => {
      const database = new DatabaseSync(file)
      database.exec(`VACUUM INTO '${file}.${name}'`)
      database.close()
      return `${file}.${name}`
    }
    const before = copy('before')
    const { callId } = call
    await value(storage.run('moveCall', { callId, from: ['unknown'], outcome: decision, at }))
    await storage.close()
    return { file, before, after: copy('after'), callId }
  }

  const found: CallState = { ...decision, runIds: [7], ownRunIds: [7] }
  const ended: CallState = { ...found, end: { kind: 'reached', disposition: 'do_not_call', durationSeconds: 300 } }

  /** Records the run that was found after the decision, and its end. */
  const recordRun = async (file: string, callId: string): Promise<void> => {
    const storage = createStorage({ file, worker })
    for (const outcome of [found, ended])
      await value(
        storage.run('moveCall', { callId, from: ['closedByOperator'], outcome, at: '2026-11-21T09:30:00.000Z' }),
      )
    await storage.close()
  }

  const recoverInto = (backup: string, file: string, callId: string) => {
    const database = new DatabaseSync(backup)
    onTestFinished(() => database.close())
    migrate(database)
    recoverRows(database, file, `${file}.salvage`, at)
    expect(verifyChain(database).intact).toBe(true)
    const detail = createCallReader(database).getCall({ callId })
    return { outcome: detail?.call.outcome, events: detail?.events.map(({ state }) => state) }
  }

  const damage = (file: string, sql: string): void => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }

  const damages: [string, string][] = [
    ['its event', "UPDATE call_events SET at = '2026-11x21' WHERE state = 'closedByOperator'"],
    ['the state of the call', "UPDATE calls SET outcome = '{}'"],
    ['each earlier event', "UPDATE call_events SET at = '2026-11x21' WHERE state <> 'closedByOperator'"],
  ]

  it.each(damages)('is kept if %s was damaged', async (_what, sql) => {
    const { file, callId } = await decided()
    damage(file, sql)
    const { outcome, events } = recoverInto(':memory:', file, callId)
    expect([outcome, events?.at(-1)]).toEqual([decision, 'closedByOperator'])
  })

  it.each([...damages, ['the row of the call', "UPDATE calls SET phone_number = '+14155550199'"]])(
    'is added to the backup if %s was damaged',
    async (_what, sql) => {
      const { file, before, callId } = await decided()
      damage(file, sql)
      const events = ['queued', 'sending', 'unknown', 'closedByOperator']
      expect(recoverInto(before, file, callId)).toEqual({ outcome: decision, events })
    },
  )

  it('is kept in the backup if the damaged file lacks it', async () => {
    const { file, after, callId } = await decided()
    damage(file, "UPDATE call_events SET at = '2026-11x21'; UPDATE calls SET changed_at = '2026-11-28T09:15:00.000Z'")
    expect(recoverInto(after, file, callId).outcome).toEqual(decision)
  })

  const rowDamage = "UPDATE calls SET phone_number = '+14155550199'"

  it.each([
    ['nothing else', ''],
    ['the row of the call', rowDamage],
    ['an earlier event', "UPDATE call_events SET at = '2026-11x21' WHERE state = 'queued'"],
  ])('is followed by its run and the end in the backup if %s was damaged', async (_what, sql) => {
    const { file, after, callId } = await decided()
    await recordRun(file, callId)
    damage(file, sql)
    const { outcome, events } = recoverInto(after, file, callId)
    expect([outcome, events?.at(-2), events?.length]).toEqual([ended, 'closedByOperator', 5])
  })

  it('does not replace its run and the end if their events were damaged', async () => {
    const { file, before, callId } = await decided()
    await recordRun(file, callId)
    damage(file, "UPDATE call_events SET at = '2026-11x21' WHERE json_extract(outcome, '$.runIds') IS NOT NULL")
    expect(recoverInto(before, file, callId).outcome).toEqual(ended)
  })

  it.each([
    ['nothing else', ''],
    ['the row of the call', rowDamage],
  ])('is not added again to the backup if its note was erased since and %s was damaged', async (_what, sql) => {
    const { file, after, callId } = await decided()
    const erased = JSON.stringify({ ...decision, note: '' })
    damage(file, `UPDATE call_events SET outcome = '${erased}', salt = NULL WHERE state = 'closedByOperator'`)
    damage(file, sql)
    expect(recoverInto(after, file, callId).events?.length).toBe(4)
  })
})
