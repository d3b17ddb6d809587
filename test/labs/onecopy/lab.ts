import { inLanes } from '../faults/in-lanes.ts'
import { createDraw } from '../fuzz/draw.ts'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type CountingService, startCountingService } from './counting-service.ts'
import { placeNaively, placeWithApp, type PlaceCall } from './place-call.ts'
import { drawTrial, runTrial, type Trial, type TrialResult } from './run-trial.ts'

const lanes = 12
const controlTrials = 40

const runAll = async (trials: readonly Trial[], place: PlaceCall, tick: () => void): Promise<TrialResult[]> => {
  const all = await Promise.all(Array.from({ length: lanes }, startCountingService))
  const idle: CountingService[] = [...all]
  const results = await inLanes(lanes, trials, async (trial) => {
    const service = idle.pop()
    if (service === undefined) throw new Error('There are more lanes than services.')
    const result = await runTrial(service, trial, place)
    idle.push(service)
    tick()
    return result
  })
  await Promise.all(all.map((service) => service.close()))
  return results
}

const count = (results: readonly TrialResult[], matches: (result: TrialResult) => boolean): number =>
  results.filter(matches).length

const describe = (results: readonly TrialResult[]): string =>
  results
    .flatMap(({ wrong }, index) => (wrong === null ? [] : [`call ${index}: ${wrong}`]))
    .slice(0, 5)
    .join('; ')

/** Calls whose connection is cut at any byte of the request, of the answer, or of the wire under TLS: does ever more than one copy arrive, or is one denied that did? */
export const lab: Lab = {
  name: 'onecopy',
  standard: 1_000,
  short: 60,
  async run({ n, seed, progress }) {
    const draw = createDraw(createSeededRandom(seed))
    const trials = Array.from({ length: n }, () => drawTrial(draw))
    let done = 0
    const results = await runAll(trials, placeWithApp, () => progress((done += 1), n))
    const inPlain = Array.from({ length: controlTrials }, () => drawTrial(draw)).filter(({ cut }) => cut.in !== 'wire')
    const naive = await runAll(inPlain, placeNaively, () => undefined)
    const doubled = count(naive, ({ copies }) => copies > 1)
    const wrong = count(results, (result) => result.wrong !== null)
    return {
      figures: {
        oneCopy: count(results, ({ copies }) => copies === 1),
        noCopyAndNotSent: count(results, ({ copies, meaning }) => copies === 0 && meaning.startsWith('notSent')),
        lostOnTheWire: count(results, ({ copies, meaning }) => copies === 0 && !meaning.startsWith('notSent')),
        moreCopies: count(results, ({ copies }) => copies > 1),
        accepted: count(results, ({ meaning }) => meaning.startsWith('accepted')),
        unknown: count(results, ({ meaning }) => meaning.startsWith('unknown')),
        wrong,
        examples: describe(results),
        planted: `a request sent again when a kept connection is cut: ${doubled} of ${naive.length} arrived twice`,
      },
      control: { caught: doubled > 0 },
      ok: wrong === 0,
    }
  },
}
