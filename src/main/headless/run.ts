import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type App, type AppDeps, createApp } from '../app/create-app.ts'
import { type Announce, createProcessRuntime, secureRandom } from '../app/runtime.ts'
import { createProcessLog, createReference, errorFields, type Log } from '../log/log.ts'
import { createListImporter } from '../lists/import.ts'
import { createPracticeHost } from '../practice/host.ts'
import { createStorage } from '../storage/storage.ts'
import { createForkVault, createVaultProcesses, keychainMilliseconds } from '../vault/child.ts'
import { createKeyVault, createMemoryVault, type KeyVault } from '../vault/vault.ts'
import { createProcessScrub } from '../vault/masks.ts'
import { randomBytes } from 'node:crypto'
import { events } from '../../contract/api.ts'
import { invalid, type Issue, type Outcome, succeed } from '../../contract/failure.ts'
import { type OperationName, operationNames } from '../../contract/names.ts'
import type { Operations } from '../../contract/operations.ts'
import { createHandle, maxRequestLength } from '../ipc/handle.ts'
import { isObject, parseJson } from '../../domain/json.ts'

/** Runs the app on standard input and output until the input ends or a signal arrives. */
export const runHeadless = async (options: Omit<HeadlessOptions, 'announce' | 'log'>): Promise<void> => {
  const log = createProcessLog(options.dataFolder, createProcessScrub())
  log('info', 'started', { headless: true, version: options.version })
  const { unwritten } = await serveApp({
    input: process.stdin,
    write: (line) => void process.stdout.write(`${line}\n`),
    printError: (line) => void process.stderr.write(`${line}\n`),
    onStop: createOnStop(log),
    log,
    version: options.version,
    createApp: (announce) => createApp(createHeadlessDeps({ ...options, announce, log })),
  })
  if (unwritten > 0) process.exitCode = 1
  // An open standard input would keep the process alive.
  process.stdin.destroy()
}

export type HeadlessOptions = {
  dataFolder: string
  /** `memory` keeps keys in this process only; for tests. */
  keychain: 'system' | 'memory'
  version: string
  announce: Announce
  log?: Log
  /** Where exports are written, because there is no dialog. */
  exportFile?: string
  /** The table that `openListFile` reads, because there is no dialog. */
  listFile?: string
  /** The entry file of the storage thread; replaced in test labs. */
  storageWorker?: URL
}

const here = (file: string): URL => new URL(file, import.meta.url)

const systemVault = (): KeyVault =>
  createKeyVault(
    createVaultProcesses({
      spawn: createForkVault(fileURLToPath(here('../vault/child-process.ts'))),
      deadlineMilliseconds: keychainMilliseconds,
    }),
  )

const noClipboard = (): Promise<never> => Promise.reject(new Error('There is no clipboard without a window.'))

/**
 * Returns the dependencies of the app for plain Node: the same as with a window, but without dialogs and a clipboard.
 */
export const createHeadlessDeps = (options: HeadlessOptions): AppDeps => {
  const runtime = createProcessRuntime()
  const log: Log = options.log ?? (() => undefined)
  return {
    ...runtime,
    storage: createStorage({
      file: join(options.dataFolder, 'rundesk.db'),
      worker: options.storageWorker ?? here('../storage/worker.ts'),
      onError: (trace) => log('error', 'storageFailed', trace),
    }),
    importer: createListImporter({
      file: join(options.dataFolder, 'rundesk.db'),
      worker: here('../lists/import-thread.ts'),
      onError: (trace) => log('error', 'listThreadFailed', trace),
    }),
    vault: options.keychain === 'memory' ? createMemoryVault() : systemVault(),
    createPracticeServer: (firstRunId) =>
      createPracticeHost({
        clock: { now: runtime.clock },
        random: secureRandom,
        firstRunId,
        onError: (error) => log('error', 'practiceFailed', errorFields(error)),
      }),
    appInfo: {
      version: options.version,
      electron: '',
      chromium: '',
      node: process.versions.node,
      platform: process.platform,
      runtime: 'product',
    },
    clipboard: { read: noClipboard, write: noClipboard },
    chooseFile: () => Promise.resolve(options.exportFile ?? null),
    chooseListFile: () => Promise.resolve(options.listFile ?? null),
    announce: options.announce,
    dataFolder: options.dataFolder,
    log,
    environment: process.env,
    resolveProxy: null,
    onNetworkProblem: (problem) => log('warn', 'network', problem),
    onRotation: (times) => log('info', 'keyRotated', times),
    onMaintenanceFailure: (reason) => log('error', 'maintenanceFailed', { reason }),
  }
}

/**
 * Invokes its listener when the process must end: on a signal, if standard output is closed, and after an unexpected
 * error, which is logged. SECURITY: Node would print such an error unredacted.
 */
export const createOnStop =
  (log: Log) =>
  (listener: () => void): void => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, listener)
    process.stdout.on('error', listener)
    for (const event of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(event, (error: unknown) => {
        log('error', event, errorFields(error))
        process.exitCode = 1
        listener()
      })
  }

type ServeOptions = {
  input: NodeJS.ReadableStream
  write: (line: string) => void
  /** Prints a message that is not a response. */
  printError?: (line: string) => void
  /** Invokes its listener when the process must end. */
  onStop: (listener: () => void) => void
  log: Log
  version: string
  createApp: (announce: Announce) => App
}

/**
 * Serves an app over JSON Lines: first `{ "ready", "version", "started" }`, then one response per request and one line
 * per event. After the input ends or a signal arrives, it resolves once all responses are written, no call is in flight
 * and everything is closed. Returns the number of outcomes that could not be saved.
 */
export const serveApp = async (options: ServeOptions): Promise<{ unwritten: number }> => {
  const { input, write, printError, onStop, log, version, createApp: openApp } = options
  const stopped = new Promise<void>((resolve) => onStop(resolve))
  const app = openApp((event, payload) => write(JSON.stringify({ event, payload: events[event].parse(payload) })))
  // No window waits for startup, so load the HTTP libraries before the first request.
  const [started] = await Promise.all([app.start(), app.loadLibraries()])
  if (!started.ok) log('error', 'startFailed', { kind: started.failure.kind })
  const answers = createLineAnswers({ operations: app.operations, log, write })
  const inputEnded = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve())
  })
  write(JSON.stringify({ ready: true, version, started }))
  input.setEncoding('utf8')
  input.on('data', (piece) => answers.take(String(piece)))
  await Promise.race([inputEnded, stopped])
  await answers.finish()
  // An open request is never aborted: the outcome of its call would be unknown.
  const { unwritten, message } = await app.shutdown.end()
  if (unwritten > 0) {
    log('error', 'outcomesNotWritten', { calls: unwritten })
    printError?.(message)
  }
  await app.close()
  return { unwritten }
}

/** Maximum length of a line, in characters: the largest request with its ID and operation name. */
const maxLineLength = maxRequestLength + 1_000

/**
 * Handles requests that arrive as lines, with the same checks as for the window's requests. Writes each response as
 * soon as it is ready.
 */
const createLineAnswers = ({
  operations,
  log,
  write,
}: {
  operations: Operations
  log: Log
  write: (line: string) => void
}) => {
  const pending = new Set<Promise<void>>()
  let finished = false
  const handle = createHandle<null>({
    operations: Promise.resolve(operations),
    // SECURITY: the process that owns standard input started this one.
    isTrusted: () => true,
    createReference: () => createReference(randomBytes),
    log,
  })

  const answer = async ({ id, operation, input }: LineRequest): Promise<void> => {
    const outcome = await handle(operation, null, JSON.stringify(input))
    // The outcome is already JSON.
    write(`{"id":${JSON.stringify(id)},"outcome":${outcome}}`)
  }

  const takeLine = (line: Line): void => {
    if (finished) return
    if (typeof line !== 'string') return write(JSON.stringify({ id: null, outcome: invalid([], 'tooLong') }))
    if (line.trim() === '') return
    const { id, request } = readLine(line)
    if (!request.ok) return write(JSON.stringify({ id, outcome: request }))
    const task = answer(request.value)
    pending.add(task)
    void task.finally(() => pending.delete(task))
  }

  return {
    take: createLineSplitter(maxLineLength, takeLine),
    /** Accepts no further requests; resolves when all responses are written. */
    async finish(): Promise<void> {
      finished = true
      await Promise.all(pending)
    },
  }
}

/** Identifies a request and its response: a number, or a string of at most 200 characters. */
type RequestId = string | number

type LineRequest = { id: RequestId; operation: OperationName; input: unknown }

const isId = (value: unknown): value is RequestId =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 200)

/** Reads one line `{ "id", "operation", "input" }`; `id` is null if the line has none. The input is checked later. */
export const readLine = (line: string): { id: RequestId | null; request: Outcome<LineRequest> } => {
  const value = parseJson(line)
  const refuse = (id: RequestId | null, path: Issue['path']) => ({ id, request: invalid(path, 'invalid') })
  if (!isObject(value)) return refuse(null, [])
  const { id, operation, input } = value
  if (!isId(id)) return refuse(null, ['id'])
  const known = operationNames.find((name) => name === operation)
  return known === undefined ? refuse(id, ['operation']) : { id, request: succeed({ id, operation: known, input }) }
}

/** A line, or a marker for a line that exceeds the limit. */
export type Line = string | { tooLong: true }

/**
 * Splits text into lines of at most `limit` characters. The rest of a longer line is dropped, so memory stays bounded.
 */
export const createLineSplitter = (limit: number, take: (line: Line) => void): ((piece: string) => void) => {
  let current = ''
  let dropping = false

  const add = (text: string): void => {
    if (dropping) return
    dropping = current.length + text.length > limit
    current = dropping ? '' : current + text
  }

  const endLine = (): void => {
    take(dropping ? { tooLong: true } : current)
    current = ''
    dropping = false
  }

  return (piece) => {
    for (const [index, text] of piece.split('\n').entries()) {
      if (index > 0) endLine()
      add(text)
    }
  }
}
