import { DatabaseSync } from 'node:sqlite'
import { StorageError } from './errors.ts'
import { migrate } from './migrate.ts'

/**
 * Throws `corrupt` if the stored definitions differ from those that the migrations create. SQLite's check does not
 * notice a damaged name of a column.
 */
export const assertSchema = (database: DatabaseSync): void => {
  const expected = new DatabaseSync(':memory:')
  try {
    migrate(expected)
    if (definitionsOf(database) !== definitionsOf(expected)) throw new StorageError('corrupt')
  } finally {
    expected.close()
  }
}

const definitionsOf = (database: DatabaseSync): string =>
  JSON.stringify(database.prepare(`SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name`).all())
