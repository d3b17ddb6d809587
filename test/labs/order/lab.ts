import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import type { Verdict } from './read-trace.ts'
import { traceCalls } from './trace-calls.ts'

const count = (verdicts: ReadonlyMap<string, Verdict>, wanted: Verdict): number =>
  [...verdicts.values()].filter((verdict) => verdict === wanted).length

const controlCalls = 5

/** The log is synced to the disk before the first byte of every request, seen from outside by the system calls. */
export const lab: Lab = {
  name: 'order',
  standard: 200,
  short: 5,
  async run({ n, seed, progress }) {
    let done = 0
    const verdicts = await traceCalls({
      calls: n,
      random: createSeededRandom(seed),
      onCall: () => progress((done += 1), n),
    })
    const control = await traceCalls({
      calls: controlCalls,
      random: createSeededRandom(seed + 1),
      plant: { storage: { kind: 'normalSync' } },
    })
    const syncedFirst = count(verdicts, 'synced first')
    const sentFirst = count(verdicts, 'sent first')
    const notRecorded = count(verdicts, 'not recorded')
    return {
      figures: { syncedFirst, sentFirst, notRecorded, controlSentFirst: count(control, 'sent first') },
      control: { caught: count(control, 'sent first') === controlCalls },
      ok: syncedFirst === n,
    }
  },
}
