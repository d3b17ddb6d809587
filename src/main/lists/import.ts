import { Worker } from 'node:worker_threads'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { List } from '../../contract/list.ts'
import { errorCode } from '../../domain/error-code.ts'
import { type ErrorTrace, reasonOf, traceOf } from '../storage/errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { RegisterJob, RegisterResult } from './import-register.ts'
import {
  cancelledJob,
  type CheckJob,
  type DoNotCallJob,
  type ImportJob,
  type ThreadData,
  type ThreadJob,
  type ThreadMessage,
  type ThreadRequest,
  type ThreadResult,
  waitingOperations,
} from './import-protocol.ts'

/** Memory limit of the thread, in megabytes: a hostile file ends the thread, never the app. */
const maxThreadMegabytes = 1_536

type Progress = {
  /** Invoked when the first rows are written, so that the list can be shown in the state `reading`. */
  onFirst?: (list: List) => void
  /** Invoked about twenty times per 100,000 rows, with the number of rows so far. */
  onProgress?: (rows: number) => void
}

type Waiting = {
  id: number
  job: ThreadJob
  progress: Progress
  settle: (outcome: Outcome<ThreadResult>) => void
  /** True for a check that any later job cancels, because no one waits for it. */
  isRecheck?: boolean
}

/** Returns the ID of a job's list, or of a register's import; empty for a job that no check of a list cancels. */
const listOf = (job: ThreadJob): string => {
  if (job.kind === 'doNotCall') return ''
  if (job.kind === 'register') return job.register.importId
  return job.kind === 'import' ? job.list.listId : job.listId
}

type ImporterOptions = {
  file: string
  worker: URL
  /** Receives each programming error in the thread, for the log. */
  onError?: (trace: ErrorTrace) => void
}

/**
 * Imports tables into lists and checks their rows in a separate thread with its own connection to the database at
 * `file`, so that neither the main thread nor the storage thread has to wait. It runs one job at a time; the thread is
 * started by the first job.
 */
export const createListImporter = ({ file, worker: entry, onError }: ImporterOptions) => {
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  let thread: Worker | null = null
  let running: Waiting | null = null
  let queue: Waiting[] = []
  const open = new Set<Promise<unknown>>()
  /** Lists whose import failed and that may not have been removed because the disk was full. */
  const leftovers = new Set<string>()
  let lastId = 0
  let isClosed = false

  const end = (outcome: Outcome<ThreadResult>): void => {
    if (running?.job.kind === 'import' && !outcome.ok && outcome.failure.kind === 'storage')
      leftovers.add(listOf(running.job))
    running?.settle(outcome)
    running = null
    startNext()
  }

  const removalOf = (listId: string): Waiting => ({
    id: (lastId += 1),
    job: { kind: 'remove', listId },
    progress: {},
    settle: (outcome) => void (!outcome.ok && leftovers.add(listId)),
  })

  const handleMessage = (message: ThreadMessage): void => {
    if (running?.id !== message.id) return
    if (message.kind === 'first') running.progress.onFirst?.(message.list)
    else if (message.kind === 'progress') running.progress.onProgress?.(message.rows)
    else {
      if (message.trace !== null) onError?.(message.trace)
      end(message.outcome)
    }
  }

  /** Handles a thread that ended unexpectedly: its job fails, and the partial list that it wrote is removed next. */
  const handleEnd = (error: unknown): void => {
    thread = null
    if (running?.job.kind === 'import') queue.unshift(removalOf(listOf(running.job)))
    const isMemory = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
    const trace = error === null || isMemory ? null : traceOf(error)
    if (trace !== null) onError?.(trace)
    const reason = error === null ? 'unavailable' : reasonOf(error)
    end(isMemory ? invalid(['file'], 'listZipBomb') : { ok: false, failure: { kind: 'storage', reason } })
  }

  const startThread = (): Worker => {
    const started = new Worker(entry, {
      workerData: { file, shared } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: maxThreadMegabytes },
    })
    started.on('message', handleMessage)
    started.on('error', (error) => void (thread === started && handleEnd(error)))
    started.on('exit', () => void (thread === started && handleEnd(null)))
    return started
  }

  const startNext = (): void => {
    const next = running === null ? queue.shift() : undefined
    if (next === undefined) return
    running = next
    thread ??= startThread()
    thread.postMessage({ id: next.id, job: next.job } satisfies ThreadRequest)
  }

  const run = async (job: ThreadJob, progress: Progress, isRecheck = false): Promise<Outcome<ThreadResult>> => {
    if (isClosed) return { ok: false, failure: { kind: 'closing' } }
    cancelIf((waiting) => waiting.isRecheck === true)
    const { promise, resolve } = Promise.withResolvers<Outcome<ThreadResult>>()
    queue.push(...[...leftovers].map(removalOf))
    leftovers.clear()
    queue.push({ id: (lastId += 1), job, progress, settle: resolve, isRecheck })
    open.add(promise)
    startNext()
    const outcome = await promise
    open.delete(promise)
    return outcome
  }

  /** Cancels these jobs. A job that is running ends between two chunks, with `list` null. */
  const cancelIf = (isMeant: (waiting: Waiting) => boolean): void => {
    for (const { settle } of queue.filter(isMeant)) settle(succeed({ list: null }))
    queue = queue.filter((waiting) => !isMeant(waiting))
    if (running === null || !isMeant(running)) return
    Atomics.store(shared, cancelledJob, running.id)
    Atomics.notify(shared, waitingOperations)
  }

  const cancel = (listId: string): void => cancelIf(({ job }) => listOf(job) === listId)

  return {
    /**
     * Starts the thread while the user chooses a file, because loading its modules takes longer than reading the first
     * rows.
     */
    prepare(): void {
      if (!isClosed) thread ??= startThread()
    },

    /** Imports a table as a draft list; `list` is null if the import was canceled. A failure leaves no partial list. */
    importTable: (job: Omit<ImportJob, 'kind'>, progress: Progress = {}): Promise<Outcome<ThreadResult>> =>
      run({ ...job, kind: 'import' }, progress),

    /** Checks all rows with the saved plan. Cancels an earlier check of the list if it is still running. */
    check(job: Omit<CheckJob, 'kind'>, progress: Pick<Progress, 'onProgress'> = {}): Promise<Outcome<ThreadResult>> {
      cancel(job.listId)
      return run({ ...job, kind: 'check' }, progress)
    },

    /** Checks all rows like `check`, unless another job is started before the end. */
    recheck: (
      job: Omit<CheckJob, 'kind'>,
      progress: Pick<Progress, 'onProgress'> = {},
    ): Promise<Outcome<ThreadResult>> => run({ ...job, kind: 'check' }, progress, true),

    /** Adds a table's numbers to those that must not be called; null if the app was closed before the import ended. */
    async importRegister(job: Omit<RegisterJob, 'kind'>): Promise<Outcome<RegisterResult | null>> {
      const imported = await run({ ...job, kind: 'register' }, {})
      return imported.ok ? succeed(imported.value.register ?? null) : imported
    },

    /**
     * Refuses the rows whose number is on the do-not-call list, and updates those whose number isn't anymore; returns the
     * lists whose rows have changed.
     */
    async settleListed(job: Omit<DoNotCallJob, 'kind'>): Promise<Outcome<string[]>> {
      const settled = await run({ ...job, kind: 'doNotCall' }, {})
      return settled.ok ? succeed(settled.value.changed ?? []) : settled
    },

    /** Cancels the jobs of a list. */
    cancel,

    /** Returns whether a job of a list is running or waiting. */
    isBusy: (listId: string): boolean =>
      [running, ...queue].some((waiting) => waiting !== null && listOf(waiting.job) === listId),

    /**
     * Returns the storage with priority over the import: the thread pauses between chunks while an operation is
     * waiting.
     */
    withPriority: (storage: Storage): Storage => ({
      ...storage,
      async run(name, input) {
        Atomics.add(shared, waitingOperations, 1)
        try {
          return await storage.run(name, input)
        } finally {
          Atomics.sub(shared, waitingOperations, 1)
          Atomics.notify(shared, waitingOperations)
        }
      },
    }),

    /** Ends the thread after its current chunk. Must be called before the storage closes. */
    async close(): Promise<void> {
      isClosed = true
      cancelIf(() => true)
      await Promise.all(open)
      const ending = thread
      thread = null
      await ending?.terminate()
    },
  }
}

export type ListImporter = ReturnType<typeof createListImporter>
