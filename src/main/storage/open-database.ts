import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from './migrate.ts'
import { StorageError } from './storage-error.ts'

/** Each pragma with the value it must read back: a database that answers otherwise may not be dialled from. */
const pragmas: readonly [name: string, set: string, expected: number | string][] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
  ['foreign_keys', 'ON', 1],
  ['busy_timeout', '5000', 5000],
  ['trusted_schema', 'OFF', 0],
  ['secure_delete', 'ON', 1],
]

const readPragma = (database: DatabaseSync, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]

const assertPragmas = (database: DatabaseSync): void => {
  for (const [name, value] of pragmas) database.exec(`PRAGMA ${name} = ${value}`)
  for (const [name, , expected] of pragmas)
    if (readPragma(database, name) !== expected) throw new StorageError('pragma')
}

/** SECURITY: the history holds phone numbers; other users of the machine must not read it. */
const closeToOthers = (file: string): void => {
  for (const part of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(part)) chmodSync(part, 0o600)
}

/**
 * Opens (or makes) the database at `file`, sets and reads back every pragma that durability rests on, and migrates it.
 * Throws `StorageError` or the driver's own error; `reasonOf` tells which.
 */
export const openDatabase = (file: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  chmodSync(dirname(file), 0o700)
  const database = new DatabaseSync(file)
  try {
    assertPragmas(database)
    migrate(database)
    closeToOthers(file)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
