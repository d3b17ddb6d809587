import { execFileSync } from 'node:child_process'
import { closeSync, copyFileSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { at, newFile, open, place, placeSettled, rootOf, value, worker } from './open-storage.ts'

const sending = { state: 'sending', since: at } as const
const recoveredIn = async (storage: Storage) => (await value(storage.run('storageHealth', {}))).recovered

/** Creates a closed history with a settled call, and a call without an outcome, which locks its number. */
const history = async (): Promise<{ file: string; locked: Call }> => {
  const file = newFile()
  const storage = createStorage({ file, worker })
  await placeSettled(storage, aCall({ phoneNumber: '+14155550101', outcome: sending }))
  const locked = aCall({ phoneNumber: '+14155550102', outcome: sending })
  await place(storage, locked)
  await storage.close()
  return { file, locked }
}

/** Changes the file as a failing disk does, without changing its size and time. */
const changeAtRest = (file: string, change: () => void): void => {
  const before = `${file}.before`
  copyFileSync(file, before)
  execFileSync('touch', ['-r', file, before])
  change()
  execFileSync('touch', ['-r', before, file])
  // Files that this test's connections leave behind would look like a crash.
  for (const path of [before, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
}

const damagePage = (file: string, index: string): void => {
  const offset = rootOf(file, index)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(8, 0x5a), 0, 8, offset)
  closeSync(handle)
}

/** Without `defensive: false`, SQLite refuses changes to the schema table. Node's types lack the option. */
const writesSchema = { open: true, defensive: false }

/** Removes a call from an index, whose pages stay intact. */
const hideFrom = (file: string, index: string, { callId }: Call): void => {
  const database = new DatabaseSync(file, writesSchema)
  const sql = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(index)?.['sql'])
  const condition = `${sql.includes('WHERE') ? ' AND' : ' WHERE'} call_id <> '${callId}'`
  database.exec(`PRAGMA journal_mode = DELETE; DROP INDEX ${index}; ${sql}${condition}`)
  database.exec('PRAGMA writable_schema = ON')
  database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, index)
  database.exec('PRAGMA writable_schema = RESET; PRAGMA journal_mode = WAL')
  database.close()
}

/** Changes a digit of a number in the table, which does not damage the file's structure. */
const changeDigit = (file: string, phoneNumber = '+14155550102'): void => {
  const bytes = readFileSync(file)
  const offset = bytes.indexOf(phoneNumber)
  expect(offset).toBeGreaterThan(0)
  bytes.write('9', offset + 11)
  writeFileSync(file, bytes)
}

describe('after a clean shutdown', () => {
  it.each(['calls_by_number', 'calls_unresolved', 'sqlite_autoindex_calls_1'])(
    'a damaged page of %s is found before the first operation',
    async (index) => {
      const { file } = await history()
      changeAtRest(file, () => damagePage(file, index))
      expect(await recoveredIn(open(file))).toMatchObject({ cause: 'damaged', missing: 0 })
    },
  )

  it.each(['calls_by_number', 'calls_unresolved'])(
    'an entry that %s lacks is found before the first operation',
    async (index) => {
      const { file, locked } = await history()
      changeAtRest(file, () => hideFrom(file, index, locked))
      const storage = open(file)
      expect(await recoveredIn(storage)).toMatchObject({ cause: 'damaged', missing: 0 })
      const again = aCall({ phoneNumber: locked.phoneNumber, outcome: sending })
      expect(await place(storage, again)).toMatchObject({ placed: 'locked', earlier: { callId: locked.callId } })
    },
  )

  it('damage in the rest of the file is found in the background, and repaired before the next operation succeeds', async () => {
    const { file } = await history()
    changeAtRest(file, () => damagePage(file, 'calls_to_purge'))
    const storage = open(file)
    expect(await recoveredIn(storage)).toBeNull()
    expect(await storage.run('verifyHistory', { now: at })).toMatchObject({ failure: { reason: 'corrupt' } })
    expect(await storage.run('storageHealth', {})).toMatchObject({ failure: { reason: 'corrupt' } })
    expect(await recoveredIn(storage)).toMatchObject({ cause: 'damaged', missing: 0 })
  })
})

it.each<[string, (file: string, change: () => void) => void]>([
  ['after a clean shutdown', changeAtRest],
  ['when the file was changed', (_file, change) => change()],
])('reports a changed digit of a locked number before the first operation, %s', async (_when, changing) => {
  const { file } = await history()
  changing(file, () => changeDigit(file))
  const storage = open(file)
  expect(await recoveredIn(storage)).toMatchObject({ cause: 'unverified', missing: null })
  expect(await value(storage.run('verifyHistory', { now: at }))).toMatchObject({ intact: false })
})

it('asks about the same changed digit only once, and again about another one', async () => {
  const { file } = await history()
  changeDigit(file)
  const first = createStorage({ file, worker })
  expect(await recoveredIn(first)).toMatchObject({ cause: 'unverified' })
  await first.close()
  const unanswered = createStorage({ file, worker })
  expect(await recoveredIn(unanswered)).toMatchObject({ cause: 'unverified' })
  await value(unanswered.run('acknowledgeRecovery', {}))
  await unanswered.close()
  const second = createStorage({ file, worker })
  expect(await recoveredIn(second)).toBeNull()
  expect(await value(second.run('verifyHistory', { now: at }))).toMatchObject({ intact: false })
  await second.close()
  changeDigit(file, '+14155550101')
  expect(await recoveredIn(open(file))).toMatchObject({ cause: 'unverified' })
})

it('asks only once about a call that cannot be read and that the newest backup has, too', async () => {
  const file = newFile()
  const first = createStorage({ file, worker })
  await placeSettled(first, aCall())
  await value(first.run('listProfiles', undefined))
  const database = new DatabaseSync(file)
  database.exec("UPDATE calls SET profile_color = 'mauve'")
  database.close()
  await value(first.run('backUp', { now: at }))
  await first.close()
  const read = async (storage: Storage) => {
    for (let reads = 0; reads < 4; reads += 1) await storage.run('listCalls', { search: '', after: null, limit: 10 })
    const found = await recoveredIn(storage)
    await value(storage.run('acknowledgeRecovery', {}))
    await storage.close()
    return found
  }
  expect(await read(createStorage({ file, worker }))).not.toBeNull()
  expect(await read(createStorage({ file, worker }))).toBeNull()
})

it('forgets the changed content of a call when its person is erased', async () => {
  const { file } = await history()
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  database.exec("UPDATE calls SET agent_name = 'Changed' WHERE phone_number = '+14155550101'")
  const notes = () => database.prepare("SELECT name FROM settings WHERE name LIKE 'damagedCall:%'").all().length
  const storage = open(file)
  await recoveredIn(storage)
  expect(notes()).toBe(1)
  await value(storage.run('erasePerson', { phoneNumber: '+14155550101', now: at }))
  expect(notes()).toBe(0)
})

it.each<[string, (file: string) => void]>([
  ['was changed', (file) => damagePage(file, 'calls_to_purge')],
  [
    'has the WAL of a crash next to it',
    (file) => {
      changeAtRest(file, () => damagePage(file, 'calls_to_purge'))
      writeFileSync(`${file}-wal`, '')
    },
  ],
])('checks the whole file before the first operation when it %s', async (_what, change) => {
  const { file } = await history()
  change(file)
  expect(await recoveredIn(open(file))).toMatchObject({ cause: 'damaged' })
})
