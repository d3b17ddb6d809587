import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { newFile, open, place, value, worker } from './open-storage.ts'

const reasonOf = async (storage: Storage): Promise<string | null> => {
  const answer = await storage.ask('writeSetting', { name: 'a', value: 'b' })
  return !answer.ok && answer.failure.kind === 'storage' ? answer.failure.reason : null
}

/** A little longer than a database that did not open is left alone. */
const patience = (): Promise<void> => wait(1_100)

describe('a data folder', () => {
  it('belongs to one desk: a second one hears so, and gets it when the first has ended', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await value(first.ask('listProfiles', undefined))
    const second = open(file)
    expect(await reasonOf(second)).toBe('inUse')
    await first.close()
    await patience()
    expect(await reasonOf(second)).toBeNull()
  })

  it('is free again when the desk that had it was killed', async () => {
    const file = newFile()
    const other = fork(join(import.meta.dirname, 'hold-folder.ts'), [file])
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other, 'message')
    const storage = open(file)
    expect(await reasonOf(storage)).toBe('inUse')
    other.kill('SIGKILL')
    await once(other, 'exit')
    await patience()
    expect(await reasonOf(storage)).toBeNull()
  })
})

describe('a database that cannot be written', () => {
  it('says that another program has locked it, and goes on when it lets go', async () => {
    const file = newFile()
    const storage = open(file)
    await value(storage.ask('listProfiles', undefined))
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(await reasonOf(storage)).toBe('locked')
    expect((await value(storage.ask('storageHealth', {}))).stopped).toBe('locked')
    other.exec('ROLLBACK')
    other.close()
    expect((await value(storage.ask('storageHealth', {}))).stopped).toBeNull()
    expect(await reasonOf(storage)).toBeNull()
  })

  it('opens by itself when its folder can be made at last', async () => {
    const folder = join(temporaryFolder(), 'place')
    writeFileSync(folder, 'a file where the folder should be')
    const storage = open(join(folder, 'rundesk.db'))
    expect(await reasonOf(storage)).toBe('unavailable')
    rmSync(folder)
    mkdirSync(folder)
    expect(await reasonOf(storage)).toBe('unavailable')
    await patience()
    expect(await reasonOf(storage)).toBeNull()
  })

  it('never writes into a file that is no longer there', async () => {
    const file = newFile()
    const storage = open(file)
    await place(storage, aCall())
    renameSync(dirname(file), `${dirname(file)}-elsewhere`)
    expect(await reasonOf(storage)).toBe('corrupt')
    expect(await reasonOf(storage)).toBeNull()
    expect((await value(storage.ask('storageHealth', {}))).recovered).toMatchObject({
      gapFrom: null,
      damagedFile: null,
    })
    expect(statSync(file).size).toBeGreaterThan(0)
  })
})

describe('a database of a newer app', () => {
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

  it('can be read and searched; every write says why it is refused, and nothing in it changes', async () => {
    const file = await newer()
    const before = readFileSync(file)
    const storage = createStorage({ file, worker })
    expect((await value(storage.ask('listCalls', { search: '0101', after: null, limit: 5 }))).total).toBe(1)
    expect(await reasonOf(storage)).toBe('newerVersion')
    const placement = { call: aCall(), initialContext: {}, repeatSince: null, confirmedAfter: [] }
    expect(await storage.ask('placeCall', placement)).toMatchObject({ failure: { reason: 'newerVersion' } })
    expect((await value(storage.ask('storageHealth', {}))).stopped).toBe('newerVersion')
    await storage.close()
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('whose form is unknown is not taken for damaged', async () => {
    const file = await newer()
    const database = new DatabaseSync(file)
    database.exec('ALTER TABLE calls RENAME COLUMN sequence TO place')
    database.close()
    expect(await open(file).ask('listCalls', { search: '', after: null, limit: 5 })).toMatchObject({
      failure: { kind: 'storage', reason: 'newerVersion' },
    })
  })
})
