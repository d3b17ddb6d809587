import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AppPool, createAppPool, startAppProcess } from '../support/app-process.ts'
import { createLabSetup, makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { labReference, type LabService, startLabService } from '../support/lab-service.ts'
import type { LabAppOptions } from '../support/lab-app.ts'
import { valueOf } from '../../support/value-of.ts'

type TraceOptions = {
  calls: number
  random: () => number
  bugs?: Partial<LabAppOptions>
  onCall?: () => void
}

const entry = fileURLToPath(new URL('../support/lab-app-child.ts', import.meta.url))
const watched = 'trace=write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync'

/** Starts an app under strace, which records the writes and syncs of all its threads. */
const startTraced = (file: string, order: LabAppOptions) => {
  const app = startAppProcess({
    command: 'strace',
    args: ['-f', '-qq', '-y', '-s', '8192', '-e', 'signal=none', '-e', watched, '-o', file, process.execPath, entry],
    ipc: true,
  })
  app.child.once('message', () => app.child.send(order))
  return app
}

/** Throws if strace is not installed. */
const requireTracer = (): void => {
  const { status } = spawnSync('strace', ['-V'], { stdio: 'ignore' })
  if (status !== 0) throw new Error('This lab needs strace (the Debian package of that name), and it is not here.')
}

const placeTraced = async (
  service: LabService,
  pool: AppPool,
  options: TraceOptions,
): Promise<Map<string, SyncOrder>> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-lab-trace-'))
  const dataFolder = makeDataFolder()
  const file = join(folder, 'trace')
  try {
    const setup = await createLabSetup(dataFolder, pool, service, options.random)
    const app = startTraced(file, { ...setup.appOptions, ...options.bugs })
    await app.ready
    const callIds: string[] = []
    for (let call = 0; call < options.calls; call += 1) {
      callIds.push((await valueOf(app.run('triggerCall', setup.nextDraft()))).callId)
      options.onCall?.()
    }
    await app.end()
    const results = syncOrderOf(readTrace(readFileSync(file, 'latin1')), callIds)
    return new Map(callIds.map((callId) => [callId, results.get(callId) ?? 'not recorded']))
  } finally {
    rmSync(folder, { recursive: true, force: true })
    removeDataFolder(dataFolder)
  }
}

/** Places calls with a traced app, and returns for each whether its record was synced before its request left. */
export const traceCalls = async (options: TraceOptions): Promise<Map<string, SyncOrder>> => {
  requireTracer()
  const service = await startLabService({ random: options.random })
  const pool = createAppPool(1)
  try {
    return await placeTraced(service, pool, options)
  } finally {
    await pool.close()
    await service.close()
  }
}

/** A system call of a traced app, in the order of the trace. */
type TracedCall = {
  name: string
  /** The file path or socket address of the descriptor at that moment. */
  target: string
  text: string
  /** `whole` if it is on one line; otherwise another thread ran between its start and its end. */
  part: 'whole' | 'begin' | 'end'
}

const begin = /^(\d+)\s+(\w+)\((\d+)<((?:[^>\\]|\\.|->)*)>/
const resumed = /^(\d+)\s+<\.\.\. (\w+) resumed>/

/** Parses a trace. A call interrupted by another thread has two lines, and both stay in their order. */
export const readTrace = (text: string): TracedCall[] => {
  const open = new Map<string, string>()
  return text.split('\n').flatMap((line): TracedCall[] => {
    const started = begin.exec(line)
    if (started) {
      const [, thread = '', name = '', , target = ''] = started
      const unfinished = line.endsWith('<unfinished ...>')
      if (unfinished) open.set(`${thread} ${name}`, target)
      return [{ name, target, text: line, part: unfinished ? 'begin' : 'whole' }]
    }
    const [, thread = '', name = ''] = resumed.exec(line) ?? []
    const target = open.get(`${thread} ${name}`)
    return target === undefined ? [] : [{ name, target, text: line, part: 'end' }]
  })
}

const isLog = ({ target }: TracedCall): boolean => target.endsWith('rundesk.db-wal')
const isSync = ({ name }: TracedCall): boolean => name === 'fdatasync' || name === 'fsync'
const isSocket = ({ target }: TracedCall): boolean => target.startsWith('socket:') || target.startsWith('TCP')

/** Whether a call's record was synced before its request was sent. */
export type SyncOrder = 'synced first' | 'sent first' | 'not recorded'

/** Tracks up to which line of the trace the WAL has been synced. */
const createSyncLine = () => {
  let began = -1
  let reached = -1
  return {
    reached: (): number => reached,
    take({ part }: TracedCall, at: number): void {
      if (part !== 'end') began = at
      // A sync may not include writes that happen while it is running.
      if (part !== 'begin') reached = began
    },
  }
}

/**
 * Returns for each call whether its record as `sending` was written and synced before the first byte of its request.
 */
export const syncOrderOf = (trace: readonly TracedCall[], callIds: readonly string[]): Map<string, SyncOrder> => {
  const sync = createSyncLine()
  const recordedAt = new Map<string, number>()
  /** By socket: how far the WAL was synced when the first byte was sent. */
  const syncedAtFirstByte = new Map<string, number>()
  const results = new Map<string, SyncOrder>()
  const open = (): string[] => callIds.filter((callId) => !results.has(callId))

  const takeLogWrite = ({ text }: TracedCall, at: number): void => {
    if (!text.includes('sending')) return
    for (const callId of open()) if (!recordedAt.has(callId) && text.includes(callId)) recordedAt.set(callId, at)
  }

  const takeSocketWrite = ({ target, text }: TracedCall): void => {
    const synced = syncedAtFirstByte.get(target) ?? sync.reached()
    syncedAtFirstByte.set(target, synced)
    const callId = open().find((one) => text.includes(`${labReference}\\":\\"${one}`))
    if (callId === undefined) return
    const recorded = recordedAt.get(callId)
    results.set(callId, recorded === undefined ? 'not recorded' : recorded < synced ? 'synced first' : 'sent first')
  }

  for (const [at, step] of trace.entries()) {
    if (isLog(step) && isSync(step)) sync.take(step, at)
    else if (isLog(step) && step.part !== 'end') takeLogWrite(step, at)
    else if (isSocket(step) && step.part !== 'end') takeSocketWrite(step)
  }
  return results
}
