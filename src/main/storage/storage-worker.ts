import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './open-database.ts'
import { reasonOf, type StorageReason } from './storage-error.ts'
import { createStorageOperations, type StorageOperationName } from './storage-operations.ts'

export type StorageQuestion = { id: number; name: StorageOperationName | 'close'; input: unknown }
export type StorageAnswer = { id: number } & ({ ok: true; value: unknown } | { ok: false; reason: StorageReason })

type Ask = (name: StorageQuestion['name'], input: unknown) => unknown

/** A database that does not open leaves a worker that says why to every question; the app starts all the same. */
const openDesk = (file: string): Ask => {
  try {
    const database = openDatabase(file)
    const operations = createStorageOperations(database)
    return (name, input) => {
      if (name === 'close') return database.close()
      // The caller's types were checked on the other side of the thread; here they are all one shape.
      const operation = operations[name] as (input: unknown) => unknown
      return operation(input)
    }
  } catch (error) {
    return () => {
      throw error
    }
  }
}

// Handed over by `createStorage`, which is the only one to start this thread.
const { file } = workerData as { file: string }
const ask = openDesk(file)

parentPort?.on('message', ({ id, name, input }: StorageQuestion) => {
  let answer: StorageAnswer
  try {
    answer = { id, ok: true, value: ask(name, input) }
  } catch (error) {
    answer = { id, ok: false, reason: reasonOf(error) }
  }
  parentPort?.postMessage(answer)
  if (name === 'close') parentPort?.close()
})
