import { succeed } from '../../../src/contract/failure.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import type { StorageOperationName, StorageOperations } from '../../../src/main/storage/storage-operations.ts'
import type { Plant } from './disk-house.ts'

type Placement = Parameters<StorageOperations['placeCall']>[0]

/** Says that a call is recorded whatever the disk said: the fault that this lab must find. */
export const plantLyingStorage: Plant = (parts) => {
  const { storage } = parts
  const lying: Storage = {
    async ask<N extends StorageOperationName>(name: N, input: Parameters<StorageOperations[N]>[0]) {
      const answer = await storage.ask(name, input)
      if (answer.ok || name !== 'placeCall') return answer
      // Only a placement comes here, and its answer is what is made up of it.
      const { call } = input as Placement
      return succeed({ placed: 'now', call } as Awaited<ReturnType<StorageOperations[N]>>) // As above.
    },
    close: () => storage.close(),
  }
  return { ...parts, storage: lying }
}
