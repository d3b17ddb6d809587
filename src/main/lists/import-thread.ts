import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Outcome } from '../../contract/failure.ts'
import type { List, ListTarget } from '../../contract/list.ts'
import { causeOf, reasonOf, StorageError, traceOf } from '../storage/errors.ts'
import { createListCheck } from '../storage/lists/list-check.ts'
import { openListDatabase } from '../storage/lists/list-database.ts'
import { createListImport } from '../storage/lists/list-import.ts'
import { settleListedRows } from '../storage/lists/listed-rows.ts'
import { findListRecord, readListIn } from '../storage/lists/lists-table.ts'
import {
  cancelledJob,
  type CheckJob,
  type ImportJob,
  type RemoveJob,
  type ThreadData,
  type ThreadJob,
  type ThreadMessage,
  type ThreadRequest,
  type ThreadResult,
  waitingOperations,
} from './import-protocol.ts'
import type { RegisterResult } from './import-register.ts'
import { readTable, type TableHeader } from './read-table.ts'

/**
 * Maximum pause between two chunks, in milliseconds, so that an import progresses even while calls are placed
 * constantly.
 */
const longestPause = 50

/** Number of rows between progress reports. */
const reportedRows = 5_000

/** Thrown to leave a job that was canceled. */
class Cancelled extends Error {}

const nameOf = ({ fileName, sheet }: TableHeader): string => fileName?.replace(/\.[^.]+$/, '') ?? sheet ?? ''

const listIn = (database: DatabaseSync, listId: string, now: number): List => {
  const row = findListRecord(database, listId)
  if (row === undefined) throw new StorageError('unavailable')
  return readListIn(database, row, now)
}

type Job = { id: number; database: DatabaseSync; betweenChunks: () => void; post: (message: ThreadMessage) => void }

const importTable = async (
  job: ImportJob,
  { id, database, betweenChunks, post }: Job,
): Promise<Outcome<ThreadResult>> => {
  const { list, countries, now } = job
  const write = createListImport(database)
  const reader: { header: TableHeader | null; sample: string[][]; rows: number; reported: number } = {
    header: null,
    sample: [],
    rows: 0,
    reported: 0,
  }

  /**
   * Loaded on demand, because the tables of phone numbers and places take longer to load than the first rows to read.
   */
  const targetsOf = async (headers: readonly string[]): Promise<ListTarget[]> => {
    const { mapListColumns } = await import('./columns.ts')
    return mapListColumns({ headers, rows: reader.sample, names: null, remembered: null, countries })
  }

  const begin = (header: TableHeader): void => {
    const { fileName, format, encoding, separator, sheet, headers } = header
    write.begin({
      ...list,
      name: list.name ?? nameOf(header),
      source: { fileName, format, encoding, separator, sheet },
      headers,
      fingerprint: null,
    })
  }

  const append = (rows: readonly string[][]): void => {
    betweenChunks()
    write.append(
      list.listId,
      rows.map((cells, at) => ({ row: reader.rows + at + 1, cells })),
    )
    reader.rows += rows.length
  }

  const add = (rows: string[][]): void => {
    const isFirst = reader.rows === 0
    if (isFirst && reader.header !== null) {
      reader.sample = rows
      begin(reader.header)
    }
    append(rows)
    if (isFirst) post({ id, kind: 'first', list: listIn(database, list.listId, now) })
    if (reader.rows - reader.reported < reportedRows) return
    reader.reported = reader.rows
    post({ id, kind: 'progress', rows: reader.rows })
  }

  try {
    const read = await readTable(job.source, {
      onRead: betweenChunks,
      onHeader: (header) => void (reader.header = header),
      onRows: add,
      keys: job.keys,
    })
    if (!read.ok) {
      write.cancel(list.listId)
      return read
    }
    const { headers, fingerprint } = read.value
    const about = { headers, targets: await targetsOf(headers), fingerprint }
    betweenChunks()
    return { ok: true, value: { list: write.finish(list.listId, about, now) } }
  } catch (error) {
    removeUnfinished(database, list.listId)
    throw error
  }
}

const removeUnfinished = (database: DatabaseSync, listId: string): void => {
  try {
    createListImport(database).cancel(listId)
  } catch {
    // Report the error that ended the import instead. On a full disk the removal fails, too; on the next launch, the
    // list is removed, and a list in state `reading` is never called.
  }
}

const checkList = async (
  { listId, checkInput, repeatMinutes, recentCalls }: CheckJob,
  { id, database, betweenChunks, post }: Job,
): Promise<Outcome<ThreadResult>> => {
  const { createRowCheck, planOfCheck } = await import('./check-row.ts')
  const check = createListCheck(database)
  const started = check.start(listId, checkInput.now)
  if (started === null) return { ok: true, value: { list: null } }
  const checkRow = createRowCheck(planOfCheck(started, checkInput))
  let reported = 0
  for (let after = 0; ;) {
    betweenChunks()
    const rows = check.readCells(listId, after)
    if (rows.length === 0) break
    const checked = rows.map(({ cells, row }) => checkRow(cells, row))
    // An erasure has changed some of these rows since they were read.
    if (!check.write(listId, checked)) continue
    after = rows.at(-1)?.row ?? after
    if (after - reported < reportedRows) continue
    reported = after
    post({ id, kind: 'progress', rows: after })
  }
  const isCurrent = check.finish(listId, started.plan, { now: checkInput.now, repeatMinutes, recentCalls })
  return { ok: true, value: { list: isCurrent ? listIn(database, listId, checkInput.now) : null } }
}

const removeList = ({ listId }: RemoveJob, { database }: Job): Outcome<ThreadResult> => {
  createListImport(database).cancel(listId)
  return { ok: true, value: { list: null } }
}

const registered = (imported: Outcome<RegisterResult>): Outcome<ThreadResult> =>
  imported.ok ? { ok: true, value: { list: null, register: imported.value } } : imported

const runJob = async (job: ThreadJob, about: Job): Promise<Outcome<ThreadResult>> => {
  switch (job.kind) {
    case 'import':
      return importTable(job, about)
    case 'check':
      return checkList(job, about)
    case 'remove':
      return removeList(job, about)
    case 'doNotCall': {
      const changed = settleListedRows(about.database, job, about.betweenChunks)
      return { ok: true, value: { list: null, changed } }
    }
    case 'register': {
      const { importRegister } = await import('./import-register.ts')
      return registered(await importRegister(job, about))
    }
  }
}

const serve = ({ file, shared }: ThreadData): void => {
  const post = (message: ThreadMessage): void => parentPort?.postMessage(message)

  /**
   * Returns a function that lets waiting storage operations run first and throws if the job was canceled. It must be
   * invoked while no transaction is open.
   */
  const pauseFor = (id: number) => (): void => {
    const end = performance.now() + longestPause
    for (;;) {
      if (Atomics.load(shared, cancelledJob) === id) throw new Cancelled()
      const waiting = Atomics.load(shared, waitingOperations)
      const left = end - performance.now()
      if (waiting === 0 || left <= 0) return
      Atomics.wait(shared, waitingOperations, waiting, left)
    }
  }

  type Ended = Omit<Extract<ThreadMessage, { kind: 'ended' }>, 'id' | 'kind'>

  const run = async ({ id, job }: ThreadRequest): Promise<Ended> => {
    let database: DatabaseSync | null = null
    try {
      database = openListDatabase(file)
      return { outcome: await runJob(job, { id, database, betweenChunks: pauseFor(id), post }), trace: null }
    } catch (error) {
      if (error instanceof Cancelled) return { outcome: { ok: true, value: { list: null } }, trace: null }
      const reason = reasonOf(causeOf(error, dirname(file)))
      return { outcome: { ok: false, failure: { kind: 'storage', reason } }, trace: traceOf(error) }
    } finally {
      database?.close()
    }
  }

  const answer = async (request: ThreadRequest): Promise<void> =>
    post({ id: request.id, kind: 'ended', ...(await run(request)) })
  parentPort?.on('message', (request: ThreadRequest) => void answer(request))
}

// Only `createListImporter` starts this file, with this data.
serve(workerData as ThreadData)
