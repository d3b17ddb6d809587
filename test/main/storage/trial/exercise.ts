import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findCalled } from '../../../../src/main/storage/lists/earlier-calls.ts'
import { createStorage, type Storage } from '../../../../src/main/storage/storage.ts'
import { aCall } from '../../../support/a-call.ts'
import { endOfTime } from '../../../../src/domain/call-state.ts'

const worker = new URL('../../../../src/main/storage/worker.ts', import.meta.url)
const file = process.argv[2] ?? ''
const at = '2026-11-21T09:15:00.000Z'
const results: unknown[] = []
const report = async (answer: Promise<unknown>): Promise<void> => void results.push(await answer)

const place = async (storage: Storage, last: number): Promise<void> => {
  const call = aCall({ phoneNumber: `+1415555010${last}`, phoneNumberDisplay: `+1 415 555 010${last}` })
  const initialContext = { sister: '+1 (415) 555-0101' }
  const placed = await storage.run('recordCall', { call, initialContext, repeatSince: endOfTime, confirmedAfter: [] })
  results.push(placed.ok && placed.value.placed)
  const outcome = { state: 'notSent', cause: 'refused' } as const
  results.push((await storage.run('moveCall', { callId: call.callId, from: ['queued'], outcome, at })).ok)
}

const isIn = (name: string): boolean => readFileSync(join(dirname(file), name)).includes('555-0101')

const storage = createStorage({ file, worker })
for (const last of [1, 2, 3]) await place(storage, last)
await report(storage.run('backUp', { now: at }))
const second = createStorage({ file, worker })
await report(second.run('listProfiles', undefined))
const other = new DatabaseSync(file)
const aList = { list_number: 1, practice: 0, fingerprint: 'a', profile_id: 'p' }
results.push(findCalled(other, aList, { repeatSince: at, at }))
other.exec('BEGIN IMMEDIATE')
await report(storage.run('writeSetting', { name: 'a', value: 'b' }))
other.exec('ROLLBACK')
other.close()
const erased = await storage.run('erasePerson', { phoneNumber: '+14155550101', now: at })
results.push(erased.ok && erased.value.erased && erased.value.callIds.length)
results.push(
  ['rundesk.db', ...readdirSync(join(dirname(file), 'backups')).map((name) => join('backups', name))].filter(isIn),
)
await report(storage.run('verifyHistory', { now: at }))
await storage.close()
const listAgain = () => second.run('listCalls', { search: '0102', after: null, limit: 1 })
let list = await listAgain()
while (!list.ok) list = await listAgain()
results.push(list.value.total)
await second.close()

writeFileSync(file, 'no database at all'.repeat(1_000))
const restored = createStorage({ file, worker })
const health = await restored.run('storageHealth', {})
results.push(health.ok && health.value.recovered?.gapFrom)
await report(restored.run('maintain', { now: '2026-11-22T09:15:00.000Z', keepPersonalDataDays: 90 }))
await restored.close()
const newer = new DatabaseSync(file)
newer.exec('PRAGMA busy_timeout = 5000')
newer.exec('PRAGMA user_version = 999')
newer.close()
const read = createStorage({ file, worker })
await report(
  read.run('listCalls', { search: '0102', after: null, limit: 1 }).then((found) => found.ok && found.value.total),
)
await report(read.run('writeSetting', { name: 'a', value: 'b' }))
await read.close()
const missing = createStorage({ file: '/dev/null/rundesk.db', worker })
await report(missing.run('listProfiles', undefined))
await missing.close()
process.stdout.write(JSON.stringify(results))
