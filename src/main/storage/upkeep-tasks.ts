import { DatabaseSync } from 'node:sqlite'
import type { HistoryCheck } from '../../contract/history.ts'
import { backupFolder } from './backup-files.ts'
import { makeBackup } from './backup.ts'
import { assertSound } from './check-database.ts'
import { eraseFromBackups } from './erase-backups.ts'
import { isIndexSound } from './search/check-index.ts'
import { verifyChain } from './verify-chain.ts'

const withDatabase = <T>(file: string, act: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    database.exec('PRAGMA temp_store = MEMORY')
    return act(database)
  } finally {
    database.close()
  }
}

/** Work that would hold up a call: it is done in a thread of its own, over a connection of its own. */
export const upkeepTasks = {
  verify: ({ file }: { file: string }): HistoryCheck => withDatabase(file, verifyChain),

  /** Checks the database wholly, then copies it; returns the copy's file. */
  backUp: ({ file, at, clockIsBelieved }: { file: string; at: string; clockIsBelieved: boolean }): string =>
    withDatabase(file, (database) => {
      assertSound(database)
      return makeBackup(database, backupFolder(file), at, clockIsBelieved)
    }),

  eraseFromBackups,

  checkSearch: ({ file }: { file: string }): boolean => isIndexSound(file),
}

export type UpkeepTasks = typeof upkeepTasks
export type UpkeepTaskName = keyof UpkeepTasks
