import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Outcome } from '../../../src/contract/failure.ts'
import type { OperationName } from '../../../src/contract/names.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'

/** How a desk process ended: its exit code, or the signal that ended it. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null }

export type DeskEvent = { event: string; payload: unknown }

/** A desk in a process of its own, spoken to over lines of JSON. */
export type DeskProcess = {
  readonly pid: number
  readonly child: ChildProcess
  /** Resolves with the first line when the desk is ready; rejects when it ends before. */
  readonly ready: Promise<{ started: Outcome<null> }>
  readonly ended: Promise<Ending>
  /** Asks one operation. Resolves with null when the desk ended without an answer. */
  ask<N extends OperationName>(operation: N, input: Input<N>): Promise<Outcome<Output<N>> | null>
  /** Writes the very same question twice or more in one piece: a replayed message. All answers come back. */
  replay<N extends OperationName>(operation: N, input: Input<N>, times: number): Promise<(Outcome<Output<N>> | null)[]>
  onEvent(listener: (event: DeskEvent) => void): void
  /** Ends its input: it finishes what is on its way, closes, and exits. */
  end(): Promise<Ending>
  kill(): Promise<Ending>
  /** What it wrote to its standard error. */
  complaints(): string
}

type Told = { id: number; outcome: Outcome<unknown> } | DeskEvent | { ready: true; started: Outcome<null> }

export type DeskCommand = {
  command: string
  args: readonly string[]
  env?: Record<string, string>
  /** Gives it `env` and nothing of this process's own. */
  alone?: boolean
  ipc?: boolean
}

/** Starts a desk process. A program whose own children hold the desk (a tracer) is told by `command`. */
export const startDeskProcess = ({ command, args, env, alone = false, ipc = false }: DeskCommand): DeskProcess => {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
    env: alone ? env : { ...process.env, ...env },
  })
  const waiting = new Map<number, (outcome: Outcome<unknown> | null) => void>()
  const listeners: ((event: DeskEvent) => void)[] = []
  const ready = Promise.withResolvers<{ started: Outcome<null> }>()
  const ended = Promise.withResolvers<Ending>()
  let complaints = ''
  let next = 0

  const hear = (told: Told): void => {
    if ('ready' in told) return ready.resolve({ started: told.started })
    if ('event' in told) return listeners.forEach((listener) => listener(told))
    waiting.get(told.id)?.(told.outcome)
    waiting.delete(told.id)
  }

  child.stderr?.on('data', (text: Buffer) => (complaints += text.toString()))
  // A killed desk may leave half a line behind; it answered nothing by it.
  if (child.stdout) {
    createInterface(child.stdout).on('line', (line) => {
      if (line.endsWith('}')) hear(parseTold(line))
    })
  }
  child.stdin?.on('error', () => undefined)
  child.on('error', (error) => (complaints += error.message))
  child.on('close', (code, signal) => {
    ended.resolve({ code, signal })
    ready.reject(new Error(`the desk ended before it was ready:\n${complaints}`))
    for (const settle of waiting.values()) settle(null)
    waiting.clear()
  })
  // Whoever kills a desk on purpose does not wait for it to be ready.
  ready.promise.catch(() => undefined)

  const open = <N extends OperationName>(): { id: number; answer: Promise<Outcome<Output<N>> | null> } => {
    const id = (next += 1)
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown> | null>()
    if (child.exitCode !== null || child.signalCode !== null) resolve(null)
    else waiting.set(id, resolve)
    // The desk parses every output by the contract before it writes it.
    return { id, answer: promise as Promise<Outcome<Output<N>> | null> }
  }
  const lineOf = (id: number, operation: OperationName, input: unknown): string =>
    `${JSON.stringify({ id, operation, input })}\n`

  return {
    pid: child.pid ?? 0,
    child,
    ready: ready.promise,
    ended: ended.promise,
    ask(operation, input) {
      const { id, answer } = open<typeof operation>()
      child.stdin?.write(lineOf(id, operation, input))
      return answer
    },
    replay(operation, input, times) {
      const questions = Array.from({ length: times }, () => open<typeof operation>())
      child.stdin?.write(questions.map(({ id }) => lineOf(id, operation, input)).join(''))
      return Promise.all(questions.map(({ answer }) => answer))
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
    complaints: () => complaints,
  }
}

// The desk writes nothing but these lines; see src/main/headless.
const parseTold = (line: string): Told => JSON.parse(line) as Told

/** The value of an answer that must have been given and must be a success. */
export const valueOf = async <T>(answer: Promise<Outcome<T> | null>): Promise<T> => {
  const outcome = await answer
  if (outcome === null) throw new Error('The desk ended without an answer.')
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome.failure)}`)
  return outcome.value
}
