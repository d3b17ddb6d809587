import type { Lab } from '../lab.ts'
import type { Findings } from './findings.ts'
import { believing, careless, realPart } from './parts.ts'
import { inMemory, overSockets } from './trials.ts'

/** This share of the answers travels over real sockets, in all the ways in which bytes can arrive. */
const socketShare = 0.02
/** So many answers are enough for a planted mistake to show up often. */
const controlTrials = 3_000

const sum = (findings: readonly Findings[], of: (one: Findings) => number): number =>
  findings.reduce((total, one) => total + of(one), 0)

const runControl = async (seed: number) => {
  const mistaken = await inMemory(controlTrials, seed, believing, () => undefined)
  const leaking = await inMemory(controlTrials, seed, careless, () => undefined)
  return { mistakes: mistaken.wrongClass, leaks: leaking.leaks }
}

/** Fuzzed answers, most of them nearly right and many with the key in them: is each told as what a second reading of the table says, and the key never? */
export const lab: Lab = {
  name: 'fuzz',
  standard: 100_000,
  short: 2_000,
  async run({ n, seed, progress }) {
    const overWire = Math.ceil(n * socketShare)
    let done = 0
    const tick = (): void => progress((done += 1), n)
    const all = [await inMemory(n - overWire, seed, realPart, tick), await overSockets(overWire, seed, tick)]
    const planted = await runControl(seed)
    const wrongClass = sum(all, (one) => one.wrongClass)
    const leaks = sum(all, (one) => one.leaks)
    const crashes = sum(all, (one) => one.crashes)
    const meanings: Record<string, number> = {}
    for (const one of all)
      for (const [meaning, count] of Object.entries(one.meanings)) meanings[meaning] = (meanings[meaning] ?? 0) + count
    return {
      figures: {
        overSockets: overWire,
        crashes,
        wrongClass,
        keyLeaks: leaks,
        examples: all.flatMap(({ examples }) => examples).join('; '),
        meanings,
        planted: `an id believed: ${planted.mistakes} caught; a key masked only as it stands: ${planted.leaks} caught`,
      },
      control: { caught: planted.mistakes > 0 && planted.leaks > 0 },
      ok: wrongClass === 0 && leaks === 0 && crashes === 0,
    }
  },
}
