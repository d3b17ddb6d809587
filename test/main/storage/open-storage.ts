import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Call, CallState } from '../../../src/contract/call.ts'
import type { InitialContext } from '../../../src/contract/initial-context.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { accepted } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)

/** A storage that is closed when the test is over. */
export const open = (file: string): Storage => {
  const storage = createStorage({ file, worker })
  onTestFinished(() => storage.close())
  return storage
}

export const newFile = (): string => join(temporaryFolder(), 'data', 'rundesk.db')

/** The value of an answer that must have succeeded. */
export const value = async <T>(
  outcome: Promise<{ ok: true; value: T } | { ok: false; failure: object }>,
): Promise<T> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(JSON.stringify(settled.failure))
  return settled.value
}

export const at = '2026-11-21T09:15:00.000Z'

/** Records a call without any guard. */
export const place = (storage: Storage, call: Call, initialContext: InitialContext = { name: 'Jane' }) =>
  value(storage.ask('placeCall', { call, initialContext, repeatSince: null, confirmedAfter: [] }))

/** Gives a call that is on its way its outcome. */
export const settle = (storage: Storage, callId: string, outcome: CallState = accepted, when: string = at) =>
  value(
    storage.ask('moveCall', {
      callId,
      from: ['queued', 'sending'],
      outcome,
      at: when,
      endedAt: when,
      serverDate: null,
    }),
  )

/** Records a call that has its outcome already. */
export const placeSettled = async (storage: Storage, call: Call, outcome: CallState = accepted): Promise<void> => {
  await place(storage, call)
  await settle(storage, call.callId, outcome)
}
