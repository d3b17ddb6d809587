import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { aCall } from '../../support/a-call.ts'
import { at, newFile, open, placeSettled, value } from './open-storage.ts'

const migratingWorker = new URL('./extra-migration-worker.ts', import.meta.url)

const versionIn = (file: string): unknown => {
  const database = new DatabaseSync(file)
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  database.close()
  return version
}

it('migrates an older database, keeps its history valid, and backs it up first', async () => {
  const file = newFile()
  const before = open(file)
  const call = aCall()
  await placeSettled(before, call)
  await before.close()
  expect(versionIn(file)).toBe(1)

  const storage = createStorage({ file, worker: migratingWorker })
  const detail = await value(storage.run('getCall', { callId: call.callId }))
  expect(detail?.events.map(({ state }) => state)).toEqual(['queued', 'queued', 'accepted'])
  expect(await value(storage.run('verifyHistory', { now: at }))).toEqual({ events: 3, intact: true, firstBroken: null })
  await storage.close()

  const database = new DatabaseSync(file)
  expect(database.prepare('SELECT extra FROM calls').get()).toEqual({ extra: call.callId })
  database.close()
  expect(versionIn(file)).toBe(2)
  const [backup] = readdirSync(join(dirname(file), 'backups'))
  expect(versionIn(join(dirname(file), 'backups', backup ?? ''))).toBe(1)
})
