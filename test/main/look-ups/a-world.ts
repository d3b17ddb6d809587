import type { Call, CallState } from '../../../src/contract/call.ts'
import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { LookUp } from '../../../src/contract/look-up.ts'
import { createCallLedger } from '../../../src/main/calls/call-ledger.ts'
import type { ListClient } from '../../../src/main/look-ups/ask-lists.ts'
import { createLookUps } from '../../../src/main/look-ups/look-ups.ts'
import { createMadeUpService, type MadeRun, type ServicePlan } from '../../labs/reconcile/made-up-service.ts'
import { createMemoryStorage } from '../../labs/reconcile/memory-storage.ts'
import { createVirtualTime } from '../../labs/reconcile/virtual-time.ts'
import { aCall } from '../../support/a-call.ts'
import { sending, unknown } from './a-case.ts'
import { noon } from './a-run.ts'

export const agentUuid = '7f3c2a1e-0000-4000-8000-000000009b21'

export type WorldChanges = Partial<ServicePlan> & {
  /** In place of a client that is there. */
  clientOf?: (client: ListClient) => Promise<Outcome<ListClient>>
  isDiskFull?: () => boolean
}

/** Look-ups over the real ledger, in a time that passes when it is told to, before a service whose truth is known. */
export const aWorld = ({ clientOf, isDiskFull, ...change }: WorldChanges = {}) => {
  const time = createVirtualTime(noon)
  const plan: ServicePlan = {
    runs: [],
    agents: [{ workflowId: 7, agentUuid }],
    offset: 0,
    tellsDate: true,
    dateError: 0,
    refuses: { organization: null, agent: null },
    troubles: [],
    flaky: 0,
    latency: [100, 100],
    ...change,
  }
  const service = createMadeUpService(plan, time, () => 0.5)
  const storage = createMemoryStorage({ isFull: isDiskFull ?? (() => false), onMoved: () => {} })
  const ledger = createCallLedger({ storage, clock: time.wall, announce: () => {} })
  const announced: number[] = []
  const unforeseen: unknown[] = []
  const open = () =>
    createLookUps({
      clock: time.wall,
      monotonic: time.monotonic,
      after: time.after,
      announce: () => announced.push(time.now()),
      ledger,
      onUnforeseen: (error) => unforeseen.push(error),
      clientOf: () => clientOf?.(service.client) ?? Promise.resolve(succeed(service.client)),
    })
  let lookUps = open()

  const world = {
    time,
    plan,
    ledger,
    announced,
    unforeseen,
    counts: service.counts,
    lookUps: () => lookUps,
    /** Another life of the app. */
    restart: async (): Promise<void> => {
      lookUps.stop()
      lookUps = open()
      await ledger.settleInterrupted()
      for (const call of storage.unresolved()) lookUps.watch(call)
    },
    /** Sends a call now. */
    send(call: Partial<Call> = {}): Call {
      const at = new Date(time.wall()).toISOString()
      const sent = aCall({ agentUuid, outcome: sending, preparedAt: at, profileId: 'p', ...call })
      storage.insert(sent)
      lookUps.watch(sent)
      return sent
    },
    /** The connection of a call ends now. */
    async end({ callId }: Call, outcome: CallState = unknown): Promise<void> {
      const moved = await ledger.settle(callId, outcome, { endedAt: ledger.now(), serverDate: null })
      if (moved.ok && moved.value !== null) lookUps.watch(moved.value)
    },
    /** The service makes the run of a call now, or at another moment. */
    make(call: Call, run: Partial<MadeRun> = {}): MadeRun {
      const madeAt = run.madeAt ?? time.now()
      const context = call.referenceName === null ? {} : { [call.referenceName]: call.callId }
      const { phoneNumber: number } = call
      const dial = { placedAt: madeAt + 1_000, failedAt: null, error: '', rang: true }
      const made = {
        id: 1_000 + plan.runs.length,
        workflowId: 7,
        number,
        context,
        poisoned: false,
        ...dial,
        ...run,
        madeAt,
      }
      const isNewest = madeAt >= (plan.runs.at(-1)?.madeAt ?? -Infinity)
      plan.runs.push(made)
      if (!isNewest) plan.runs.sort((one, other) => one.madeAt - other.madeAt)
      return made
    },
    /** A run of somebody else. */
    makeOther: (run: Partial<MadeRun> = {}): MadeRun =>
      world.make(aCall(), { number: '+442079460018', context: {}, ...run }),
    pass: (seconds: number): Promise<void> => time.pass(time.now() + seconds * 1000),
    stateOf: ({ callId }: Call): CallState | undefined => storage.get(callId)?.outcome,
    recordOf: ({ callId }: Call): Call | undefined => storage.get(callId),
    lookUpOf: ({ callId }: Call): LookUp | undefined => lookUps.list().find((one) => one.callId === callId),
  }
  return world
}
