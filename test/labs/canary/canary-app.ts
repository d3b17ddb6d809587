import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Outcome } from '../../../src/contract/failure.ts'
import type { OperationName } from '../../../src/contract/names.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'
import { type Ending, startAppProcess } from '../support/app-process.ts'
import { processTree, readProcess } from '../support/process-tree.ts'
import type { SinkName, Sinks } from './sinks.ts'

/** A process of the app; everything it outputs is searched. */
export type CanaryApp = {
  /** Runs an operation; returns null if the process exited first. */
  run<N extends OperationName>(operation: N, input: Input<N>): Promise<Outcome<Output<N>> | null>
  command(command: Command): Promise<void>
  /** Searches files and processes. */
  search(): void
  /** Ends the process and searches everything it left behind. Returns the content of its keychain, if known. */
  end(
    how: 'input' | 'itself' | 'SIGTERM' | 'SIGKILL',
  ): Promise<{ ending: Ending; keychain: ChildOptions['keychain'] | null }>
}

type OpenOptions = {
  folder: string
  options: Omit<ChildOptions, 'dataFolder' | 'exportFolder'>
  sinks: Sinks
  onRun: (operation: OperationName) => void
}

/** Rejects with the name of a step that takes more than two minutes, which means that the app hangs. */
const inTime = <T>(step: string, result: Promise<T>): Promise<T> =>
  Promise.race([
    result,
    wait(120_000, null, { ref: false }).then(() =>
      Promise.reject(new Error(`${step} did not end within two minutes.`)),
    ),
  ])

const entry = fileURLToPath(new URL('./app-child.ts', import.meta.url))

/** Operations whose input contains a secret. All other inputs are searched. */
const secretInputs = new Set<OperationName>(['stageKey', 'setProxyPassword'])

/** An address with a password, which the app refuses. */
const isAddressWithPassword = (operation: OperationName, input: unknown): boolean =>
  (operation === 'changeSettings' || operation === 'addProfile') && JSON.stringify(input).includes('@')

/** Returns the sink of a file in the data folder. */
export const sinkOfFile = (file: string): SinkName => {
  if (file.startsWith('logs')) return 'log'
  if (file.startsWith('backups')) return 'backups'
  if (/^(Crashpad|Crash Reports)/.test(file)) return 'crash reports'
  return file.startsWith('rundesk') ? 'database' : 'app files'
}

/** Searches the arguments and environment of a process and its children. */
export const searchProcesses = (sinks: Sinks, pid: number): void => {
  for (const one of processTree(pid)) {
    const { cmdline, environ } = readProcess(one)
    if (cmdline !== null) sinks.search('arguments', 'cmdline', cmdline)
    if (environ !== null) sinks.search('environment', 'environ', environ)
  }
}

/** Starts the app in `folder`, which also holds its temporary files. */
export const openCanaryApp = async ({ folder, options, sinks, onRun }: OpenOptions): Promise<CanaryApp> => {
  const dataFolder = join(folder, 'data')
  const temporary = join(folder, 'tmp')
  const exportFolder = join(folder, 'exports')
  for (const one of [temporary, exportFolder]) mkdirSync(one, { recursive: true })
  const app = startAppProcess({
    command: process.execPath,
    args: ['--no-warnings', entry],
    env: { TMPDIR: temporary, ...options.environment },
    ipc: true,
  })
  let written = ''
  let keychain: ChildOptions['keychain'] | null = null
  const waiting: (() => void)[] = []
  app.child.stdout?.on('data', (piece: Buffer) => (written += piece.toString()))
  // The child sends only messages of type ChildMessage: see app-child.ts.
  app.child.on('message', (message) => {
    const received = message as ChildMessage
    if ('clipboard' in received) sinks.search('clipboard', 'copied', received.clipboard)
    if ('keychain' in received) keychain = received.keychain
    if ('done' in received) waiting.shift()?.()
  })
  await once(app.child, 'message')
  app.child.send({ dataFolder, exportFolder, ...options } satisfies ChildOptions)
  await app.ready

  const searchFiles = (): void => {
    sinks.searchFolder(sinkOfFile, dataFolder)
    sinks.searchFolder(() => 'temporary files', temporary)
    sinks.searchFolder(() => 'exports', exportFolder)
  }

  return {
    run(operation, input) {
      onRun(operation)
      const exempt = secretInputs.has(operation) || isAddressWithPassword(operation, input)
      if (!exempt) sinks.search('bridge', `request ${operation}`, JSON.stringify(input))
      return inTime(operation, app.run(operation, input))
    },
    command(command) {
      const done = new Promise<void>((resolve) => waiting.push(resolve))
      app.child.send(command)
      return inTime(command.command, done)
    },
    search() {
      searchFiles()
      searchProcesses(sinks, app.pid)
    },
    async end(how) {
      if (how === 'input') app.child.stdin?.end()
      else if (how !== 'itself') app.child.kill(how)
      const ending = await inTime(`The end by ${how}`, app.ended)
      // The content of the keychain is sent only to the lab, so it is not a leak.
      sinks.search('bridge', 'answers and events', written)
      sinks.search('stdout', 'stdout', written)
      sinks.search('stderr', 'stderr', app.stderr())
      searchFiles()
      return { ending, keychain }
    },
  }
}

/** Options of the child process, sent over IPC. */
export type ChildOptions = {
  dataFolder: string
  exportFolder: string
  /** Initial content of the keychain. */
  keychain: readonly (readonly [account: string, text: string])[]
  /** Environment variables that set proxies. */
  environment: Record<string, string>
  /** The system's proxy rules, or null. */
  proxyRules: string | null
  /** Injected bug: a log without masking. */
  bareLog?: boolean
}

/** Behavior of the keychain: correct, errors that contain the key, or a fault that real keychains have. */
export type KeychainFault = 'well' | 'throws' | 'locked' | 'empty' | 'mangles' | 'hangs'

/** Commands to the child process. */
export type Command =
  | { command: 'keychain'; fault: KeychainFault }
  /** Makes storage and vault throw unexpected errors with this text. */
  | { command: 'explode'; text: string | null }
  | { command: 'storageFull'; full: boolean }
  | { command: 'clipboard'; text: string }
  /** Presses the global shortcut, which reads the clipboard. */
  | { command: 'shortcut' }
  /** Opens a link. */
  | { command: 'link'; link: string }
  | { command: 'backUp' }
  /** Throws an uncaught error with this text. */
  | { command: 'fall'; words: string }
  /** Writes text to stderr, the log, a file, and the arguments and environment of a child process. */
  | { command: 'write'; text: string }

export type ChildMessage =
  | { clipboard: string }
  | { done: Command['command'] }
  | { warm: true }
  | { keychain: ChildOptions['keychain'] }
