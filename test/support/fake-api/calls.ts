import type { Call, CallDetail, CallDraft, CallEvent, CallState } from '../../../src/contract/call.ts'
import { isShortNumber } from '../../../src/domain/phone-number.ts'
import { displayStateOf, durationOf, isUnresolved, mayHaveRung, runIdsOf } from '../../../src/domain/call-state.ts'
import { fail, type Failure, invalid, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { ErasedPerson } from '../../../src/contract/app-status.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'
import type { DoNotCall } from '../../../src/contract/person.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import {
  type CallFilter,
  everyCall,
  type LearnedFacet,
  type NumberRange,
  type SavedView,
} from '../../../src/contract/call-list.ts'
import { fakeRun } from './numbers.ts'
import type { ReconciliationJob } from '../../../src/contract/run.ts'

const earlierOf = ({ callId, outcome, preparedAt, profileName, phoneNumberDisplay }: Call) => ({
  callId,
  state: displayStateOf(outcome),
  at: preparedAt,
  profileName,
  phoneNumberDisplay,
})

type GuardsOptions = {
  now: () => number
  repeatMinutes: () => number
  /** Whether the service never reports the end of earlier calls. */
  neverReportsEnd: boolean
  /** The do-not-call entry of a number. */
  entryOf: (phoneNumber: string) => DoNotCall | null
}

/** The key for confirming a short number, which belongs to no earlier call. */
const shortNumberKey = 'short'

/**
 * Creates the guards for calls in an array: an unresolved number is locked; a short, do-not-call or recent one needs
 * one confirmation.
 */
export const createFakeGuards = ({ now, repeatMinutes, neverReportsEnd, entryOf }: GuardsOptions) => {
  const confirmations = new Map<string, string>()
  return (draft: CallDraft, calls: readonly Call[]): Failure | null => {
    const same = calls.filter(({ phoneNumber }) => phoneNumber === draft.phoneNumber).toReversed()
    const locking = same.find(({ outcome }) => isUnresolved(outcome))
    if (locking) return { kind: 'numberLocked', call: earlierOf(locking) }
    const confirmed = draft.confirmation === null ? undefined : confirmations.get(draft.confirmation)
    if (draft.confirmation !== null) confirmations.delete(draft.confirmation)
    const confirmation = crypto.randomUUID()
    if (isShortNumber(draft.phoneNumber) && confirmed !== shortNumberKey) {
      confirmations.set(confirmation, shortNumberKey)
      return { kind: 'repeat', reason: 'shortNumber', call: null, confirmation }
    }
    const entry = entryOf(draft.phoneNumber)
    if (entry !== null && entry.entryId !== confirmed) {
      confirmations.set(confirmation, entry.entryId)
      return { kind: 'repeat', reason: 'doNotCall', call: null, doNotCall: entry, confirmation }
    }
    const since = now() - repeatMinutes() * 60_000
    const rang = same.find(({ outcome, preparedAt }) => Date.parse(preparedAt) >= since && mayHaveRung(outcome))
    if (!rang || rang.callId === confirmed) return null
    confirmations.set(confirmation, rang.callId)
    return {
      kind: 'repeat',
      reason: neverReportsEnd ? 'inProgress' : 'calledRecently',
      call: earlierOf(rang),
      confirmation,
    }
  }
}

type CallsOptions = {
  now: () => number
  calls: Call[]
  notes: Record<string, string>
  profileOf: (id: string) => Profile | undefined
  announce: (callIds: string[]) => void
  /** Why a draft cannot be called, or null if it can. */
  guard: (draft: CallDraft, calls: readonly Call[]) => Failure | null
  /** The outcome of the next call; it stays in `sending` until the promise resolves. */
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

/**
 * Creates the call operations for calls in an array: one call per ID, guards, change events, and pages that start with
 * the newest call.
 */
export const createFakeCalls = ({ now, calls, notes, profileOf, announce, guard, outcomeOf }: CallsOptions) => {
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
    const over = call.outcome.state === 'sending' && outcome.state !== 'sending' ? { endedAt: at() } : {}
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
      succeed({
        call,
        learned: null,
        note: list.noteOf(callId),
        initialContext,
        erasedAt: call.phoneNumber === '' ? call.changedAt : null,
        events: events.get(callId) ?? pastOf(call),
      }),
    )
  }

  /** Removes a person's number and text, and keeps run IDs and outcomes, like the real operation. */
  const erasePerson = ({ phoneNumber }: Input<'erasePerson'>): Promise<Outcome<ErasedPerson>> => {
    const of = calls.filter((call) => call.phoneNumber === phoneNumber)
    for (const call of of) {
      calls[indexOf(call.callId)] = { ...call, phoneNumber: '', phoneNumberDisplay: '' }
      contexts.set(call.callId, {})
    }
    announce(of.map(({ callId }) => callId))
    return Promise.resolve(succeed({ calls: of.length, listRows: 0, remaining: [], unfinished: null }))
  }

  return { put, list: list.operations, operations: { triggerCall, getCall, erasePerson } }
}

type CallListOptions = {
  now: () => number
  calls: readonly Call[]
  notes: Readonly<Record<string, string>>
  contextOf: (callId: string) => unknown
  announce: (callIds: string[]) => void
}

const { tags, variables, credits } = fakeRun(1).learned
const isReached = ({ outcome }: Call): boolean => displayStateOf(outcome) === 'reached'

/** What the agents learned; the same for every call that reached someone. */
const fakeFacets: readonly LearnedFacet[] = [
  ...tags.map((value) => ({ kind: 'tag' as const, value })),
  ...variables.map(({ name: value }) => ({ kind: 'variable' as const, value })),
]

const hasLearned = (call: Call, wanted: readonly LearnedFacet[]): boolean =>
  wanted.length === 0 ||
  (isReached(call) &&
    wanted.some(({ kind, value }) => fakeFacets.some((one) => one.kind === kind && one.value === value)))

const isWithin = (value: number | null, range: NumberRange | undefined): boolean =>
  !range || (value !== null && value >= (range.from ?? 0) && value <= (range.to ?? Infinity))

const passes = (call: Call, filter: CallFilter): boolean => {
  const { states, agentUuids, profileIds, practice, learned, from, until } = filter
  return (
    hasLearned(call, learned ?? []) &&
    isWithin(durationOf(call.outcome), filter.duration) &&
    isWithin(isReached(call) ? credits : null, filter.credits) &&
    (states.length === 0 || states.includes(displayStateOf(call.outcome))) &&
    (agentUuids.length === 0 || agentUuids.includes(call.agentUuid)) &&
    (profileIds.length === 0 || profileIds.includes(call.profileId)) &&
    (practice === null || practice === call.practice) &&
    (from === null || call.preparedAt >= from) &&
    (until === null || call.preparedAt < until)
  )
}

/**
 * Creates the call list for an array whose last call is the newest: search, filters, pages, notes, saved views, and an
 * export that writes nothing.
 */
export const createFakeCallList = ({ now, calls, notes: noteTexts, contextOf, announce }: CallListOptions) => {
  const notes = new Map(
    Object.entries(noteTexts).map(([callId, text]) => [callId, { text, at: new Date(now()).toISOString() }]),
  )
  let views: SavedView[] = []

  const textOf = (call: Call): string => {
    const { phoneNumber, phoneNumberDisplay, agentName, profileName, callId, outcome } = call
    const context = JSON.stringify(contextOf(callId) ?? null)
    const shown = [phoneNumber, phoneNumberDisplay, agentName, profileName, JSON.stringify(outcome), context]
    return [...shown, notes.get(callId)?.text ?? ''].join(' ').toLowerCase()
  }

  const matching = (search: string, filter: CallFilter): Call[] =>
    calls
      .filter((call) => search === '' || call.callId === search || textOf(call).includes(search.toLowerCase()))
      .filter((call) => passes(call, filter))
      .toReversed()

  const listCalls = ({ search, filter = everyCall, after, from, limit }: Input<'listCalls'>) => {
    const all = matching(search, filter)
    const positions = new Map(calls.map(({ callId }, index) => [callId, index + 1]))
    const begin = after === null ? (from ?? calls.length) : (positions.get(after) ?? 0) - 1
    const rest = all.filter(({ callId }) => (positions.get(callId) ?? 0) <= begin)
    const page = rest.slice(0, limit)
    const more = rest.length > limit
    const noted = page.flatMap(({ callId }) => {
      const note = notes.get(callId)
      return note === undefined ? [] : [[callId, note.text] as const]
    })
    const answer: Output<'listCalls'> = {
      calls: page,
      total: all.length,
      totalIs: 'exact',
      position: positions.get(page[0]?.callId ?? '') ?? 0,
      more,
      next: more ? (page.at(-1)?.callId ?? null) : null,
      notes: Object.fromEntries(noted),
      learned: Object.fromEntries(page.filter(isReached).map(({ callId }) => [callId, { tags, variables, credits }])),
      unindexed: 0,
    }
    return Promise.resolve(succeed(answer))
  }

  const setCallNote = ({ callId, note }: Input<'setCallNote'>): Promise<Outcome<Output<'setCallNote'>>> => {
    const written = { text: note, at: new Date(now()).toISOString() }
    if (note === '') notes.delete(callId)
    else notes.set(callId, written)
    announce([callId])
    return Promise.resolve(succeed({ note: note === '' ? null : written }))
  }

  const shownViews = (): Promise<Outcome<SavedView[]>> => Promise.resolve(succeed([...views]))
  const without = (viewId: string): SavedView[] => views.filter((view) => view.viewId !== viewId)

  return {
    noteOf: (callId: string) => notes.get(callId) ?? null,
    operations: {
      listCalls,
      listCallsOfRun: ({ workflowRunId }: Input<'listCallsOfRun'>) =>
        Promise.resolve(succeed(calls.filter((call) => runIdsOf(call).includes(workflowRunId)))),
      listLearned: () => Promise.resolve(succeed([{ kind: 'result' as const, value: 'qualified' }, ...fakeFacets])),
      listCalledAgents: () => {
        const names = new Map(calls.map(({ agentUuid, agentName }) => [agentUuid, agentName]))
        return Promise.resolve(succeed([...names].map(([agentUuid, name]) => ({ agentUuid, name }))))
      },
      setCallNote,
      listViews: shownViews,
      saveView: (view: Input<'saveView'>) => {
        views = [...without(view.viewId), view]
        return shownViews()
      },
      deleteView: ({ viewId }: Input<'deleteView'>) => {
        views = without(viewId)
        return shownViews()
      },
      exportCalls: ({ search, filter = everyCall, format }: Input<'exportCalls'>) => {
        const file = `rundesk-calls-2026-11-21.${format === 'csv' ? 'csv' : 'jsonl'}`
        return Promise.resolve(succeed({ file, calls: matching(search, filter).length }))
      },
      cancelExport: () => Promise.resolve(succeed({})),
    },
  }
}

type ReconciliationOptions = {
  now: () => number
  calls: readonly Call[]
  /** Records a reconciled outcome of a call. */
  put: (call: Call, outcome: CallState) => Call
  announce: () => void
  /** The reconciliation result of a call, if it is not the default. */
  jobOf: (call: Call) => Partial<ReconciliationJob>
  /** The result of "Check now"; null keeps the call's outcome. */
  foundOf: (call: Call) => CallState
}

/** Creates the reconciliation operations for the unresolved calls in an array. */
export const createFakeReconciliation = ({ now, calls, put, announce, jobOf, foundOf }: ReconciliationOptions) => {
  const iso = (ms: number): string => new Date(ms).toISOString()

  const toJob = (call: Call): ReconciliationJob => {
    const ended = call.endedAt === null ? null : Date.parse(call.endedAt)
    return {
      callId: call.callId,
      step: 'waiting',
      lists: 'readable',
      foundRunId: null,
      lastAttemptAt: iso(now() - 4_000),
      lastFailure: null,
      nextAttemptAt: iso(now() + 11_000),
      quietUntil: ended === null ? null : iso(ended + 120_000),
      window: { from: iso(Date.parse(call.preparedAt) - 5_000), to: iso((ended ?? now()) + 30_000) },
      ...jobOf(call),
    }
  }
  const openCall = (callId: string): Call | undefined =>
    calls.find((call) => call.callId === callId && isUnresolved(call.outcome))

  return {
    listReconciliationJobs: (): Promise<Outcome<ReconciliationJob[]>> =>
      Promise.resolve(succeed(calls.filter(({ outcome }) => isUnresolved(outcome)).map(toJob))),
    reconcileCall: ({ callId }: Input<'reconcileCall'>): Promise<Outcome<Call>> => {
      const call = openCall(callId)
      if (!call) return Promise.resolve(invalid(['callId'], 'resolved'))
      const found = foundOf(call)
      announce()
      return Promise.resolve(succeed(found === call.outcome ? call : put(call, found)))
    },
    resolveCall: ({ callId, decision: chosen, note }: Input<'resolveCall'>): Promise<Outcome<Call>> => {
      const call = calls.find((one) => one.callId === callId)
      if (!call || (!isUnresolved(call.outcome) && call.outcome.state !== 'notFound'))
        return Promise.resolve(invalid(['callId'], 'resolved'))
      const runIds = [...runIdsOf(call)]
      const decision = { decision: chosen, who: 'ana', at: iso(now()), note, ...(runIds.length > 0 && { runIds }) }
      const closed = put(call, { state: 'closedByOperator', ...decision })
      announce()
      return Promise.resolve(succeed(closed))
    },
  }
}
