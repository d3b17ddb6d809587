import { Worker } from 'node:worker_threads'
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryVault, type KeyVault } from '../../../../src/main/vault/vault.ts'
import { createCountingWorker } from '../../../support/counting-storage.ts'
import { openCallingApp } from './open-calling-app.ts'

const walHeader = 32
const frameHeader = 24

/**
 * Counts the commits in a WAL: a commit's last frame contains the database size. Each is synced (`synchronous = FULL`).
 */
const countSyncs = (file: string): number => {
  const wal = readFileSync(`${file}-wal`)
  const frame = frameHeader + wal.readUInt32BE(8)
  const salt = wal.subarray(16, 24)
  let commits = 0
  for (let at = walHeader; at + frame <= wal.length; at += frame) {
    // Frames from an earlier use of the file have a different salt.
    if (wal.subarray(at + 8, at + 16).equals(salt) && wal.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}

const countingVault = (): { vault: KeyVault; reads: () => number } => {
  const vault = createMemoryVault()
  const get = vi.spyOn(vault, 'get')
  return { vault, reads: () => get.mock.calls.length }
}

/** A cached key is valid for a minute on this clock, so the clock must not run faster than real time. */
const realTime = {
  monotonic: () => performance.now(),
  after(milliseconds: number, action: () => void) {
    const timer = setTimeout(action, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}

const openCountingApp = async () => {
  const { worker, readCounts } = createCountingWorker()
  const { vault, reads } = countingVault()
  const post = vi.spyOn(Worker.prototype, 'postMessage')
  const app = await openCallingApp({ worker, vault, parts: realTime })
  const countAll = async () => ({
    ...(await readCounts()),
    syncs: countSyncs(app.file),
    messages: post.mock.calls.length,
    keyReads: reads(),
  })
  return {
    ...app,
    /** Returns what one call to a new number costs, from the button until its outcome is recorded. */
    async costOf(phoneNumber: string) {
      const before = await countAll()
      const { answer } = await app.call({ phoneNumber })
      expect(answer).toMatchObject({ ok: true })
      const after = await countAll()
      return {
        transactions: after.transactions - before.transactions,
        commits: after.commits - before.commits,
        syncs: after.syncs - before.syncs,
        statements: after.statements - before.statements,
        messages: after.messages - before.messages,
        keyReads: after.keyReads - before.keyReads,
      }
    },
  }
}

/**
 * Recording the call (before the request) and its outcome (after the response) costs one transaction, sync and message
 * each. The key is read once a minute. The guards and the record take 8 statements and the outcome takes 7: one
 * updates the list row of a call that has one, and one finds the reminders that a placed call removes.
 */
const costs = { transactions: 2, commits: 2, syncs: 2, messages: 2, statements: 15, keyReads: 0 }

it('costs one transaction, one sync and one message before and after the request, the same for every call', async () => {
  const app = await openCountingApp()
  await app.costOf('+14155550177')
  for (const number of ['+14155550178', '+14155550179', 'sip:4155550180:secret@carrier.example'])
    expect(await app.costOf(number)).toEqual(costs)
})

it('sends the record to storage before it prepares the request, so that both happen at the same time', async () => {
  const app = await openCallingApp()
  vi.restoreAllMocks()
  const order: string[] = []
  const { postMessage } = Worker.prototype
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...message) {
    order.push('record')
    postMessage.apply(this, message)
  })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(...request: ConstructorParameters<typeof Request>) {
        order.push('request')
        super(...request)
      }
    },
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  await app.call({ phoneNumber: '+14155550181' })
  expect(order.slice(0, 2)).toEqual(['record', 'request'])
})
