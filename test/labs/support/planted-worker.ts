// The app's own storage thread with a plan planted around its statements; see worker-plan.ts.
import { plantCrash } from './plant-crash.ts'
import { hookSql } from './sql-hooks.ts'
import type { WorkerPlan } from './worker-plan.ts'
import { DatabaseSync } from 'node:sqlite'

// Written by plantedWorker.
const plan = JSON.parse(new URL(import.meta.url).searchParams.get('plan') ?? '') as WorkerPlan

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

switch (plan.kind) {
  case 'crash':
    plantCrash(plan)
    break
  case 'normalSync':
    plantNormalSync()
    break
  case 'slowSync':
    plantSlowSync(plan.milliseconds)
    break
}

await import('../../../src/main/storage/storage-worker.ts')
