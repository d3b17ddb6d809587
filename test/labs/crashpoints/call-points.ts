import type { LabOrder } from '../support/run-lab-desk.ts'
import type { StorageCrashPoint } from '../support/worker-plan.ts'

/** What a crash is planted with: the call it is about, and a number from 0 to 1 that says where in an act it comes. */
export type Aim = { callId: string; share: number; requestBytes: number }

/** At which moment the service itself ends the desk that is asking it. */
export type ServiceMoment = 'received' | 'made'

/** How many requests of the call the service may have seen whole. */
export type Requests = readonly (0 | 1)[]

/**
 * A moment on the way of a call at which everything ends, and what may then be true: `disk` are the states in which the
 * record may stand right after the crash (`absent` is none), `later` those it may have come to after restarts.
 */
export type CallPoint = {
  plant?: (aim: Aim) => Partial<LabOrder>
  service?: ServiceMoment
  disk: readonly string[]
  later: readonly string[]
  requests: Requests
  /** Whether the service made a run. */
  run: boolean
}

const inStorage =
  (point: StorageCrashPoint) =>
  ({ callId, share }: Aim): Partial<LabOrder> => ({ storage: { kind: 'crash', point, callId, share } })

const unsettled = ['unknown', 'notFound']
const found = ['unknown', 'accepted']

const midRequest = ({ share, requestBytes }: Aim): Partial<LabOrder> => ({
  socket: { point: 'midRequest', offset: 1 + Math.floor(share * (requestBytes - 1)) },
})

/** The crash points on the way of one call, in the order in which a call meets them. */
export const callPoints: Readonly<Record<string, CallPoint>> = {
  'before insert': {
    plant: inStorage('beforeInsert'),
    disk: ['absent'],
    later: ['absent'],
    requests: [0],
    run: false,
  },
  'after insert, before claim': {
    plant: inStorage('afterInsert'),
    // Both are one transaction: without the claim there is no record either.
    disk: ['absent', 'queued'],
    later: ['absent', 'cancelled'],
    requests: [0],
    run: false,
  },
  'after claim, before connect': {
    plant: () => ({ socket: { point: 'beforeConnect' } }),
    disk: ['sending'],
    later: unsettled,
    requests: [0],
    run: false,
  },
  'connected, nothing written': {
    plant: () => ({ socket: { point: 'connected' } }),
    disk: ['sending'],
    later: unsettled,
    requests: [0],
    run: false,
  },
  'mid-request': { plant: midRequest, disk: ['sending'], later: unsettled, requests: [0], run: false },
  'request complete, no run yet': {
    service: 'received',
    disk: ['sending'],
    later: unsettled,
    requests: [1],
    run: false,
  },
  'run created, answer lost': { service: 'made', disk: ['sending'], later: found, requests: [1], run: true },
  'answer read, before commit': {
    plant: inStorage('beforeSettle'),
    disk: ['sending'],
    later: found,
    requests: [1],
    run: true,
  },
  'after commit, before the screen knows': {
    plant: inStorage('afterSettleCommit'),
    disk: ['accepted'],
    later: ['accepted'],
    requests: [1],
    run: true,
  },
}

/** "During commit" has two moments: the commit without which nothing is sent, and the one that takes the answer down. */
export const commitPoints: readonly CallPoint[] = [
  {
    plant: inStorage('duringSettleCommit'),
    disk: ['sending', 'accepted'],
    later: found,
    requests: [1],
    run: true,
  },
  {
    plant: inStorage('duringClaimCommit'),
    disk: ['absent', 'sending'],
    later: ['absent', ...unsettled],
    // A commit that is over before the crash comes lets the call out; then it is recorded.
    requests: [0, 1],
    run: false,
  },
]

/** A moment while a desk looks up what became of a call; `atList` is when the service is asked for its runs. */
export type LookUpPoint = Pick<CallPoint, 'plant' | 'disk'> & { atList: boolean }

/** What a desk may meet while it looks up a call whose run is there. */
export const lookUpPoints: readonly LookUpPoint[] = [
  { atList: true, disk: ['unknown'] },
  { atList: false, plant: inStorage('beforeSettle'), disk: ['unknown'] },
  { atList: false, plant: inStorage('duringSettleCommit'), disk: ['unknown', 'accepted'] },
  { atList: false, plant: inStorage('afterSettleCommit'), disk: ['accepted'] },
]
