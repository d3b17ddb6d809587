import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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
  // SECURITY: sorting and vacuuming leave no copy of anybody's number in the system's temporary folder.
  ['temp_store', 'MEMORY', 2],
]

/** The value of one pragma, or undefined where it has none. */
export const readPragma = (database: DatabaseSync, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]

/** Sets everything that durability and secrecy rest on, and reads it back; throws `pragma` when one did not take. */
export const assertPragmas = (database: DatabaseSync): void => {
  for (const [name, value] of pragmas) database.exec(`PRAGMA ${name} = ${value}`)
  for (const [name, , expected] of pragmas)
    if (readPragma(database, name) !== expected) throw new StorageError('pragma')
}

/** SECURITY: the history holds phone numbers; other users of the machine must not read it. */
export const closeToOthers = (file: string): void => {
  for (const part of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(part) && (statSync(part).mode & 0o777) !== 0o600) chmodSync(part, 0o600)
}

/** Makes the folder of a file, for this user alone; one that is there already is closed to others. */
export const closedFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if ((statSync(folder).mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
}

/** Opens the database at `file`, which may be a new one, without looking into it. */
export const openFile = (file: string): DatabaseSync => {
  closedFolder(dirname(file))
  return new DatabaseSync(file)
}
