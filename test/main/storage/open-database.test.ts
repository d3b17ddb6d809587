import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noCounts } from '../../../src/contract/list.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { newFile, open, place, value, worker } from './open-storage.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

const reasonOf = async (storage: Storage): Promise<string | null> => {
  const answer = await storage.run('writeSetting', { name: 'a', value: 'b' })
  return !answer.ok && answer.failure.kind === 'storage' ? answer.failure.reason : null
}

/** Resolves when the storage can write again. */
const untilWritable = (storage: Storage): Promise<void> => expect.poll(() => reasonOf(storage)).toBeNull()

describe('a data folder', () => {
  it('is locked by one app, and free for a second one after the first has exited', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await value(first.run('listProfiles', undefined))
    const second = open(file)
    expect(await reasonOf(second)).toBe('inUse')
    await first.close()
    await untilWritable(second)
  })

  it('is free again after the app that locked it was killed', async () => {
    const file = newFile()
    const other = fork(join(import.meta.dirname, 'hold-folder.ts'), [file])
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other, 'message')
    const storage = open(file)
    expect(await reasonOf(storage)).toBe('inUse')
    other.kill('SIGKILL')
    await once(other, 'exit')
    await untilWritable(storage)
  })
})

describe('a database that cannot be written', () => {
  it('reports a lock by another program, and recovers when the lock is released', async () => {
    const file = newFile()
    const storage = open(file)
    await value(storage.run('listProfiles', undefined))
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(await reasonOf(storage)).toBe('locked')
    expect((await value(storage.run('storageHealth', {}))).stopped).toBe('locked')
    other.exec('ROLLBACK')
    other.close()
    expect((await value(storage.run('storageHealth', {}))).stopped).toBeNull()
    expect(await reasonOf(storage)).toBeNull()
  })

  /** A history whose last write failed, on a full disk. `fill`: the next test write fails as on a full disk, too. */
  const openFull = async (write: (storage: Storage) => Promise<unknown>) => {
    const file = newFile()
    const storage = open(file)
    await write(storage)
    const stopped = async () => (await value(storage.run('storageHealth', {}))).stopped
    const fill = () => symlinkSync('/dev/full', join(dirname(file), 'rundesk.probe'))
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(await reasonOf(storage)).toBe('locked')
    other.exec('ROLLBACK')
    other.close()
    fill()
    expect(await stopped()).toBe('full')
    return { storage, stopped, fill }
  }

  it.skipIf(process.platform !== 'linux')('stays stopped on a full disk after a small write succeeds', async () => {
    const { storage, stopped, fill } = await openFull((opened) => value(opened.run('listProfiles', undefined)))
    expect(await reasonOf(storage)).toBeNull()
    fill()
    expect(await stopped()).toBe('full')
    await place(storage, aCall())
    fill()
    expect(await stopped()).toBeNull()
  })

  it.skipIf(process.platform !== 'linux')(
    'stays stopped on a full disk after a call that was not recorded',
    async () => {
      const call = aCall()
      const { storage, stopped, fill } = await openFull((opened) => place(opened, call))
      expect(await place(storage, call)).toMatchObject({ placed: 'before' })
      fill()
      expect(await stopped()).toBe('full')
      expect(await place(storage, aCall({ phoneNumber: call.phoneNumber }))).toMatchObject({ placed: 'locked' })
      fill()
      expect(await stopped()).toBe('full')
    },
  )

  it('waits at the start until another connection has closed', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await value(first.run('listProfiles', undefined))
    await first.close()
    const other = new DatabaseSync(file)
    // As SQLite does while it closes the last connection.
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
    setTimeout(() => other.close(), 500)
    expect(await reasonOf(open(file))).toBeNull()
  })

  it('opens without a restart when its folder can be created', async () => {
    const folder = join(temporaryFolder(), 'place')
    writeFileSync(folder, 'a file where the folder should be')
    const storage = open(join(folder, 'rundesk.db'))
    expect(await reasonOf(storage)).toBe('unavailable')
    rmSync(folder)
    mkdirSync(folder)
    expect(await reasonOf(storage)).toBe('unavailable')
    await untilWritable(storage)
  })

  it('never writes to a file that was moved away', async () => {
    const file = newFile()
    const storage = open(file)
    await place(storage, aCall())
    renameSync(dirname(file), `${dirname(file)}-elsewhere`)
    expect(await reasonOf(storage)).toBe('corrupt')
    expect(await reasonOf(storage)).toBeNull()
    expect((await value(storage.run('storageHealth', {}))).recovered).toMatchObject({
      gapFrom: null,
      damagedFile: null,
      startedFrom: 'empty',
      lostAll: true,
    })
    expect(statSync(file).size).toBeGreaterThan(0)
  })
})

describe('a database from a newer app', () => {
  const newer = async (): Promise<string> => {
    const file = newFile()
    const storage = createStorage({ file, worker })
    await place(storage, aCall())
    await storage.close()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 999')
    database.close()
    return file
  }

  it('can be read and searched; every write is refused with the reason, and the file stays unchanged', async () => {
    const file = await newer()
    const before = readFileSync(file)
    const storage = createStorage({ file, worker })
    expect((await value(storage.run('listCalls', { search: '0101', after: null, limit: 5 }))).total).toBe(1)
    expect(await value(storage.run('countCopyableRows', { listId: 'unknown' }))).toEqual(noCounts())
    expect(await reasonOf(storage)).toBe('newerVersion')
    const placement = { call: aCall(), initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }
    expect(await storage.run('recordCall', placement)).toMatchObject({ failure: { reason: 'newerVersion' } })
    expect((await value(storage.run('storageHealth', {}))).stopped).toBe('newerVersion')
    await storage.close()
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('is not treated as damaged if its schema is unknown', async () => {
    const file = await newer()
    const database = new DatabaseSync(file)
    database.exec('ALTER TABLE calls RENAME COLUMN sequence TO place')
    database.close()
    expect(await open(file).run('listCalls', { search: '', after: null, limit: 5 })).toMatchObject({
      failure: { kind: 'storage', reason: 'newerVersion' },
    })
  })
})
