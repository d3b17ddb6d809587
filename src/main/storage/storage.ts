import { Worker } from 'node:worker_threads'
import type { Outcome } from '../../contract/failure.ts'
import type { StorageOperationName, StorageOperations } from './operations.ts'
import { type ErrorTrace, traceOf } from './errors.ts'
import type { StorageJob, StorageMessage, StorageRequest, StorageResponse } from './worker.ts'

type OperationInput<N extends StorageOperationName> = Parameters<StorageOperations[N]>[0]
type OperationResult<N extends StorageOperationName> = Awaited<ReturnType<StorageOperations[N]>>

/** The database, which runs in its own thread. `run` resolves only after the commit is on disk. */
export type Storage = {
  run<N extends StorageOperationName>(name: N, input: OperationInput<N>): Promise<Outcome<OperationResult<N>>>
  close(): Promise<void>
}

type StorageOptions = {
  file: string
  worker: URL
  /** Receives each programming error in the thread, for the log. */
  onError?: (trace: ErrorTrace) => void
}

/** Starts the storage thread `worker` on the database at `file`. Every failure is a `storage` failure with a reason. */
export const createStorage = ({ file, worker: entry, onError }: StorageOptions): Storage => {
  const worker = new Worker(entry, { workerData: { file, entry: entry.href } satisfies StorageJob })
  const waiting = new Map<number, (response: StorageResponse) => void>()
  let lastId = 0
  let ended = false

  const rejectAll = (): void => {
    ended = true
    for (const [id, settle] of waiting) settle({ id, ok: false, reason: 'unavailable' })
    waiting.clear()
  }
  worker.on('message', (message: StorageMessage) => {
    if ('trace' in message) return onError?.(message.trace)
    for (const response of message.responses) {
      waiting.get(response.id)?.(response)
      waiting.delete(response.id)
    }
  })
  // An error ends the thread; after either event, no pending request gets a response.
  worker.on('exit', rejectAll).on('error', (error) => {
    const trace = traceOf(error)
    if (trace !== null) onError?.(trace)
    rejectAll()
  })

  /**
   * Requests that follow one another without a wait share a message, and thus a transaction: the outcome of a list's call
   * and the record of the next one, for example. In two messages, the record would often wait for the outcome's sync.
   */
  let unsent: StorageRequest[] = []
  const postUnsent = (): void => {
    const requests = unsent
    unsent = []
    worker.postMessage(requests)
  }

  const post = (name: StorageRequest['name'], input: unknown): Promise<StorageResponse> => {
    const id = (lastId += 1)
    if (ended) return Promise.resolve({ id, ok: false, reason: 'unavailable' })
    return new Promise((settle) => {
      waiting.set(id, settle)
      // A tick that is requested by a microtask runs after all microtasks, including those that they request.
      if (unsent.length === 0) queueMicrotask(() => process.nextTick(postUnsent))
      unsent.push({ id, name, input })
    })
  }

  return {
    async run<N extends StorageOperationName>(name: N, input: OperationInput<N>) {
      const response = await post(name, input)
      // The worker ran the function whose type is named here; a message port cannot carry the type.
      if (response.ok) return { ok: true, value: response.value as OperationResult<N> }
      // Written as a literal, because importing `fail` would load the contract's schemas before the window opens.
      return { ok: false, failure: { kind: 'storage', reason: response.reason } }
    },
    async close() {
      await post('close', {})
      // The thread may keep the files open for a moment after its response.
      await worker.terminate()
    },
  }
}
