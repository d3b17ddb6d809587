import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'electron-vite'
import { appFolder } from '../../support/electron/runtime.ts'
import { emptyCaches } from './empty-caches.ts'
import { megabytesOf, processorMilliseconds, processTree } from './process-tree.ts'
import { type Started, start, type StartTimes } from './start.ts'
import { typeEverywhere } from './type-keys.ts'

export type ScreenBenchOptions = { n: number; progress: (done: number, of: number) => void }

const goals = { key: 50, block: 50, ratio: 1.3, memory: 300, idle: 0.5 } as const
const starts = 9
const settleMilliseconds = 15_000
const idleMilliseconds = 20_000

const rounded = (value: number): number => Math.round(value * 100) / 100
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Milliseconds: half of the samples are below p50, 95 of 100 below p95. */
type Spread = { p50: number; p95: number; max: number }

const spreadOf = (samples: readonly number[]): Spread => {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

/** An electron-vite app with one window, one field in it and nothing else. */
const buildEmpty = async (folder: string): Promise<string> => {
  await build({
    configFile: join(import.meta.dirname, 'empty', 'electron.vite.config.ts'),
    root: join(import.meta.dirname, 'empty'),
    logLevel: 'error',
    build: { outDir: join(folder, 'out') },
  })
  const about = { name: 'empty', version: '1.0.0', main: 'out/main/index.js', type: 'module' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about))
  return folder
}

type House = { empty: string; emptyData: string; data: string }
type Times = { app: StartTimes[]; empty: StartTimes[] }

const timeStart = async (app: string, dataDir: string): Promise<StartTimes> => {
  const { times, end } = await start(app, dataDir)
  await end()
  return times
}

/** Starts both by turns, so that whatever else the machine does meets both alike. */
const measureStarts = async (house: House, before: () => void): Promise<Times> => {
  const times: Times = { app: [], empty: [] }
  for (let turn = 0; turn < starts; turn += 1) {
    before()
    times.empty.push(await timeStart(house.empty, house.emptyData))
    before()
    times.app.push(await timeStart(appFolder, house.data))
  }
  return times
}

const compare = ({ app, empty }: Times) => {
  const [ours, theirs] = [spreadOf(app.map(({ caret }) => caret)), spreadOf(empty.map(({ caret }) => caret))]
  const ratio = rounded(ours.p50 / theirs.p50)
  const screen = spreadOf(app.map((times) => times.screen))
  return { app: ours, empty: theirs, ratio, goal: goals.ratio, met: ratio <= goals.ratio, screen }
}

/** What an app needs while nobody touches it: memory (MB) and the share of one core (%). */
const measureRest = async ({ id, end }: Started) => {
  await pause(settleMilliseconds)
  const before = processorMilliseconds(processTree(id))
  await pause(idleMilliseconds)
  const ids = processTree(id)
  const share = (processorMilliseconds(ids) - before) / idleMilliseconds
  const megabytes = megabytesOf(ids)
  await end()
  return { processes: ids.length, megabytes: Math.round(megabytes), processorPercent: rounded(share * 100) }
}

const measureTyping = async (dataDir: string, count: number) => {
  const { typed, call, controlSeen, electron } = await typeEverywhere(dataDir, count)
  const keys = [...typed.flatMap(({ seen }) => seen.keys), ...call.keys]
  const toPaint = spreadOf(keys)
  const byPlace = Object.fromEntries(typed.map(({ place, seen }) => [place, spreadOf(seen.keys).p95]))
  const blocksOf = (blocks: readonly number[]) => ({ count: blocks.length, longest: Math.max(0, ...blocks) })
  const blocks = { typing: blocksOf(typed.flatMap(({ seen }) => seen.blocks)), call: blocksOf(call.blocks) }
  const met = toPaint.p95 <= goals.key && blocks.typing.count + blocks.call.count === 0
  return {
    figures: { electron, keys: { count: keys.length, ...toPaint, byPlace, goal: goals.key }, blocks, controlSeen },
    met: met && controlSeen,
  }
}

const runIn = async (folder: string, { n, progress }: ScreenBenchOptions) => {
  const house: House = {
    empty: join(folder, 'empty'),
    emptyData: join(folder, 'empty-data'),
    data: join(folder, 'data'),
  }
  mkdirSync(house.empty)
  await buildEmpty(house.empty)
  const typing = await measureTyping(house.data, n)
  progress(100, 400)
  // One start each before the first that counts: what is only ever made once is nobody's start.
  for (const [app, data] of [
    [house.empty, house.emptyData],
    [appFolder, house.data],
  ] as const)
    await timeStart(app, data)
  const dropped = emptyCaches()
  const cold = compare(await measureStarts(house, emptyCaches))
  progress(200, 400)
  const warm = compare(await measureStarts(house, () => undefined))
  progress(300, 400)
  const memory = {
    app: await measureRest(await start(appFolder, house.data)),
    empty: await measureRest(await start(house.empty, house.emptyData)),
  }
  const figures = { ...typing.figures, coldStart: { dropped, ...cold }, warmStart: warm, rest: memory }
  return { figures, ok: typing.met && cold.met && warm.met && memory.app.megabytes <= goals.memory }
}

/** What hands and eyes wait for: from key to picture, from start to caret and to the whole screen, beside a window with nothing in it. */
export const bench = {
  name: 'screen',
  needs: 'window',
  standard: 400,
  async run(options: ScreenBenchOptions) {
    const folder = mkdtempSync(join(tmpdir(), 'rundesk-screen-'))
    try {
      return await runIn(folder, options)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
}
