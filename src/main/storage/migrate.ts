import type { DatabaseSync } from 'node:sqlite'
import { migrations } from './migrations.ts'
import { readPragma } from './open-database.ts'
import { inTransaction } from './transaction.ts'

/** The version this app writes. */
export const newestVersion = migrations.length

/** The version of the app's schema that a database has; 0 is an empty one. */
export const versionOf = (database: DatabaseSync): number => Number(readPragma(database, 'user_version') ?? 0)

/** Brings a database of an older version to the newest one, one transaction a step. */
export const migrate = (database: DatabaseSync): void => {
  const from = versionOf(database)
  for (const [index, step] of migrations.entries()) {
    if (index < from) continue
    inTransaction(database, () => {
      database.exec(typeof step === 'string' ? step : step.sql)
      if (typeof step !== 'string') step.act(database)
      database.exec(`PRAGMA user_version = ${index + 1}`)
    })
  }
}
