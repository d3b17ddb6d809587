import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Call, CallState } from '../../../src/contract/call.ts'
import type { InitialContext } from '../../../src/contract/initial-context.ts'
import { searchFileOf } from '../../../src/main/storage/search/search-file.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { accepted } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { DatabaseSync } from 'node:sqlite'
import { endOfTime } from '../../../src/domain/call-state.ts'
import { storageThread } from '../../support/thread-entries.ts'

export { storageThread as worker }

/** Opens a storage that is closed after the test. */
export const open = (file: string): Storage => {
  const storage = createStorage({ file, worker: storageThread })
  onTestFinished(() => storage.close())
  return storage
}

export const newFile = (): string => join(temporaryFolder(), 'data', 'rundesk.db')

/** Returns the value of an operation that must succeed. */
export const value = async <T>(
  outcome: Promise<{ ok: true; value: T } | { ok: false; failure: object }>,
): Promise<T> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(JSON.stringify(settled.failure))
  return settled.value
}

export const at = '2026-11-21T09:15:00.000Z'

/** Records a call, unless an unresolved call to the same number locks it. */
export const place = async (storage: Storage, call: Call, initialContext: InitialContext = { name: 'Jane' }) => {
  const placed = await value(
    storage.run('recordCall', { call, initialContext, repeatSince: endOfTime, confirmedAfter: [] }),
  )
  if (placed.placed === 'inProgress') throw new Error(`A call to ${call.phoneNumber} may be in progress.`)
  return placed
}

/** Records the outcome of a call in flight. */
export const settle = (storage: Storage, callId: string, outcome: CallState = accepted, when: string = at) =>
  value(
    storage.run('moveCall', {
      callId,
      from: ['queued', 'sending'],
      outcome,
      at: when,
      endedAt: when,
      serverDate: null,
    }),
  )

/** Records a call with its outcome. */
export const placeSettled = async (storage: Storage, call: Call, outcome: CallState = accepted): Promise<void> => {
  await place(storage, call)
  await settle(storage, call.callId, outcome)
}

/** Returns the file offset of the first page of a table or an index. */
export const rootOf = (file: string, name: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)?.['rootpage']
  const size = database.prepare('PRAGMA page_size').get()?.['page_size']
  database.close()
  if (root === undefined) throw new Error(`There is no ${name}.`)
  return (Number(root) - 1) * Number(size)
}

/** Resolves when the search file contains this many calls. */
export const untilIndexed = (file: string, calls: number): Promise<void> =>
  expect
    .poll(() => {
      const search = new DatabaseSync(searchFileOf(file), { readOnly: true })
      try {
        return search.prepare('SELECT count(*) AS texts FROM texts').get()?.['texts']
      } finally {
        search.close()
      }
    })
    .toBe(calls)

/** Returns the files in the data folder that contain any of these strings as raw bytes. */
export const filesWith = (file: string, formats: readonly string[]): string[] =>
  readdirSync(dirname(file), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dirname(file), name)).isFile())
    .filter((name) => {
      const bytes = readFileSync(join(dirname(file), name))
      return formats.some((spelling) => bytes.includes(spelling))
    })
