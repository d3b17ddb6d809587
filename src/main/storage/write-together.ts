import type { DatabaseSync } from 'node:sqlite'
import type { createCallWriter, createRecordCall } from './calls.ts'
import { inTransaction } from './database.ts'

type CallWrites = Pick<ReturnType<typeof createRecordCall>, 'recordCall'> &
  Pick<ReturnType<typeof createCallWriter>, 'moveCall'>

/** One write of a call. `createStorage` checked the type of the input, which a message port cannot carry. */
export type CallWrite = { name: keyof CallWrites; input: unknown }

const names: readonly string[] = ['recordCall', 'moveCall'] satisfies (keyof CallWrites)[]

const isCallWrite = (operation: { name: string }): boolean => names.includes(operation.name)

/** Maximum number of writes in a group, whose transaction delays its first call by about 10 ms. */
const maxGroupSize = 100

/**
 * Splits operations into groups. Call writes share a group even if reads arrived between them; those reads run after the
 * group. Everything else keeps its order, so that no call is recorded before a list is paused that was paused first.
 */
export const groupCallWrites = <T extends { name: string }>(
  operations: readonly T[],
  isRead: (operation: T) => boolean,
): T[][] => {
  const groups: T[][] = []
  /** The group that the next call write joins; null if it must start one. */
  let open: T[] | null = null
  for (const operation of operations)
    if (open !== null && isCallWrite(operation) && open.length < maxGroupSize) open.push(operation)
    else {
      const group = [operation]
      groups.push(group)
      if (isCallWrite(operation)) open = group
      else if (!isRead(operation)) open = null
    }
  return groups
}

/** Thrown to roll the transaction back; the failure itself is reported when the operation runs on its own. */
class WriteFailed extends Error {}

export const createWriteTogether = (database: DatabaseSync, writes: CallWrites) => ({
  /**
   * Runs writes of several calls in one transaction, so that one sync makes all of them durable. Returns their results
   * in order, or null if one of them failed; if so, nothing is written, and the caller runs each one on its own. Throws
   * if the commit failed; if so, it is unknown whether they were written.
   */
  writeTogether({ operations }: { operations: readonly CallWrite[] }): unknown[] | null {
    const run = ({ name, input }: CallWrite): unknown => {
      try {
        // `createStorage` checked the input of this name.
        return (writes[name] as (input: unknown) => unknown)(input)
      } catch {
        throw new WriteFailed()
      }
    }
    try {
      return inTransaction(database, () => operations.map(run))
    } catch (error) {
      if (error instanceof WriteFailed) return null
      throw error
    }
  },
})
