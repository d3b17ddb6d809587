import type { CallState } from '../../../src/contract/call.ts'
import { isUnresolved } from '../../../src/contract/call-resolution.ts'
import { numberKey } from '../../../src/contract/same-number.ts'
import type { History } from './history.ts'
import type { MadeRun } from './made-up-service.ts'
import { carriesOwn, mayRing, type OwnCall } from './own-call.ts'
import type { Played, Step } from './play-history.ts'

export type ProblemName =
  | 'falseMatches'
  | 'falseNotFound'
  | 'wrongCandidates'
  | 'missedCandidates'
  | 'wrongProgress'
  | 'falseCertainty'
  | 'wrongRunShown'
  | 'leftInDoubt'

/** No dial takes longer, in milliseconds. */
const longestDial = 300_000
/** How far from the truth the minutes of a call may be taken, in milliseconds. */
const minutesMayBeOff = 60_000
const callIdShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const isOwn = (own: OwnCall, id: number): MadeRun | undefined => own.runs.find((run) => run.id === id)

/** When the desk knew at the latest that the connection was over: not asleep, not away, and not while the disk was full. */
const overAt = (own: OwnCall, { crash, sleep, fullDisk }: History): number => {
  const asleep = sleep === null ? 0 : sleep.milliseconds
  return Math.max(own.endedAt + asleep, crash?.backAt ?? 0, fullDisk?.to ?? 0)
}

/** Whether a run could be taken for the call's by number, agent and minutes, as far as anybody can tell from outside. */
const mayBe = (own: OwnCall, run: MadeRun, history: History): boolean => {
  const { tellsDate, dateError } = history.service
  const isInTime =
    !tellsDate ||
    dateError !== 0 ||
    history.wallIsSet !== null ||
    (run.madeAt >= own.sentAt - minutesMayBeOff && run.madeAt <= overAt(own, history) + 120_000 + minutesMayBeOff)
  const reference = own.referenceName === null ? null : run.context[own.referenceName]
  const isAnothers = typeof reference === 'string' && callIdShape.test(reference) && reference !== own.callId
  return isInTime && !isAnothers && run.workflowId === own.workflowId && numberKey(run.number) === numberKey(own.number)
}

const judgeCandidates = (own: OwnCall, ids: readonly number[], at: number, history: History): ProblemName[] => {
  const runs = ids.map((id) => history.service.runs.find((run) => run.id === id))
  const wrong = runs.some((run) => run === undefined || !mayBe(own, run, history))
  const proved = carriesOwn(own) && own.runs.length === 1
  const missed = own.runs.some((run) => run.madeAt <= at - 30_000 && !ids.includes(run.id))
  return [...(wrong || proved ? ['wrongCandidates' as const] : []), ...(missed ? ['missedCandidates' as const] : [])]
}

const judgeAccepted = (
  own: OwnCall,
  { workflowRunId, progress }: Extract<CallState, { state: 'accepted' }>,
  at: number,
): ProblemName[] => {
  const run = isOwn(own, workflowRunId)
  if (run === undefined) return ['falseMatches']
  const placed = run.placedAt !== null && run.placedAt <= at
  const isRight =
    progress === 'started' ? placed : progress === 'dialling' || (!placed && at - run.madeAt > longestDial)
  return isRight ? [] : ['wrongProgress']
}

const judgeFailed = (own: OwnCall, to: Extract<CallState, { state: 'failedAtProvider' }>): ProblemName[] => {
  const run = to.workflowRunId === null ? undefined : isOwn(own, to.workflowRunId)
  if (run === undefined) return ['falseMatches']
  return to.doubt === mayRing(run) && (to.doubt || !run.rang) ? [] : ['falseCertainty']
}

/** What is wrong with a step that the look-ups made; the truth is what the history says happened. */
const judgeStep = (own: OwnCall, { to, at }: Step, history: History): ProblemName[] => {
  if (to.state === 'accepted') return judgeAccepted(own, to, at)
  if (to.state === 'failedAtProvider') return judgeFailed(own, to)
  if (to.state === 'candidate') return judgeCandidates(own, to.runIds, at, history)
  return to.state === 'notFound' && own.runs.length > 0 ? ['falseNotFound'] : []
}

/** Whether everything that a look needs was there all the time, at an ordinary pace. */
export const isReachable = ({ service, sleep, fullDisk, wallIsSet, crash }: History): boolean => {
  const { organization, agent } = service.refuses
  const knowsAgent = service.agents.some(({ workflowId }) => workflowId === 7)
  const isWhole = (service.tellsDate && service.dateError === 0) || service.runs.length <= 400
  const hasLists = (organization === null || agent === null) && knowsAgent && isWhole
  const isCalm = service.troubles.length === 0 && service.flaky === 0 && service.latency[1] <= 600
  return hasLists && isCalm && sleep === null && fullDisk === null && (wallIsSet === null || crash === null)
}

/** Whether the rules leave a call to a person: nothing that a machine could read would be proof either way. */
export const isLeftToAPerson = (own: OwnCall, history: History): boolean => {
  const { crash, service } = history
  if (own.ending.state === 'failedAtProvider' && !carriesOwn(own)) return true
  // Nobody knows when a life of the app ended: its connections were over fifteen minutes after they began at the latest.
  const isNear = ({ madeAt }: MadeRun): boolean => madeAt >= own.sentAt - 60_000 && madeAt <= own.sentAt + 18 * 60_000
  const hasNoTime = service.refuses.organization !== null || !service.tellsDate || service.dateError !== 0
  const mayHide = service.runs.some((run) => run.poisoned && (isNear(run) || hasNoTime))
  const hasUnclearTime = own.referenceName === null
  return crash !== null && (hasUnclearTime || mayHide)
}

/** Everything that is wrong about how a history ended, by the truth alone. */
export const findProblems = (history: History, played: Played): ProblemName[] =>
  history.calls.flatMap((own) => {
    const steps = played.steps.filter(({ callId, from }) => callId === own.callId && from.state !== 'sending')
    const seen = played.shown.get(own.callId)
    const call = played.left.get(own.callId)
    const inDoubt =
      call !== undefined &&
      (call.outcome.state === 'unknown' || call.outcome.state === 'sending') &&
      isUnresolved(call.outcome) &&
      isReachable(history) &&
      !isLeftToAPerson(own, history)
    return [
      ...steps.flatMap((step) => judgeStep(own, step, history)),
      ...(seen !== undefined && isOwn(own, seen.workflowRunId) === undefined ? ['wrongRunShown' as const] : []),
      ...(inDoubt ? ['leftInDoubt' as const] : []),
    ]
  })

export type Waits = { toRunId: number[]; toNotFound: number[] }

/** How long people waited, in seconds, where the lists could be read: for the run id, and for "not found". */
export const measureWaits = (history: History, { shown, steps }: Played): Waits => {
  const waits: Waits = { toRunId: [], toNotFound: [] }
  if (!isReachable(history)) return waits
  const { crash } = history
  for (const own of history.calls) {
    const [run] = own.runs
    const over = crash?.backAt ?? own.endedAt
    const late = crash === null ? Math.min(own.sentAt + 10_000, own.endedAt) : over
    if (run !== undefined && own.closedAt === null && carriesOwn(own)) {
      const at = shown.get(own.callId)?.at ?? Infinity
      waits.toRunId.push(Math.max(0, at - Math.max(late, run.madeAt)) / 1000)
    }
    const said = steps.find(({ callId, to }) => callId === own.callId && to.state === 'notFound')
    if (said !== undefined) waits.toNotFound.push((said.at - over) / 1000)
  }
  return waits
}
