import type { CallState } from '../../../src/contract/call.ts'
import { createUlid } from '../../../src/domain/ids.ts'
import type { RandomChoices } from '../seeded-random.ts'
import type { SimulatedRun } from './simulated-service.ts'

/** The truth about one of the app's calls. Times are milliseconds since the start of the history; null means never. */
export type OwnCall = {
  callId: string
  number: string
  agentUuid: string
  workflowId: number
  referenceName: string | null
  /** False if the service lost the context. */
  keepsContext: boolean
  sentAt: number
  endedAt: number
  /** What the app knew when the connection ended. */
  ending: Exclude<CallState, { state: 'queued' | 'sending' }>
  sendsDate: boolean
  /** The runs of the request: none, one, or two if the network sent it twice. */
  runs: SimulatedRun[]
  /** When the user resolves it manually. */
  closedAt: number | null
}

const minute = 60_000
const refusalText = 'Failed to initiate call: 400: Failed to create ARI channel: {"code": 21211}'
const unclearText = 'Failed to initiate call: Expecting value: line 1 column 1 (char 0)'
/** Errors of the service itself, after which the phone may ring. */
const serverErrorTexts = [
  'Server disconnected',
  'Failed to initiate call: 504: Gateway Time-out',
  'Failed to initiate call: 500 ms passed without an answer',
]
const emptyErrorText = 'Failed to initiate call: '
const creditsText = 'You have exhausted your trial credits.'

const unknown = (cause: 'cut' | 'timedOut' | 'serverError' | 'unreadable'): OwnCall['ending'] => ({
  state: 'unknown',
  cause,
  status: cause === 'serverError' ? 500 : null,
  detail: '',
})

type ServiceResult = 'none' | 'placed' | 'refused' | 'credits' | 'unclear' | 'silent' | 'orphaned'

/** Randomly picks the result of dialing. */
const drawDial = (
  serviceResult: ServiceResult,
  madeAt: number,
  choices: RandomChoices,
): Pick<SimulatedRun, 'placedAt' | 'failedAt' | 'error' | 'rang'> => {
  const soon = madeAt + choices.pick([6, choices.between(30, 4_000)], [2, choices.between(5_000, 60_000)], [1, 290_000])
  const failed = (error: string, at: number, rang: boolean) => ({ placedAt: null, failedAt: at, error, rang })
  switch (serviceResult) {
    case 'refused':
      return failed(refusalText, soon, false)
    case 'credits':
      return failed(creditsText, madeAt + 40, false)
    case 'unclear':
      return failed(
        choices.pick([3, unclearText], ...serverErrorTexts.map((words): [number, string] => [1, words])),
        soon,
        choices.chance(0.5),
      )
    case 'silent':
      return failed(choices.chance(0.2) ? '' : emptyErrorText, madeAt + 300_300, choices.chance(0.5))
    case 'orphaned':
      return { placedAt: null, failedAt: null, error: '', rang: choices.chance(0.2) }
    case 'none':
    case 'placed':
      return { placedAt: soon, failedAt: null, error: '', rang: true }
  }
}

/** Some carriers report a status even though the service never gets their call ID. */
const drawReport = (serviceResult: ServiceResult, madeAt: number, choices: RandomChoices): number | null =>
  (serviceResult === 'orphaned' || serviceResult === 'silent') && choices.chance(0.4)
    ? madeAt + choices.between(500, 400_000)
    : null

type Shape = { endedAt: number; ending: OwnCall['ending']; serviceResult: ServiceResult; madeAt: number }

/** Randomly picks how the connection ended, and whether and when a run was created. */
const drawCourse = (sentAt: number, choices: RandomChoices): Shape => {
  const serviceResult = choices.pick<ServiceResult>(
    [30, 'none'],
    [40, 'placed'],
    [6, 'refused'],
    [3, 'credits'],
    [6, 'unclear'],
    [4, 'silent'],
    [6, 'orphaned'],
  )
  const endedAt =
    sentAt + choices.pick([6, choices.between(20, 9_000)], [3, choices.between(9_000, 120_000)], [1, 330_000])
  const early = sentAt + choices.between(5, 600)
  const late = endedAt + choices.pick([2, choices.between(100, 20_000)], [1, choices.between(20_000, 119_000)])
  const madeAt = Math.min(choices.chance(0.75) ? early : late, endedAt + 119_500)
  const ending =
    serviceResult === 'unclear' && choices.chance(0.4)
      ? ({ state: 'failedAtProvider', status: 400, detail: unclearText, doubt: true, workflowRunId: null } as const)
      : unknown(choices.pick([4, 'cut'], [2, 'timedOut'], [2, 'serverError'], [1, 'unreadable']))
  // A service that reports a carrier failure has already created the run.
  return {
    endedAt,
    ending,
    serviceResult,
    madeAt: ending.state === 'failedAtProvider' ? Math.min(early, endedAt - 1) : madeAt,
  }
}

/** Returns the call with an earlier end of the connection. Its runs are created within two minutes after that. */
export const endEarlier = (call: OwnCall, at: number): OwnCall => {
  if (at >= call.endedAt) return call
  const runs = call.runs.map((run) => {
    const sooner = Math.max(0, run.madeAt - at - 119_500)
    const moved = (moment: number | null): number | null => (moment === null ? null : moment - sooner)
    const { placedAt, failedAt, reportedAt = null } = run
    const times = { placedAt: moved(placedAt), failedAt: moved(failedAt), reportedAt: moved(reportedAt) }
    return { ...run, ...times, madeAt: run.madeAt - sooner }
  })
  return { ...call, runs, endedAt: at }
}

type OwnCallOptions = { index: number; sentAt: number; epoch: number; agentUuid: string; workflowId: number }

const bytes = (choices: RandomChoices): Uint8Array => Uint8Array.from({ length: 16 }, () => choices.whole(0, 255))

/** Creates one of the app's calls and its runs. */
export const makeOwnCall = (options: OwnCallOptions, choices: RandomChoices): OwnCall => {
  const { sentAt, epoch, agentUuid, workflowId } = options
  const shape = drawCourse(sentAt, choices)
  const callId = createUlid(epoch + sentAt, bytes(choices))
  const referenceName = choices.pick([80, 'rundesk_call_id'], [8, 'crm_reference'], [12, null])
  const keepsContext = !choices.chance(0.03)
  // No number has three equal digits at its end, because these may mask others.
  const number = `+1415555${String(1230 + options.index)}`
  const run = (madeAt: number): SimulatedRun => ({
    id: 0,
    madeAt,
    workflowId,
    number,
    context: {
      phone_number: number,
      customer: 'Jane',
      ...(referenceName !== null && keepsContext ? { [referenceName]: callId } : {}),
    },
    breaksLists: false,
    ...drawDial(shape.serviceResult, madeAt, choices),
    reportedAt: drawReport(shape.serviceResult, madeAt, choices),
  })
  const runs = shape.serviceResult === 'none' ? [] : [run(shape.madeAt)]
  if (runs.length > 0 && choices.chance(0.01)) runs.push(run(shape.madeAt + choices.between(1, 400)))
  return {
    callId,
    number,
    agentUuid,
    workflowId,
    referenceName,
    keepsContext,
    sentAt,
    // The response that reports a failed start follows the update of the run.
    endedAt: shape.ending.state === 'unknown' ? shape.endedAt : Math.max(shape.endedAt, (runs[0]?.failedAt ?? 0) + 50),
    ending: shape.ending,
    sendsDate: choices.chance(0.5),
    runs,
    closedAt: choices.chance(0.03) ? shape.endedAt + choices.between(100, 3 * minute) : null,
  }
}

/** Returns whether the runs of a call contain its reference. */
export const hasOwnReference = (own: OwnCall): boolean => own.referenceName !== null && own.keepsContext

/** Returns whether the phone may ring even though the service reported a failed start. */
export const mayRing = (run: SimulatedRun): boolean =>
  [unclearText, ...serverErrorTexts, emptyErrorText, ''].includes(run.error)
