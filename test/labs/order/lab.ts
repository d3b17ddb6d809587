import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type SyncOrder, traceCalls } from './trace-calls.ts'

const count = (results: ReadonlyMap<string, SyncOrder>, wanted: SyncOrder): number =>
  [...results.values()].filter((result) => result === wanted).length

const controlCalls = 5

/** Checks with a system call trace that the WAL is synced before the first byte of every request is sent. */
export const lab: Lab = {
  name: 'order',
  standard: 200,
  short: 5,
  async run({ n, seed, progress }) {
    let done = 0
    const results = await traceCalls({
      calls: n,
      random: createSeededRandom(seed),
      onCall: () => progress((done += 1), n),
    })
    const control = await traceCalls({
      calls: controlCalls,
      random: createSeededRandom(seed + 1),
      bugs: { storage: { kind: 'normalSync' } },
    })
    const syncedFirst = count(results, 'synced first')
    const sentFirst = count(results, 'sent first')
    const notRecorded = count(results, 'not recorded')
    return {
      figures: { syncedFirst, sentFirst, notRecorded, controlSentFirst: count(control, 'sent first') },
      control: { caught: count(control, 'sent first') === controlCalls },
      ok: syncedFirst === n,
    }
  },
}
