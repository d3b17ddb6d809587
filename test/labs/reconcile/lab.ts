import type { Judge } from '../../../src/main/look-ups/verdict.ts'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createDice } from './dice.ts'
import { makeHistory } from './history.ts'
import { findProblems, measureWaits, type ProblemName } from './oracle.ts'
import { playHistory } from './play-history.ts'
import { byNumberOnly, fromOneReading } from './planted-judges.ts'

type Found = {
  problems: Record<ProblemName, number>
  toRunId: number[]
  toNotFound: number[]
  calls: number
  requests: number
  mostAtOnce: number
  dials: number
  tooSoon: number
  askedAfterStop: number
  unforeseen: number
  ends: Record<string, number>
}

const noProblems = (): Record<ProblemName, number> => ({
  falseMatches: 0,
  falseNotFound: 0,
  wrongCandidates: 0,
  missedCandidates: 0,
  wrongProgress: 0,
  falseCertainty: 0,
  wrongRunShown: 0,
  leftInDoubt: 0,
})

const nothingFound = (): Found => ({
  problems: noProblems(),
  toRunId: [],
  toNotFound: [],
  calls: 0,
  requests: 0,
  mostAtOnce: 0,
  dials: 0,
  tooSoon: 0,
  askedAfterStop: 0,
  unforeseen: 0,
  ends: {},
})

const playOne = async (seed: number, found: Found, judge?: Judge): Promise<void> => {
  const dice = createDice(createSeededRandom(seed))
  const history = makeHistory(dice)
  const played = await playHistory(history, createSeededRandom(seed + 1), judge)
  for (const problem of findProblems(history, played)) {
    found.problems[problem] += 1
    if (judge === undefined) process.stderr.write(`reconcile: ${problem} in the history of seed ${seed}\n`)
  }
  const waits = measureWaits(history, played)
  found.toRunId.push(...waits.toRunId)
  found.toNotFound.push(...waits.toNotFound)
  found.calls += played.left.size
  found.requests += played.counts.requests
  found.mostAtOnce = Math.max(found.mostAtOnce, played.counts.mostAtOnce)
  found.dials += played.counts.dials
  found.tooSoon += played.counts.tooSoon
  found.askedAfterStop += played.askedAfterStop
  found.unforeseen += played.unforeseen.length
  for (const { outcome } of played.left.values()) found.ends[outcome.state] = (found.ends[outcome.state] ?? 0) + 1
}

/** A faulty judge must be seen within a few hundred histories. */
const isCaught = async (seed: number, problem: ProblemName, judge: Judge): Promise<boolean> => {
  const found = nothingFound()
  for (let index = 0; index < 300 && found.problems[problem] === 0; index += 1)
    await playOne(seed + index * 7919, found, judge)
  return found.problems[problem] > 0
}

const at = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100

const spread = (values: readonly number[]): Record<string, number> => {
  const sorted = values.toSorted((a, b) => a - b)
  return { count: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99), max: at(sorted, 1) }
}

/** Reads made-up histories with the real look-ups and holds what they say against the truth: no false match, no false "not found", no call. */
export const lab: Lab = {
  name: 'reconcile',
  standard: 10_000,
  short: 300,
  async run({ n, seed, progress }) {
    const found = nothingFound()
    for (let index = 0; index < n; index += 1) {
      await playOne(seed * 1_000_003 + index * 7919, found)
      progress(index + 1, n)
    }
    const caught = {
      byNumberOnly: await isCaught(seed, 'falseMatches', byNumberOnly),
      fromOneReading: await isCaught(seed, 'falseNotFound', fromOneReading),
    }
    const [secondsToRunId, secondsToNotFound] = [spread(found.toRunId), spread(found.toNotFound)]
    const inTime = (secondsToRunId['max'] ?? 0) <= 15 && (secondsToNotFound['max'] ?? 0) <= 150
    const isClean = Object.values(found.problems).every((count) => count === 0)
    return {
      figures: {
        ...found.problems,
        dialsByMachine: found.dials,
        askedAfterStop: found.askedAfterStop,
        askedTooSoon: found.tooSoon,
        unforeseenErrors: found.unforeseen,
        calls: found.calls,
        secondsToRunId,
        secondsToNotFound,
        requestsPerCall: Math.round((found.requests / Math.max(1, found.calls)) * 10) / 10,
        mostRequestsAtOnce: found.mostAtOnce,
        ends: found.ends,
        caughtByNumberOnly: caught.byNumberOnly,
        caughtFromOneReading: caught.fromOneReading,
      },
      control: { caught: caught.byNumberOnly && caught.fromOneReading },
      ok:
        isClean &&
        inTime &&
        found.dials + found.askedAfterStop + found.tooSoon + found.unforeseen === 0 &&
        found.toRunId.length > 0,
    }
  },
}
