import { parentPort, workerData } from 'node:worker_threads'
import { createDoor } from './door.ts'
import { openDesk } from './open-desk.ts'
import { reasonOf, type StorageReason } from './storage-error.ts'
import type { StorageOperationName } from './storage-operations.ts'
import { createUpkeep } from './upkeep.ts'
import { upkeepTasks } from './upkeep-tasks.ts'
import { createUpkeepThread, type UpkeepAnswer, type UpkeepJob } from './upkeep-thread.ts'

export type StorageQuestion = { id: number; name: StorageOperationName | 'close'; input: unknown }
export type StorageAnswer = { id: number } & ({ ok: true; value: unknown } | { ok: false; reason: StorageReason })
/** `entry` is this very file: the storage thread starts another of its kind for long work. */
export type StorageJob = { file: string; entry: string }

const runJob = ({ task, input }: UpkeepJob): UpkeepAnswer => {
  try {
    // The input's type was checked where the job was given; a message port cannot carry it.
    const act = upkeepTasks[task] as (input: unknown) => unknown
    return { ok: true, value: act(input) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

const now = (): string => new Date().toISOString()

const serve = ({ file, entry }: StorageJob): void => {
  let [doubted, wasOpen] = [false, false]
  const doubt = (): void => void (doubted = true)
  let rowsDoubted = false
  /** A row that cannot be read brings the backup in once; one that is no better there stays as it is. */
  const doubtOnce = (): void => {
    if (!rowsDoubted) doubt()
    rowsDoubted = true
  }
  const thread = createUpkeepThread(entry)
  const upkeep = createUpkeep({ file, run: thread.run, distrust: doubt })
  const open = () => {
    const opened = openDesk({ file, now, upkeep, isDoubted: () => doubted, doubt: doubtOnce, wasOpen: () => wasOpen })
    doubted = false
    wasOpen = true
    return opened
  }
  const door = createDoor({ open, clock: () => performance.now() })

  const answer = async ({ id, name, input }: StorageQuestion): Promise<StorageAnswer> => {
    try {
      return { id, ok: true, value: await door.run(name, input) }
    } catch (error) {
      return { id, ok: false, reason: reasonOf(error) }
    }
  }

  const close = async (id: number): Promise<void> => {
    await thread.stop()
    door.close()
    parentPort?.postMessage({ id, ok: true, value: null } satisfies StorageAnswer)
    parentPort?.close()
  }

  door.tryOpen()
  parentPort?.on('message', (question: StorageQuestion) => {
    void (question.name === 'close'
      ? close(question.id)
      : answer(question).then((told) => parentPort?.postMessage(told)))
  })
}

// Handed over by `createStorage` or by the storage thread itself, which are the only ones to start this file.
const job = workerData as StorageJob | UpkeepJob
if ('task' in job) parentPort?.postMessage(runJob(job))
else serve(job)
