import { fork } from 'node:child_process'
import type { KeyStorage } from '../../contract/profile.ts'

/**
 * A request to the vault's child process. `probe` writes and deletes a harmless string to find out whether the keychain
 * is unlocked.
 */
export type VaultRequest =
  | { id: number; operation: 'get' | 'delete'; store: KeyStorage; account: string }
  | { id: number; operation: 'set'; store: KeyStorage; account: string; text: string }
  | { id: number; operation: 'probe' }
  | { id: number; operation: 'reach' }

export type VaultFault = 'locked' | 'unavailable'

/** `text` is null if nothing is stored; `found` is the result of `delete`. */
export type VaultResponse =
  | { id: number; ok: true; text: string | null; found: boolean }
  | { id: number; ok: false; fault: VaultFault }

export type VaultMessage = { ready: true } | VaultResponse

export type VaultResult = VaultResponse | { ok: false; fault: 'died' | 'timedOut' }

/** A request without its ID. */
type VaultRequestBody = VaultRequest extends infer R ? (R extends VaultRequest ? Omit<R, 'id'> : never) : never

/** A child process that is running. The listener of `onExit` is invoked once, no matter how the process ended. */
type VaultLink = {
  send(request: VaultRequest): void
  onMessage(listener: (message: VaultMessage) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export type SpawnVault = () => VaultLink

/** One keychain operation. All its requests share one deadline. */
export type KeychainOperation = { request(body: VaultRequestBody): Promise<VaultResult> }

/**
 * The processes that hold keys. Each one handles one request at a time and is restarted if it exits or hangs. Session
 * keys have their own process, so that a hanging keychain does not affect them.
 */
export type VaultProcesses = {
  startOperation(): KeychainOperation
  /** A monotonic clock in milliseconds. */
  monotonic: () => number
  close(): void
}

/** The time limit of one keychain operation, in milliseconds, so that the user gets a result within ten seconds. */
export const keychainMilliseconds = 9_500

/** Creates the two processes. A process is started by its first request. */
export const createVaultProcesses = ({
  spawn,
  deadlineMilliseconds,
  monotonic = () => performance.now(),
}: {
  spawn: SpawnVault
  deadlineMilliseconds: number
  monotonic?: () => number
}): VaultProcesses => {
  const queues: Record<KeyStorage, RequestQueue> = {
    keychain: createRequestQueue(spawn, monotonic),
    session: createRequestQueue(spawn, monotonic),
  }
  return {
    monotonic,
    startOperation() {
      const until = monotonic() + deadlineMilliseconds
      return { request: (body) => queues['store' in body ? body.store : 'keychain'].request(body, until) }
    },
    close() {
      queues.keychain.close()
      queues.session.close()
    },
  }
}

/**
 * A child process that handles one request at a time. If it exits during a request, or has lost the keychain, the
 * request is sent once to a new process.
 */
type RequestQueue = {
  /** Resolves by `until` (monotonic milliseconds), regardless of how many requests are queued. */
  request(body: VaultRequestBody, until: number): Promise<VaultResult>
  close(): void
}

/** Less time than the user needs to close a dialog, in milliseconds. */
export const quick = 1_000

/** The minimum remaining time for which a request is sent, in milliseconds; timers may fire early by less than this. */
const leastMilliseconds = 2

const timedOut: VaultResult = { ok: false, fault: 'timedOut' }
const died: VaultResult = { ok: false, fault: 'died' }

/** Creates a queue. If a request exceeds its deadline, the child process that handles it is killed. */
const createRequestQueue = (spawn: SpawnVault, monotonic: () => number): RequestQueue => {
  let child: Child | null = null
  /**
   * True if this child process has reached the keychain. libsecret then keeps that connection, which does not work after
   * the keychain service has restarted.
   */
  let hasConnected = false
  let last: Promise<unknown> = Promise.resolve()
  let nextId = 0
  let closed = false

  const stop = (current: Child): void => {
    if (child === current) child = null
    current.kill()
  }

  const send = async (body: VaultRequestBody, until: number): Promise<VaultResult> => {
    const left = until - monotonic()
    // The request waited in the queue for too long. This is not the fault of the child process, which is kept running.
    if (left < leastMilliseconds) return timedOut
    if (child === null) hasConnected = false
    const current = (child ??= startChild(spawn, () => {
      if (child === current) child = null
    }))
    const sentAt = monotonic()
    const result = await withDeadline(current.request({ ...body, id: (nextId += 1) }), left, () => stop(current))
    if (result.ok || result.fault === 'locked') hasConnected = true
    else if (result.fault === 'unavailable' && hasConnected) {
      stop(current)
      // The user may have closed a dialog, which a repeated request would open again.
      return monotonic() - sentAt > quick ? result : died
    }
    return result
  }

  /** Sends a request once. A child process that cannot be started is treated as one that has exited. */
  const sendOnce = (body: VaultRequestBody, until: number): Promise<VaultResult> => send(body, until).catch(() => died)

  /**
   * Sends a request at most twice. Every request can be repeated. If two child processes have exited, a third one would
   * exit, too.
   */
  const sendTwice = async (body: VaultRequestBody, until: number): Promise<VaultResult> => {
    const result = await sendOnce(body, until)
    const isDead = !result.ok && result.fault === 'died'
    return isDead && !closed ? sendOnce(body, until) : result
  }

  return {
    request(body, until) {
      const result = last.then(() => sendTwice(body, until))
      last = result
      return withDeadline(result, until - monotonic(), () => undefined)
    },
    close() {
      closed = true
      child?.kill()
      child = null
    },
  }
}

type Child = { request(request: VaultRequest): Promise<VaultResult>; kill(): void }

/**
 * Starts a child process. Requests wait for its "ready" message, because a process that exits while loading sends
 * nothing.
 */
const startChild = (spawn: SpawnVault, onExit: () => void): Child => {
  const link = spawn()
  let pending: { id: number; resolve: (result: VaultResult) => void } | null = null
  let exited = false
  const settle = (result: VaultResult): void => {
    const settled = pending
    pending = null
    settled?.resolve(result)
  }
  const ready = new Promise<void>((resolve) => {
    link.onMessage((message: VaultMessage) => {
      if ('ready' in message) resolve()
      else if (message.id === pending?.id) settle(message)
    })
    link.onExit(() => {
      exited = true
      onExit()
      resolve()
      settle(died)
    })
  })
  return {
    kill: () => link.kill(),
    request: (request) =>
      new Promise<VaultResult>((resolve) => {
        pending = { id: request.id, resolve }
        void ready.then(() => (exited ? settle(died) : link.send(request)))
      }),
  }
}

/** Resolves to `timedOut` if the result is late. */
const withDeadline = async (
  work: Promise<VaultResult>,
  milliseconds: number,
  onLate: () => void,
): Promise<VaultResult> => {
  const late = Promise.withResolvers<VaultResult>()
  const timer = setTimeout(() => {
    // Resolve before the child process is killed, because otherwise the result would be `died`.
    late.resolve(timedOut)
    onLate()
  }, milliseconds)
  const result = await Promise.race([work, late.promise])
  clearTimeout(timer)
  return result
}

/** Spawns the child process with plain Node, for the headless app and tests. */
export const createForkVault =
  (file: string): SpawnVault =>
  () => {
    // The output of native code (libsecret stack traces, GTK warnings) is not logged.
    const child = fork(file, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' })
    return {
      send: (request) => void child.send(request, () => undefined),
      // The child process sends only VaultMessage objects; see child-process.ts.
      onMessage: (listener) => void child.on('message', (message) => listener(message as VaultMessage)),
      // A child process that could not be started emits "error" but never "exit".
      onExit: (listener) => void child.once('exit', () => listener()).once('error', () => listener()),
      kill: () => void child.kill('SIGKILL'),
    }
  }
