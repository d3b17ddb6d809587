import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'electron-vite'
import { appFolder } from '../../support/electron/runtime.ts'
import { processTree } from '../../labs/support/process-tree.ts'
import { dropFileCaches, megabytesOf, processKindOf, processorMilliseconds } from './system.ts'
import { type StartedApp, start, type StartTimes } from './start.ts'
import { typeEverywhere } from './type-keys.ts'

type ScreenBenchOptions = { n: number; progress: (done: number, of: number) => void }

/**
 * Milliseconds for `key` and `block`; `idle` is a share of one core, in percent; the others are ratios to the empty
 * window.
 */
const goals = { key: 25, block: 50, caret: 1.2, screen: 1.5, memory: 1.15, idle: 0.3 } as const
const starts = 9
/** Until the app is at rest: it maintains its history after 10 s, and V8 shrinks idle heaps once, after about 27 s. */
const settleMilliseconds = 60_000
const idleMilliseconds = 20_000

const rounded = (value: number): number => Math.round(value * 100) / 100
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** In milliseconds: half of the samples are below p50, and 95% are below p95. */
type Spread = { p50: number; p95: number; max: number }

const spreadOf = (samples: readonly number[]): Spread => {
  const sorted = samples.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

/** Builds an electron-vite app whose only window has one field and nothing else. */
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

/** The folder of the empty app, and the data folders of both apps. */
type BenchFolders = { empty: string; emptyData: string; data: string }
type Times = { app: StartTimes[]; empty: StartTimes[] }

const timeStart = async (app: string, dataDir: string): Promise<StartTimes> => {
  const { times, end } = await start(app, dataDir)
  await end()
  return times
}

/** Starts the two apps alternately, so that other load on the machine affects both. */
const measureStarts = async (folders: BenchFolders, before: () => void): Promise<Times> => {
  const times: Times = { app: [], empty: [] }
  for (let turn = 0; turn < starts; turn += 1) {
    before()
    times.empty.push(await timeStart(folders.empty, folders.emptyData))
    before()
    times.app.push(await timeStart(appFolder, folders.data))
  }
  return times
}

const compare = ({ app, empty }: Times) => {
  const [ours, theirs] = [spreadOf(app.map(({ caret }) => caret)), spreadOf(empty.map(({ caret }) => caret))]
  const ratio = rounded(ours.p50 / theirs.p50)
  const screen = spreadOf(app.map((times) => times.screen))
  const screenRatio = rounded(screen.p50 / theirs.p50)
  return { app: ours, empty: theirs, ratio, goal: goals.caret, met: ratio <= goals.caret, screen, screenRatio }
}

type IdleFigures = { processes: number; megabytes: number; processorPercent: number }

const percentOf = (milliseconds: number): number => rounded((milliseconds / idleMilliseconds) * 100)

/** Returns the memory (MB) and the share of one core (%) of an idle app, in total and by kind of process. */
const measureIdle = async ({ id, end }: StartedApp): Promise<IdleFigures & { byKind: Record<string, IdleFigures> }> => {
  await pause(settleMilliseconds)
  const before = new Map(processTree(id).map((one) => [one, processorMilliseconds([one])]))
  await pause(idleMilliseconds)
  const ids = processTree(id)
  const used = (one: number): number => processorMilliseconds([one]) - (before.get(one) ?? 0)
  const figuresOf = (some: readonly number[]): IdleFigures => ({
    processes: some.length,
    megabytes: Math.round(megabytesOf(some)),
    processorPercent: percentOf(some.reduce((sum, one) => sum + used(one), 0)),
  })
  const kinds = [...new Set(ids.map(processKindOf))]
  const byKind = Object.fromEntries(
    kinds.map((kind) => [kind, figuresOf(ids.filter((one) => processKindOf(one) === kind))]),
  )
  const figures = { ...figuresOf(ids), byKind }
  await end()
  return figures
}

const measureTyping = async (dataDir: string, count: number) => {
  const { typed, call, controlSeen, electron } = await typeEverywhere(dataDir, count)
  const keys = [...typed.flatMap(({ seen }) => seen.keys), ...call.keys]
  const toPaint = spreadOf(keys)
  const byField = Object.fromEntries(typed.map(({ field, seen }) => [field, spreadOf(seen.keys).p95]))
  const blocksOf = (blocks: readonly number[]) => ({ count: blocks.length, longest: Math.max(0, ...blocks) })
  const blocks = { typing: blocksOf(typed.flatMap(({ seen }) => seen.blocks)), call: blocksOf(call.blocks) }
  const met = toPaint.p95 <= goals.key && blocks.typing.count + blocks.call.count === 0
  return {
    figures: {
      electron,
      keys: { count: keys.length, ...toPaint, byPlace: byField, goal: goals.key },
      blocks,
      controlSeen,
    },
    met: met && controlSeen,
  }
}

const runIn = async (folder: string, { n, progress }: ScreenBenchOptions) => {
  const folders: BenchFolders = {
    empty: join(folder, 'empty'),
    emptyData: join(folder, 'empty-data'),
    data: join(folder, 'data'),
  }
  mkdirSync(folders.empty)
  await buildEmpty(folders.empty)
  const typing = await measureTyping(folders.data, n)
  progress(100, 400)
  // The first start of each is not counted: it creates files that later starts reuse.
  for (const [app, data] of [
    [folders.empty, folders.emptyData],
    [appFolder, folders.data],
  ] as const)
    await timeStart(app, data)
  const dropped = dropFileCaches()
  const cold = compare(await measureStarts(folders, dropFileCaches))
  progress(200, 400)
  const warm = compare(await measureStarts(folders, () => undefined))
  progress(300, 400)
  const memory = {
    app: await measureIdle(await start(appFolder, folders.data)),
    empty: await measureIdle(await start(folders.empty, folders.emptyData)),
  }
  const memoryRatio = rounded(memory.app.megabytes / memory.empty.megabytes)
  const idleDifference = rounded(memory.app.processorPercent - memory.empty.processorPercent)
  const rest = { ...memory, memoryRatio, idleDifference }
  const figures = { ...typing.figures, coldStart: { dropped, ...cold }, warmStart: warm, rest }
  const isSmall = memoryRatio <= goals.memory && idleDifference <= goals.idle
  return { figures, ok: typing.met && cold.met && warm.met && warm.screenRatio <= goals.screen && isSmall }
}

/**
 * The time from a key press to its frame and from startup to caret and screen, compared with an empty Electron window.
 */
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
