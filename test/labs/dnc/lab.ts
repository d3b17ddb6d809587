import type { Storage } from '../../../src/main/storage/storage.ts'
import { mapConcurrently, type Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type ListRun, runList } from './list-run.ts'

/** Entries per list. */
const entriesPerList = 50
/** Rows per entry; some are called before their number is listed. */
const rowsPerEntry = 4

const sum = (runs: readonly ListRun[], of: (run: ListRun) => number): number =>
  runs.reduce((total, run) => total + of(run), 0)

/** Lists that are running at the same time. */
const concurrency = 4

/** Injected bug: an entry for one number is reported as added, but is not written. */
const withoutWriting = (storage: Storage): Storage => {
  const run: Storage['run'] = (name, input) =>
    // Each operation has its own result type; the condition determines it.
    name === 'addDoNotCall'
      ? (Promise.resolve({ ok: true, value: { ...input, listIds: [] } }) as ReturnType<typeof storage.run<typeof name>>)
      : storage.run(name, input)
  return { ...storage, run }
}

/** Runs a list with the injected bug. */
const runControl = (index: number, seed: number): Promise<ListRun> =>
  runList({
    index,
    rows: entriesPerList * rowsPerEntry,
    entries: entriesPerList,
    random: createSeededRandom(seed),
    injectBug: withoutWriting,
    onEntry: () => undefined,
  })

/** Adds do-not-call entries while a list is running: from then on, those numbers must not be called. */
export const lab: Lab = {
  name: 'dnc',
  standard: 1_000,
  short: 50,
  async run({ n, seed, progress }) {
    let done = 0
    const onEntry = (): void => progress((done += 1), n)
    const sizes = Array.from({ length: Math.ceil(n / entriesPerList) }, (_, index) =>
      Math.min(entriesPerList, n - index * entriesPerList),
    )
    const runs = await mapConcurrently(concurrency, sizes, (entries, index) => {
      const random = createSeededRandom(seed + index)
      return runList({ index, rows: entries * rowsPerEntry, entries, random, onEntry })
    })
    const control = await runControl(sizes.length, seed)
    const figures = {
      lists: runs.length,
      entries: sum(runs, ({ entries }) => entries),
      heldBack: sum(runs, ({ heldBack }) => heldBack),
      alreadyLeft: sum(runs, ({ alreadyLeft }) => alreadyLeft),
      afterCommit: sum(runs, ({ afterCommit }) => afterCommit),
      sumsWrong: sum(runs, ({ sumsWrong }) => sumsWrong),
      requests: sum(runs, ({ requests }) => requests),
      injected: `entries reported but not written: ${control.afterCommit} of ${control.entries} called`,
    }
    return {
      figures,
      control: { caught: control.afterCommit > 0 },
      // Without any call or any withheld number, the lab would prove nothing.
      ok: figures.afterCommit === 0 && figures.sumsWrong === 0 && figures.heldBack > 0 && figures.requests > 0,
    }
  },
}
