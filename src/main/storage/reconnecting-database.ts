import { sqliteCode, StorageError } from './errors.ts'

export type OpenedDatabase = {
  run: (name: string, input: unknown) => unknown
  /** Returns whether the database's files are still the ones that were opened, without known damage. */
  intact: () => boolean
  /** Whether the history has just been restored from a backup and may have a gap. */
  restored: boolean
  /** Closes the database; `isEnd` is true if the app is quitting and nothing failed. */
  close: (isEnd: boolean) => void
}

/** Pause before a failed open is retried, in milliseconds. */
const retryDelay = 1_000

/** SQLite codes after which the connection can no longer be used: I/O error, corrupt, cannot open, not a database. */
const fatalCodes = new Set([10, 11, 14, 26])

const isFatal = (error: unknown): boolean => fatalCodes.has(sqliteCode(error) ?? 0)

/**
 * Keeps the database open and reopens it after an error, so that the app does not have to be restarted after the disk
 * was full, locked, read-only or missing. An operation fails immediately with the reason if the database is closed.
 * `clock` is monotonic, in milliseconds.
 */
export const createReconnectingDatabase = (deps: { open: () => OpenedDatabase; clock: () => number }) => {
  const { open, clock } = deps
  let opened: OpenedDatabase | null = null
  let refused: { error: unknown; at: number } | null = null

  const disconnect = (isEnd: boolean): void => {
    const old = opened
    opened = null
    try {
      old?.close(isEnd)
    } catch {
      // On a failing disk, closing may fail, too; the next connection is not affected.
    }
  }

  const connect = (): OpenedDatabase => {
    if (opened !== null && !opened.intact()) disconnect(false)
    if (opened !== null) return opened
    if (refused !== null && clock() - refused.at < retryDelay) throw refused.error
    try {
      opened = open()
      refused = null
      return opened
    } catch (error) {
      refused = { error, at: clock() }
      throw error
    }
  }

  return {
    /** Opens the database before the first operation. */
    tryOpen(): void {
      try {
        connect()
      } catch {
        // The error is kept in `refused`; the first operation either fails with it or tries again.
      }
    },
    /** Runs one operation. Throws errors that `reasonOf` maps. */
    run(name: string, input: unknown): unknown {
      const before = opened
      const connection = connect()
      // The caller expected the old history. Fail once after a restore, so that no call is placed without noticing the
      // gap.
      if (connection.restored && opened !== before) throw new StorageError('corrupt')
      const handleError = (error: unknown): never => {
        if (isFatal(error) && opened === connection) disconnect(false)
        throw error
      }
      try {
        const result = connection.run(name, input)
        return result instanceof Promise ? result.catch(handleError) : result
      } catch (error) {
        return handleError(error)
      }
    },
    close(): void {
      disconnect(true)
      refused = { error: new StorageError('unavailable'), at: Number.POSITIVE_INFINITY }
    },
  }
}
