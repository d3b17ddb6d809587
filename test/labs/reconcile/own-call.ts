import type { CallState } from '../../../src/contract/call.ts'
import { createUlid } from '../../../src/contract/ulid.ts'
import type { Dice } from './dice.ts'
import type { MadeRun } from './made-up-service.ts'

/** One call of the desk as it was in truth. Moments are in milliseconds of the history; null means never. */
export type OwnCall = {
  callId: string
  number: string
  agentUuid: string
  workflowId: number
  referenceName: string | null
  /** False where the service lost the context. */
  keepsContext: boolean
  sentAt: number
  endedAt: number
  /** What the connection's end told. */
  ending: Exclude<CallState, { state: 'queued' | 'sending' }>
  tellsDate: boolean
  /** The runs that the request made: none, one, or two where something on the way sent it twice. */
  runs: MadeRun[]
  /** When a person closes it by hand. */
  closedAt: number | null
}

const minute = 60_000
const refusedWords = 'Failed to initiate call: 400: Failed to create ARI channel: {"code": 21211}'
const unclearWords = 'Failed to initiate call: Expecting value: line 1 column 1 (char 0)'
/** What else may stand in a run whose phone may ring: the service's own trouble, without the words that begin a refusal. */
const troubleWords = [
  'Server disconnected',
  'Failed to initiate call: 504: Gateway Time-out',
  'Failed to initiate call: 500 ms passed without an answer',
]
const silentWords = 'Failed to initiate call: '
const creditWords = 'You have exhausted your trial credits.'

const unknown = (cause: 'cut' | 'timedOut' | 'serverError' | 'unreadable'): OwnCall['ending'] => ({
  state: 'unknown',
  cause,
  status: cause === 'serverError' ? 500 : null,
  detail: '',
})

type Fate = 'none' | 'placed' | 'refused' | 'credits' | 'unclear' | 'silent' | 'orphaned'

/** What the dial of a run came to, and when. */
const dialOf = (fate: Fate, madeAt: number, dice: Dice): Pick<MadeRun, 'placedAt' | 'failedAt' | 'error' | 'rang'> => {
  const soon = madeAt + dice.pick([6, dice.between(30, 4_000)], [2, dice.between(5_000, 60_000)], [1, 290_000])
  const failed = (error: string, at: number, rang: boolean) => ({ placedAt: null, failedAt: at, error, rang })
  switch (fate) {
    case 'refused':
      return failed(refusedWords, soon, false)
    case 'credits':
      return failed(creditWords, madeAt + 40, false)
    case 'unclear':
      return failed(
        dice.pick([3, unclearWords], ...troubleWords.map((words): [number, string] => [1, words])),
        soon,
        dice.chance(0.5),
      )
    case 'silent':
      return failed(dice.chance(0.2) ? '' : silentWords, madeAt + 300_300, dice.chance(0.5))
    case 'orphaned':
      return { placedAt: null, failedAt: null, error: '', rang: dice.chance(0.2) }
    case 'none':
    case 'placed':
      return { placedAt: soon, failedAt: null, error: '', rang: true }
  }
}

type Shape = { endedAt: number; ending: OwnCall['ending']; fate: Fate; madeAt: number }

/** How the connection ended, and whether, when and with what end a run was made. */
const shapeOf = (sentAt: number, dice: Dice): Shape => {
  const fate = dice.pick<Fate>(
    [30, 'none'],
    [40, 'placed'],
    [6, 'refused'],
    [3, 'credits'],
    [6, 'unclear'],
    [4, 'silent'],
    [6, 'orphaned'],
  )
  const endedAt = sentAt + dice.pick([6, dice.between(20, 9_000)], [3, dice.between(9_000, 120_000)], [1, 330_000])
  const atOnce = sentAt + dice.between(5, 600)
  const late = endedAt + dice.pick([2, dice.between(100, 20_000)], [1, dice.between(20_000, 119_000)])
  const madeAt = Math.min(dice.chance(0.75) ? atOnce : late, endedAt + 119_500)
  const ending =
    fate === 'unclear' && dice.chance(0.4)
      ? ({ state: 'failedAtProvider', status: 400, detail: unclearWords, doubt: true, workflowRunId: null } as const)
      : unknown(dice.pick([4, 'cut'], [2, 'timedOut'], [2, 'serverError'], [1, 'unreadable']))
  // A service that says its carrier failed has made its run before it said so.
  return { endedAt, ending, fate, madeAt: ending.state === 'failedAtProvider' ? Math.min(atOnce, endedAt - 1) : madeAt }
}

/** The same call when its connection was cut earlier: whatever the request makes, it makes within two minutes of that. */
export const cutShort = (call: OwnCall, at: number): OwnCall => {
  if (at >= call.endedAt) return call
  const runs = call.runs.map((run) => {
    const sooner = Math.max(0, run.madeAt - at - 119_500)
    const moved = (moment: number | null): number | null => (moment === null ? null : moment - sooner)
    return { ...run, madeAt: run.madeAt - sooner, placedAt: moved(run.placedAt), failedAt: moved(run.failedAt) }
  })
  return { ...call, runs, endedAt: at }
}

export type OwnCallParts = { index: number; sentAt: number; epoch: number; agentUuid: string; workflowId: number }

const bytes = (dice: Dice): Uint8Array => Uint8Array.from({ length: 16 }, () => dice.whole(0, 255))

/** A call of this desk, with everything that becomes of it. */
export const makeOwnCall = (parts: OwnCallParts, dice: Dice): OwnCall => {
  const { sentAt, epoch, agentUuid, workflowId } = parts
  const shape = shapeOf(sentAt, dice)
  const callId = createUlid(epoch + sentAt, bytes(dice))
  const referenceName = dice.pick([80, 'rundesk_call_id'], [8, 'crm_reference'], [12, null])
  const keepsContext = !dice.chance(0.03)
  const number = `+1415555${String(1000 + parts.index)}`
  const run = (madeAt: number): MadeRun => ({
    id: 0,
    madeAt,
    workflowId,
    number,
    context: {
      phone_number: number,
      customer: 'Jane',
      ...(referenceName !== null && keepsContext ? { [referenceName]: callId } : {}),
    },
    poisoned: false,
    ...dialOf(shape.fate, madeAt, dice),
  })
  const runs = shape.fate === 'none' ? [] : [run(shape.madeAt)]
  if (runs.length > 0 && dice.chance(0.01)) runs.push(run(shape.madeAt + dice.between(1, 400)))
  return {
    callId,
    number,
    agentUuid,
    workflowId,
    referenceName,
    keepsContext,
    sentAt,
    // The answer that tells of a failed start is given after the run was marked.
    endedAt: shape.ending.state === 'unknown' ? shape.endedAt : Math.max(shape.endedAt, (runs[0]?.failedAt ?? 0) + 50),
    ending: shape.ending,
    tellsDate: dice.chance(0.5),
    runs,
    closedAt: dice.chance(0.03) ? shape.endedAt + dice.between(100, 3 * minute) : null,
  }
}

/** Whether the runs of a call can be told by its reference. */
export const carriesOwn = (own: OwnCall): boolean => own.referenceName !== null && own.keepsContext

/** Whether a phone may be ringing although the service called the start a failure. */
export const mayRing = (run: MadeRun): boolean => [unclearWords, ...troubleWords, silentWords, ''].includes(run.error)
