import { succeed } from '../../../src/contract/failure.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { mapConcurrently, type Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type FaultyParts, type ListRun, runList } from './list-run.ts'

/** Entries per list. */
const entriesPerList = 50
/** Rows per entry; some are called before their number is listed. */
const rowsPerEntry = 4

const sum = (runs: readonly ListRun[], of: (run: ListRun) => number): number =>
  runs.reduce((total, run) => total + of(run), 0)

/** Lists that are running at the same time. */
const concurrency = 4

/** Injected bug: an entry for one number is reported as added, but is not written. */
const withoutWriting = ({ storage, importer }: FaultyParts): FaultyParts => {
  const run: Storage['run'] = (name, input) =>
    // Each operation has its own result type; the condition determines it.
    name === 'addDoNotCall'
      ? (Promise.resolve({ ok: true, value: { ...input, listIds: [] } }) as ReturnType<typeof storage.run<typeof name>>)
      : storage.run(name, input)
  return { storage: { ...storage, run }, importer }
}

/**
 * Injected bug: an import refuses no rows, and the transaction that records a call does not check the numbers. Either of
 * them alone prevents the calls.
 */
const withoutGate = ({ storage, importer }: FaultyParts): FaultyParts => {
  const importIds = async (): Promise<string[]> => {
    const imports = await storage.run('listDoNotCallImports', {})
    return imports.ok ? imports.value.map(({ importId }) => importId) : []
  }
  const run: Storage['run'] = async (name, input) =>
    name === 'recordCall' && typeof input === 'object' && 'call' in input
      ? storage.run(name, { ...input, confirmedAfter: await importIds() })
      : storage.run(name, input)
  return {
    storage: { ...storage, run },
    importer: { ...importer, settleListed: () => Promise.resolve(succeed([])) },
  }
}

/** Runs a list with an injected bug. */
const runControl = (index: number, seed: number, injectBug: (parts: FaultyParts) => FaultyParts): Promise<ListRun> =>
  runList({
    index,
    rows: entriesPerList * rowsPerEntry,
    entries: entriesPerList,
    random: createSeededRandom(seed),
    injectBug,
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
    const unwritten = await runControl(sizes.length, seed, withoutWriting)
    const ungated = await runControl(sizes.length + 1, seed, withoutGate)
    const figures = {
      lists: runs.length,
      entries: sum(runs, ({ entries }) => entries),
      heldBack: sum(runs, ({ heldBack }) => heldBack),
      alreadyLeft: sum(runs, ({ alreadyLeft }) => alreadyLeft),
      afterCommit: sum(runs, ({ afterCommit }) => afterCommit),
      sumsWrong: sum(runs, ({ sumsWrong }) => sumsWrong),
      requests: sum(runs, ({ requests }) => requests),
      injected: [
        `entries reported but not written: ${unwritten.afterCommit} of ${unwritten.entries} called`,
        `no check when a call is recorded: ${ungated.afterCommit} of ${ungated.entries} called`,
      ].join('; '),
    }
    return {
      figures,
      control: { caught: unwritten.afterCommit > 0 && ungated.afterCommit > 0 },
      // Without any call or any withheld number, the lab would prove nothing.
      ok: figures.afterCommit === 0 && figures.sumsWrong === 0 && figures.heldBack > 0 && figures.requests > 0,
    }
  },
}
