import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AppInfo } from '../../src/contract/app-info.ts'
import type { Call } from '../../src/contract/call.ts'
import type { Outcome } from '../../src/contract/failure.ts'
import { createDesk, type DeskParts, type DeskService } from '../../src/main/desk.ts'
import { createPracticeHost } from '../../src/main/practice/practice-host.ts'
import { createPracticeService, type PracticeService } from '../../src/main/practice/practice-service.ts'
import { startPracticeListener } from '../../src/main/practice/practice-listener.ts'
import { createStorage, type Storage } from '../../src/main/storage/storage.ts'
import type { KeyVault } from '../../src/main/vault/key-vault.ts'
import { createMemoryVault } from '../../src/main/vault/memory-vault.ts'
import { temporaryFolder } from './temporary-folder.ts'

const worker = new URL('../../src/main/storage/storage-worker.ts', import.meta.url)
const clock = { now: () => Date.now() }

export type DeskChanges = {
  file?: string
  vault?: KeyVault
  runtime?: AppInfo['runtime']
  clipboard?: string
  dialMilliseconds?: number
  wrapStorage?: (storage: Storage) => Storage
  /** Parts in place of the usual ones: another clock, a time that passes faster. */
  parts?: Partial<DeskParts>
}

/** A whole desk over real storage and real sockets; only the keychain is in memory. */
export const openTestDesk = (changes: DeskChanges = {}) => {
  const file = changes.file ?? join(temporaryFolder(), 'data', 'rundesk.db')
  const announced: string[] = []
  const storage = createStorage({ file, worker })
  const desk = createDesk({
    storage: changes.wrapStorage?.(storage) ?? storage,
    vault: changes.vault ?? createMemoryVault(),
    practice: {
      firstRunId: 48_001,
      createHost: (firstRunId) => createPracticeHost({ clock, random: Math.random, firstRunId, pace: { dialMs: 20 } }),
    },
    appInfo: {
      version: '0.0.0',
      electron: '45.0.0',
      chromium: '156',
      node: '24',
      platform: 'test',
      runtime: changes.runtime ?? 'product',
    },
    clipboard: { read: () => Promise.resolve(changes.clipboard ?? ''), write: () => Promise.resolve() },
    announce: (name, payload) => void announced.push(`${name} ${JSON.stringify(payload)}`),
    clock: clock.now,
    randomBytes: (count) => randomBytes(count),
    createUuid: () => randomUUID(),
    monotonic: () => performance.now(),
    after: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds).unref()
      return () => clearTimeout(timer)
    },
    operator: 'ana',
    computer: 'desk-07',
    environment: {},
    resolveProxy: null,
    onNetworkTrouble: () => {},
    dialMilliseconds: changes.dialMilliseconds ?? 2_000,
    ...changes.parts,
  })
  onTestFinished(() => desk.close())
  return { desk, file, storage, announced, ask: desk.operations }
}

/** The value of an outcome that must have succeeded. */
export const valueOf = async <T>(outcome: Promise<Outcome<T>> | Outcome<T>): Promise<T> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(`not ok: ${JSON.stringify(settled.failure)}`)
  return settled.value
}

/** Waits until nothing is on its way and gives the call as it stands. */
export const settledCall = async (desk: DeskService, callId: string): Promise<Call> => {
  await desk.settled()
  return (await valueOf(desk.operations.getCall({ callId }))).call
}

/** A practice service on a port of its own, standing in for an organization's service. */
export const startService = async (): Promise<{ origin: string; service: PracticeService; key: string }> => {
  const service = createPracticeService({ clock, random: Math.random, pace: { slowMs: 500 } })
  const listener = await startPracticeListener(service)
  onTestFinished(() => listener.close())
  const key = service.facts[0]?.keys.active
  if (key === undefined) throw new Error('The practice world has no organization.')
  return { origin: listener.origin, service, key }
}
