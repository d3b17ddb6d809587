/** Where a storage thread kills its own process. */
export const storageCrashPoints = [
  'beforeInsert',
  'afterInsert',
  'duringClaimCommit',
  'beforeSettle',
  'duringSettleCommit',
  'afterSettleCommit',
  'duringMigration',
  'duringCheckpoint',
  'duringBackup',
  'duringPurge',
] as const

export type StorageCrashPoint = (typeof storageCrashPoints)[number]

/**
 * What is planted in a storage thread: a crash (for one call, where the point is about one; `share` from 0 to 1 says how
 * far into the act), commits that do not wait for the disk, a disk that takes its time, or one that says of a share of the
 * commits that their sync failed although it keeps them.
 */
export type WorkerPlan =
  | { kind: 'crash'; point: StorageCrashPoint; callId: string; share: number }
  | { kind: 'normalSync' }
  | { kind: 'slowSync'; milliseconds: number }
  | { kind: 'tornSync'; share: number; seed: number }

const entry = new URL('./planted-storage.ts', import.meta.url)

/** A storage thread's entry with a plan planted in it. The thread forgets a query in its address, so the plan is its text. */
export const plantedWorker = (plan: WorkerPlan): URL => {
  const text = `import { runPlanted } from ${JSON.stringify(entry)}\nawait runPlanted(${JSON.stringify(plan)})`
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`)
}
