import type { Call } from '../../../src/contract/call.ts'
import { type CallFilter, everyCall, type SavedView } from '../../../src/contract/call-filter.ts'
import { type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'

type Options = {
  now: () => number
  calls: readonly Call[]
  notes: Readonly<Record<string, string>>
  contextOf: (callId: string) => unknown
  announce: (callIds: string[]) => void
}

const passes = (call: Call, { states, agentUuids, profileIds, practice, from, until }: CallFilter): boolean =>
  (states.length === 0 || states.includes(call.outcome.state)) &&
  (agentUuids.length === 0 || agentUuids.includes(call.agentUuid)) &&
  (profileIds.length === 0 || profileIds.includes(call.profileId)) &&
  (practice === null || practice === call.practice) &&
  (from === null || call.preparedAt >= from) &&
  (until === null || call.preparedAt < until)

/** The list over an array, whose last call is the newest: words, filters, pages newest first, notes, saved views, and an export that goes nowhere. */
export const createFakeCallList = ({ now, calls, notes: noteTexts, contextOf, announce }: Options) => {
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
    const places = new Map(calls.map(({ callId }, index) => [callId, index + 1]))
    const begin = after === null ? (from ?? calls.length) : (places.get(after) ?? 0) - 1
    const rest = all.filter(({ callId }) => (places.get(callId) ?? 0) <= begin)
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
      place: places.get(page[0]?.callId ?? '') ?? 0,
      more,
      next: more ? (page.at(-1)?.callId ?? null) : null,
      notes: Object.fromEntries(noted),
      unindexed: 0,
    }
    return Promise.resolve(succeed(answer))
  }

  const noteCall = ({ callId, note }: Input<'noteCall'>): Promise<Outcome<Output<'noteCall'>>> => {
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
        Promise.resolve(
          succeed(
            calls.filter(
              ({ outcome }) =>
                ((outcome.state === 'accepted' || outcome.state === 'failedAtProvider') &&
                  outcome.workflowRunId === workflowRunId) ||
                (outcome.state === 'candidate' && outcome.runIds.includes(workflowRunId)),
            ),
          ),
        ),
      listCalledAgents: () => {
        const names = new Map(calls.map(({ agentUuid, agentName }) => [agentUuid, agentName]))
        return Promise.resolve(succeed([...names].map(([agentUuid, name]) => ({ agentUuid, name }))))
      },
      noteCall,
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
