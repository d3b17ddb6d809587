import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { hookSql, type SqlStep } from './sql-hooks.ts'
import type { WorkerPlan } from './worker-plan.ts'

type CrashPlan = Extract<WorkerPlan, { kind: 'crash' }>

/** kill −9, from inside: nothing runs after it, no matter in which thread. */
const die = (): void => void process.kill(process.pid, 'SIGKILL')

const killer = `
const { workerData } = require('node:worker_threads')
const cell = new Int32Array(workerData)
Atomics.store(cell, 2, 1)
Atomics.notify(cell, 2)
Atomics.wait(cell, 0, 0)
const until = process.hrtime.bigint() + BigInt(Atomics.load(cell, 1))
while (process.hrtime.bigint() < until);
process.kill(process.pid, 'SIGKILL')`

/** Makes a bomb that goes off so many milliseconds after it was lit, whatever this thread does meanwhile. */
const createBomb = (): ((milliseconds: number) => void) => {
  const shared = new SharedArrayBuffer(12)
  const cell = new Int32Array(shared)
  new Worker(killer, { eval: true, workerData: shared }).unref()
  // Lit before its thread is there, it would go off late.
  Atomics.wait(cell, 2, 0, 10_000)
  return (milliseconds) => {
    Atomics.store(cell, 1, Math.round(milliseconds * 1e6))
    Atomics.store(cell, 0, 1)
    Atomics.notify(cell, 0)
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

/** Kills in the middle of an act that takes about as long as the last one of its kind took. */
const createMiddle = (share: number) => {
  const light = createBomb()
  let typical = 1
  let began = 0
  return {
    begin: (): void => void (began = performance.now()),
    end: (): void => void (typical = performance.now() - began),
    strike: (): void => light(typical * share),
  }
}

/** A crash around the statements that belong to one call: the one that inserts it, the one that settles it as accepted. */
const plantCallCrash = ({ point, callId, share }: CrashPlan): void => {
  const middle = createMiddle(share)
  const isOurs = (step: SqlStep): boolean => step.values.includes(callId)
  const isSettling = isMoveTo('accepted')
  let open: 'nothing' | 'inserted' | 'settled' = 'nothing'

  const beforeCommit = (): void => {
    middle.begin()
    if (point === 'duringClaimCommit' && open === 'inserted') middle.strike()
    if (point === 'duringSettleCommit' && open === 'settled') middle.strike()
  }
  const afterCommit = (): void => {
    middle.end()
    if (point === 'afterSettleCommit' && open === 'settled') die()
    // What comes later about the same call is another transaction.
    open = 'nothing'
  }

  hookSql({
    before: (step) => {
      if (isCommit(step)) return beforeCommit()
      if (!isOurs(step)) return
      if (point === 'beforeInsert' && isInsert(step)) die()
      if (!isSettling(step)) return
      if (point === 'beforeSettle') die()
      open = 'settled'
    },
    after: (step) => {
      if (isCommit(step)) return afterCommit()
      if (!isInsert(step) || !isOurs(step)) return
      if (point === 'afterInsert') die()
      open = 'inserted'
    },
  })
}

/** A crash in the middle of a piece of upkeep that begins with one of these statements and takes about so long. */
const plantUpkeepCrash = (isTheBeginning: (step: SqlStep) => boolean, milliseconds: number): void => {
  const light = createBomb()
  hookSql({ before: (step) => void (isTheBeginning(step) && light(milliseconds)) })
}

/** Closing the last connection writes the whole log back into the database: the one checkpoint that surely comes. */
const plantCloseCrash = (milliseconds: number): void => {
  const light = createBomb()
  const { close } = DatabaseSync.prototype
  DatabaseSync.prototype.close = function () {
    if (this.location()?.endsWith('rundesk.db') === true) light(milliseconds)
    close.call(this)
  }
}

/** Plants one crash in this thread's storage. */
export const plantCrash = (plan: CrashPlan): void => {
  const { share } = plan
  switch (plan.point) {
    case 'duringMigration':
      return plantUpkeepCrash(startsWith('ALTER TABLE'), share * 30)
    case 'duringBackup':
      return plantUpkeepCrash(startsWith('VACUUM INTO'), share * 10)
    case 'duringPurge':
      return plantUpkeepCrash(startsWith('UPDATE calls SET phone_number'), share * 10)
    case 'duringCheckpoint':
      return plantCloseCrash(share * 3)
    case 'beforeInsert':
    case 'afterInsert':
    case 'duringClaimCommit':
    case 'beforeSettle':
    case 'duringSettleCommit':
    case 'afterSettleCommit':
      return plantCallCrash(plan)
  }
}
