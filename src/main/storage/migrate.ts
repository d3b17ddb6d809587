import type { DatabaseSync } from 'node:sqlite'
import { migrations } from './migrations.ts'
import { StorageError } from './storage-error.ts'
import { inTransaction } from './transaction.ts'

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)

/** Brings a database to the newest version, one transaction a step; refuses one that a newer app has written. */
export const migrate = (database: DatabaseSync): void => {
  const from = versionOf(database)
  if (from > migrations.length) throw new StorageError('newerVersion')
  for (const [index, sql] of migrations.entries()) {
    if (index < from) continue
    inTransaction(database, () => {
      database.exec(sql)
      database.exec(`PRAGMA user_version = ${index + 1}`)
    })
  }
}
