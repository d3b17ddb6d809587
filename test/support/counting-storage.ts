import { randomUUID } from 'node:crypto'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { BroadcastChannel } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/**
 * What the storage thread has done in the history since it started; statements outside transactions are not counted.
 */
export type StorageCounts = { transactions: number; commits: number; statements: number }

const isHistory = (database: DatabaseSync): boolean => database.location()?.endsWith('rundesk.db') === true

const countTransactions = (counts: StorageCounts): void => {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql)
    if (!isHistory(this)) return
    if (sql === 'BEGIN IMMEDIATE') counts.transactions += 1
    if (sql === 'COMMIT') counts.commits += 1
  }
}

const countStatements = (counts: StorageCounts): void => {
  const databases = new WeakMap<StatementSync, DatabaseSync>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (...sql) {
    const statement = prepare.apply(this, sql)
    databases.set(statement, this)
    return statement
  }
  const note = (statement: StatementSync): void => {
    const database = databases.get(statement)
    if (database?.isTransaction === true && isHistory(database)) counts.statements += 1
  }
  for (const name of ['get', 'all', 'run'] as const) {
    const original = StatementSync.prototype[name]
    // The replaced methods have overloads, which a replacement cannot declare.
    const counted = function (this: StatementSync, ...values: unknown[]): unknown {
      note(this)
      return Reflect.apply(original, this, values)
    }
    Object.defineProperty(StatementSync.prototype, name, { value: counted, configurable: true })
  }
}

/** Runs the app's storage in this thread and responds to each message on the channel with its counts. */
export const runCounting = async (name: string): Promise<void> => {
  const counts: StorageCounts = { transactions: 0, commits: 0, statements: 0 }
  countTransactions(counts)
  countStatements(counts)
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', () => channel.postMessage(counts))
  channel.unref()
  await import('../../src/main/storage/worker.ts')
}

/** Returns the entry of a storage thread that counts, and a function that reads its counts. */
export const createCountingWorker = (): { worker: URL; readCounts: () => Promise<StorageCounts> } => {
  const name = `storage counts ${randomUUID()}`
  const entry = JSON.stringify(new URL('./counting-storage.ts', import.meta.url))
  const text = `import { runCounting } from ${entry}\nawait runCounting(${JSON.stringify(name)})`
  const channel = new BroadcastChannel(name)
  onTestFinished(() => channel.close())
  return {
    worker: new URL(`data:text/javascript,${encodeURIComponent(text)}`),
    readCounts: () =>
      new Promise((resolve) => {
        // Only the storage thread writes to this channel.
        const read = (message: Event): void => resolve((message as MessageEvent<StorageCounts>).data)
        channel.addEventListener('message', read, { once: true })
        channel.postMessage('counts')
      }),
  }
}
