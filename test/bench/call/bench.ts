import { type BenchApp, benchAgent, benchKey, openBenchApp } from './bench-setup.ts'
import type { ServerMessage } from './byte-server.ts'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createBenchHistory } from '../runs/bench-setup.ts'
import { buildConnector, Client } from 'undici'

type BenchOptions = {
  n: number
  /** Number of calls in the history before the first call. */
  history: number
  progress: (done: number, of: number) => void
}

/** Milliseconds. */
type Spread = { p50: number; p99: number }

type Comparison = {
  /** The app's figure. Scripts read this key, so its name must not change. */
  desk: Spread
  bare: Spread
  /** The app's figure minus the bare figure. */
  over: Spread
  /** A bare write the size of a commit, with its sync, on the same disk at the same time. */
  sync: Spread
  goal: Spread
  met: boolean
  /** The app's p50 for the last hundred calls divided by its p50 for the first hundred: 1 if the cost does not grow. */
  growth: number
}

/** Calls per second with many in flight, against a server that responds at once. */
type Throughput = { count: number; desk: number; bare: number; goal: number }

const goals = { growth: 1.2, callsPerSecond: 1_500 } as const
const inFlight = 50

const path = `/api/v1/public/agent/workflow/${benchAgent}`

const spreadOf = (samples: readonly number[]): Spread => {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

const rounded = ({ p50, p99 }: Spread): Spread => ({
  p50: Math.round(p50 * 1000) / 1000,
  p99: Math.round(p99 * 1000) / 1000,
})

const between = (start: bigint, end: bigint): number => Number(end - start) / 1e6

/** Measures from the operation to the first byte at the server. */
const timeApp = async ({ app, nextDraft }: BenchApp, arrivals: Arrivals): Promise<number> => {
  const { draft, marker } = nextDraft()
  const start = process.hrtime.bigint()
  const answer = await app.operations.triggerCall(draft)
  if (!answer.ok) throw new Error(`The call was refused: ${JSON.stringify(answer.failure)}`)
  const arrived = await arrivals.of(marker)
  await app.settled()
  return between(start, arrived)
}

const bodyOf = ({
  phoneNumber,
  initialContext,
  telephonyConfigurationId,
  fromPhoneNumberId,
}: ReturnType<BenchApp['nextDraft']>['draft']) => ({
  phone_number: phoneNumber,
  initial_context: { ...initialContext, rundesk_call_id: '01JD3Z0000000000000000000A' },
  telephony_configuration_id: telephonyConfigurationId,
  from_phone_number_id: fromPhoneNumberId,
})

const timeBare = async ({ nextDraft }: BenchApp, arrivals: Arrivals): Promise<number> => {
  const { draft, marker } = nextDraft()
  const body = JSON.stringify(bodyOf(draft))
  const start = process.hrtime.bigint()
  await sendBare(arrivals.origin, benchKey, body)
  return between(start, await arrivals.of(marker))
}

/** Alternates between the two ways, so that other load affects both equally; the first tenth is warm-up. */
const sample = async ({ n, progress }: BenchOptions, setup: BenchApp, arrivals: Arrivals, disk: DiskProbe) => {
  const samples = { app: [] as number[], bare: [] as number[], sync: [] as number[] }
  const warmUp = Math.ceil(n / 10)
  for (let turn = -warmUp; turn < n; turn += 1) {
    const app = await timeApp(setup, arrivals)
    const bare = await timeBare(setup, arrivals)
    const sync = disk.sync()
    if (turn < 0) continue
    samples.app.push(app)
    samples.bare.push(bare)
    samples.sync.push(sync)
    progress(turn + 1, n)
  }
  return samples
}

const hundred = 100

const growthOf = (samples: readonly number[]): number => {
  const size = Math.min(hundred, Math.ceil(samples.length / 2))
  return spreadOf(samples.slice(-size)).p50 / spreadOf(samples.slice(0, size)).p50
}

/** Runs `task` `total` times, `inFlight` at a time, and returns how many finished per second. */
const perSecond = async (total: number, task: () => Promise<void>): Promise<number> => {
  let left = total
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await task()
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: inFlight }, work))
  return Math.round(total / ((performance.now() - start) / 1000))
}

/** The first fifth is warm-up. */
const measureThroughput = async (total: number, setup: BenchApp, { origin }: Arrivals): Promise<Throughput> => {
  const call = async (): Promise<void> => {
    const { draft } = setup.nextDraft()
    const recorded = setup.recorded(draft.callId)
    const answer = await setup.app.operations.triggerCall(draft)
    if (!answer.ok) throw new Error(`The call was refused: ${JSON.stringify(answer.failure)}`)
    await recorded
  }
  const bare = (): Promise<void> => sendBare(origin, benchKey, JSON.stringify(bodyOf(setup.nextDraft().draft)))
  await perSecond(Math.ceil(total / 5), call)
  await perSecond(Math.ceil(total / 5), bare)
  return {
    count: inFlight,
    desk: await perSecond(total, call),
    bare: await perSecond(total, bare),
    goal: goals.callsPerSecond,
  }
}

type CompareOptions = { syncMilliseconds: number; goal: Spread; dataFolder: string | null; throughputOf: number }

const compare = async (options: BenchOptions, { syncMilliseconds, goal, dataFolder, throughputOf }: CompareOptions) => {
  const arrivals = await startArrivals()
  try {
    const setup = await openBenchApp({ origin: arrivals.origin, syncMilliseconds, dataFolder })
    const disk = createDiskProbe()
    const samples = await sample(options, setup, arrivals, disk)
    const throughput = throughputOf === 0 ? null : await measureThroughput(throughputOf, setup, arrivals)
    await setup.close()
    disk.close()
    const app = spreadOf(samples.app)
    const bare = spreadOf(samples.bare)
    const over = { p50: app.p50 - bare.p50, p99: app.p99 - bare.p99 }
    const growth = Math.round(growthOf(samples.app) * 100) / 100
    const met =
      over.p50 <= goal.p50 &&
      over.p99 <= goal.p99 &&
      (samples.app.length < 2 * hundred || growth <= goals.growth) &&
      (throughput === null || throughput.desk >= throughput.goal)
    const sync = rounded(spreadOf(samples.sync))
    const comparison: Comparison = {
      desk: rounded(app),
      bare: rounded(bare),
      over: rounded(over),
      sync,
      goal,
      met,
      growth,
    }
    return { ...comparison, ...(throughput === null ? {} : { inFlight: throughput }) }
  } finally {
    arrivals.close()
  }
}

/** With fewer calls, a rate is not meaningful. */
const fewestForRate = 200

/** The cost of recording a call, on this disk and on one whose sync takes 10 ms longer. */
export const bench = {
  name: 'call',
  standard: 1000,
  standardHistory: 0,
  async run(options: BenchOptions) {
    const note = (words: string): void => void process.stderr.write(`call: ${words}\n`)
    const history = options.history === 0 ? null : createBenchHistory(options.history, note)
    try {
      const dataFolder = history === null ? null : dirname(history.file)
      const throughputOf = options.n < fewestForRate ? 0 : Math.max(1_000, options.n)
      const asItIs = await compare(options, { syncMilliseconds: 0, goal: { p50: 1, p99: 5 }, dataFolder, throughputOf })
      const slowSync = await compare(options, {
        syncMilliseconds: 10,
        goal: { p50: 11, p99: 16 },
        dataFolder: null,
        throughputOf: 0,
      })
      return { figures: { growth: asItIs.growth, asItIs, slowSync }, ok: asItIs.met && slowSync.met }
    } finally {
      history?.remove()
    }
  },
}

/** A server in another process that reports when requests reached it. */
type Arrivals = {
  readonly origin: string
  /** When the first byte of the request with this marker arrived, as a monotonic time in nanoseconds. */
  of(marker: string): Promise<bigint>
  close(): void
}

/** Starts the server and resolves when it is listening. */
const startArrivals = async (): Promise<Arrivals> => {
  const child = fork(fileURLToPath(new URL('./byte-server.ts', import.meta.url)))
  const arrivedAt = new Map<string, bigint>()
  const waiting = new Map<string, (at: bigint) => void>()
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The server ended.')))
    child.on('message', (message: ServerMessage) => {
      if ('port' in message) return resolve(message.port)
      const at = BigInt(message.at)
      arrivedAt.set(message.arrived, at)
      waiting.get(message.arrived)?.(at)
    })
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    of(marker) {
      const at = arrivedAt.get(marker)
      return at === undefined ? new Promise((resolve) => waiting.set(marker, resolve)) : Promise.resolve(at)
    },
    close: () => child.disconnect(),
  }
}

/** A file next to this benchmark's databases; each `sync` writes as much as a commit. */
type DiskProbe = {
  /** Writes and syncs once; returns the milliseconds it took. */
  sync(): number
  close(): void
}

const pageBytes = 4096 + 24
const pages = 8
const logPages = 1000

/** Fills the file once, so that later writes overwrite it the way writes to a reused WAL do. */
const createDiskProbe = (): DiskProbe => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-bench-disk-'))
  const file = openSync(join(folder, 'log'), 'w')
  const bytes = Buffer.alloc(pageBytes * pages, 1)
  writeSync(file, Buffer.alloc(pageBytes * logPages))
  fdatasyncSync(file)
  let turn = 0
  return {
    sync() {
      const start = performance.now()
      writeSync(file, bytes, 0, bytes.length, ((turn += 1) % (logPages / pages)) * bytes.length)
      fdatasyncSync(file)
      return performance.now() - start
    },
    close() {
      closeSync(file)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sends one POST with undici alone, over a new connection: the minimum that any program needs to place a call. */
const sendBare = async (origin: string, key: string, body: string): Promise<void> => {
  const client = new Client(origin, { connect: buildConnector({ allowH2: false }), pipelining: 0 })
  try {
    const { body: answer } = await client.request({
      method: 'POST',
      path,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': key },
      body,
    })
    await answer.text()
  } finally {
    await client.destroy()
  }
}
