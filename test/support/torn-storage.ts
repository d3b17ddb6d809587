import { fail } from '../../src/contract/failure.ts'
import type { Storage } from '../../src/main/storage/storage.ts'
import type { StorageOperationName } from '../../src/main/storage/operations.ts'

/**
 * Creates a storage that saves chosen writes but reports an error, as happens when a sync fails and the WAL is read
 * again later.
 */
export const createTornStorage = () => {
  const torn: StorageOperationName[] = []
  return {
    /** The next write of this kind is saved but reports a failure. */
    tear: (name: StorageOperationName): void => void torn.push(name),
    wrap: (storage: Storage): Storage => ({
      close: () => storage.close(),
      async run(name, input) {
        const answer = await storage.run(name, input)
        const index = torn.indexOf(name)
        if (index < 0) return answer
        torn.splice(index, 1)
        return fail({ kind: 'storage', reason: 'diskError' })
      },
    }),
  }
}
