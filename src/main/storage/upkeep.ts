import type { HistoryCheck } from '../../contract/history.ts'
import { reasonOf, type StorageReason } from './storage-error.ts'
import type { RunUpkeep } from './upkeep-thread.ts'

export type UpkeepParts = {
  file: string
  run: RunUpkeep
  /** Told when the database was found damaged while it was open. */
  distrust: () => void
}

/**
 * Long work on the history, one piece at a time: an erasure must not meet a backup half made. What came of it is kept
 * over a database that is closed and opened again.
 */
export const createUpkeep = ({ file, run, distrust }: UpkeepParts) => {
  let turn: Promise<unknown> = Promise.resolve()
  let check: { found: HistoryCheck; at: string } | null = null
  let backupFailure: StorageReason | null = null

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const result = turn.then(act)
    // Whoever asked for this piece hears of its failure; the next one starts all the same.
    turn = result.catch(() => undefined)
    return result
  }

  const noteBackup = (failure: StorageReason | null): void => {
    backupFailure = failure
  }

  /** Damage found in passing is looked into by whoever opens the database next. */
  const watched = async <T>(act: Promise<T>): Promise<T> => {
    try {
      return await act
    } catch (error) {
      if (reasonOf(error) === 'corrupt') distrust()
      throw error
    }
  }

  const copy = async (at: string, clockIsBelieved: boolean): Promise<null> => {
    try {
      await watched(run('backUp', { file, at, clockIsBelieved }))
      backupFailure = null
      return null
    } catch (error) {
      backupFailure = reasonOf(error)
      throw error
    }
  }

  const verify = async (at: string): Promise<HistoryCheck> => {
    const found = await watched(run('verify', { file }))
    check = { found, at }
    return found
  }

  return {
    inTurn,
    noteBackup,
    found: () => ({ check, backupFailure }),
    verify: (at: string): Promise<HistoryCheck> => inTurn(() => verify(at)),
    backUp: (at: string, clockIsBelieved: boolean): Promise<null> => inTurn(() => copy(at, clockIsBelieved)),
    /** Whether the search index has what stands in the texts; it may take a minute, and nobody waits. */
    checkSearch: (): Promise<boolean> => inTurn(() => run('checkSearch', { file })),
    eraseFromBackups: (phoneNumber: string, at: string): Promise<string[]> =>
      run('eraseFromBackups', { file, phoneNumber, at }),
  }
}

export type Upkeep = ReturnType<typeof createUpkeep>
