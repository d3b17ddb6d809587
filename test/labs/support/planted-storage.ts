import { DatabaseSync } from 'node:sqlite'
import { createSeededRandom } from '../seeded-random.ts'
import { plantCrash } from './plant-crash.ts'
import type { WorkerPlan } from './worker-plan.ts'

/** Commits go to the write-ahead log and nobody waits for the disk: the setting is changed after it was checked. */
const plantNormalSync = (): void => {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'BEGIN IMMEDIATE') exec.call(this, 'PRAGMA synchronous = NORMAL')
    exec.call(this, sql)
  }
}

/** A sleep ends late, by up to some milliseconds on a busy machine: the last one is waited for by looking at the clock. */
const pauseFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, milliseconds - 1))
  while (performance.now() < until) continue
}

/** Every commit, which is one sync of the write-ahead log, takes so much longer, and nothing else does. */
const plantSlowSync = (milliseconds: number): void => {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    // A commit of the search file waits for no disk.
    if (sql === 'COMMIT' && this.location()?.endsWith('rundesk.db') === true) pauseFor(milliseconds)
    exec.call(this, sql)
  }
}

/** What the driver throws when the sync of a commit failed: SQLITE_IOERR_FSYNC. */
class SyncError extends Error {
  readonly code = 'ERR_SQLITE_ERROR'
  readonly errcode = 1034
}

/** A share of the commits is kept, and said to have failed; the log that is read again afterwards holds them. */
const plantTornSync = (share: number, seed: number): void => {
  const random = createSeededRandom(seed)
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql)
    if (sql !== 'COMMIT' || this.location()?.endsWith('rundesk.db') !== true) return
    if (random() < share) throw new SyncError('disk I/O error')
  }
}

const plant = (plan: WorkerPlan): void => {
  switch (plan.kind) {
    case 'crash':
      return plantCrash(plan)
    case 'normalSync':
      return plantNormalSync()
    case 'slowSync':
      return plantSlowSync(plan.milliseconds)
    case 'tornSync':
      return plantTornSync(plan.share, plan.seed)
  }
}

/** Runs the app's own storage in this thread with a plan planted around its statements. */
export const runPlanted = async (plan: WorkerPlan): Promise<void> => {
  plant(plan)
  await import('../../../src/main/storage/storage-worker.ts')
}
