import { migrations } from '../../../src/main/storage/schema.ts'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { createSeededRandom } from '../seeded-random.ts'
import { existsSync } from 'node:fs'
import { Worker, workerData } from 'node:worker_threads'
import { writeMark } from '../../bench/runs/write-history.ts'

export type StorageCrashPoint =
  | 'beforeInsert'
  | 'afterInsert'
  | 'duringClaimCommit'
  | 'beforeSettle'
  | 'duringSettleCommit'
  | 'afterSettleCommit'
  | 'duringMigration'
  | 'duringCheckpoint'
  | 'duringBackup'
  | 'duringPurge'

/**
 * The fault injected into a storage thread: a crash (`callId` if the point is about one call; `share`, from 0 to 1, is
 * how far into the step), one more migration, commits without sync, slow syncs, syncs that report a failure even though
 * the data was written, or a mark that is adjusted to the history that the app finds.
 */
export type WorkerPlan =
  | { kind: 'crash'; point: StorageCrashPoint; callId: string; share: number }
  | { kind: 'migration' }
  | { kind: 'normalSync' }
  | { kind: 'slowSync'; milliseconds: number }
  | { kind: 'tornSync'; share: number; seed: number }
  | { kind: 'ignoredMark' }

const entry = new URL('./faulty-storage.ts', import.meta.url)

/**
 * Returns the entry of a storage thread with a plan. A worker does not get the query of its URL, so the plan is part of
 * its source.
 */
export const faultyWorker = (plan: WorkerPlan): URL => {
  const text = `import { runFaultyWorker } from ${JSON.stringify(entry)}\nawait runFaultyWorker(${JSON.stringify(plan)})`
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`)
}

/** Turns off the sync of commits, after the app has verified the setting. */
const injectNormalSync = (): void => {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'BEGIN IMMEDIATE') exec.call(this, 'PRAGMA synchronous = NORMAL')
    exec.call(this, sql)
  }
}

/** Waits precisely: on a busy machine, a sleep ends some milliseconds late, so the last part is a busy wait. */
const pauseFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, milliseconds - 1))
  while (performance.now() < until) continue
}

/** Delays every commit, which is one sync of the WAL. */
const injectSlowSync = (milliseconds: number): void => {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    // Commits to the search file do not sync.
    if (sql === 'COMMIT' && this.location()?.endsWith('rundesk.db') === true) pauseFor(milliseconds)
    exec.call(this, sql)
  }
}

/** SQLITE_IOERR_FSYNC, as the driver throws it. */
class SyncError extends Error {
  readonly code = 'ERR_SQLITE_ERROR'
  readonly errcode = 1034
}

/** Reports some commits as failed even though the WAL contains them. */
const injectTornSync = (share: number, seed: number): void => {
  const random = createSeededRandom(seed)
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql)
    if (sql !== 'COMMIT' || this.location()?.endsWith('rundesk.db') !== true) return
    if (random() < share) throw new SyncError('disk I/O error')
  }
}

/** Adds a migration, so that a history with the app's own version counts as old. It writes several pages per call. */
const injectMigration = (): void =>
  void migrations.push(
    `ALTER TABLE calls ADD COLUMN added TEXT NOT NULL DEFAULT ''; UPDATE calls SET added = hex(zeroblob(4000))`,
  )

/** Adjusts the mark to the history before the app compares the two. */
const injectIgnoredMark = (): void => {
  // `createStorage` passes this value to its thread; maintenance tasks get a different one.
  const { file } = workerData as { file?: string }
  if (file !== undefined && existsSync(file)) writeMark(file)
}

const inject = (plan: WorkerPlan): void => {
  switch (plan.kind) {
    case 'crash':
      if (plan.point === 'duringMigration' || plan.point === 'duringBackup') injectMigration()
      return injectCrash(plan)
    case 'migration':
      return injectMigration()
    case 'normalSync':
      return injectNormalSync()
    case 'slowSync':
      return injectSlowSync(plan.milliseconds)
    case 'tornSync':
      return injectTornSync(plan.share, plan.seed)
    case 'ignoredMark':
      return injectIgnoredMark()
  }
}

/** Runs the app's storage in this thread with a plan. */
export const runFaultyWorker = async (plan: WorkerPlan): Promise<void> => {
  inject(plan)
  await import('../../../src/main/storage/worker.ts')
}

type CrashPlan = Extract<WorkerPlan, { kind: 'crash' }>

/** Sends SIGKILL to this process, so that no thread continues. */
const killProcess = (): void => void process.kill(process.pid, 'SIGKILL')

const killThread = `
const { workerData } = require('node:worker_threads')
const flags = new Int32Array(workerData)
Atomics.store(flags, 2, 1)
Atomics.notify(flags, 2)
Atomics.wait(flags, 0, 0)
const until = process.hrtime.bigint() + BigInt(Atomics.load(flags, 1))
while (process.hrtime.bigint() < until);
process.kill(process.pid, 'SIGKILL')`

/** Returns a function that kills the process after a number of milliseconds, from another thread. */
const createDelayedKill = (): ((milliseconds: number) => void) => {
  const shared = new SharedArrayBuffer(12)
  const flags = new Int32Array(shared)
  new Worker(killThread, { eval: true, workerData: shared }).unref()
  // If the timer started before its thread was running, it would fire late.
  Atomics.wait(flags, 2, 0, 10_000)
  return (milliseconds) => {
    Atomics.store(flags, 1, Math.round(milliseconds * 1e6))
    Atomics.store(flags, 0, 1)
    Atomics.notify(flags, 0)
  }
}

const startsWith =
  (...beginnings: string[]) =>
  ({ sql }: SqlStep): boolean =>
    beginnings.some((beginning) => sql.startsWith(beginning))

const isInsert = startsWith('INSERT INTO calls ')
const isCommit = ({ sql }: SqlStep): boolean => sql === 'COMMIT'
const isMoveTo =
  (state: string) =>
  ({ sql, values }: SqlStep): boolean =>
    sql.startsWith('UPDATE calls SET') && sql.includes('state = ?') && values.includes(state)

/** Kills the process in the middle of a step, which takes about as long as the previous one of its kind. */
const createKillDuringStep = (share: number) => {
  const killAfter = createDelayedKill()
  let typical = 1
  let began = 0
  return {
    begin: (): void => void (began = performance.now()),
    end: (): void => void (typical = performance.now() - began),
    kill: (): void => killAfter(typical * share),
  }
}

/** Crashes at the statements that insert one call or settle it as accepted. */
const injectCallCrash = ({ point, callId, share }: CrashPlan): void => {
  const commitKill = createKillDuringStep(share)
  const isOurs = (step: SqlStep): boolean => step.values.includes(callId)
  const isSettling = isMoveTo('accepted')
  let open: 'nothing' | 'inserted' | 'settled' = 'nothing'

  const beforeCommit = (): void => {
    commitKill.begin()
    if (point === 'duringClaimCommit' && open === 'inserted') commitKill.kill()
    if (point === 'duringSettleCommit' && open === 'settled') commitKill.kill()
  }
  const afterCommit = (): void => {
    commitKill.end()
    if (point === 'afterSettleCommit' && open === 'settled') killProcess()
    // Later statements about the same call belong to another transaction.
    open = 'nothing'
  }

  hookSql({
    before: (step) => {
      if (isCommit(step)) return beforeCommit()
      if (!isOurs(step)) return
      if (point === 'beforeInsert' && isInsert(step)) killProcess()
      if (!isSettling(step)) return
      if (point === 'beforeSettle') killProcess()
      open = 'settled'
    },
    after: (step) => {
      if (isCommit(step)) return afterCommit()
      if (!isInsert(step) || !isOurs(step)) return
      if (point === 'afterInsert') killProcess()
      open = 'inserted'
    },
  })
}

/** Crashes some milliseconds after a statement that starts a maintenance task. */
const injectMaintenanceCrash = (isTheBeginning: (step: SqlStep) => boolean, milliseconds: number): void => {
  const killAfter = createDelayedKill()
  hookSql({ before: (step) => void (isTheBeginning(step) && killAfter(milliseconds)) })
}

/**
 * Crashes while the last connection closes: that checkpoints the WAL, and it is the only checkpoint that always
 * happens.
 */
const injectCloseCrash = (milliseconds: number): void => {
  const killAfter = createDelayedKill()
  const { close } = DatabaseSync.prototype
  DatabaseSync.prototype.close = function () {
    if (this.location()?.endsWith('rundesk.db') === true) killAfter(milliseconds)
    close.call(this)
  }
}

/** Injects a crash into this thread's storage. */
const injectCrash = (plan: CrashPlan): void => {
  const { share } = plan
  switch (plan.point) {
    case 'duringMigration':
      return injectMaintenanceCrash(startsWith('ALTER TABLE'), share * 15)
    case 'duringBackup':
      return injectMaintenanceCrash(startsWith('VACUUM INTO'), share * 10)
    case 'duringPurge':
      return injectMaintenanceCrash(startsWith('UPDATE calls SET phone_number'), share * 10)
    case 'duringCheckpoint':
      return injectCloseCrash(share * 3)
    case 'beforeInsert':
    case 'afterInsert':
    case 'duringClaimCommit':
    case 'beforeSettle':
    case 'duringSettleCommit':
    case 'afterSettleCommit':
      return injectCallCrash(plan)
  }
}

/** A statement and its parameters. */
type SqlStep = { sql: string; values: readonly unknown[] }

type SqlHooks = { before?: (step: SqlStep) => void; after?: (step: SqlStep) => void }

type StatementMethod = (...values: unknown[]) => unknown

/** Runs hooks before and after every statement of this thread's databases. */
const hookSql = ({ before, after }: SqlHooks): void => {
  const around = (sql: string, act: StatementMethod): StatementMethod =>
    function (this: unknown, ...values) {
      const step = { sql: sql.trim(), values }
      before?.(step)
      const result = Reflect.apply(act, this, values)
      after?.(step)
      return result
    }

  const { exec, prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    around(sql, () => exec.call(this, sql))()
  }
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    const statement: StatementSync = Reflect.apply(prepare, this, [sql, ...rest])
    for (const name of ['run', 'get', 'all', 'iterate'] as const)
      // The wrapper has the parameters and the result of the method.
      Object.defineProperty(statement, name, { value: around(sql, statement[name].bind(statement) as StatementMethod) })
    return statement
  }
}
