import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { causeOf, reasonOf } from '../../../src/main/storage/errors.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { newFile, place, worker } from './open-storage.ts'

const hasPrlimit = spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0

/** Creates an error as the driver throws it. */
const sqliteError = (errcode: number): Error =>
  Object.assign(new Error('sqlite'), { code: 'ERR_SQLITE_ERROR', errcode })

/** SQLite's code if the WAL's shared-memory file could not grow: the disk may be full, failing or read-only. */
const noSharedMemory = 4_874

describe('a failure that SQLite reports without its cause', () => {
  // The WAL's shared-memory file needs more than 30,000 bytes.
  it.skipIf(!hasPrlimit).each([30_000, 5_000])('is a disk error when no file may exceed %d bytes', async (bytes) => {
    const file = newFile()
    const storage = createStorage({ file, worker })
    await place(storage, aCall())
    await storage.close()
    const child = fork(join(import.meta.dirname, 'limited-disk.ts'), [file, String(bytes)])
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await once(child, 'message')).toEqual(['diskError', undefined])
  })

  it('is a read-only disk if its folder cannot be written', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o700))
    const child = fork(join(import.meta.dirname, 'ordinary-user.ts'), [
      folder,
      String(noSharedMemory),
      '10',
      '14',
      '778',
    ])
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await once(child, 'message')).toEqual([['readOnly', 'readOnly', 'readOnly', 'readOnly'], undefined])
  })

  it('is reported as SQLite reports it if its folder can be written, and the check leaves no file there', () => {
    const folder = temporaryFolder()
    for (const [code, reason] of [
      [noSharedMemory, 'diskError'],
      [778, 'diskError'],
      [13, 'full'],
      [14, 'unavailable'],
      [11, 'corrupt'],
      [8, 'readOnly'],
    ] as const)
      expect(reasonOf(causeOf(sqliteError(code), folder))).toBe(reason)
    expect(readdirSync(folder)).toEqual([])
  })

  it('is a missing folder if there is none, and a read error if a read failed', () => {
    const folder = join(dirname(temporaryFolder()), 'no such folder')
    expect(reasonOf(causeOf(sqliteError(14), folder))).toBe('unavailable')
    expect(reasonOf(causeOf(sqliteError(266), folder))).toBe('diskError')
  })
})
