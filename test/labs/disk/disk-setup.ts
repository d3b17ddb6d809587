import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp, type AppDeps, type App } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps } from '../../../src/main/headless/run.ts'
import { createSessionStore } from '../../../src/main/vault/key-store.ts'
import { reasonOf } from '../../../src/main/storage/errors.ts'
import { createMemoryVault } from '../../../src/main/vault/vault.ts'
import { labReference, type LabService, type Post, startLabService } from '../support/lab-service.ts'
import { connectService } from '../../support/connect-service.ts'
import { aDraft, anyRoute, randomId } from '../../support/a-call.ts'

export type InjectBug = (deps: AppDeps) => AppDeps

/** Why a call was refused, or null if it was placed. */
type DialResult = { callId: string; refused: string | null }

/** A data folder, and the service that its apps call. */
export type DiskSetup = {
  readonly file: string
  readonly service: LabService
  /** The recorded states of calls whose request arrived even though the call was not recorded as `sending`. */
  readonly unrecorded: string[]
  /** Called when a request has arrived, before the response. */
  whileAnswering: () => void
  /** Starts an app on the folder; `storageWorker` replaces the storage thread's entry. */
  open(injectBug?: InjectBug, storageWorker?: URL): Promise<App>
  dial(app: App): Promise<DialResult>
  /** Retries for up to ten seconds until a call is placed, or needs confirmation because calls may be missing. */
  dialUntilPlaced(app: App): Promise<boolean>
  close(): Promise<void>
}

let numbers = 0

/** Returns the state of a call, read over a separate connection, or why there is no state. */
const stateOnDisk = (file: string, { callId }: Post): string => {
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('PRAGMA busy_timeout = 2000')
      const row = database.prepare('SELECT state FROM calls WHERE call_id = ?').get(callId)
      return String(row?.['state'] ?? 'no record')
    } finally {
      database.close()
    }
  } catch (error) {
    // An unreadable disk has no record.
    return `unreadable: ${reasonOf(error)}`
  }
}

/** Creates a setup; a first app connects it to the service and is closed. */
export const createDiskSetup = async (dataFolder: string, random: () => number): Promise<DiskSetup> => {
  const file = join(dataFolder, 'rundesk.db')
  const keychain = createSessionStore()
  const unrecorded: string[] = []
  const onReceived = async (post: Post): Promise<'go'> => {
    const state = stateOnDisk(file, post)
    if (state !== 'sending') unrecorded.push(state)
    setup.whileAnswering()
    return Promise.resolve('go')
  }
  const service = await startLabService({ random, onReceived })
  const agent = service.service.organizations[0]?.agents.find((one) => one.state === 'normal')
  let profileId = ''

  const draft = (callId: string, phoneNumber: string) =>
    aDraft({
      callId,
      profileId,
      agentUuid: agent?.uuid ?? '',
      agentName: agent?.name ?? '',
      phoneNumber,
      phoneNumberDisplay: phoneNumber,
      initialContext: { [labReference]: callId, note: 'x'.repeat(Math.floor(random() * 6_000)) },
      ...anyRoute,
    })

  const setup: DiskSetup = {
    file,
    service,
    unrecorded,
    whileAnswering: () => undefined,
    async open(injectBug = (deps) => deps, storageWorker) {
      const own = { dataFolder, keychain: 'memory', version: 'lab', announce: () => undefined } as const
      const deps = createHeadlessDeps({ ...own, ...(storageWorker === undefined ? {} : { storageWorker }) })
      const app = createApp(injectBug({ ...deps, vault: createMemoryVault(keychain) }))
      await app.start()
      return app
    },
    async dial(app) {
      const callId = randomId(random)
      const phoneNumber = `+1312${String((numbers += 1)).padStart(7, '0')}`
      const placed = await app.operations.triggerCall(draft(callId, phoneNumber))
      if (placed.ok) return { callId, refused: null }
      const { failure } = placed
      if (failure.kind === 'repeat' && failure.reason === 'historyGap') return { callId, refused: 'historyGap' }
      return { callId, refused: failure.kind === 'storage' ? failure.reason : failure.kind }
    },
    async dialUntilPlaced(app) {
      for (const until = Date.now() + 10_000; Date.now() < until; await wait(150))
        if (['historyGap', null].includes((await setup.dial(app)).refused)) return true
      return false
    },
    close: () => service.close(),
  }
  const first = await setup.open()
  profileId = (await connectService(first.operations, { origin: service.origin, key: service.key })).id
  await first.close()
  return setup
}
