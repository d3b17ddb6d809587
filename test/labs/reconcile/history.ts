import type { Failure } from '../../../src/contract/failure.ts'
import type { Dice } from './dice.ts'
import type { ServicePlan, Trouble } from './made-up-service.ts'
import { carriesOwn, cutShort, makeOwnCall, type OwnCall } from './own-call.ts'
import { makeRuns } from './traffic.ts'

/** One made-up history: what the desk did, what the service did, and what went wrong, all decided beforehand. */
export type History = {
  epoch: number
  calls: OwnCall[]
  service: ServicePlan
  /** How far the computer's wall clock is from the truth, and when and to what it is set. */
  wallError: number
  wallIsSet: { at: number; error: number } | null
  sleep: { at: number; milliseconds: number } | null
  /** The app ends at once, without a word, and starts again. */
  crash: { at: number; backAt: number } | null
  /** The disk takes nothing for a while. */
  fullDisk: { from: number; to: number } | null
  /** The share of the writes that the disk keeps, and says to have failed. */
  torn: number
}

const minute = 60_000
const hour = 60 * minute
const epoch = Date.UTC(2026, 10, 21, 9, 0, 0)
const agentUuid = '7f3c2a1e-0000-4000-8000-000000009b21'

const refusal = (dice: Dice): Failure =>
  dice.pick<Failure>(
    [1, { kind: 'unauthorized', detail: '' }],
    [2, { kind: 'forbidden', detail: '' }],
    [2, { kind: 'notFound', detail: 'Not Found' }],
    [1, { kind: 'refused', status: 400, detail: '' }],
  )

const troubleFailure = (dice: Dice): Failure =>
  dice.pick<Failure>(
    [3, { kind: 'unavailable', cause: 'serverError' }],
    [2, { kind: 'unavailable', cause: 'busy' }],
    [2, { kind: 'unavailable', cause: 'busy', retryAfterSeconds: dice.whole(20, 400) }],
    [2, { kind: 'unavailable', cause: 'timedOut' }],
    [1, { kind: 'unavailable', cause: 'notJson' }],
    [1, { kind: 'unavailable', cause: 'cut' }],
    [1, { kind: 'forbidden', detail: '' }],
    [2, { kind: 'unreachable', cause: 'connectTimeout' }],
  )

const makeTroubles = (dice: Dice): Trouble[] => {
  if (!dice.chance(0.18)) return []
  return Array.from({ length: dice.whole(1, 3) }, () => {
    const from = dice.between(-1_000, 4 * minute)
    const failure = troubleFailure(dice)
    const hangs = failure.kind === 'unavailable' && failure.cause === 'timedOut'
    return { from, to: from + dice.between(1_000, 3 * minute), failure, hangs }
  })
}

const makeRefuses = (dice: Dice): ServicePlan['refuses'] =>
  dice.pick(
    [88, { organization: null, agent: null }],
    [7, { organization: refusal(dice), agent: null }],
    [5, { organization: refusal(dice), agent: refusal(dice) }],
  )

const clockError = (dice: Dice): number =>
  dice.pick(
    [5, dice.between(-800, 800)],
    [2, dice.between(-90_000, 90_000)],
    [2, dice.between(-5 * hour, 5 * hour)],
    [1, dice.whole(-12, 14) * hour],
  )

const makeCalls = (dice: Dice, workflowId: number): OwnCall[] => {
  const count = dice.pick([94, 1], [4, dice.whole(2, 12)], [1, 60])
  return Array.from({ length: count }, (_, index) =>
    makeOwnCall({ index, sentAt: dice.between(0, count * 700), epoch, agentUuid, workflowId }, dice),
  )
}

/** A crash happens while something is on its way: the request goes on without anybody who waits for its answer. */
const makeCrash = (dice: Dice): History['crash'] => {
  if (!dice.chance(0.12)) return null
  const at = dice.between(100, minute)
  const away = dice.pick(
    [4, dice.between(2_000, minute)],
    [3, dice.between(minute, hour)],
    [2, dice.between(hour, 40 * hour)],
  )
  return { at, backAt: at + away }
}

/** Makes a history by chance. */
export const makeHistory = (dice: Dice): History => {
  const workflowId = 7
  const workflowIds = [workflowId, 8, 9]
  const crash = makeCrash(dice)
  const sent = makeCalls(dice, workflowId).filter(({ sentAt }) => crash === null || sentAt < crash.at)
  const calls = crash === null ? sent : sent.map((call) => cutShort(call, crash.at))
  const until = (crash?.backAt ?? 0) + 16 * minute
  // A service that loses contexts, and a clock that is set between two lives of the app: then nothing is left to find a run by.
  const isSet = dice.chance(0.06) && (crash === null || calls.every(({ keepsContext }) => keepsContext))
  const knowsAgent = !dice.chance(0.02)
  // Without a reference the minutes are all there is to find a run by: then they must be the service's own.
  const isProved = calls.every(carriesOwn)
  return {
    epoch,
    calls,
    service: {
      runs: makeRuns({ epoch, own: calls, workflowIds, until, poison: dice.chance(0.3) }, dice),
      agents: (knowsAgent ? workflowIds : [8, 9]).map((id) => ({
        workflowId: id,
        agentUuid: id === workflowId ? agentUuid : `7f3c2a1e-0000-4000-8000-00000000000${id}`,
      })),
      offset: clockError(dice),
      tellsDate: !dice.chance(0.06),
      dateError: isProved && dice.chance(0.06) ? clockError(dice) : 0,
      refuses: makeRefuses(dice),
      troubles: makeTroubles(dice),
      flaky: dice.pick([93, 0], [4, dice.between(0.02, 0.2)], [3, dice.between(0.2, 0.5)]),
      latency: dice.pick([6, [20, 150]], [3, [100, 600]], [1, [800, 2_500]]),
    },
    wallError: clockError(dice),
    wallIsSet: isSet ? { at: dice.between(0, 2 * minute), error: clockError(dice) } : null,
    sleep: dice.chance(0.05)
      ? { at: dice.between(500, 2 * minute), milliseconds: dice.between(2_000, 3 * hour) }
      : null,
    crash,
    fullDisk: dice.chance(0.04) ? { from: dice.between(0, minute), to: dice.between(minute, 4 * minute) } : null,
    torn: dice.pick([92, 0], [8, dice.between(0.1, 0.7)]),
  }
}
