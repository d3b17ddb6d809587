import { accessSync, constants, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Opened } from './door.ts'
import { takeLease } from './lease.ts'
import { closedFolder } from './open-database.ts'
import { openSound } from './open-sound.ts'
import { reading, writing } from './operation-kinds.ts'
import { watchFiles } from './same-files.ts'
import { keepUp } from './search/keep-up.ts'
import { createSearch } from './search/search.ts'
import { sqliteCode, StorageError } from './storage-error.ts'
import { createStorageOperations, type StorageOperationName, type StorageOperations } from './storage-operations.ts'
import type { Upkeep } from './upkeep.ts'
import { createWriteState } from './write-state.ts'

export type OpenDeskParts = {
  file: string
  /** Now, as ISO 8601. */
  now: () => string
  upkeep: Upkeep
  /** Whether something gave rise to doubt about the file since it was last opened. */
  isDoubted: () => boolean
  /** Told when something in the file cannot have been written by this app. */
  doubt: () => void
  /** Whether there was a history when the file was last open: if it is not there now, it is lost. */
  wasOpen: () => boolean
}

type Run = (name: StorageOperationName, input: unknown) => unknown

/** Copies that a killed app was working on: they hold what the history holds, and nobody would ever erase them. */
const removeLeftovers = (file: string): void => {
  for (const ending of ['.restoring', '.salvage', '.salvage-wal', '.salvage-shm', '.salvage-journal'])
    rmSync(file + ending, { force: true })
}

const runnerOf =
  (operations: StorageOperations): Run =>
  (name, input) => {
    // The caller's types were checked on the other side of the thread; here they are all one shape.
    const operation = operations[name] as (input: unknown) => unknown
    return operation(input)
  }

/** A row that no version of this app can have written. */
const isUnreadable = (error: unknown): boolean => error instanceof StorageError && error.reason === 'corrupt'

type Desk = { run: Run; close: () => void }

const ownDesk = (database: DatabaseSync, { file, upkeep, doubt }: OpenDeskParts): Desk => {
  const state = createWriteState(database)
  const search = createSearch({ file, history: database })
  const following = keepUp(search)
  const run = runnerOf(createStorageOperations(database, { file, upkeep, search, stopped: () => state.stopped() }))
  return {
    run(name, input) {
      const judge = (error: unknown): never => {
        if (isUnreadable(error)) doubt()
        throw error
      }
      try {
        if (!reading.has(name)) following.wake()
        const answer = writing.has(name) ? state.watch(() => run(name, input)) : run(name, input)
        return answer instanceof Promise ? answer.catch(judge) : answer
      } catch (error) {
        return judge(error)
      }
    },
    close() {
      following.stop()
      search.end()
    },
  }
}

const newerDesk = (database: DatabaseSync, { file, upkeep }: OpenDeskParts): Desk => {
  const run = runnerOf(createStorageOperations(database, { file, upkeep, search: null, stopped: () => 'newerVersion' }))
  return {
    async run(name, input) {
      if (!reading.has(name)) throw new StorageError('newerVersion')
      try {
        return await run(name, input)
      } catch (error) {
        // A form that this app does not know is not damage here: a newer app has written it.
        throw isUnreadable(error) || sqliteCode(error) === 1 ? new StorageError('newerVersion') : error
      }
    },
    close: () => undefined,
  }
}

const openLeased = (parts: OpenDeskParts, leaseFile: string, release: () => void): Opened => {
  const { file, now, upkeep, isDoubted, wasOpen } = parts
  removeLeftovers(file)
  const { database, newer, restored } = openSound({
    file,
    now,
    doubted: isDoubted(),
    existed: wasOpen(),
    onBackup: upkeep.noteBackup,
  })
  const desk = newer ? newerDesk(database, parts) : ownDesk(database, parts)
  const isSame = watchFiles([leaseFile, file, `${file}-wal`])
  return {
    // The name comes from `createStorage`, which takes none but those of this table.
    run: (name, input) => desk.run(name as StorageOperationName, input),
    restored,
    intact: () => isSame() && !isDoubted(),
    close() {
      desk.close()
      database.close()
      release()
    },
  }
}

/** SQLite says of a place that may not be written only that it cannot open it; the file system says why. */
const whyNot = (error: unknown, folder: string): unknown => {
  if (sqliteCode(error) !== 14) return error
  try {
    accessSync(folder, constants.W_OK)
    return error
  } catch (refusal) {
    return refusal
  }
}

/** Takes the data folder for this process and opens the history in it. Throws what `reasonOf` understands. */
export const openDesk = (parts: OpenDeskParts): Opened => {
  const folder = dirname(parts.file)
  closedFolder(folder)
  const leaseFile = join(folder, 'rundesk.lease')
  const lease = takeLease(leaseFile)
  try {
    return openLeased(parts, leaseFile, () => lease.release())
  } catch (error) {
    lease.release()
    throw whyNot(error, folder)
  }
}
