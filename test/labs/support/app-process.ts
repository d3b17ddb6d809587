import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Outcome } from '../../../src/contract/failure.ts'
import type { OperationName } from '../../../src/contract/names.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LabAppOptions } from './lab-app.ts'

/** The exit code of an app process, or the signal that killed it. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null }

type AppProcessEvent = { event: string; payload: unknown }

/** An app in its own process, controlled by lines of JSON. */
export type AppProcess = {
  readonly pid: number
  readonly child: ChildProcess
  /** Resolves with the first line when the app is ready; rejects if it exits first. */
  readonly ready: Promise<{ started: Outcome<null> }>
  readonly ended: Promise<Ending>
  /** Runs one operation. Resolves with null if the app exited without a response. */
  run<N extends OperationName>(operation: N, input: Input<N>): Promise<Outcome<Output<N>> | null>
  /** Writes the same request several times in one chunk, like a replayed message. Resolves with all responses. */
  replay<N extends OperationName>(operation: N, input: Input<N>, times: number): Promise<(Outcome<Output<N>> | null)[]>
  onEvent(listener: (event: AppProcessEvent) => void): void
  /** Closes its input: the app finishes what is in flight, closes and exits. */
  end(): Promise<Ending>
  kill(): Promise<Ending>
  stderr(): string
}

type Message = { id: number; outcome: Outcome<unknown> } | AppProcessEvent | { ready: true; started: Outcome<null> }

type AppCommand = {
  command: string
  args: readonly string[]
  env?: Record<string, string>
  /** Passes only `env`, without this process's environment. */
  alone?: boolean
  ipc?: boolean
}

/** Starts an app process. `command` may be a tracer whose child is the app. */
export const startAppProcess = ({ command, args, env, alone = false, ipc = false }: AppCommand): AppProcess => {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
    env: alone ? env : { ...process.env, ...env },
  })
  const waiting = new Map<number, (outcome: Outcome<unknown> | null) => void>()
  const listeners: ((event: AppProcessEvent) => void)[] = []
  const ready = Promise.withResolvers<{ started: Outcome<null> }>()
  const ended = Promise.withResolvers<Ending>()
  let errorOutput = ''
  let next = 0

  const receive = (message: Message): void => {
    if ('ready' in message) return ready.resolve({ started: message.started })
    if ('event' in message) return listeners.forEach((listener) => listener(message))
    waiting.get(message.id)?.(message.outcome)
    waiting.delete(message.id)
  }

  child.stderr?.on('data', (text: Buffer) => (errorOutput += text.toString()))
  // A killed app may leave an incomplete line.
  if (child.stdout) {
    createInterface(child.stdout).on('line', (line) => {
      if (line.endsWith('}')) receive(parseMessage(line))
    })
  }
  child.stdin?.on('error', () => undefined)
  child.on('error', (error) => (errorOutput += error.message))
  child.on('close', (code, signal) => {
    ended.resolve({ code, signal })
    ready.reject(new Error(`the app ended before it was ready:\n${errorOutput}`))
    for (const settle of waiting.values()) settle(null)
    waiting.clear()
  })
  // A caller that kills the app does not wait for it to be ready.
  ready.promise.catch(() => undefined)

  const open = <N extends OperationName>(): { id: number; answer: Promise<Outcome<Output<N>> | null> } => {
    const id = (next += 1)
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown> | null>()
    if (child.exitCode !== null || child.signalCode !== null) resolve(null)
    else waiting.set(id, resolve)
    // The app validates every output against the contract before it writes it.
    return { id, answer: promise as Promise<Outcome<Output<N>> | null> }
  }
  const lineOf = (id: number, operation: OperationName, input: unknown): string =>
    `${JSON.stringify({ id, operation, input })}\n`

  return {
    pid: child.pid ?? 0,
    child,
    ready: ready.promise,
    ended: ended.promise,
    run(operation, input) {
      const { id, answer } = open<typeof operation>()
      child.stdin?.write(lineOf(id, operation, input))
      return answer
    },
    replay(operation, input, times) {
      const requests = Array.from({ length: times }, () => open<typeof operation>())
      child.stdin?.write(requests.map(({ id }) => lineOf(id, operation, input)).join(''))
      return Promise.all(requests.map(({ answer }) => answer))
    },
    onEvent: (listener) => void listeners.push(listener),
    end() {
      child.stdin?.end()
      return ended.promise
    },
    kill() {
      child.kill('SIGKILL')
      return ended.promise
    },
    stderr: () => errorOutput,
  }
}

// The app writes only these lines; see src/main/headless.
const parseMessage = (line: string): Message => JSON.parse(line) as Message

/** App processes that have loaded all modules and wait for options, so that a restart takes a fraction of a second. */
export type AppPool<O extends object = LabAppOptions> = {
  /** Sends options to the next process; resolves before the app is ready. */
  open(options: O): Promise<AppProcess>
  /** Ends the waiting processes. */
  close(): Promise<void>
}

const entry = fileURLToPath(new URL('./lab-app-child.ts', import.meta.url))

/** Keeps `count` processes loaded; `file` is their script, by default the ordinary lab app. */
export const createAppPool = <O extends object = LabAppOptions>(count: number, file = entry): AppPool<O> => {
  // Node.js caches compiled modules here; the second process starts much faster.
  const cache = mkdtempSync(join(tmpdir(), 'rundesk-lab-cache-'))
  const waiting: AppProcess[] = []

  const warmUp = (): AppProcess =>
    startAppProcess({
      command: process.execPath,
      args: ['--no-warnings', file],
      env: { NODE_COMPILE_CACHE: cache },
      ipc: true,
    })

  const isWarm = new WeakMap<AppProcess, Promise<unknown>>()
  const add = (): void => {
    const app = warmUp()
    isWarm.set(app, Promise.race([once(app.child, 'message'), app.ended]))
    waiting.push(app)
  }

  for (let made = 0; made < count; made += 1) add()

  return {
    async open(options) {
      const app = waiting.shift() ?? warmUp()
      add()
      await isWarm.get(app)
      if (!app.child.connected) throw new Error(`an app ended before it got its options:\n${app.stderr()}`)
      app.child.send(options)
      return app
    },
    async close() {
      await Promise.all(waiting.splice(0).map((app) => app.kill()))
      rmSync(cache, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}
