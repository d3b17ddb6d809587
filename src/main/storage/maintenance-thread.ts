import { copyFileSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { HistoryCheck } from '../../contract/app-status.ts'
import { backupFolder, listBackups, makeBackup, removeUnfinishedBackups } from './backup.ts'
import { assertIntegrity, verifyChain } from './chain.ts'
import { inTransaction } from './database.ts'
import { eraseAllMentions, type Erasure, eraseNumber } from './erase.ts'
import { type ErrorTrace, reasonOf, StorageError, type StorageReason, traceOf } from './errors.ts'
import { listDamaged, moveIntoPlace } from './files.ts'
import { migrate } from './migrate.ts'
import { findPendingErasure, removePendingErasure } from './pending-erasures.ts'
import { isIndexIntact } from './search/search-file.ts'

/**
 * Runs long tasks on the history one at a time, because an erasure must not overlap a backup, and keeps their results
 * while the database is closed and reopened. `onDamage` is invoked when a task finds the open file corrupt.
 */
export const createMaintenance = (deps: { file: string; run: RunMaintenance; onDamage: () => void }) => {
  const { file, run, onDamage } = deps
  let queue: Promise<unknown> = Promise.resolve()
  let check: { result: HistoryCheck; at: string } | null = null
  let backupFailure: StorageReason | null = null

  const runExclusive = <T>(task: () => Promise<T>): Promise<T> => {
    const result = queue.then(task)
    // The caller gets the failure through `result`; the next task starts anyway.
    queue = result.catch(() => undefined)
    return result
  }

  const reportDamage = async <T>(task: Promise<T>): Promise<T> => {
    try {
      return await task
    } catch (error) {
      if (reasonOf(error) === 'corrupt') onDamage()
      throw error
    }
  }

  const backUp = async (at: string, clockIsTrusted: boolean): Promise<null> => {
    try {
      await reportDamage(run('backUp', { file, at, clockIsTrusted }))
      backupFailure = null
      return null
    } catch (error) {
      backupFailure = reasonOf(error)
      throw error
    }
  }

  const verify = async (at: string): Promise<HistoryCheck> => {
    const result = await reportDamage(run('verify', { file }))
    check = { result, at }
    return result
  }

  return {
    runExclusive,
    noteBackup: (failure: StorageReason | null): void => void (backupFailure = failure),
    lastResults: () => ({ check, backupFailure }),
    verify: (at: string): Promise<HistoryCheck> => runExclusive(() => verify(at)),
    backUp: (at: string, clockIsTrusted: boolean): Promise<null> => runExclusive(() => backUp(at, clockIsTrusted)),
    /** Returns whether the search index matches its text; takes up to a minute for a long history. */
    checkSearch: (): Promise<boolean> => runExclusive(() => run('checkSearch', { file })),
    eraseFromBackups: (erasure: BackupErasure, at: string): Promise<string[]> =>
      run('eraseFromBackups', { file, ...erasure, at }),
  }
}

export type Maintenance = ReturnType<typeof createMaintenance>

export type MaintenanceJob = { task: MaintenanceTaskName; input: unknown }
export type MaintenanceAnswer =
  | { ok: true; value: unknown }
  | { ok: false; reason: StorageReason; trace: ErrorTrace | null }

type RunMaintenance = <N extends MaintenanceTaskName>(
  task: N,
  input: Parameters<MaintenanceTasks[N]>[0],
) => Promise<ReturnType<MaintenanceTasks[N]>>

/**
 * Runs each task in a short-lived thread that runs the file `entry`, the storage worker. `stop` ends the current one.
 */
export const createMaintenanceThread = (entry: string): { run: RunMaintenance; stop: () => Promise<void> } => {
  let running: Worker | null = null

  const answerOf = (worker: Worker): Promise<MaintenanceAnswer> => {
    const { promise, resolve } = Promise.withResolvers<MaintenanceAnswer>()
    worker.once('message', (answer: MaintenanceAnswer) => resolve(answer))
    // A thread that ends without a response has not completed its task.
    worker.once('error', (error) => resolve({ ok: false, reason: reasonOf(error), trace: traceOf(error) }))
    worker.once('exit', () => resolve({ ok: false, reason: 'unavailable', trace: null }))
    return promise
  }

  return {
    async run<N extends MaintenanceTaskName>(task: N, input: Parameters<MaintenanceTasks[N]>[0]) {
      const worker = new Worker(new URL(entry), { workerData: { task, input } satisfies MaintenanceJob })
      running = worker
      const answer = await answerOf(worker)
      running = null
      if (!answer.ok) throw new StorageError(answer.reason, undefined, answer.trace)
      // The thread ran the function whose type is named here; a message port cannot carry the type.
      return answer.value as ReturnType<MaintenanceTasks[N]>
    },
    async stop() {
      await running?.terminate()
    },
  }
}

const withDatabase = <T>(file: string, use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    database.exec('PRAGMA temp_store = MEMORY')
    return use(database)
  } finally {
    database.close()
  }
}

/** `erasureId` identifies the request; null if an older version of the app has stored it. */
type BackupErasure = Erasure & { erasureId: string | null }

/**
 * Erases a person from a database as it was at any time. If it was copied after the request, it no longer had the person's
 * own data, so their data in it is newer and is kept.
 */
const eraseFromDatabase = (database: DatabaseSync, { erasureId, ...erasure }: BackupErasure, at: string): void => {
  const pending = findPendingErasure(database, erasure.phoneNumber)
  if (pending === null || pending.erasureId === null || pending.erasureId !== erasureId)
    eraseNumber(database, erasure, at)
  else if (pending.hasMentions) eraseAllMentions(database, pending)
  removePendingErasure(database, erasure.phoneNumber)
}

type BackupJob = BackupErasure & { file: string; at: string }

const eraseFromCopy = (part: string, { at, ...erasure }: BackupJob): void => {
  const copy = new DatabaseSync(part)
  try {
    // SECURITY: a journal on disk would keep the erased data.
    for (const pragma of ['journal_mode = MEMORY', 'temp_store = MEMORY', 'secure_delete = ON'])
      copy.exec(`PRAGMA ${pragma}`)
    assertIntegrity(copy)
    migrate(copy)
    inTransaction(copy, () => eraseFromDatabase(copy, erasure, at))
    copy.exec('VACUUM')
    assertIntegrity(copy)
  } finally {
    copy.close()
  }
}

/** Erases the person's data from one backup; if the backup is damaged, returns false and leaves it unchanged. */
const eraseFromBackup = (backup: string, erasure: BackupJob): boolean => {
  const part = `${backup}.part`
  try {
    copyFileSync(backup, part)
    eraseFromCopy(part, erasure)
    moveIntoPlace(part, backup)
    return true
  } catch (error) {
    rmSync(part, { force: true })
    if (reasonOf(error) === 'corrupt') return false
    throw error
  }
}

/** Erases a person's data from every backup and returns the names of the damaged files that may still contain it. */
const eraseFromBackups = (erasure: BackupJob): string[] => {
  const folder = backupFolder(erasure.file)
  removeUnfinishedBackups(folder)
  const unreadable = listBackups(folder).filter(({ file }) => !eraseFromBackup(file, erasure))
  const damaged = [...listDamaged(dirname(erasure.file)), ...listDamaged(folder)]
  return [...unreadable.map(({ file }) => basename(file)), ...damaged.map((file) => basename(file))]
}

/** Tasks that would delay a call, so they run in a separate thread with its own connection. */
export const maintenanceTasks = {
  /** Checks the whole file and the content of every row. Throws `corrupt` if the file is damaged. */
  verify: ({ file }: { file: string }): HistoryCheck =>
    withDatabase(file, (database) => {
      assertIntegrity(database)
      return verifyChain(database)
    }),

  /** Checks the whole database, then copies it; returns the copy's file. */
  backUp: ({ file, at, clockIsTrusted }: { file: string; at: string; clockIsTrusted: boolean }): string =>
    withDatabase(file, (database) => {
      assertIntegrity(database)
      return makeBackup(database, backupFolder(file), at, clockIsTrusted)
    }),

  eraseFromBackups,

  checkSearch: ({ file }: { file: string }): boolean => isIndexIntact(file),
}

type MaintenanceTasks = typeof maintenanceTasks
type MaintenanceTaskName = keyof MaintenanceTasks
