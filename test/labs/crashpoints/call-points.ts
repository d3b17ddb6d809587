import type { LabAppOptions } from '../support/lab-app.ts'
import type { StorageCrashPoint } from '../support/faulty-storage.ts'

/** The call during which the app crashes, how far into a step (0 to 1), and the size of its request in bytes. */
type CrashTarget = { callId: string; share: number; requestBytes: number }

/** When the service kills the app that sent the request. */
export type ServiceMoment = 'received' | 'made'

/** How many complete requests for the call the service may have received. */
type Requests = readonly (0 | 1)[]

/**
 * A point during a call at which the app is killed. `disk` lists the allowed states right after the crash (`absent`: no
 * record), `later` those after restarts.
 */
export type CallPoint = {
  faults?: (target: CrashTarget) => Partial<LabAppOptions>
  service?: ServiceMoment
  disk: readonly string[]
  later: readonly string[]
  requests: Requests
  /** Whether the service created a run. */
  run: boolean
}

const inStorage =
  (point: StorageCrashPoint) =>
  ({ callId, share }: CrashTarget): Partial<LabAppOptions> => ({ storage: { kind: 'crash', point, callId, share } })

const unsettled = ['unknown', 'notFound']
const found = ['unknown', 'accepted']

const midRequest = ({ share, requestBytes }: CrashTarget): Partial<LabAppOptions> => ({
  socket: { point: 'midRequest', offset: 1 + Math.floor(share * (requestBytes - 1)) },
})

/** The crash points of one call, in order. */
export const callPoints: Readonly<Record<string, CallPoint>> = {
  'before insert': {
    faults: inStorage('beforeInsert'),
    disk: ['absent'],
    later: ['absent'],
    requests: [0],
    run: false,
  },
  'after insert, before claim': {
    faults: inStorage('afterInsert'),
    // Insert and claim are one transaction.
    disk: ['absent', 'queued'],
    later: ['absent', 'cancelled'],
    requests: [0],
    run: false,
  },
  'after claim, before connect': {
    faults: () => ({ socket: { point: 'beforeConnect' } }),
    disk: ['sending'],
    later: unsettled,
    requests: [0],
    run: false,
  },
  'connected, nothing written': {
    faults: () => ({ socket: { point: 'connected' } }),
    disk: ['sending'],
    later: unsettled,
    requests: [0],
    run: false,
  },
  'mid-request': { faults: midRequest, disk: ['sending'], later: unsettled, requests: [0], run: false },
  'request complete, no run yet': {
    service: 'received',
    disk: ['sending'],
    later: unsettled,
    requests: [1],
    run: false,
  },
  'run created, answer lost': { service: 'made', disk: ['sending'], later: found, requests: [1], run: true },
  'answer read, before commit': {
    faults: inStorage('beforeSettle'),
    disk: ['sending'],
    later: found,
    requests: [1],
    run: true,
  },
  'after commit, before the page is notified': {
    faults: inStorage('afterSettleCommit'),
    disk: ['accepted'],
    later: ['accepted'],
    requests: [1],
    run: true,
  },
}

/** "During commit" covers two commits: the one before the request, and the one that records the response. */
export const commitPoints: readonly CallPoint[] = [
  {
    faults: inStorage('duringSettleCommit'),
    disk: ['sending', 'accepted'],
    later: found,
    requests: [1],
    run: true,
  },
  {
    faults: inStorage('duringClaimCommit'),
    disk: ['absent', 'sending'],
    later: ['absent', ...unsettled],
    // If the commit finishes before the crash, the call is sent and recorded.
    requests: [0, 1],
    run: false,
  },
]

/** A crash point in reconciliation; with `atList`, the app is killed when it requests the list of runs. */
export type ReconciliationPoint = Pick<CallPoint, 'faults' | 'disk'> & { atList: boolean }

/** Crash points while the app reconciles a call whose run exists. */
export const reconciliationPoints: readonly ReconciliationPoint[] = [
  { atList: true, disk: ['unknown'] },
  { atList: false, faults: inStorage('beforeSettle'), disk: ['unknown'] },
  { atList: false, faults: inStorage('duringSettleCommit'), disk: ['unknown', 'accepted'] },
  { atList: false, faults: inStorage('afterSettleCommit'), disk: ['accepted'] },
]
