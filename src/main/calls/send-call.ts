import type { Call, CallDraft } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Connection } from '../profiles/connections.ts'
import type { DialResult, ServiceClient } from '../service/service-client.ts'
import type { OwnCall, OwnCalls } from './own-calls.ts'
import type { PlaceCall } from './place-call.ts'
import type { UnsentCalls } from './unsent-calls.ts'

export type SendCallParts = {
  own: Pick<OwnCalls, 'begin' | 'end'>
  place: PlaceCall
  unsent: Pick<UnsentCalls, 'add'>
  follow: (sent: OwnCall, dialling: Promise<DialResult>) => void
  createClient: (connection: Connection) => ServiceClient
  /** How long the request of a client made now stays open, in milliseconds. */
  dialMilliseconds: () => number
  /** A clock that goes only forward, in milliseconds. */
  monotonic: () => number
}

/** Where a call goes and with which key, and the context it takes along. */
export type Recipient = Connection & { profile: Profile; initialContext: InitialContext }

/**
 * Records a call and sends it. While the disk makes the record durable, the request is made ready; `mayGo` holds it back,
 * and no socket is opened, until the record is durable and this caller is the one to send it.
 */
export const createSendCall = (parts: SendCallParts) => {
  const { own, place, unsent, follow, createClient, dialMilliseconds, monotonic } = parts

  return async (draft: CallDraft, to: Recipient): Promise<Outcome<Call>> => {
    const { profile, origin, key, initialContext } = to
    const { callId, agentUuid, phoneNumber, telephonyConfigurationId, fromPhoneNumberId } = draft
    const mayGo = Promise.withResolvers<boolean>()
    const asked: Call[] = []
    own.begin(callId)
    const placing = place(draft, profile, origin, (record) => void asked.push(record))
    const request = { agentUuid, phoneNumber, telephonyConfigurationId, fromPhoneNumberId, initialContext }
    const open = dialMilliseconds()
    const dialling = createClient({ origin, key }).triggerCall(request, { mayGo: mayGo.promise })
    let isMine = false
    try {
      const placed = await placing
      own.end(callId)
      if (!placed.ok) {
        if (placed.failure.kind === 'storage') asked.forEach(unsent.add)
        return placed
      }
      const { call } = placed.value
      isMine = placed.value.isMine
      const sent = { call, initialContext: draft.initialContext, until: monotonic() + open, answered: false }
      if (isMine) follow(sent, dialling)
      return succeed(call)
    } finally {
      mayGo.resolve(isMine)
    }
  }
}
