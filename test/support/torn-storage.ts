import { fail } from '../../src/contract/failure.ts'
import type { Storage } from '../../src/main/storage/storage.ts'
import type { StorageOperationName } from '../../src/main/storage/storage-operations.ts'

/**
 * A storage whose disk reports an error for chosen writes and keeps them all the same: so it is when a sync fails, and the
 * log of the database is read again afterwards.
 */
export const createTornStorage = () => {
  const torn: StorageOperationName[] = []
  return {
    /** The next write of this kind is kept, and said to have failed. */
    tear: (name: StorageOperationName): void => void torn.push(name),
    wrap: (storage: Storage): Storage => ({
      close: () => storage.close(),
      async ask(name, input) {
        const answer = await storage.ask(name, input)
        const index = torn.indexOf(name)
        if (index < 0) return answer
        torn.splice(index, 1)
        return fail({ kind: 'storage', reason: 'diskError' })
      },
    }),
  }
}
