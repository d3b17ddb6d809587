import type { Call, CallDetail, CallDraft, CallEvent, CallState } from '../../../src/contract/call.ts'
import { invalid, succeed, type Outcome } from '../../../src/contract/failure.ts'
import type { Input, Operations } from '../../../src/contract/operations.ts'
import type { Profile } from '../../../src/contract/profile.ts'

type Options = {
  now: () => number
  calls: Call[]
  profileOf: (id: string) => Profile | undefined
  announce: (callIds: string[]) => void
  /** What becomes of the next call; a promise keeps it in `sending` for as long as it is open. */
  outcomeOf: (draft: CallDraft, runId: number) => CallState | Promise<CallState>
}

const found = (call: Call, search: string): boolean => {
  const text = [
    call.phoneNumber,
    call.phoneNumberDisplay,
    call.agentName,
    call.profileName,
    JSON.stringify(call.outcome),
  ].join(' ')
  return text.toLowerCase().includes(search.toLowerCase())
}

const callOf = ({ initialContext: _context, ...draft }: CallDraft, profile: Profile, at: string): Call => ({
  ...draft,
  profileName: profile.name,
  profileColor: profile.color,
  practice: profile.kind === 'practice',
  origin: profile.kind === 'service' ? profile.origin : 'practice',
  preparedAt: at,
  changedAt: at,
  outcome: { state: 'queued' },
})

/** The call operations over an array: one call an id, states announced as they change, pages newest first. */
export const createFakeCalls = ({ now, calls, profileOf, announce, outcomeOf }: Options) => {
  const contexts = new Map<string, CallDraft['initialContext']>()
  const events = new Map<string, CallEvent[]>()
  let nextRun = 48_213
  const at = (): string => new Date(now()).toISOString()
  const indexOf = (callId: string): number => calls.findIndex((call) => call.callId === callId)

  const put = (call: Call, outcome: CallState): Call => {
    const changed = { ...call, outcome, changedAt: at() }
    const index = indexOf(call.callId)
    if (index < 0) calls.push(changed)
    else calls[index] = changed
    events.set(call.callId, [...(events.get(call.callId) ?? []), { at: at(), state: outcome.state, outcome }])
    announce([call.callId])
    return changed
  }

  const triggerCall = (draft: CallDraft): Promise<Outcome<Call>> => {
    const known = calls[indexOf(draft.callId)]
    if (known) return Promise.resolve(succeed(known))
    const profile = profileOf(draft.profileId)
    if (!profile) return Promise.resolve(invalid(['profileId'], 'profile'))
    contexts.set(draft.callId, draft.initialContext)
    const queued = put(callOf(draft, profile, at()), { state: 'queued' })
    const sending = put(queued, { state: 'sending', since: at() })
    void Promise.resolve(outcomeOf(draft, (nextRun += 1))).then((outcome) => put(sending, outcome))
    return Promise.resolve(succeed(sending))
  }

  const listCalls = ({ search, after, limit }: Input<'listCalls'>) => {
    const all = calls
      .filter((call) => search === '' || found(call, search))
      .toSorted((a, b) => (a.callId < b.callId ? 1 : -1))
    const rest = all.filter(({ callId }) => after === null || callId < after)
    return Promise.resolve(succeed({ calls: rest.slice(0, limit), total: all.length, more: rest.length > limit }))
  }

  const getCall = ({ callId }: Input<'getCall'>): Promise<Outcome<CallDetail>> => {
    const call = calls[indexOf(callId)]
    if (!call) return Promise.resolve({ ok: false, failure: { kind: 'notFound', detail: 'no such call' } })
    const past = [{ at: call.preparedAt, state: call.outcome.state, outcome: call.outcome }]
    const initialContext = contexts.get(callId) ?? { customer_name: 'Jane Doe', amount_due: 120.5 }
    return Promise.resolve(succeed({ call, initialContext, events: events.get(callId) ?? past }))
  }

  return { triggerCall, listCalls, getCall } satisfies Partial<Operations>
}
