import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildConnector, Client } from 'undici'
import { type BenchListApp, openBenchApp, type SlowServer, startSlowServer, writeTable } from './bench-setup.ts'
import { measureScroll } from './scroll.ts'
import { valueOf } from '../../support/value-of.ts'

type BenchOptions = { n: number; progress: (done: number, of: number) => void }

const goals = {
  rate: 0.95,
  growth: 1.2,
  memoryGrowth: 1.1,
  import100k: 1_500,
  checked100k: 3_000,
  import1m: 30_000,
  longestBlock: 50,
  firstRows: 200,
  scrollFrame: 18,
} as const

/** Calls per measured rate, and how many of the first and last arrivals are excluded, because a list starts slowly. */
const [callsPerRate, leftOut] = [1_200, 60]

const rounded = (value: number): number => Math.round(value * 1000) / 1000

let nextNumber = 20_000_000

/** Returns the calls per second between the arrivals that are not excluded. */
const rateOf = (arrivals: readonly number[]): number => {
  const counted = arrivals.toSorted((one, other) => one - other).slice(leftOut, -leftOut)
  const [first = 0, last = 0] = [counted[0], counted.at(-1)]
  return ((counted.length - 1) / (last - first)) * 1000
}

/** Sends one POST with undici alone, over a new connection: the minimum that any program needs to place a call. */
const sendBare = async ({ origin, key, agentUuid }: SlowServer, body: string): Promise<void> => {
  const client = new Client(origin, { connect: buildConnector({ allowH2: false }), pipelining: 0 })
  try {
    const answer = await client.request({
      method: 'POST',
      path: `/api/v1/public/agent/workflow/${agentUuid}`,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': key },
      body,
    })
    await answer.body.text()
  } finally {
    await client.destroy()
  }
}

const measureBare = async (server: SlowServer, atOnce: number): Promise<number> => {
  const body = JSON.stringify({
    phone_number: '+80020000000',
    initial_context: { name: 'Ada Example', city: 'Portland' },
  })
  let left = callsPerRate
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await sendBare(server, body)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return rateOf(await server.arrivals())
}

const openTable = async (app: BenchListApp, rows: number) => {
  await writeTable(app.table, rows, nextNumber)
  nextNumber += rows
  const { list } = await valueOf(app.operations.openListFile({ profileId: app.profileId }))
  if (list === null) throw new Error('The table was not opened.')
  return list
}

/** Opens a list with this many rows and calls all of them. */
const callList = async (app: BenchListApp, rows: number, atOnce: number): Promise<void> => {
  const { listId, counts } = await app.check(await openTable(app, rows), atOnce)
  if (counts.ready !== rows) throw new Error(`Only ${counts.ready} of ${rows} rows are ready.`)
  await valueOf(app.operations.startList({ listId, calls: rows }))
  const ended = await app.ended(listId)
  if (ended.counts.rejected !== rows) throw new Error(`The list ended as ${JSON.stringify(ended.brake)}.`)
}

const measureRate = async (app: BenchListApp, server: SlowServer, atOnce: number) => {
  await server.arrivals()
  const before = await measureBare(server, atOnce)
  await callList(app, callsPerRate, atOnce)
  const list = rateOf(await server.arrivals())
  const bare = Math.max(before, await measureBare(server, atOnce))
  return { list: rounded(list), bare: rounded(bare), share: rounded(list / bare) }
}

/** Processor time (microseconds, all threads) and memory (bytes) after a number of calls. */
type Sample = { calls: number; processor: number; memory: number }

/** Returns a function that collects the garbage of this thread, so that only memory that is kept is measured. */
const createCollect = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  // The flag defines `gc` in new contexts.
  return runInNewContext('gc') as () => void
}

/** Calls a long list, and compares the cost of the last calls with that of the first ones. */
const measureGrowth = async (server: SlowServer, { n, progress }: BenchOptions) => {
  const samples: Sample[] = []
  const collect = createCollect()
  // At least a hundred calls; the first fifth is warm-up, in which V8 enlarges the heaps of the threads.
  const span = Math.max(100, Math.floor(n / 50))
  let calls = 0
  const app = await openBenchApp(server, () => {
    calls += 1
    progress(calls, n)
    if (calls % span !== 0) return
    const { user, system } = process.cpuUsage()
    collect()
    samples.push({ calls, processor: user + system, memory: process.memoryUsage.rss() })
  })
  try {
    await callList(app, n, 100)
  } finally {
    await app.close()
    app.remove()
  }
  const from = Math.ceil(samples.length / 5)
  const cost = (index: number): number => (samples.at(index + 1)?.processor ?? 0) - (samples.at(index)?.processor ?? 0)
  const memoryAt = (index: number): number => samples.at(index)?.memory ?? 1
  return {
    growth: rounded(cost(-2) / cost(from)),
    memoryGrowth: rounded(memoryAt(-1) / memoryAt(from)),
    processorPerCall: rounded(cost(-2) / span / 1000),
  }
}

/**
 * Opens and checks a table, and measures how long the main thread was blocked in the meantime. All values are in
 * milliseconds.
 */
const measureImport = async (app: BenchListApp, rows: number) => {
  await writeTable(app.table, rows, nextNumber)
  nextNumber += rows
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  let firstRows = 0
  const onFirst = (listId: string): void => {
    if (firstRows > 0) return
    firstRows = -1
    const page = { listId, states: [], finding: null, search: '', order: 'file' as const, from: 0, limit: 200 }
    void app.operations.listRows(page).then(() => (firstRows = performance.now() - start))
  }
  app.changed.add(onFirst)
  const { list } = await valueOf(app.operations.openListFile({ profileId: app.profileId }))
  app.changed.delete(onFirst)
  const imported = performance.now() - start
  if (list === null) throw new Error('The table was not opened.')
  await app.check(list, 3)
  const checked = performance.now() - start - imported
  delay.disable()
  return {
    imported: Math.round(imported),
    checked: Math.round(checked),
    firstRows: Math.round(firstRows),
    longestBlock: Math.round(delay.max / 1e6),
  }
}

/** From this number of calls on, the benchmark also imports a million rows. */
const standard = 50_000
/** The number of rows of the longest table. */
const longest = 1_000_000

/** Call lists: call rate against a service that takes 100 ms, cost per call after many calls, and import speed. */
export const bench = {
  name: 'list',
  needs: 'window',
  standard,
  async run(options: BenchOptions) {
    const server = await startSlowServer()
    try {
      const app = await openBenchApp(server)
      const rate10 = await measureRate(app, server, 10)
      const rate50 = await measureRate(app, server, 50)
      const hundredThousand = await measureImport(app, 100_000)
      const million = options.n < standard ? null : await measureImport(app, longest)
      await app.close()
      const scrollFrame = million === null ? null : await measureScroll(app.dataFolder, longest)
      app.remove()
      const growth = await measureGrowth(server, options)
      const longestBlock = Math.max(hundredThousand.longestBlock, million?.longestBlock ?? 0)
      const figures = {
        rate10: rate10.share,
        rate50: rate50.share,
        rates: { rate10, rate50 },
        ...growth,
        import100k: hundredThousand.imported,
        checked100k: hundredThousand.checked,
        ...(million === null ? {} : { import1m: million.imported, checked1m: million.checked, scrollFrame }),
        longestBlock,
        firstRows: hundredThousand.firstRows,
      }
      const ok =
        figures.rate10 >= goals.rate &&
        figures.rate50 >= goals.rate &&
        figures.growth <= goals.growth &&
        figures.memoryGrowth <= goals.memoryGrowth &&
        figures.import100k <= goals.import100k &&
        figures.checked100k <= goals.checked100k &&
        (million?.imported ?? 0) <= goals.import1m &&
        (scrollFrame ?? 0) <= goals.scrollFrame &&
        longestBlock <= goals.longestBlock &&
        figures.firstRows <= goals.firstRows
      return { figures, ok }
    } finally {
      server.close()
    }
  },
}
