import type { Call, CallDraft } from '../../contract/call.ts'
import { fail, type Outcome } from '../../contract/failure.ts'
import type { Connections } from '../profiles/connections.ts'
import { createFollowCalls, type FollowCallsParts } from './follow-calls.ts'
import { createInTurn } from './in-turn.ts'
import { withReference } from './place-call.ts'
import type { RecallCall } from './recall-call.ts'
import { createRetryUntil, type RetryUntilParts } from './retry-until.ts'
import { createSendCall, type SendCallParts } from './send-call.ts'
import { createUnsentCalls } from './unsent-calls.ts'

export type CallServiceParts = Omit<FollowCallsParts, 'retry'> &
  Omit<SendCallParts, 'unsent' | 'follow'> &
  Pick<RetryUntilParts, 'after'> & {
    /** Settles what an earlier run left behind; no call is placed before that has been done. */
    resumed: () => Promise<Outcome<unknown>>
    recall: RecallCall
    connections: Connections
  }

/** Places calls, each at most once: guard, record, make durable, send, settle. */
export const createCallService = (parts: CallServiceParts) => {
  const { own, resumed, recall, connections } = parts
  const begun = new Set<Promise<unknown>>()
  let closing = false
  let stopped = false

  const inTurn = createInTurn()
  const retry = createRetryUntil({ after: parts.after, isStopped: () => stopped })
  const followed = createFollowCalls({ ...parts, retry })
  const unsent = createUnsentCalls({ ...parts, retry })
  const recordAndSend = createSendCall({ ...parts, unsent, follow: followed.follow })

  const placeAndSend = async (draft: CallDraft): Promise<Outcome<Call>> => {
    const resume = await resumed()
    if (!resume.ok) return resume
    const connection = await connections.open(draft.profileId)
    if (!connection.ok) return connection
    const context = withReference(draft, connection.value.profile.referenceName)
    if (!context.ok) return context
    // An earlier attempt with this id may stand in the history as if it were on its way: first it must say that it is not.
    const settled = await unsent.settleNow(draft.callId)
    return settled.ok ? recordAndSend(draft, { ...connection.value, initialContext: context.value }) : settled
  }

  /** SECURITY: what this process has sent it never sends again, also where the history lost it. */
  const sendOnce = (draft: CallDraft): Promise<Outcome<Call>> => {
    const sent = own.sent(draft.callId)
    return sent === undefined ? placeAndSend(draft) : recall(draft, sent)
  }

  return {
    ...createEnding({ begun, followed, stopPlacing: () => (closing = true), stop: () => (stopped = true) }),
    /** Answers once the call is durable and on its way. A known callId is never sent again: its call comes back. */
    trigger(draft: CallDraft): Promise<Outcome<Call>> {
      if (closing) return Promise.resolve(fail({ kind: 'closing' }))
      const work = inTurn(draft.callId, () => sendOnce(draft))
      begun.add(work)
      return work.finally(() => begun.delete(work))
    },
    /** The calls that still wait for their answer, or for its being written: the app should not quit before there are none. */
    inFlight: (): Call[] => own.underWay().map(({ call }) => call),
  }
}

type Ending = {
  begun: ReadonlySet<Promise<unknown>>
  followed: ReturnType<typeof createFollowCalls>
  /** Begins no new call from now on; those on their way go on. */
  stopPlacing: () => void
  /** Tries no longer to write what the disk does not take. */
  stop: () => void
}

const createEnding = ({ begun, followed, stopPlacing, stop }: Ending) => ({
  stopPlacing,
  stop,
  waits: followed.waits,
  onProgress: followed.onProgress,
  /** Resolves when no call is being placed or on its way: every answer is written down. */
  async settled(): Promise<void> {
    for (let all = [...begun, ...followed.waiting()]; all.length > 0; all = [...begun, ...followed.waiting()])
      await Promise.allSettled(all)
  },
})

export type CallService = ReturnType<typeof createCallService>
