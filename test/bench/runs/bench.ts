import { everyCall } from '../../../src/contract/call-list.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { createSeededRandom, pick } from '../../labs/seeded-random.ts'
import {
  type BareSqlite,
  type BenchQuery,
  type BenchHistory,
  createFilteredQuery,
  createBenchHistory,
  createQuery,
  openBare,
  queryKinds,
} from './bench-setup.ts'
import type { RandomCall } from './random-calls.ts'
import { valueOf } from '../../support/value-of.ts'

type RunsBenchOptions = { n: number; rows: number; progress: (done: number, of: number) => void }

/** Milliseconds. */
type Spread = { p50: number; p95: number; max: number }

/** Duration through the storage thread as the app uses it, and with SQLite alone. */
type MeasuredSpread = Spread & { goal: number; met: boolean; bare?: Spread }

const worker = new URL('../../../src/main/storage/worker.ts', import.meta.url)

const callsPerScreen = 50
/** Milliseconds: for opening the history, and at the 95th percentile for the others. */
const goals = { open: 500, coldScreen: 50, firstScreen: 10, run: 10, text: 25, filtered: 100, page: 50 } as const
/** Milliseconds for a text search: the median and the maximum. */
const textGoals = { p50: 2, max: 100 } as const

const rounded = (value: number): number => Math.round(value * 100) / 100

const spreadOf = (samples: readonly number[]): Spread => {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

const measured = (samples: readonly number[], goal: number, bare?: readonly number[]): MeasuredSpread => {
  const spread = spreadOf(samples)
  return { ...spread, goal, met: spread.p95 <= goal, ...(bare === undefined ? {} : { bare: spreadOf(bare) }) }
}

const timed = async (act: () => unknown): Promise<number> => {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** Reads pages until the screen is full or the history ends, as the screen does. */
const fillScreen = async (storage: Storage, { typed, filter }: BenchQuery): Promise<number> => {
  let [found, after] = [0, null as string | null]
  do {
    const page: { calls: unknown[]; next: string | null } = await valueOf(
      storage.run('listCalls', { search: typed, filter, after, limit: callsPerScreen }),
    )
    found += page.calls.length
    after = page.next
  } while (found < callsPerScreen && after !== null)
  return found
}

type Bench = {
  storage: Storage
  bare: BareSqlite
  sample: readonly RandomCall[]
  random: () => number
  options: RunsBenchOptions
}

const measureFirstScreen = async ({ storage, bare, options }: Bench): Promise<MeasuredSpread> => {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < options.n; turn += 1) {
    ours.push(await timed(() => fillScreen(storage, { kind: '', typed: '', filter: everyCall })))
    theirs.push(await timed(() => bare.newest()))
  }
  return measured(ours, goals.firstScreen, theirs)
}

const measureRun = async (bench: Bench): Promise<MeasuredSpread> => {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < bench.options.n; turn += 1) {
    const { outcome } = pick(bench.sample, bench.random).call
    const workflowRunId = outcome.state === 'accepted' ? outcome.workflowRunId : 1
    ours.push(await timed(() => valueOf(bench.storage.run('callsOfRun', { workflowRunId }))))
    theirs.push(await timed(() => bench.bare.ofRun(workflowRunId)))
  }
  return measured(ours, goals.run, theirs)
}

const measureText = async (bench: Bench): Promise<{ text: MeasuredSpread; textByKind: Record<string, Spread> }> => {
  const { storage, bare, sample, random, options } = bench
  const queries = Array.from({ length: options.n }, (_, turn) => createQuery(turn, pick(sample, random), random))
  const ours: number[] = []
  const byKind = new Map<string, number[]>(queryKinds.map((kind) => [kind, []]))
  for (const [turn, query] of queries.entries()) {
    const took = await timed(() => fillScreen(storage, query))
    ours.push(took)
    byKind.get(query.kind)?.push(took)
    options.progress(turn + 1, options.n)
  }
  // These run afterwards: some of them read every call's text, which empties the processor's caches.
  const theirs: number[] = []
  for (const { typed } of queries) theirs.push(await timed(() => bare.find(typed)))
  const textByKind = Object.fromEntries([...byKind].map(([kind, samples]) => [kind, spreadOf(samples)]))
  return { text: measured(ours, goals.text, theirs), textByKind }
}

const measureFiltered = async (bench: Bench): Promise<MeasuredSpread> => {
  const ours: number[] = []
  for (let turn = 0; turn < bench.options.n; turn += 1) {
    const query = createFilteredQuery(turn, pick(bench.sample, bench.random), bench.random)
    ours.push(await timed(() => fillScreen(bench.storage, query)))
  }
  return measured(ours, goals.filtered)
}

const measurePages = async ({ storage, bare, options }: Bench): Promise<MeasuredSpread> => {
  const [ours, theirs]: [number[], number[]] = [[], []]
  let after: string | null = null
  for (let turn = 0; turn < options.n; turn += 1) {
    const from: string | null = after
    const page = async () => {
      ;({ next: after } = await valueOf(storage.run('listCalls', { search: '', after: from, limit: 100 })))
    }
    ours.push(await timed(page))
    theirs.push(await timed(() => bare.before(options.rows - turn * 100)))
    if (after === null) break
  }
  return measured(ours, goals.page, theirs)
}

const runIn = async (setup: BenchHistory, options: RunsBenchOptions) => {
  const storage = createStorage({ file: setup.file, worker })
  const openMilliseconds = Math.round(await timed(() => valueOf(storage.run('listProfiles', undefined))))
  const bare = openBare(setup.file)
  try {
    const bench: Bench = { storage, bare, sample: setup.sample, random: createSeededRandom(1), options }
    const first = await timed(() => fillScreen(storage, { kind: '', typed: '', filter: everyCall }))
    const firstScreen = { first: rounded(first), ...(await measureFirstScreen(bench)) }
    const run = await measureRun(bench)
    const { text, textByKind } = await measureText(bench)
    const filtered = await measureFiltered(bench)
    const page = await measurePages(bench)
    const isTextFast = text.p50 <= textGoals.p50 && text.max <= textGoals.max
    const met =
      [firstScreen, run, text, filtered, page].every((one) => one.met) &&
      first <= goals.coldScreen &&
      isTextFast &&
      openMilliseconds <= goals.open
    return {
      figures: { ...setup.figures, openMilliseconds, firstScreen, run, text, textByKind, filtered, page },
      ok: met,
    }
  } finally {
    bare.close()
    await storage.close()
  }
}

/** The response times of the history screen, compared with the same queries in SQLite alone. */
export const bench = {
  name: 'runs',
  standard: 420,
  standardRows: 100_000,
  async run(options: RunsBenchOptions) {
    const setup = createBenchHistory(options.rows, (words) => process.stderr.write(`runs: ${words}\n`))
    try {
      return await runIn(setup, options)
    } finally {
      setup.remove()
    }
  },
}
