import { parentPort, workerData } from 'node:worker_threads'
import { type ErrorTrace, reasonOf, type StorageReason, traceOf } from './errors.ts'
import {
  createMaintenance,
  createMaintenanceThread,
  type MaintenanceAnswer,
  type MaintenanceJob,
  maintenanceTasks,
} from './maintenance-thread.ts'
import { createHighWaterMark } from './high-water-mark.ts'
import { openDatabase } from './open-database.ts'
import { readOperations, type StorageOperationName } from './operations.ts'
import { createReconnectingDatabase } from './reconnecting-database.ts'
import { groupCallWrites } from './write-together.ts'

export type StorageRequest = { id: number; name: StorageOperationName | 'close'; input: unknown }
export type StorageResponse = { id: number } & ({ ok: true; value: unknown } | { ok: false; reason: StorageReason })
/** What the thread sends: responses, or a programming error for the log. */
export type StorageMessage = { responses: StorageResponse[] } | { trace: ErrorTrace }
/** `entry` is the URL of this file: the storage thread starts it again for maintenance tasks. */
export type StorageJob = { file: string; entry: string }

const runTask = ({ task, input }: MaintenanceJob): MaintenanceAnswer => {
  try {
    // `createMaintenanceThread` checked the type of the input; a message port cannot carry it.
    const run = maintenanceTasks[task] as (input: unknown) => unknown
    return { ok: true, value: run(input) }
  } catch (error) {
    return { ok: false, reason: reasonOf(error), trace: traceOf(error) }
  }
}

const isRead = ({ name }: StorageRequest): boolean => name !== 'close' && readOperations.has(name)

const serve = ({ file, entry }: StorageJob): void => {
  let suspected = false
  let wasOpen = false
  let reportedUnreadableRow = false
  const thread = createMaintenanceThread(entry)
  const maintenance = createMaintenance({ file, run: thread.run, onDamage: () => void (suspected = true) })
  const mark = createHighWaterMark(file)
  const send = (message: StorageMessage): void => parentPort?.postMessage(message)
  /** Returns the reason of an error, and reports a programming error. */
  const report = (error: unknown): StorageReason => {
    const trace = traceOf(error)
    if (trace !== null) send({ trace })
    return reasonOf(error)
  }
  const open = () => {
    const opened = openDatabase({
      file,
      mark,
      now: () => new Date().toISOString(),
      maintenance,
      isSuspected: () => suspected,
      // A backup may contain the same unreadable row, so such a row triggers a restore only once.
      onUnreadableRow() {
        suspected ||= !reportedUnreadableRow
        reportedUnreadableRow = true
      },
      wasOpen,
      report,
    })
    suspected = false
    wasOpen = true
    return opened
  }
  const database = createReconnectingDatabase({ open, clock: () => performance.now() })

  const post = (responses: StorageResponse[]): void => send({ responses })

  /** Posts the response immediately if the operation is synchronous, because the groups after it wait for the disk. */
  const respond = ({ id, name, input }: StorageRequest): void => {
    const succeed = (value: unknown): void => post([{ id, ok: true, value }])
    const fail = (error: unknown): void => post([{ id, ok: false, reason: report(error) }])
    try {
      const result = database.run(name, input)
      if (result instanceof Promise) void result.then(succeed, fail)
      else succeed(result)
    } catch (error) {
      fail(error)
    }
  }

  /** Returns the responses to several call writes that shared one transaction; null if each must run on its own. */
  const respondTogether = (requests: readonly StorageRequest[]): StorageResponse[] | null => {
    try {
      // `writeTogether` returns one result per operation, or null.
      const values = database.run('writeTogether', { operations: requests }) as unknown[] | null
      return values === null ? null : requests.map(({ id }, at) => ({ id, ok: true, value: values[at] }))
    } catch (error) {
      const reason = report(error)
      return requests.map(({ id }) => ({ id, ok: false, reason }))
    }
  }

  const serveGroup = (requests: readonly StorageRequest[]): void => {
    const together = requests.length > 1 ? respondTogether(requests) : null
    if (together !== null) return post(together)
    for (const request of requests)
      if (request.name === 'close') void close(request.id)
      else respond(request)
  }

  const close = async (id: number): Promise<void> => {
    await thread.stop()
    database.close()
    post([{ id, ok: true, value: null }])
    parentPort?.close()
  }

  database.tryOpen()
  /** Requests that arrived since the last turn of the event loop; they accumulate while a commit waits for the disk. */
  let arrived: StorageRequest[] = []
  const serveArrived = (): void => {
    const requests = arrived
    arrived = []
    groupCallWrites(requests, isRead).forEach(serveGroup)
  }
  parentPort?.on('message', (requests: StorageRequest[]) => {
    if (arrived.length === 0) setImmediate(serveArrived)
    arrived.push(...requests)
  })
}

// Only `createStorage` and `createMaintenanceThread` start this file, with one of these two shapes.
const job = workerData as StorageJob | MaintenanceJob
if ('task' in job) parentPort?.postMessage(runTask(job))
else serve(job)
