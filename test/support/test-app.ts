import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AppInfo } from '../../src/contract/app-status.ts'
import type { Call } from '../../src/contract/call.ts'
import { createApp, type AppDeps, type App } from '../../src/main/app/create-app.ts'
import { createListImporter } from '../../src/main/lists/import.ts'
import { createPracticeHost, startPracticeListener } from '../../src/main/practice/host.ts'
import { createPracticeService, type PracticeService } from '../../src/main/practice/practice-service.ts'
import { createStorage, type Storage } from '../../src/main/storage/storage.ts'
import { createMemoryVault, type KeyVault } from '../../src/main/vault/vault.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { valueOf } from './value-of.ts'
import { importThread, storageThread } from './thread-entries.ts'

export { valueOf }

const clock = { now: () => Date.now() }

export type TestAppOptions = {
  file?: string
  /** The entry file of the storage thread. */
  worker?: URL
  vault?: KeyVault
  runtime?: AppInfo['runtime']
  clipboard?: string
  dialMilliseconds?: number
  wrapStorage?: (storage: Storage) => Storage
  /** Replacements for the app's dependencies, such as a faster clock. */
  parts?: Partial<AppDeps>
}

/** Opens the complete app with real storage and real sockets; only the keychain is in memory. */
export const openTestApp = (changes: TestAppOptions = {}) => {
  const file = changes.file ?? join(temporaryFolder(), 'data', 'rundesk.db')
  const announced: string[] = []
  const storage = createStorage({ file, worker: changes.worker ?? storageThread })
  const app = createApp({
    storage: changes.wrapStorage?.(storage) ?? storage,
    importer: createListImporter({ file, worker: importThread }),
    vault: changes.vault ?? createMemoryVault(),
    createPracticeServer: (firstRunId) =>
      createPracticeHost({ clock, random: Math.random, firstRunId, timings: { dialMs: 20 } }),
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
    onNetworkProblem: () => {},
    dialMilliseconds: changes.dialMilliseconds ?? 2_000,
    ...changes.parts,
  })
  onTestFinished(() => app.close())
  return { app, file, storage, announced, operations: app.operations }
}

/** Waits until no call is in flight and returns the call. */
export const settledCall = async (app: App, callId: string): Promise<Call> => {
  await app.settled()
  return (await valueOf(app.operations.getCall({ callId }))).call
}

/** Starts a practice service on its own port, acting as an organization's service. */
export const startService = async (): Promise<{ origin: string; service: PracticeService; key: string }> => {
  const service = createPracticeService({
    clock,
    random: Math.random,
    timings: { slowMs: 500, silentCarrierMs: 500 },
    // Tests count the runs that they start.
    otherRuns: false,
  })
  const listener = await startPracticeListener(service)
  onTestFinished(() => listener.close())
  const key = service.organizations[0]?.keys.active
  if (key === undefined) throw new Error('The practice world has no organization.')
  return { origin: listener.origin, service, key }
}
