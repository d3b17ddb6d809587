import { type App, type AppDeps, createApp } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps, serveApp } from '../../../src/main/headless/run.ts'
import type { Announce } from '../../../src/main/app/runtime.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { faultyWorker, type WorkerPlan } from './faulty-storage.ts'
import { randomBytes } from 'node:crypto'
import { createUlid } from '../../../src/domain/ids.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import { createServiceClient } from '../../../src/main/service/client.ts'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Options of an app on a data folder, which may have injected bugs and crashes. */
export type LabAppOptions = {
  dataFolder: string
  /** A key that is in the keychain when the app starts, as after a restart. */
  key?: { profileId: string; origin: string; text: string }
  storage?: WorkerPlan
  socket?: SocketCrash
  /** Injected bug: at startup, resends every call that the last process left unfinished. */
  naiveRetry?: boolean
  /** Injected bug: records every call as a new one, regardless of its ID. */
  ignoresCallId?: boolean
  /** Injected bug: reports a call as recorded before it is. */
  recordsLate?: boolean
}

/** Adds the key to the keychain before the app starts. */
const withKey = (app: App, { vault }: AppDeps, key: LabAppOptions['key']): App => ({
  ...app,
  start: async () => {
    if (key === undefined) return app.start()
    const { profileId, origin, text } = key
    const stored = await vault.set({ profileId, origin, keyStorage: 'keychain' }, createSecret(text))
    return stored.ok ? app.start() : stored
  },
})

const injectBugs = (options: LabAppOptions): ((deps: AppDeps) => AppDeps) => {
  if (options.ignoresCallId === true) return withNewCallIds
  return options.recordsLate === true ? withLateRecord : (deps) => deps
}

/**
 * Runs an app on this process's standard input and output, like `npm run headless`, with the injected bugs and crashes.
 */
export const runLabApp = async (options: LabAppOptions): Promise<void> => {
  if (options.socket) injectSocketCrash(options.socket)
  const createFaultyApp = (announce: Announce): App => {
    const deps = injectBugs(options)(
      createHeadlessDeps({
        dataFolder: options.dataFolder,
        keychain: 'memory',
        version: 'lab',
        announce,
        ...(options.storage ? { storageWorker: faultyWorker(options.storage) } : {}),
      }),
    )
    const app = withKey(createApp(deps), deps, options.key)
    return options.naiveRetry === true && options.key ? withNaiveRetry(app, deps, options.key.text) : app
  }
  await serveApp({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
    onStop: (listener) => void process.on('SIGTERM', listener),
    log: (level, event, details) => {
      if (level === 'error') process.stderr.write(`${event} ${JSON.stringify(details ?? {})}\n`)
    },
    version: 'lab',
    createApp: createFaultyApp,
  })
  process.stdin.destroy()
}

type Named = { call: { callId: string } }

const isNamed = (input: unknown): input is Named =>
  typeof input === 'object' &&
  input !== null &&
  'call' in input &&
  typeof input.call === 'object' &&
  input.call !== null &&
  'callId' in input.call

/** Gives every recorded call a new ID, so that no duplicate is found. */
const withNewCallIds = (deps: AppDeps): AppDeps => {
  const { storage } = deps
  const run: Storage['run'] = (name, input) => {
    if (name !== 'recordCall' || !isNamed(input)) return storage.run(name, input)
    const callId = createUlid(Date.now(), randomBytes(16))
    return storage.run(name, { ...input, call: { ...input.call, callId } })
  }
  return { ...deps, storage: { ...storage, run } }
}

/** Milliseconds from the reported success to the record. */
const delay = 200

/** Reports success first and records afterward. */
const withLateRecord = (deps: AppDeps): AppDeps => {
  const { storage } = deps
  const run: Storage['run'] = async (name, input) => {
    if (name !== 'recordCall' || typeof input !== 'object' || !('call' in input)) return storage.run(name, input)
    void wait(delay).then(() => storage.run(name, input))
    const placed: Outcome<unknown> = succeed({ placed: 'now', call: input.call })
    // Storage returns this if no guard refuses the call.
    return placed as Awaited<ReturnType<typeof storage.run<typeof name>>>
  }
  return { ...deps, storage: { ...storage, run } }
}

/** Resends every call that the last process left in flight, like an app that treats "no response" as "not sent". */
const sendAgain = async ({ storage, clock }: AppDeps, key: string): Promise<void> => {
  const left = await storage.run('callsInStates', { states: ['queued', 'sending'] })
  if (!left.ok) throw new Error(JSON.stringify(left.failure))
  for (const call of left.value) {
    const detail = await storage.run('getCall', { callId: call.callId })
    if (!detail.ok || detail.value === null) throw new Error('The call is missing.')
    const client = createServiceClient({ origin: call.origin, key: createSecret(key), clock })
    void client.triggerCall({ ...call, initialContext: detail.value.initialContext })
  }
}

/** Runs the naive retry before the app starts. */
const withNaiveRetry = (app: App, deps: AppDeps, key: string): App => ({
  ...app,
  start: async () => {
    await sendAgain(deps, key)
    return app.start()
  },
})

/** Where an app kills itself during a trigger request; `offset` is how many of its bytes have left by then. */
type SocketCrash = { point: 'beforeConnect' | 'connected' } | { point: 'midRequest'; offset: number }

const killProcess = (): void => void process.kill(process.pid, 'SIGKILL')

// Messages of undici; the documentation of its diagnostics channels describes these properties.
type Created = { request: { method: string; path: string } }
type Sending = Created & { socket: Socket }

const isTrigger = ({ request }: Created): boolean =>
  request.method === 'POST' && request.path.startsWith('/api/v1/public/agent/workflow/')

/** Lets exactly `offset` bytes leave a socket, and kills the process as soon as the system has accepted them. */
const cutAfter = (socket: Socket, offset: number): void => {
  const write = socket.write.bind(socket)
  let left = offset
  let over = false
  // A corked socket would write its chunks together, after they have been counted.
  socket.cork = () => undefined
  socket.write = (chunk: string | Uint8Array): boolean => {
    if (over) return true
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk
    if (bytes.length < left) {
      left -= bytes.length
      return write(bytes)
    }
    over = true
    return write(bytes.subarray(0, left), killProcess)
  }
}

/** Injects a crash between the decision to dial and the last byte of the request. */
const injectSocketCrash = (crash: SocketCrash): void => {
  let dialing = false
  // Each of these two channels has one message type.
  subscribe('undici:request:create', (message) => void (dialing ||= isTrigger(message as Created)))
  subscribe('undici:client:sendHeaders', (message) => {
    const sending = message as Sending // As above.
    if (crash.point === 'midRequest' && isTrigger(sending)) cutAfter(sending.socket, crash.offset)
  })
  subscribe('undici:client:beforeConnect', () => {
    if (crash.point === 'beforeConnect' && dialing) killProcess()
  })
  subscribe('undici:client:connected', () => {
    if (crash.point === 'connected' && dialing) killProcess()
  })
}
