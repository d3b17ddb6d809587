import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { createWriteState } from '../../../src/main/storage/write-state.ts'
import { newFile, open, value } from './open-storage.ts'

const newFileInFolder = (): string => {
  const file = newFile()
  fs.mkdirSync(dirname(file))
  return file
}

it('writes a test file when the history is opened, without waiting for the disk, and removes it', () => {
  const file = newFileInFolder()
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  migrate(database)
  const [opened, synced] = [vi.spyOn(fs, 'openSync'), vi.spyOn(fs, 'fsyncSync')]
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  syncBuiltinESMExports()
  expect(createWriteState(database, file).stopped()).toBeNull()
  const probe = join(dirname(file), 'rundesk.probe')
  expect(opened).toHaveBeenCalledExactlyOnceWith(probe, 'w', 0o600)
  expect(synced).not.toHaveBeenCalled()
  expect(fs.existsSync(probe)).toBe(false)
})

it('removes the test file of an app that was killed', async () => {
  const file = newFileInFolder()
  const probe = join(dirname(file), 'rundesk.probe')
  fs.writeFileSync(probe, 'x')
  await value(open(file).run('listProfiles', undefined))
  expect(fs.existsSync(probe)).toBe(false)
})
