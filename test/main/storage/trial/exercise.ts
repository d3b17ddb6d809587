import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { createStorage, type Storage } from '../../../../src/main/storage/storage.ts'
import { aCall } from '../../../support/a-call.ts'

const worker = new URL('../../../../src/main/storage/storage-worker.ts', import.meta.url)
const file = process.argv[2] ?? ''
const at = '2026-11-21T09:15:00.000Z'
const told: unknown[] = []
const tell = async (answer: Promise<unknown>): Promise<void> => void told.push(await answer)

const place = async (storage: Storage, last: number): Promise<void> => {
  const call = aCall({ phoneNumber: `+1415555010${last}`, phoneNumberDisplay: `+1 415 555 010${last}` })
  const initialContext = { sister: '+1 (415) 555-0101' }
  const placed = await storage.ask('placeCall', { call, initialContext, repeatSince: null, confirmedAfter: [] })
  told.push(placed.ok && placed.value.placed)
  const outcome = { state: 'notSent', cause: 'refused' } as const
  told.push((await storage.ask('moveCall', { callId: call.callId, from: ['queued'], outcome, at })).ok)
}

const isIn = (name: string): boolean => readFileSync(join(dirname(file), name)).includes('555-0101')

const storage = createStorage({ file, worker })
for (const last of [1, 2, 3]) await place(storage, last)
await tell(storage.ask('backUp', { now: at }))
const second = createStorage({ file, worker })
await tell(second.ask('listProfiles', undefined))
const other = new DatabaseSync(file)
other.exec('BEGIN IMMEDIATE')
await tell(storage.ask('writeSetting', { name: 'a', value: 'b' }))
other.exec('ROLLBACK')
other.close()
await tell(storage.ask('erasePerson', { phoneNumber: '+14155550101', now: at }))
told.push(
  ['rundesk.db', ...readdirSync(join(dirname(file), 'backups')).map((name) => join('backups', name))].filter(isIn),
)
await tell(storage.ask('verifyHistory', { now: at }))
await storage.close()
await wait(1_100)
await tell(
  second.ask('listCalls', { search: '0102', after: null, limit: 1 }).then((list) => list.ok && list.value.total),
)
await second.close()

writeFileSync(file, 'no database at all'.repeat(1_000))
const restored = createStorage({ file, worker })
const health = await restored.ask('storageHealth', {})
told.push(health.ok && health.value.recovered?.gapFrom)
await tell(restored.ask('maintain', { now: '2026-11-22T09:15:00.000Z', keepPersonalDataDays: 90 }))
await restored.close()
const newer = new DatabaseSync(file)
newer.exec('PRAGMA busy_timeout = 5000')
newer.exec('PRAGMA user_version = 999')
newer.close()
const read = createStorage({ file, worker })
await tell(read.ask('listCalls', { search: '0102', after: null, limit: 1 }).then((list) => list.ok && list.value.total))
await tell(read.ask('writeSetting', { name: 'a', value: 'b' }))
await read.close()
const missing = createStorage({ file: '/dev/null/rundesk.db', worker })
await tell(missing.ask('listProfiles', undefined))
await missing.close()
process.stdout.write(JSON.stringify(told))
