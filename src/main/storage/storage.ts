import { Worker } from 'node:worker_threads'
import type { Outcome } from '../../contract/failure.ts'
import type { StorageOperationName, StorageOperations } from './storage-operations.ts'
import type { StorageAnswer, StorageJob, StorageQuestion } from './storage-worker.ts'

type Asked<N extends StorageOperationName> = Parameters<StorageOperations[N]>[0]
type Told<N extends StorageOperationName> = Awaited<ReturnType<StorageOperations[N]>>

/** The database, in a thread of its own. A value comes back only after its commit has reached the disk. */
export type Storage = {
  ask<N extends StorageOperationName>(name: N, input: Asked<N>): Promise<Outcome<Told<N>>>
  close(): Promise<void>
}

export type StorageParts = { file: string; worker: URL }

/** Starts the storage thread over the database at `file`; every failure is a `storage` failure with a reason. */
export const createStorage = ({ file, worker: entry }: StorageParts): Storage => {
  const worker = new Worker(entry, { workerData: { file, entry: entry.href } satisfies StorageJob })
  const waiting = new Map<number, (answer: StorageAnswer) => void>()
  let next = 0
  let ended = false

  const endAll = (): void => {
    ended = true
    for (const [id, settle] of waiting) settle({ id, ok: false, reason: 'unavailable' })
    waiting.clear()
  }
  worker.on('message', (answer: StorageAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  // An error in the thread ends it; both events leave every open question without an answer.
  worker.on('error', endAll).on('exit', endAll)

  const post = (name: StorageQuestion['name'], input: unknown): Promise<StorageAnswer> => {
    const id = (next += 1)
    if (ended) return Promise.resolve({ id, ok: false, reason: 'unavailable' })
    return new Promise((settle) => {
      waiting.set(id, settle)
      worker.postMessage({ id, name, input } satisfies StorageQuestion)
    })
  }

  return {
    async ask<N extends StorageOperationName>(name: N, input: Asked<N>) {
      const answer = await post(name, input)
      // The worker runs the very function whose type is named here; a message port cannot carry the type.
      if (answer.ok) return { ok: true, value: answer.value as Told<N> }
      // Written out: what makes failures brings the contract's schemas along, and this is read before the window is open.
      return { ok: false, failure: { kind: 'storage', reason: answer.reason } }
    },
    async close() {
      await post('close', {})
      // The database is closed; the thread may still hold its files for a moment, and nobody should meet it there.
      await worker.terminate()
    },
  }
}
