import type { Call, CallDraft } from '../../contract/call.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Connection, Connections } from '../profiles/connections.ts'
import type { DialResult, ServiceClient } from '../service/service-client.ts'
import type { CallLedger } from './call-ledger.ts'
import { type PlaceCall, withReference } from './place-call.ts'
import { createSettleCall } from './settle-call.ts'

export type CallServiceParts = {
  ledger: CallLedger
  /** Settles what an earlier run left behind; no call is placed before that has been done. */
  resumed: () => Promise<Outcome<unknown>>
  place: PlaceCall
  connections: Connections
  createClient: (connection: Connection) => ServiceClient
  /** Told of each call that is on its way, and again when its outcome is written. */
  watch: (call: Call) => void
  /** Waits between attempts to write down an answer that the disk did not take. */
  wait: (milliseconds: number) => Promise<void>
}

/** Where a call goes and with which key, and the context it takes along. */
type Recipient = Connection & { profile: Profile; initialContext: InitialContext }

/** Places calls, each at most once: guard, record, make durable, send, settle. */
export const createCallService = (parts: CallServiceParts) => {
  const { ledger, resumed, place, connections, createClient, watch } = parts
  const inFlight = new Map<string, { call: Call; work: Promise<void> }>()
  const begun = new Set<Promise<unknown>>()
  let closing = false

  const settle = createSettleCall(parts)

  const follow = (call: Call, dialling: Promise<DialResult>): void => {
    const work = dialling
      .then(({ outcome, serverDate }) => settle(call.callId, outcome, { endedAt: ledger.now(), serverDate }))
      .finally(() => inFlight.delete(call.callId))
    inFlight.set(call.callId, { call, work })
    ledger.announce([call.callId])
    watch(call)
  }

  /**
   * Records the call and sends it. While the disk makes the record durable, the request is made ready; `mayGo` holds it
   * back, and no socket is opened, until the record is durable and this caller is the one to send it.
   */
  const recordAndSend = async (draft: CallDraft, to: Recipient): Promise<Outcome<Call>> => {
    const { profile, origin, key, initialContext } = to
    const mayGo = Promise.withResolvers<boolean>()
    const placing = place(draft, profile, origin)
    const { agentUuid, phoneNumber, telephonyConfigurationId, fromPhoneNumberId } = draft
    const request = { agentUuid, phoneNumber, telephonyConfigurationId, fromPhoneNumberId, initialContext }
    const dialling = createClient({ origin, key }).triggerCall(request, { mayGo: mayGo.promise })
    let isMine = false
    try {
      const placed = await placing
      if (!placed.ok) return placed
      isMine = placed.value.isMine
      if (isMine) follow(placed.value.call, dialling)
      return succeed(placed.value.call)
    } finally {
      mayGo.resolve(isMine)
    }
  }

  const placeAndSend = async (draft: CallDraft): Promise<Outcome<Call>> => {
    const resume = await resumed()
    if (!resume.ok) return resume
    const connection = await connections.open(draft.profileId)
    if (!connection.ok) return connection
    const context = withReference(draft, connection.value.profile.referenceName)
    return context.ok ? recordAndSend(draft, { ...connection.value, initialContext: context.value }) : context
  }

  return {
    /** Answers once the call is durable and on its way. A known callId is never sent again: its call comes back. */
    trigger(draft: CallDraft): Promise<Outcome<Call>> {
      if (closing) return Promise.resolve(fail({ kind: 'closing' }))
      const work = placeAndSend(draft)
      begun.add(work)
      return work.finally(() => begun.delete(work))
    },

    /** The calls that still wait for their answer: the app must not quit before there are none. */
    inFlight: (): Call[] => [...inFlight.values()].map(({ call }) => call),
    /** Begins no new call from now on; those on their way go on. */
    stopPlacing(): void {
      closing = true
    },
    /** Resolves when no call is being placed or on its way: every answer is written down. */
    async settled(): Promise<void> {
      while (begun.size + inFlight.size > 0)
        await Promise.allSettled([...begun, ...[...inFlight.values()].map(({ work }) => work)])
    },
  }
}

export type CallService = ReturnType<typeof createCallService>
