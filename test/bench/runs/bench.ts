import { everyCall } from '../../../src/contract/call-filter.ts'
import type { Outcome } from '../../../src/contract/failure.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { type BareSqlite, openBare } from './bare-sqlite.ts'
import type { MadeCall } from './made-calls.ts'
import { makeHouse, type MadeHouse } from './made-house.ts'
import { type BenchQuestion, makeFilteredQuestion, makeQuestion, questionKinds } from './questions.ts'

export type RunsBenchOptions = { n: number; rows: number; progress: (done: number, of: number) => void }

/** Milliseconds: half of the samples are below p50, 95 of 100 below p95. */
export type Spread = { p50: number; p95: number; max: number }

/** What one thing takes through the storage thread as the app asks it, and with SQLite alone beside it. */
export type Measured = Spread & { goal: number; met: boolean; bare?: Spread }

const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)

const screenful = 50
const goals = { firstScreen: 50, run: 10, text: 100, filtered: 100, page: 50 } as const

const rounded = (value: number): number => Math.round(value * 100) / 100

const spreadOf = (samples: readonly number[]): Spread => {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

const measured = (samples: readonly number[], goal: number, bare?: readonly number[]): Measured => {
  const spread = spreadOf(samples)
  return { ...spread, goal, met: spread.p95 <= goal, ...(bare === undefined ? {} : { bare: spreadOf(bare) }) }
}

const valueOf = async <T>(outcome: Promise<Outcome<T>>): Promise<T> => {
  const settled = await outcome
  if (!settled.ok) throw new Error(JSON.stringify(settled.failure))
  return settled.value
}

const timed = async (act: () => unknown): Promise<number> => {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** Asks until a screenful is there or the history ends, as the screen does. */
const findScreenful = async (storage: Storage, { typed, filter }: BenchQuestion): Promise<number> => {
  let [found, after] = [0, null as string | null]
  do {
    const page: { calls: unknown[]; next: string | null } = await valueOf(
      storage.ask('listCalls', { search: typed, filter, after, limit: screenful }),
    )
    found += page.calls.length
    after = page.next
  } while (found < screenful && after !== null)
  return found
}

type Bench = {
  storage: Storage
  bare: BareSqlite
  sample: readonly MadeCall[]
  random: () => number
  options: RunsBenchOptions
}

const pick = ({ sample, random }: Bench): MadeCall => {
  const found = sample[Math.floor(random() * sample.length)]
  if (found === undefined) throw new Error('There are no calls.')
  return found
}

const measureFirstScreen = async ({ storage, bare, options }: Bench): Promise<Measured> => {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < options.n; turn += 1) {
    ours.push(await timed(() => findScreenful(storage, { kind: '', typed: '', filter: everyCall })))
    theirs.push(await timed(() => bare.newest()))
  }
  return measured(ours, goals.firstScreen, theirs)
}

const measureRun = async (bench: Bench): Promise<Measured> => {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < bench.options.n; turn += 1) {
    const { outcome } = pick(bench).call
    const workflowRunId = outcome.state === 'accepted' ? outcome.workflowRunId : 1
    ours.push(await timed(() => valueOf(bench.storage.ask('callsOfRun', { workflowRunId }))))
    theirs.push(await timed(() => bench.bare.ofRun(workflowRunId)))
  }
  return measured(ours, goals.run, theirs)
}

const measureText = async (bench: Bench): Promise<{ text: Measured; textByKind: Record<string, Spread> }> => {
  const [ours, theirs]: [number[], number[]] = [[], []]
  const byKind = new Map<string, number[]>(questionKinds.map((kind) => [kind, []]))
  for (let turn = 0; turn < bench.options.n; turn += 1) {
    const question = makeQuestion(turn, pick(bench), bench.random)
    const took = await timed(() => findScreenful(bench.storage, question))
    ours.push(took)
    byKind.get(question.kind)?.push(took)
    theirs.push(await timed(() => bench.bare.find(question.typed)))
    bench.options.progress(turn + 1, bench.options.n)
  }
  const textByKind = Object.fromEntries([...byKind].map(([kind, samples]) => [kind, spreadOf(samples)]))
  return { text: measured(ours, goals.text, theirs), textByKind }
}

const measureFiltered = async (bench: Bench): Promise<Measured> => {
  const ours: number[] = []
  for (let turn = 0; turn < bench.options.n; turn += 1) {
    const question = makeFilteredQuestion(turn, pick(bench), bench.random)
    ours.push(await timed(() => findScreenful(bench.storage, question)))
  }
  return measured(ours, goals.filtered)
}

const measurePages = async ({ storage, bare, options }: Bench): Promise<Measured> => {
  const [ours, theirs]: [number[], number[]] = [[], []]
  let after: string | null = null
  for (let turn = 0; turn < options.n; turn += 1) {
    const from: string | null = after
    const page = async () => {
      ;({ next: after } = await valueOf(storage.ask('listCalls', { search: '', after: from, limit: 100 })))
    }
    ours.push(await timed(page))
    theirs.push(await timed(() => bare.before(options.rows - turn * 100)))
    if (after === null) break
  }
  return measured(ours, goals.page, theirs)
}

const runIn = async (house: MadeHouse, options: RunsBenchOptions) => {
  const storage = createStorage({ file: house.file, worker })
  // Opening checks the whole file: that is measured apart, and its cost is the start's, not the screen's.
  const openMilliseconds = Math.round(await timed(() => valueOf(storage.ask('listProfiles', undefined))))
  const bare = openBare(house.file)
  try {
    const bench: Bench = { storage, bare, sample: house.sample, random: createSeededRandom(1), options }
    const first = await timed(() => findScreenful(storage, { kind: '', typed: '', filter: everyCall }))
    const firstScreen = { first: rounded(first), ...(await measureFirstScreen(bench)) }
    const run = await measureRun(bench)
    const { text, textByKind } = await measureText(bench)
    const filtered = await measureFiltered(bench)
    const page = await measurePages(bench)
    const met = [firstScreen, run, text, filtered, page].every((one) => one.met) && first <= goals.firstScreen
    return {
      figures: { ...house.figures, openMilliseconds, firstScreen, run, text, textByKind, filtered, page },
      ok: met,
    }
  } finally {
    bare.close()
    await storage.close()
  }
}

/** What the history's screen waits for, over so many calls, each beside the same question asked of SQLite alone. */
export const bench = {
  name: 'runs',
  standard: 420,
  standardRows: 100_000,
  async run(options: RunsBenchOptions) {
    const house = makeHouse(options.rows, (words) => process.stderr.write(`runs: ${words}\n`))
    try {
      return await runIn(house, options)
    } finally {
      house.remove()
    }
  },
}
