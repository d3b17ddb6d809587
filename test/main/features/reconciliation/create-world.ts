import type { Call, CallState } from '../../../../src/contract/call.ts'
import { type Outcome, succeed } from '../../../../src/contract/failure.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import type { ReconciliationJob } from '../../../../src/contract/run.ts'
import { createCallOutcomes } from '../../../../src/main/features/calls/outcomes.ts'
import type { ListClient } from '../../../../src/main/features/reconciliation/read-lists.ts'
import { createReconciliation } from '../../../../src/main/features/reconciliation/index.ts'
import {
  createSimulatedService,
  type SimulatedRun,
  type ServicePlan,
} from '../../../labs/reconcile/simulated-service.ts'
import { createMemoryStorage } from '../../../labs/reconcile/memory-storage.ts'
import { createVirtualTime } from '../../../labs/reconcile/virtual-time.ts'
import { aCall } from '../../../support/a-call.ts'
import { sending, unknown } from './create-test-job.ts'
import { noon } from './create-run.ts'

export const agentUuid = '7f3c2a1e-0000-4000-8000-000000009b21'

const profile: Profile = {
  kind: 'service',
  id: 'p',
  name: 'Acme',
  color: 'blue',
  createdAt: new Date(noon).toISOString(),
  referenceName: null,
  origin: aCall().origin,
  keyStorage: 'session',
}

export type WorldChanges = Partial<ServicePlan> & {
  /** Replaces the client. */
  clientOf?: (client: ListClient) => Promise<Outcome<ListClient>>
  isDiskFull?: () => boolean
}

/** Creates reconciliation with the real call outcomes, virtual time and a simulated service. */
export const createWorld = ({ clientOf, isDiskFull, ...change }: WorldChanges = {}) => {
  const time = createVirtualTime(noon)
  const plan: ServicePlan = {
    runs: [],
    agents: [{ workflowId: 7, agentUuid }],
    offset: 0,
    sendsDate: true,
    dateError: 0,
    refuses: { organization: null, agent: null },
    outages: [],
    flaky: 0,
    latency: [100, 100],
    ...change,
  }
  const service = createSimulatedService(plan, time, () => 0.5)
  const storage = createMemoryStorage({ isFull: isDiskFull ?? (() => false), onMoved: () => {} })
  const outcomes = createCallOutcomes({ storage, clock: time.wall, announce: () => {} })
  const announced: number[] = []
  const unexpectedErrors: unknown[] = []
  const open = () =>
    createReconciliation({
      storage,
      profiles: { list: () => Promise.resolve(succeed({ profiles: [profile], selectedId: null })) },
      clock: time.wall,
      monotonic: time.monotonic,
      after: time.after,
      announce: () => announced.push(time.now()),
      outcomes,
      onUnexpected: (error) => unexpectedErrors.push(error),
      clientOf: () => clientOf?.(service.client) ?? Promise.resolve(succeed(service.client)),
    })
  let reconciliation = open()

  const world = {
    time,
    plan,
    outcomes,
    announced,
    unexpectedErrors,
    counts: service.counts,
    reconciliation: () => reconciliation,
    /** Restarts the app. */
    restart: async (): Promise<void> => {
      reconciliation.stop()
      reconciliation = open()
      await outcomes.settleInterrupted()
      for (const call of storage.unresolved()) reconciliation.watch(call)
    },
    /** Sends a call now. */
    send(call: Partial<Call> = {}): Call {
      const at = new Date(time.wall()).toISOString()
      const sent = aCall({ agentUuid, outcome: sending, preparedAt: at, profileId: 'p', ...call })
      storage.insert(sent)
      reconciliation.watch(sent)
      return sent
    },
    /** Ends the connection of a call now. */
    async end({ callId }: Call, outcome: CallState = unknown): Promise<void> {
      const moved = await outcomes.settle(callId, outcome, { endedAt: outcomes.now(), serverDate: null })
      if (moved.ok && moved.value !== null) reconciliation.watch(moved.value)
    },
    /** Creates the run of a call at the service, now or at another time. */
    make(call: Call, run: Partial<SimulatedRun> = {}): SimulatedRun {
      const madeAt = run.madeAt ?? time.now()
      const context = call.referenceName === null ? {} : { [call.referenceName]: call.callId }
      const { phoneNumber: number } = call
      const dial = { placedAt: madeAt + 1_000, failedAt: null, error: '', rang: true }
      const made = {
        id: 1_000 + plan.runs.length,
        workflowId: 7,
        number,
        context,
        breaksLists: false,
        ...dial,
        ...run,
        madeAt,
      }
      const isNewest = madeAt >= (plan.runs.at(-1)?.madeAt ?? -Infinity)
      plan.runs.push(made)
      if (!isNewest) plan.runs.sort((one, other) => one.madeAt - other.madeAt)
      return made
    },
    /** Creates a run of another caller. */
    makeOther: (run: Partial<SimulatedRun> = {}): SimulatedRun =>
      world.make(aCall(), { number: '+442079460018', context: {}, ...run }),
    pass: (seconds: number): Promise<void> => time.pass(time.now() + seconds * 1000),
    stateOf: ({ callId }: Call): CallState | undefined => storage.get(callId)?.outcome,
    recordOf: ({ callId }: Call): Call | undefined => storage.get(callId),
    jobOf: ({ callId }: Call): ReconciliationJob | undefined =>
      reconciliation.list().find((one) => one.callId === callId),
  }
  return world
}
