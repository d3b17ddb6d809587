import type { Lab } from '../lab.ts'
import type { Findings } from './check-outcome.ts'
import { inMemory, overSockets, lenientDateParser, lenientIdParser, plainMaskOnly, realClient } from './trials.ts'

/** The share of responses that are sent over real sockets. */
const socketShare = 0.02
/**
 * The largest share of responses whose JSON the mask may make invalid. The outcome of their calls becomes unknown:
 * safe, but unwanted.
 */
const maskedShare = 0.001
/** Enough responses to find an injected bug often. */
const controlTrials = 3_000

const sum = (findings: readonly Findings[], of: (one: Findings) => number): number =>
  findings.reduce((total, one) => total + of(one), 0)

const runControl = async (seed: number) => {
  const mistaken = await inMemory(controlTrials, seed, lenientIdParser, () => undefined)
  const leaking = await inMemory(controlTrials, seed, plainMaskOnly, () => undefined)
  const misdated = await inMemory(controlTrials, seed, lenientDateParser, () => undefined)
  return { mistakes: mistaken.wrongClass, leaks: leaking.leaks, unreadable: misdated.unreadable }
}

/**
 * Sends fuzzed responses, many of which contain the key. Checks the reported state against a second implementation,
 * that the key is in no output, and that each record is unchanged after it was written to the history and read back.
 */
export const lab: Lab = {
  name: 'fuzz',
  standard: 100_000,
  short: 2_000,
  async run({ n, seed, progress }) {
    const overWire = Math.ceil(n * socketShare)
    let done = 0
    const tick = (): void => progress((done += 1), n)
    const all = [await inMemory(n - overWire, seed, realClient, tick), await overSockets(overWire, seed, tick)]
    const injected = await runControl(seed)
    const wrongClass = sum(all, (one) => one.wrongClass)
    const leaks = sum(all, (one) => one.leaks)
    const unreadable = sum(all, (one) => one.unreadable)
    const crashes = sum(all, (one) => one.crashes)
    const unreadableByMask = sum(all, (one) => one.unreadableByMask)
    const meanings: Record<string, number> = {}
    for (const one of all)
      for (const [meaning, count] of Object.entries(one.meanings)) meanings[meaning] = (meanings[meaning] ?? 0) + count
    return {
      figures: {
        overSockets: overWire,
        crashes,
        wrongClass,
        keyLeaks: leaks,
        unreadable,
        unreadableByMask,
        examples: all.flatMap(({ examples }) => examples).join('; '),
        meanings,
        injected: `an id parsed by pattern: ${injected.mistakes} caught; a key masked in one form only: ${injected.leaks} caught; a date of any year: ${injected.unreadable} caught`,
      },
      control: { caught: injected.mistakes > 0 && injected.leaks > 0 && injected.unreadable > 0 },
      ok: wrongClass + leaks + unreadable + crashes === 0 && unreadableByMask <= Math.max(1, n * maskedShare),
    }
  },
}
