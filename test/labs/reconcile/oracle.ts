import type { CallState } from '../../../src/contract/call.ts'
import { isUnresolved } from '../../../src/domain/call-state.ts'
import { numberKey } from '../../../src/domain/phone-number.ts'
import type { History } from './history.ts'
import type { SimulatedRun } from './simulated-service.ts'
import { hasOwnReference, mayRing, type OwnCall } from './own-call.ts'
import type { PlayResult, Step } from './play-history.ts'

export type ProblemName =
  | 'falseMatches'
  | 'falseNotFound'
  | 'wrongCandidates'
  | 'missedCandidates'
  | 'wrongProgress'
  | 'falseCertainty'
  | 'wrongRunShown'
  | 'leftInDoubt'

/** Longest time to dial, in milliseconds. */
const longestDial = 300_000
/** Tolerance for the time of a call, in milliseconds. */
const clockTolerance = 130_000
const callIdShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const ownRun = (own: OwnCall, id: number): SimulatedRun | undefined => own.runs.find((run) => run.id === id)

/** Returns the latest time at which the app noticed the end of the connection, given sleep, crashes and a full disk. */
const overAt = (own: OwnCall, { crash, sleep, fullDisk }: History): number => {
  const asleep = sleep === null ? 0 : sleep.milliseconds
  return Math.max(own.endedAt + asleep, crash?.backAt ?? 0, fullDisk?.to ?? 0)
}

/** Returns whether a run could belong to the call by number, agent and time. */
const couldMatch = (own: OwnCall, run: SimulatedRun, history: History): boolean => {
  const { sendsDate, dateError } = history.service
  // A hidden value excludes no run.
  if (history.isDisguised) return true
  const isInTime =
    !sendsDate ||
    dateError !== 0 ||
    history.wallIsSet !== null ||
    (run.madeAt >= own.sentAt - clockTolerance && run.madeAt <= overAt(own, history) + 120_000 + clockTolerance)
  const reference = own.referenceName === null ? null : run.context[own.referenceName]
  const belongsToOtherCall = typeof reference === 'string' && callIdShape.test(reference) && reference !== own.callId
  return isInTime && !belongsToOtherCall && numberKey(run.number) === numberKey(own.number)
}

const checkCandidates = (own: OwnCall, ids: readonly number[], at: number, history: History): ProblemName[] => {
  const runs = ids.map((id) => history.service.runs.find((run) => run.id === id))
  const wrong = runs.some((run) => run === undefined || !couldMatch(own, run, history))
  const proved = hasOwnReference(own) && own.runs.length === 1 && !history.isDisguised
  // The agent's list lacks a run that the service lists under another workflow.
  const isListed = ({ listedAs }: SimulatedRun): boolean =>
    history.service.refuses.organization === null || (listedAs?.workflowId ?? own.workflowId) === own.workflowId
  const missed = own.runs.some((run) => run.madeAt <= at - 30_000 && isListed(run) && !ids.includes(run.id))
  return [...(wrong || proved ? ['wrongCandidates' as const] : []), ...(missed ? ['missedCandidates' as const] : [])]
}

const checkAccepted = (
  own: OwnCall,
  { workflowRunId, progress }: Extract<CallState, { state: 'accepted' }>,
  at: number,
  { crash, wallIsSet, wallError }: History,
): ProblemName[] => {
  const run = ownRun(own, workflowRunId)
  if (run === undefined) return ['falseMatches']
  const { placedAt, reportedAt = null } = run
  const wasPlacedBy = (time: number): boolean =>
    [placedAt, reportedAt].some((moment) => moment !== null && moment <= time)
  // After a crash, only the wall clock shows how old the call is.
  const isUnclear = crash !== null && (wallIsSet !== null || wallError !== 0)
  const isOver = at - run.madeAt > longestDial || isUnclear
  // The response took some seconds to arrive.
  const isRight =
    progress === 'started' ? wasPlacedBy(at) : progress === 'dialing' || (!wasPlacedBy(at - 5_000) && isOver)
  return isRight ? [] : ['wrongProgress']
}

const checkFailed = (own: OwnCall, to: Extract<CallState, { state: 'failedAtProvider' }>): ProblemName[] => {
  const run = to.workflowRunId === null ? undefined : ownRun(own, to.workflowRunId)
  if (run === undefined) return ['falseMatches']
  return to.doubt === mayRing(run) && (to.doubt || !run.rang) ? [] : ['falseCertainty']
}

/** Compares a reconciliation step with the truth. */
const checkStep = (own: OwnCall, { to, at }: Step, history: History): ProblemName[] => {
  if (to.state === 'accepted') return checkAccepted(own, to, at, history)
  if (to.state === 'failedAtProvider') return checkFailed(own, to)
  if (to.state === 'candidate') return checkCandidates(own, to.runIds, at, history)
  return to.state === 'notFound' && own.runs.length > 0 ? ['falseNotFound'] : []
}

/** Returns whether the lists were always readable at normal speed. */
const isReachable = ({ service, sleep, fullDisk, wallIsSet, crash, isDisguised }: History): boolean => {
  const { organization, agent } = service.refuses
  const listsAgent = service.agents.some(({ workflowId }) => workflowId === 7)
  const isWhole = (service.sendsDate && service.dateError === 0) || service.runs.length <= 400
  const hasLists = (organization === null || agent === null) && listsAgent && isWhole
  const isCalm =
    service.outages.length === 0 &&
    service.flaky === 0 &&
    service.latency[1] <= 600 &&
    (service.listFault ?? 'none') === 'none' &&
    !isDisguised
  return hasLists && isCalm && sleep === null && fullDisk === null && (wallIsSet === null || crash === null)
}

/** Returns whether only the user can decide a call, because no list proves either outcome. */
const isLeftToUser = (own: OwnCall, history: History): boolean => {
  const { crash, service } = history
  if (own.ending.state === 'failedAtProvider' && !hasOwnReference(own)) return true
  // The agent's list alone does not prove that there is no run.
  if (service.refuses.organization !== null && own.runs.length === 0) return true
  // The time of a crash is unknown; its connections ended at most 15 minutes after they started.
  const isNear = ({ madeAt }: SimulatedRun): boolean =>
    madeAt >= own.sentAt - clockTolerance && madeAt <= own.endedAt + 18 * 60_000
  const hasNoTime = service.refuses.organization !== null || !service.sendsDate || service.dateError !== 0
  const mayHide = service.runs.some((run) => run.breaksLists && (isNear(run) || hasNoTime))
  const hasUnclearTime = own.referenceName === null
  return mayHide || (crash !== null && hasUnclearTime)
}

/** Returns all differences between the result and the truth. */
export const findProblems = (history: History, played: PlayResult): ProblemName[] =>
  history.calls.flatMap((own) => {
    const steps = played.steps.filter(({ callId, from }) => callId === own.callId && from.state !== 'sending')
    const seen = played.shown.get(own.callId)
    const call = played.left.get(own.callId)
    const inDoubt =
      call !== undefined &&
      (call.outcome.state === 'unknown' || call.outcome.state === 'sending') &&
      isUnresolved(call.outcome) &&
      isReachable(history) &&
      !isLeftToUser(own, history)
    return [
      ...steps.flatMap((step) => checkStep(own, step, history)),
      ...(seen !== undefined && ownRun(own, seen.workflowRunId) === undefined ? ['wrongRunShown' as const] : []),
      ...(inDoubt ? ['leftInDoubt' as const] : []),
    ]
  })

type Waits = { toRunId: number[]; toNotFound: number[] }

/** Returns the times until the run ID or "not found", in seconds, for readable lists. */
export const measureWaits = (history: History, { shown, steps, settledAt }: PlayResult): Waits => {
  const waits: Waits = { toRunId: [], toNotFound: [] }
  if (!isReachable(history)) return waits
  for (const own of history.calls) {
    const [run] = own.runs
    const over = settledAt ?? own.endedAt
    const late = settledAt === null ? Math.min(own.sentAt + 10_000, own.endedAt) : over
    if (run !== undefined && own.closedAt === null && hasOwnReference(own)) {
      const at = shown.get(own.callId)?.at ?? Infinity
      waits.toRunId.push(Math.max(0, at - Math.max(late, run.madeAt)) / 1000)
    }
    const notFoundStep = steps.find(({ callId, to }) => callId === own.callId && to.state === 'notFound')
    // If an unreadable run may be the call, "not found" has to wait until that is ruled out.
    if (notFoundStep !== undefined && !isLeftToUser(own, history))
      waits.toNotFound.push((notFoundStep.at - over) / 1000)
  }
  return waits
}
