import { Worker } from 'node:worker_threads'
import { mapConcurrently, type Lab } from '../lab.ts'
import type { FuzzData, FuzzResult, InjectedBug } from './fuzz-thread.ts'
import { largeFiles } from './large-files.ts'

/** Milliseconds after which a trial counts as hung. The large files take a few seconds. */
const longestTrial = 60_000
const checkEvery = 1_000
const concurrency = 2

type Range = { from: number; to: number }
type FuzzRun = { small: number; seed: number; injectedBug: InjectedBug; onResults: (results: FuzzResult[]) => void }

/** Runs trials in a thread. Returns the trial in which the thread hung or died, or null. */
const runThread = async (
  { from, to }: Range,
  { onResults, ...run }: FuzzRun,
): Promise<{ trial: number; hung: boolean } | null> => {
  const trial = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(from)
  const data: FuzzData = { from, to, ...run, trial }
  const worker = new Worker(new URL('fuzz-thread.ts', import.meta.url), { workerData: data })
  const { promise, resolve } = Promise.withResolvers<'ended' | 'died' | 'hung'>()
  worker.on('message', onResults)
  worker.on('error', () => resolve('died'))
  worker.on('exit', (code) => resolve(code === 0 ? 'ended' : 'died'))
  let last = { trial: from, since: performance.now() }
  const watch = setInterval(() => {
    const now = Atomics.load(trial, 0)
    if (now !== last.trial) last = { trial: now, since: performance.now() }
    else if (performance.now() - last.since > longestTrial) resolve('hung')
  }, checkEvery)
  const end = await promise
  clearInterval(watch)
  await worker.terminate()
  return end === 'ended' ? null : { trial: Atomics.load(trial, 0), hung: end === 'hung' }
}

const createFindings = () => {
  const counts = { read: 0, refused: 0, sumsWrong: 0, crashes: 0, hangs: 0 }
  const kinds: Record<string, number> = {}
  const examples: string[] = []
  const note = (text: string): void => void (examples.length < 8 && examples.push(text))
  return {
    counts,
    kinds,
    examples,
    add({ trial, kind, state, detail }: FuzzResult): void {
      kinds[kind] = (kinds[kind] ?? 0) + 1
      if (state === 'read' || state === 'refused') return void (counts[state] += 1)
      counts[state === 'wrong' ? 'sumsWrong' : 'crashes'] += 1
      note(`trial ${trial}, ${kind}: ${detail}`)
    },
    addEnd({ trial, hung }: { trial: number; hung: boolean }): void {
      counts[hung ? 'hangs' : 'crashes'] += 1
      note(`trial ${trial}: the thread ${hung ? 'hung' : 'died'}`)
    },
  }
}

type Findings = ReturnType<typeof createFindings>

const runTrials = async (range: Range, run: FuzzRun, findings: Findings): Promise<void> => {
  // If a trial ended the thread, a new thread continues with the next trial.
  for (let from = range.from; from < range.to;) {
    const ended = await runThread({ from, to: range.to }, run)
    if (ended === null) return
    findings.addEnd(ended)
    from = ended.trial + 1
  }
}

const partsOf = (n: number, size: number): Range[] =>
  Array.from({ length: Math.ceil(n / size) }, (_, at) => ({ from: at * size, to: Math.min(n, (at + 1) * size) }))

/** Each injected bug must be found within this many files. */
const controlTrials = 300

const isCaught = async (injectedBug: InjectedBug, seed: number): Promise<boolean> => {
  const findings = createFindings()
  const run = {
    small: controlTrials,
    seed,
    injectedBug,
    onResults: (results: FuzzResult[]) => results.forEach(findings.add),
  }
  await runTrials({ from: 0, to: controlTrials }, run, findings)
  return findings.counts.sumsWrong > 0
}

/**
 * Imports malformed tables and workbooks of all kinds: none hangs or crashes the reader, and no row is lost, doubled or
 * changed.
 */
export const lab: Lab = {
  name: 'csvfuzz',
  standard: 100_000,
  short: 2_000,
  async run({ n, seed, progress }) {
    const findings = createFindings()
    const all = n + largeFiles
    let done = 0
    const run: FuzzRun = {
      small: n,
      seed,
      injectedBug: null,
      onResults(results) {
        results.forEach(findings.add)
        progress((done += results.length), all)
      },
    }
    await mapConcurrently(concurrency, partsOf(all, Math.max(500, Math.ceil(all / 40))), (range) =>
      runTrials(range, run, findings),
    )
    const controls: boolean[] = []
    for (const injectedBug of ['drops', 'repeats', 'miscounts'] as const)
      controls.push(await isCaught(injectedBug, seed))
    const { counts, kinds, examples } = findings
    const isComplete = done + counts.hangs + counts.crashes >= all
    return {
      figures: { ...counts, kinds, ...(examples.length > 0 ? { examples: examples.join(' | ') } : {}) },
      control: { caught: controls.every((caught) => caught) },
      ok: isComplete && counts.sumsWrong === 0 && counts.crashes === 0 && counts.hangs === 0,
    }
  },
}
