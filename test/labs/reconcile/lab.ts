import { type Decide, decide } from '../../../src/main/features/reconciliation/decide.ts'
import type { Lab } from '../lab.ts'
import { createRandomChoices, createSeededRandom } from '../seeded-random.ts'
import { isOrdinary, makeHistory } from './history.ts'
import { findProblems, measureWaits, type ProblemName } from './oracle.ts'
import { playHistory } from './play-history.ts'
import { numberKey } from '../../../src/domain/phone-number.ts'

type Totals = {
  problems: Record<ProblemName, number>
  toRunId: number[]
  toNotFound: number[]
  calls: number
  requests: number
  /** Figures for ordinary histories. */
  ordinary: { histories: number; calls: number; requests: number; mostPerCall: number }
  /** Histories whose lists are partly unreadable, in another order, incomplete, or hide what identifies a run. */
  oddLists: number
  mostAtOnce: number
  dials: number
  tooSoon: number
  requestsAfterStop: number
  unexpectedErrors: number
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

const nothingFound = (): Totals => ({
  problems: noProblems(),
  toRunId: [],
  toNotFound: [],
  calls: 0,
  requests: 0,
  ordinary: { histories: 0, calls: 0, requests: 0, mostPerCall: 0 },
  oddLists: 0,
  mostAtOnce: 0,
  dials: 0,
  tooSoon: 0,
  requestsAfterStop: 0,
  unexpectedErrors: 0,
  ends: {},
})

const addOrdinary = (ordinary: Totals['ordinary'], calls: number, requests: number): void => {
  ordinary.histories += 1
  ordinary.calls += calls
  ordinary.requests += requests
  ordinary.mostPerCall = Math.max(ordinary.mostPerCall, Math.round((requests / Math.max(1, calls)) * 10) / 10)
}

/** Maximum number of requests for each unresolved call in an ordinary history. */
const maxRequestsPerCall = 15

const averageRequests = ({ requests, calls }: { requests: number; calls: number }): number =>
  Math.round((requests / Math.max(1, calls)) * 10) / 10

const playOne = async (seed: number, found: Totals, decideRuns?: Decide): Promise<void> => {
  const choices = createRandomChoices(createSeededRandom(seed))
  const history = makeHistory(choices)
  const played = await playHistory(history, createSeededRandom(seed + 1), decideRuns)
  for (const problem of findProblems(history, played)) {
    found.problems[problem] += 1
    if (decideRuns === undefined) process.stderr.write(`reconcile: ${problem} in the history of seed ${seed}\n`)
  }
  const waits = measureWaits(history, played)
  found.toRunId.push(...waits.toRunId)
  found.toNotFound.push(...waits.toNotFound)
  found.calls += played.left.size
  if (isOrdinary(history)) addOrdinary(found.ordinary, played.left.size, played.counts.requests)
  const { listFault, runs } = history.service
  if (listFault !== 'none' || history.isDisguised || runs.some(({ breaksLists }) => breaksLists)) found.oddLists += 1
  found.requests += played.counts.requests
  found.mostAtOnce = Math.max(found.mostAtOnce, played.counts.mostAtOnce)
  found.dials += played.counts.dials
  found.tooSoon += played.counts.tooSoon
  found.requestsAfterStop += played.requestsAfterStop
  found.unexpectedErrors += played.unexpectedErrors.length
  for (const { outcome } of played.left.values()) found.ends[outcome.state] = (found.ends[outcome.state] ?? 0) + 1
}

/** Returns whether a faulty decision is found within 300 histories. */
const isCaught = async (seed: number, problem: ProblemName, decideRuns: Decide): Promise<boolean> => {
  const found = nothingFound()
  for (let index = 0; index < 300 && found.problems[problem] === 0; index += 1)
    await playOne(seed + index * 7919, found, decideRuns)
  return found.problems[problem] > 0
}

const at = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100

const spread = (values: readonly number[]): Record<string, number> => {
  const sorted = values.toSorted((a, b) => a - b)
  return { count: sorted.length, p50: at(sorted, 0.5), p99: at(sorted, 0.99), max: at(sorted, 1) }
}

/** Runs the real reconciliation over simulated histories and compares it with the truth: no false match, no false "not found", no call placed. */
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
      byNumberOnly: await isCaught(seed, 'falseMatches', matchByNumberOnly),
      fromOneReading: await isCaught(seed, 'falseNotFound', decideFromOneReading),
    }
    const [secondsToRunId, secondsToNotFound] = [spread(found.toRunId), spread(found.toNotFound)]
    const inTime = (secondsToRunId['max'] ?? 0) <= 15 && (secondsToNotFound['max'] ?? 0) <= 150
    const isClean = Object.values(found.problems).every((count) => count === 0)
    return {
      figures: {
        ...found.problems,
        dialsByMachine: found.dials,
        requestsAfterStop: found.requestsAfterStop,
        requestsTooSoon: found.tooSoon,
        unforeseenErrors: found.unexpectedErrors,
        calls: found.calls,
        secondsToRunId,
        secondsToNotFound,
        requestsPerCall: averageRequests(found.ordinary),
        mostRequestsPerCall: found.ordinary.mostPerCall,
        ordinaryHistories: found.ordinary.histories,
        oddLists: found.oddLists,
        requestsPerCallInAll: averageRequests(found),
        mostRequestsAtOnce: found.mostAtOnce,
        ends: found.ends,
        caughtByNumberOnly: caught.byNumberOnly,
        caughtFromOneReading: caught.fromOneReading,
      },
      control: { caught: caught.byNumberOnly && caught.fromOneReading },
      ok:
        isClean &&
        inTime &&
        averageRequests(found.ordinary) <= maxRequestsPerCall &&
        found.dials + found.requestsAfterStop + found.tooSoon + found.unexpectedErrors === 0 &&
        found.toRunId.length > 0,
    }
  },
}

/** Injected bug: chooses the newest run to the number. */
const matchByNumberOnly: Decide = ({ call, latest }) => {
  const run = latest.runs.find(
    ({ calledNumber }) => calledNumber !== null && numberKey(calledNumber) === numberKey(call.phoneNumber),
  )
  if (run === undefined) return null
  const { workflowRunId, workflowRunName } = run
  return { state: 'accepted', workflowRunId, workflowRunName, status: '', reconciled: true, progress: 'started' }
}

/** Injected bug: decides "not found" after one reading. */
const decideFromOneReading: Decide = (evidence, addition) =>
  decide(evidence, addition) ??
  (evidence.call.outcome.state === 'unknown'
    ? { state: 'notFound', since: new Date(evidence.now.wall).toISOString() }
    : null)
