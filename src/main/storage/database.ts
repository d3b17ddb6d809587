import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { sqliteCode, StorageError } from './errors.ts'

/** The pragmas, each with the value that must be read back before a call is placed. */
const pragmas: readonly [name: string, set: string, expected: number | string][] = [
  // First, because the others wait for a lock, too.
  ['busy_timeout', '5000', 5000],
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['secure_delete', 'ON', 1],
  // SECURITY: sorting and vacuuming must not write phone numbers into the system's temporary folder.
  ['temp_store', 'MEMORY', 2],
]

/** Returns the value of a pragma, or undefined if it has none. */
export const readPragma = (database: DatabaseSync, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]

/** Sets the pragmas for durability and privacy and reads them back; throws `pragma` if one did not apply. */
export const assertPragmas = (database: DatabaseSync): void => {
  for (const [name, value] of pragmas) database.exec(`PRAGMA ${name} = ${value}`)
  for (const [name, , expected] of pragmas)
    if (readPragma(database, name) !== expected) throw new StorageError('pragma')
}

/** SECURITY: the history contains phone numbers, so other users of the computer must not read it. */
export const restrictToOwner = (file: string): void => {
  for (const part of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(part) && (statSync(part).mode & 0o777) !== 0o600) chmodSync(part, 0o600)
}

/** Creates a folder that only this user can access; restricts access to an existing one. */
export const createPrivateFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if ((statSync(folder).mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
}

/** How long a write waits for another connection, and the pause between attempts, in milliseconds. */
const [longestWait, triesEvery] = [5_000, 1]

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Blocks this thread for a number of milliseconds. */
export const sleep = (milliseconds: number): void => void Atomics.wait(sleeper, 0, 0, milliseconds)

/**
 * Begins a write transaction. SQLite itself would retry only after up to 100 ms; with this function, a call recorded
 * during a list import waits only until the other connection's transaction ends.
 */
const begin = (database: DatabaseSync, wait: number): void => {
  const until = performance.now() + wait
  for (;;)
    try {
      return withoutBusyWait(database, () => database.exec('BEGIN IMMEDIATE'))
    } catch (error) {
      if (sqliteCode(error) !== 5 || performance.now() >= until) throw error
      sleep(triesEvery)
    }
}

/**
 * Runs `run` in a write transaction, or in the caller's open one. BEGIN IMMEDIATE takes the lock first, so that a
 * refused lock leaves no open transaction.
 */
export const inTransaction = <T>(database: DatabaseSync, run: () => T, wait: number = longestWait): T => {
  if (database.isTransaction) return run()
  begin(database, wait)
  try {
    const value = run()
    database.exec('COMMIT')
    return value
  } catch (error) {
    // A failed COMMIT (for example on a full disk) may already have ended the transaction.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/**
 * Makes `prepare` compile each statement once: compiling takes as long as running, and a call waits until it is
 * recorded. No statement is used by two callers at once, because each runs to completion.
 */
export const cacheStatements = (database: DatabaseSync): DatabaseSync => {
  const known = new Map<string, StatementSync>()
  const compile = database.prepare.bind(database)
  database.prepare = (sql) => {
    const statement = known.get(sql) ?? compile(sql)
    known.set(sql, statement)
    return statement
  }
  return database
}

/** Runs `run` so that it fails immediately, instead of after five seconds, if another program holds the lock. */
export const withoutBusyWait = <T>(database: DatabaseSync, run: () => T): T => {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    return run()
  } finally {
    database.exec('PRAGMA busy_timeout = 5000')
  }
}

/**
 * Moves the WAL into the database and truncates it, so that it contains no erased data. Returns false if another
 * program is reading the WAL; then retry later.
 */
export const truncateWal = (database: DatabaseSync): boolean =>
  withoutBusyWait(
    database,
    () => Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] ?? 1) === 0,
  )

type Lease = { release(): void }

/**
 * Locks the data folder for this process by an exclusive lock on a small file, which the operating system releases when
 * the process ends. Throws `inUse` while another process holds it.
 */
export const acquireLease = (file: string): Lease => {
  // SECURITY: SQLite would create the file so that others can read it.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
  const database = new DatabaseSync(file)
  try {
    // Nothing is ever written here, so no journal file is needed.
    database.exec('PRAGMA journal_mode = MEMORY')
    // If two instances start at the same moment, one of them must get the lock.
    database.exec('PRAGMA busy_timeout = 100')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw sqliteCode(error) === 5 ? new StorageError('inUse') : error
  }
  return {
    release() {
      // Explicit, because a driver that closes the database late would keep the lock, and this app could not reopen the
      // database.
      database.exec('ROLLBACK')
      database.close()
    },
  }
}
