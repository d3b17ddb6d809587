import type { Call, CallDraft } from '../../contract/call.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { Connection, Connections } from '../profiles/connections.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { CallLedger, Ending } from './call-ledger.ts'
import type { PlaceCall, PlacedCall } from './place-call.ts'

export type CallServiceParts = {
  ledger: CallLedger
  /** Settles what an earlier run left behind; no call is placed before that has been done. */
  resumed: () => Promise<Outcome<null>>
  place: PlaceCall
  connections: Connections
  createClient: (connection: Connection) => ServiceClient
  /** Told of each call that is on its way, and again when its outcome is written. */
  watch: (call: Call) => void
  /** Waits between attempts to write down an answer that the disk did not take. */
  wait: (milliseconds: number) => Promise<void>
}

/** Places calls, each at most once: guard, record, make durable, send, settle. */
export const createCallService = (parts: CallServiceParts) => {
  const { ledger, resumed, place, connections, createClient, watch, wait } = parts
  const inFlight = new Map<string, { call: Call; work: Promise<void> }>()
  const placing = new Set<Promise<unknown>>()
  let closing = false

  /** An answer is written down however long the disk refuses it; until then the call stands as "sending", never as less. */
  const settle = async (callId: string, outcome: Call['outcome'], ending: Ending): Promise<void> => {
    for (let pause = 250; ; pause = Math.min(pause * 2, 10_000)) {
      const moved = await ledger.settle(callId, outcome, ending)
      if (moved.ok) return moved.value === null ? undefined : watch(moved.value)
      await wait(pause)
    }
  }

  const dial = async ({ call, sentContext }: PlacedCall, connection: Connection): Promise<void> => {
    const { agentUuid, phoneNumber, telephonyConfigurationId, fromPhoneNumberId } = call
    const request = { agentUuid, phoneNumber, telephonyConfigurationId, fromPhoneNumberId }
    const { outcome, serverDate } = await createClient(connection).triggerCall({
      ...request,
      initialContext: sentContext,
    })
    await settle(call.callId, outcome, { endedAt: ledger.now(), serverDate })
  }

  const send = (placed: PlacedCall, connection: Connection): void => {
    const { call } = placed
    const work = dial(placed, connection).finally(() => inFlight.delete(call.callId))
    inFlight.set(call.callId, { call, work })
    ledger.announce([call.callId])
    watch(call)
  }

  const placeAndSend = async (draft: CallDraft): Promise<Outcome<Call>> => {
    const resume = await resumed()
    if (!resume.ok) return resume
    const connection = await connections.open(draft.profileId)
    if (!connection.ok) return connection
    const { profile, origin, key } = connection.value
    const placed = await place(draft, profile, origin)
    if (!placed.ok) return placed
    if (placed.value.isMine) send(placed.value, { origin, key })
    return succeed(placed.value.call)
  }

  return {
    /** Answers once the call is durable and on its way. A known callId is never sent again: its call comes back. */
    trigger(draft: CallDraft): Promise<Outcome<Call>> {
      if (closing) return Promise.resolve(fail({ kind: 'closing' }))
      const work = placeAndSend(draft)
      placing.add(work)
      return work.finally(() => placing.delete(work))
    },

    /** The calls that still wait for their answer: the app must not quit before there are none. */
    inFlight: (): Call[] => [...inFlight.values()].map(({ call }) => call),
    /** Begins no new call from now on; those on their way go on. */
    stopPlacing(): void {
      closing = true
    },
    /** Resolves when no call is being placed or on its way: every answer is written down. */
    async settled(): Promise<void> {
      while (placing.size + inFlight.size > 0)
        await Promise.allSettled([...placing, ...[...inFlight.values()].map(({ work }) => work)])
    },
  }
}

export type CallService = ReturnType<typeof createCallService>
