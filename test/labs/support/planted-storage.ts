import { DatabaseSync } from 'node:sqlite'
import { plantCrash } from './plant-crash.ts'
import { hookSql } from './sql-hooks.ts'
import type { WorkerPlan } from './worker-plan.ts'

/** Commits go to the write-ahead log and nobody waits for the disk: the setting is changed after it was checked. */
const plantNormalSync = (): void => {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'BEGIN IMMEDIATE') exec.call(this, 'PRAGMA synchronous = NORMAL')
    exec.call(this, sql)
  }
}

/** Every commit, which is one sync of the write-ahead log, takes so much longer. */
const plantSlowSync = (milliseconds: number): void => {
  const never = new Int32Array(new SharedArrayBuffer(4))
  hookSql({ before: ({ sql }) => void (sql === 'COMMIT' && Atomics.wait(never, 0, 0, milliseconds)) })
}

const plant = (plan: WorkerPlan): void => {
  switch (plan.kind) {
    case 'crash':
      return plantCrash(plan)
    case 'normalSync':
      return plantNormalSync()
    case 'slowSync':
      return plantSlowSync(plan.milliseconds)
  }
}

/** Runs the app's own storage in this thread with a plan planted around its statements. */
export const runPlanted = async (plan: WorkerPlan): Promise<void> => {
  plant(plan)
  await import('../../../src/main/storage/storage-worker.ts')
}
