import { sqliteCode, StorageError } from './storage-error.ts'

/** An open database: what may be asked of it, whether its files still stand where they did, and how to let it go. */
export type Opened = {
  run: (name: string, input: unknown) => unknown
  intact: () => boolean
  /** Whether the history was just restored from a backup, and may have a gap. */
  restored: boolean
  close: () => void
}

export type DoorParts = {
  open: () => Opened
  /** Milliseconds of a clock that never goes back. */
  clock: () => number
}

/** How long a database that does not open is left alone before the next question tries it again, in milliseconds. */
const patience = 1_000

/** After these the connection itself may not be trusted: I/O error, damage, file not reachable, not a database. */
const breaking = new Set([10, 11, 14, 26])

const breaks = (error: unknown): boolean => breaking.has(sqliteCode(error) ?? 0)

/**
 * Keeps the database open, and opens it again by itself: a full, locked, read-only or missing place heals without a
 * restart of the app. A question that finds it shut gets the reason, and nothing is waited for.
 */
export const createDoor = ({ open, clock }: DoorParts) => {
  let opened: Opened | null = null
  let refused: { error: unknown; at: number } | null = null

  const shut = (): void => {
    const old = opened
    opened = null
    try {
      old?.close()
    } catch {
      // A database in trouble may refuse even to be closed; its replacement is opened all the same.
    }
  }

  const enter = (): Opened => {
    if (opened !== null && !opened.intact()) shut()
    if (opened !== null) return opened
    if (refused !== null && clock() - refused.at < patience) throw refused.error
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
    /** Opens the database before anybody asks. */
    tryOpen(): void {
      try {
        enter()
      } catch {
        // Kept in `refused`: the first question answers with it, or tries again.
      }
    },
    /** Runs one operation; throws what `reasonOf` understands. */
    run(name: string, input: unknown): unknown {
      const before = opened
      const mine = enter()
      // Whoever asked believed in a history that is gone: they hear so once, before anything is placed into the gap.
      if (mine.restored && opened !== before) throw new StorageError('corrupt')
      const judge = (error: unknown): never => {
        if (breaks(error) && opened === mine) shut()
        throw error
      }
      try {
        const answer = mine.run(name, input)
        return answer instanceof Promise ? answer.catch(judge) : answer
      } catch (error) {
        return judge(error)
      }
    },
    close(): void {
      shut()
      refused = { error: new StorageError('unavailable'), at: Number.POSITIVE_INFINITY }
    },
  }
}
