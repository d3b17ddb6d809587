import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, readPragma } from './database.ts'
import { migrations } from './schema.ts'

/** Returns the schema version that this app writes. */
export const newestVersion = (): number => migrations.length

/** Returns the schema version of a database; 0 for an empty one. */
export const versionOf = (database: DatabaseSync): number => Number(readPragma(database, 'user_version') ?? 0)

/** Upgrades a database to the newest version, one transaction per migration. */
export const migrate = (database: DatabaseSync): void => {
  for (const [index, sql] of [...migrations.entries()].slice(versionOf(database)))
    inTransaction(database, () => database.exec(`${sql}; PRAGMA user_version = ${index + 1}`))
}
