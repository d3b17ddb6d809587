import { Worker } from 'node:worker_threads'
import { DatabaseSync } from 'node:sqlite'
import { hookSql, type SqlStep } from './sql-hooks.ts'
import type { WorkerPlan } from './worker-plan.ts'

type CrashPlan = Extract<WorkerPlan, { kind: 'crash' }>

/** kill −9, from inside: nothing runs after it, no matter in which thread. */
const die = (): void => void process.kill(process.pid, 'SIGKILL')

const killer = `
const { workerData } = require('node:worker_threads')
const cell = new Int32Array(workerData)
Atomics.wait(cell, 0, 0)
const until = process.hrtime.bigint() + BigInt(Atomics.load(cell, 1))
while (process.hrtime.bigint() < until);
process.kill(process.pid, 'SIGKILL')`

/** Makes a bomb that goes off so many nanoseconds after it was lit, whatever this thread does meanwhile. */
const createBomb = (): ((nanoseconds: number) => void) => {
  const shared = new SharedArrayBuffer(8)
  new Worker(killer, { eval: true, workerData: shared }).unref()
  const cell = new Int32Array(shared)
  return (nanoseconds) => {
    Atomics.store(cell, 1, Math.round(nanoseconds))
    Atomics.store(cell, 0, 1)
    Atomics.notify(cell, 0)
  }
}

const startsWith =
  (...beginnings: string[]) =>
  ({ sql }: SqlStep): boolean =>
    beginnings.some((beginning) => sql.startsWith(beginning))

const isInsert = startsWith('INSERT INTO calls ')
const isMove = startsWith('UPDATE calls SET state')
const isCommit = ({ sql }: SqlStep): boolean => sql === 'COMMIT'

/** Kills in the middle of an act that takes about as long as the ones before it took. */
const createMiddle = (share: number) => {
  const light = createBomb()
  let typical = 1_000_000
  let began = 0n
  return {
    begin: (): void => void (began = process.hrtime.bigint()),
    end: (): void => void (typical = Number(process.hrtime.bigint() - began)),
    strike: (): void => light(typical * share),
  }
}

/** A crash around the statements that belong to one call. */
const plantCallCrash = ({ point, callId, share }: CrashPlan): void => {
  const middle = createMiddle(share)
  const isOurs = (step: SqlStep): boolean => step.values.includes(callId)
  let step: 'none' | 'inserted' | 'settled' = 'none'

  const beforeCommit = (): void => {
    middle.begin()
    if (point === 'duringClaimCommit' && step === 'inserted') middle.strike()
    if (point === 'duringSettleCommit' && step === 'settled') middle.strike()
  }
  const afterCommit = (): void => {
    middle.end()
    if (point === 'afterSettleCommit' && step === 'settled') die()
    // What comes later about the same call is another transaction.
    step = 'none'
  }

  hookSql({
    before: (now) => {
      if (isCommit(now)) return beforeCommit()
      if (point === 'beforeInsert' && isInsert(now) && isOurs(now)) die()
      if (isMove(now) && isOurs(now) && now.values[0] !== 'sending') {
        if (point === 'beforeSettle') die()
        step = 'settled'
      }
    },
    after: (now) => {
      if (isCommit(now)) return afterCommit()
      if (!isInsert(now) || !isOurs(now)) return
      if (point === 'afterInsert') die()
      step = 'inserted'
    },
  })
}

/** A crash in the middle of one kind of upkeep. `share` of a typical 2 ms, because there is none before to measure by. */
const plantUpkeepCrash = (isTheAct: (step: SqlStep) => boolean, share: number): void => {
  const light = createBomb()
  hookSql({ before: (step) => void (isTheAct(step) && light(share * 4_000_000)) })
}

const plantCloseCrash = (share: number): void => {
  const light = createBomb()
  const { close } = DatabaseSync.prototype
  DatabaseSync.prototype.close = function () {
    light(share * 4_000_000)
    close.call(this)
  }
}

/** Plants one crash in this thread's storage. */
export const plantCrash = (plan: CrashPlan): void => {
  switch (plan.point) {
    case 'duringMigration':
      return plantUpkeepCrash(startsWith('PRAGMA user_version =', 'ALTER TABLE', 'CREATE TABLE'), plan.share)
    case 'duringBackup':
      return plantUpkeepCrash(startsWith('VACUUM INTO'), plan.share)
    case 'duringPurge':
      return plantUpkeepCrash(startsWith('DELETE FROM', 'UPDATE calls SET phone_number'), plan.share)
    case 'duringCheckpoint':
      // Closing the last connection writes the whole log back into the database.
      return plantCloseCrash(plan.share)
    case 'beforeInsert':
    case 'afterInsert':
    case 'duringClaimCommit':
    case 'beforeSettle':
    case 'duringSettleCommit':
    case 'afterSettleCommit':
      return plantCallCrash(plan)
  }
}
