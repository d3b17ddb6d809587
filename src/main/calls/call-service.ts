import type { Call, CallDraft } from '../../contract/call.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { Input, Output } from '../../contract/operations.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Connection, Connections } from '../profiles/connections.ts'
import type { DialResult, ServiceClient } from '../service/service-client.ts'
import type { Storage } from '../storage/storage.ts'
import type { CallLedger } from './call-ledger.ts'

export type CallServiceParts = {
  storage: Pick<Storage, 'ask'>
  ledger: CallLedger
  connections: Connections
  createClient: (connection: Connection) => ServiceClient
  /** Waits between attempts to write down an answer that the disk did not take. */
  wait: (milliseconds: number) => Promise<void>
}

const recordOf = (draft: CallDraft, profile: Profile, origin: string, at: string): Call => {
  const { initialContext: _sentSeparately, ...shown } = draft
  return {
    ...shown,
    profileName: profile.name,
    profileColor: profile.color,
    practice: profile.kind === 'practice',
    origin,
    preparedAt: at,
    changedAt: at,
    outcome: { state: 'queued' },
  }
}

/** Places calls, each at most once: record, make durable, send, settle. */
export const createCallService = ({ storage, ledger, connections, createClient, wait }: CallServiceParts) => {
  const inFlight = new Map<string, Promise<void>>()

  /** An answer is written down however long the disk refuses it; until then the call stands as "sending", never as less. */
  const settle = async (callId: string, { outcome }: DialResult): Promise<void> => {
    for (let pause = 250; ; pause = Math.min(pause * 2, 10_000)) {
      const moved = await ledger.move(callId, outcome)
      if (moved.ok) return
      await wait(pause)
    }
  }

  const dial = async (call: Call, draft: CallDraft, connection: Connection): Promise<void> => {
    const { agentUuid, phoneNumber, initialContext, telephonyConfigurationId, fromPhoneNumberId } = draft
    const request = { agentUuid, phoneNumber, initialContext, telephonyConfigurationId, fromPhoneNumberId }
    await settle(call.callId, await createClient(connection).triggerCall(request))
  }

  const track = (callId: string, work: Promise<void>): void => {
    inFlight.set(callId, work)
    void work.finally(() => inFlight.delete(callId))
  }

  /** Claims a queued call and sends it. Whoever loses the claim gets the call as it stands: it is sent once. */
  const send = async (queued: Call, draft: CallDraft, connection: Connection): Promise<Outcome<Call>> => {
    const claimed = await ledger.move(queued.callId, { state: 'sending', since: ledger.now() })
    if (!claimed.ok) return claimed
    if (claimed.value === null) return current(queued)
    track(queued.callId, dial(queued, draft, connection))
    return succeed(claimed.value)
  }

  const current = async (call: Call): Promise<Outcome<Call>> => {
    const found = await storage.ask('getCall', { callId: call.callId })
    return found.ok ? succeed(found.value?.call ?? call) : found
  }

  return {
    /** Answers once the call is durable and on its way. A known callId is never sent again: its call comes back. */
    async trigger(draft: CallDraft): Promise<Outcome<Call>> {
      const connection = await connections.open(draft.profileId)
      if (!connection.ok) return connection
      const { profile, origin, key } = connection.value
      const call = recordOf(draft, profile, origin, ledger.now())
      const written = await storage.ask('insertCall', { call, initialContext: draft.initialContext })
      if (!written.ok) return written
      if (!written.value.inserted) return succeed(written.value.call)
      return send(call, draft, { origin, key })
    },

    async list(page: Input<'listCalls'>): Promise<Outcome<Output<'listCalls'>>> {
      return storage.ask('listCalls', page)
    },

    async get({ callId }: Input<'getCall'>): Promise<Outcome<Output<'getCall'>>> {
      const found = await storage.ask('getCall', { callId })
      if (!found.ok) return found
      return found.value === null ? fail({ kind: 'notFound', detail: '' }) : succeed(found.value)
    },

    /** How many calls still wait for their answer: the app must not quit before it is zero. */
    inFlightCount: (): number => inFlight.size,
    /** Resolves when every call that is on its way now has its answer written down. */
    async settled(): Promise<void> {
      await Promise.all(inFlight.values())
    },
  }
}

export type CallService = ReturnType<typeof createCallService>
