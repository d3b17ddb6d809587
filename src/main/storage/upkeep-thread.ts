import { Worker } from 'node:worker_threads'
import { StorageError, type StorageReason } from './storage-error.ts'
import type { UpkeepTaskName, UpkeepTasks } from './upkeep-tasks.ts'

export type UpkeepJob = { task: UpkeepTaskName; input: unknown }
export type UpkeepAnswer = { ok: true; value: unknown } | { ok: false; reason: StorageReason }

export type RunUpkeep = <N extends UpkeepTaskName>(
  task: N,
  input: Parameters<UpkeepTasks[N]>[0],
) => Promise<ReturnType<UpkeepTasks[N]>>

/** Runs each piece of upkeep in a short-lived thread of the same file as the storage thread; `stop` ends what runs. */
export const createUpkeepThread = (entry: string): { run: RunUpkeep; stop: () => Promise<void> } => {
  let running: Worker | null = null

  const answerOf = (worker: Worker): Promise<UpkeepAnswer> => {
    const { promise, resolve } = Promise.withResolvers<UpkeepAnswer>()
    worker.once('message', (answer: UpkeepAnswer) => resolve(answer))
    // A thread that ends without an answer, for whatever reason, has not done its work.
    worker.once('error', () => resolve({ ok: false, reason: 'unavailable' }))
    worker.once('exit', () => resolve({ ok: false, reason: 'unavailable' }))
    return promise
  }

  return {
    async run<N extends UpkeepTaskName>(task: N, input: Parameters<UpkeepTasks[N]>[0]) {
      const worker = new Worker(new URL(entry), { workerData: { task, input } satisfies UpkeepJob })
      running = worker
      const answer = await answerOf(worker)
      running = null
      if (!answer.ok) throw new StorageError(answer.reason)
      // The thread runs the very function whose type is named here; a message port cannot carry the type.
      return answer.value as ReturnType<UpkeepTasks[N]>
    },
    async stop() {
      await running?.terminate()
    },
  }
}
