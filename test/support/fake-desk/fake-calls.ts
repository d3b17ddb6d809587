import type { Call, CallDetail, CallDraft, CallEvent, CallState } from '../../../src/contract/call.ts'
import { fail, invalid, succeed, type Failure, type Outcome } from '../../../src/contract/failure.ts'
import type { ErasedPerson } from '../../../src/contract/history.ts'
import type { Input } from '../../../src/contract/operations.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import { createFakeCallList } from './fake-call-list.ts'

type Options = {
  now: () => number
  calls: Call[]
  notes: Record<string, string>
  profileOf: (id: string) => Profile | undefined
  announce: (callIds: string[]) => void
  /** What stands in the way of a draft, or null. */
  guard: (draft: CallDraft, calls: readonly Call[]) => Failure | null
  /** What becomes of the next call; a promise keeps it in `sending` for as long as it is open. */
  outcomeOf: (draft: CallDraft, runId: number) => CallState | Promise<CallState>
}

const callOf = (
  { initialContext: _context, confirmation: _used, ...draft }: CallDraft,
  profile: Profile,
  at: string,
): Call => ({
  ...draft,
  profileName: profile.name,
  profileColor: profile.color,
  practice: profile.kind === 'practice',
  origin: profile.kind === 'service' ? profile.origin : 'practice',
  referenceName: profile.referenceName,
  preparedAt: at,
  changedAt: at,
  endedAt: null,
  serverDate: null,
  outcome: { state: 'queued' },
})

/** The call operations over an array: one call an id, guards, states announced as they change, pages newest first. */
export const createFakeCalls = ({ now, calls, notes, profileOf, announce, guard, outcomeOf }: Options) => {
  const contexts = new Map<string, CallDraft['initialContext']>()
  const events = new Map<string, CallEvent[]>()
  let nextRun = 48_213
  const list = createFakeCallList({ now, calls, notes, announce, contextOf: (callId) => contexts.get(callId) })
  const at = (): string => new Date(now()).toISOString()
  const indexOf = (callId: string): number => calls.findIndex((call) => call.callId === callId)
  const pastOf = ({ preparedAt, outcome }: Call): CallEvent[] => [{ at: preparedAt, state: outcome.state, outcome }]

  const put = (call: Call, outcome: CallState): Call => {
    const index = indexOf(call.callId)
    const known = calls[index]
    const past = events.get(call.callId) ?? (known ? pastOf(known) : [])
    const over = call.outcome.state === 'sending' ? { endedAt: at() } : {}
    const changed = { ...call, ...over, outcome, changedAt: at() }
    if (index < 0) calls.push(changed)
    else calls[index] = changed
    events.set(call.callId, [...past, { at: at(), state: outcome.state, outcome }])
    announce([call.callId])
    return changed
  }

  const triggerCall = (draft: CallDraft): Promise<Outcome<Call>> => {
    const known = calls[indexOf(draft.callId)]
    if (known) return Promise.resolve(succeed(known))
    const profile = profileOf(draft.profileId)
    if (!profile) return Promise.resolve(invalid(['profileId'], 'profile'))
    const refused = guard(draft, calls)
    if (refused) return Promise.resolve(fail(refused))
    contexts.set(draft.callId, draft.initialContext)
    const queued = put(callOf(draft, profile, at()), { state: 'queued' })
    const sending = put(queued, { state: 'sending', since: at() })
    void Promise.resolve(outcomeOf(draft, (nextRun += 1))).then((outcome) => put(sending, outcome))
    return Promise.resolve(succeed(sending))
  }

  const getCall = ({ callId }: Input<'getCall'>): Promise<Outcome<CallDetail>> => {
    const call = calls[indexOf(callId)]
    if (!call) return Promise.resolve(fail({ kind: 'notFound', detail: 'no such call' }))
    const initialContext = contexts.get(callId) ?? { customer_name: 'Jane Doe', amount_due: 120.5 }
    return Promise.resolve(
      succeed({ call, note: list.noteOf(callId), initialContext, events: events.get(callId) ?? pastOf(call) }),
    )
  }

  /** As the real one: the number and words of a person go, run ids and outcomes stay. */
  const erasePerson = ({ phoneNumber }: Input<'erasePerson'>): Promise<Outcome<ErasedPerson>> => {
    const of = calls.filter((call) => call.phoneNumber === phoneNumber)
    for (const call of of) {
      calls[indexOf(call.callId)] = { ...call, phoneNumber: '', phoneNumberDisplay: '' }
      contexts.set(call.callId, {})
    }
    announce(of.map(({ callId }) => callId))
    return Promise.resolve(succeed({ calls: of.length, remaining: [] }))
  }

  return { put, list: list.operations, operations: { triggerCall, getCall, erasePerson } }
}
