import { useStore } from 'zustand'
import type { Api } from '../../../contract/api.ts'
import type { Call } from '../../../contract/call.ts'
import { everyCall } from '../../../contract/call-list.ts'
import type { List } from '../../../contract/list.ts'
import { displayStateOf, lacksCarrierReport } from '../../../domain/call-state.ts'
import type { RefusedKey, Reminder } from '../../../contract/person.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import { pausedLists } from '../../lib/lists.ts'
import { useNow } from '../../lib/page.ts'
import type { PeopleStore } from '../../lib/people.ts'
import { createQuery, type Query, valueOf } from '../../lib/query.ts'

/** An inbox item: something that the user must decide or do. */
export type InboxItem =
  | { readonly kind: 'call'; readonly key: string; readonly profileId: string; readonly call: Call }
  | { readonly kind: 'key'; readonly key: string; readonly profileId: string; readonly refused: RefusedKey }
  | { readonly kind: 'list'; readonly key: string; readonly profileId: string; readonly list: List }
  | { readonly kind: 'reminder'; readonly key: string; readonly profileId: string; readonly reminder: Reminder }

/** The groups of the inbox, in order. `later` contains the reminders that are not due yet. */
export const inboxGroups = ['calls', 'keys', 'lists', 'reminders', 'later'] as const
type InboxGroup = (typeof inboxGroups)[number]
export type Inbox = Readonly<Record<InboxGroup, readonly InboxItem[]>>

/** The listed calls, the number of others, and whether that number is exact. */
type UnresolvedCalls = { calls: readonly Call[]; others: number; isExact: boolean }

export type InboxStore = {
  readonly calls: Query<UnresolvedCalls>
  readonly people: PeopleStore
  /** The call lists of every profile. */
  readonly lists: Query<List[]>
  readonly close: () => void
}

/** Maximum number of unresolved calls to show. Rundesk checks all of them, and Runs lists the rest. */
const maxCalls = 100

/**
 * Creates the store of the unresolved calls and the calls to check from every profile, which is reloaded when calls
 * change.
 */
export const createInboxStore = (
  api: Api,
  people: PeopleStore,
  lists: Query<List[]>,
  now: () => number,
): InboxStore => {
  const filter = { ...everyCall, states: ['unknown', 'toCheck', 'dialing'] satisfies (typeof everyCall)['states'] }
  const load = async (): Promise<Outcome<UnresolvedCalls>> => {
    const answer = await api.listCalls({ search: '', filter, after: null, limit: maxCalls })
    if (!answer.ok) return answer
    const { calls: listed, total, totalIs } = answer.value
    return succeed({ calls: listed, others: Math.max(0, total - listed.length), isExact: totalIs === 'exact' })
  }
  const calls = createQuery(load, now)
  const close = api.onCallsChanged(() => void calls.refresh())
  void calls.load()
  return { calls, people, lists, close }
}

/**
 * Sorts everything that needs the user's attention into groups. A call that is being dialed needs attention only once
 * dialing must be over. `now` is in milliseconds since 1970.
 */
export const inboxOf = (
  calls: readonly Call[],
  refusedKeys: readonly RefusedKey[],
  lists: readonly List[],
  reminders: readonly Reminder[],
  now: number,
): Inbox => {
  const items = reminders.map((reminder): InboxItem => {
    const { reminderId: key, call } = reminder
    return { kind: 'reminder', key, profileId: call.profileId, reminder }
  })
  const isDue = (item: InboxItem): boolean => item.kind === 'reminder' && Date.parse(item.reminder.dueAt) <= now
  return {
    calls: calls
      .filter((call) => displayStateOf(call.outcome) !== 'dialing' || lacksCarrierReport(call, now))
      .map((call): InboxItem => ({ kind: 'call', key: call.callId, profileId: call.profileId, call })),
    keys: refusedKeys.map((refused): InboxItem => {
      const { profileId } = refused
      return { kind: 'key', key: `key ${profileId}`, profileId, refused }
    }),
    lists: pausedLists(lists).map((list): InboxItem => {
      const { listId, profileId } = list
      return { kind: 'list', key: `list ${listId}`, profileId, list }
    }),
    reminders: items.filter(isDue),
    later: items.filter((item) => !isDue(item)),
  }
}

/**
 * How often the inbox checks for due reminders and for calls whose dialing must be over, in milliseconds. This is
 * precise enough for both, which take minutes.
 */
const dueInterval = 30_000

const noCalls: UnresolvedCalls = { calls: [], others: 0, isExact: true }

/** How many items need the user's attention now, including calls that are not listed. */
export type Attention = { items: number; isExact: boolean }

/** Returns the inbox, which changes as reminders become due. `others` is the number of calls that are not listed. */
export const useInbox = ({
  calls,
  people,
  lists,
}: InboxStore): { inbox: Inbox; others: number; attention: Attention } => {
  const unresolved = useStore(calls.store, valueOf) ?? noCalls
  const refused = useStore(people.refusedKeys.store, valueOf) ?? []
  const reminders = useStore(people.reminders.store, valueOf) ?? []
  const paused = useStore(lists.store, valueOf) ?? []
  const changesLater = reminders.length > 0 || unresolved.calls.length > 0
  const inbox = inboxOf(unresolved.calls, refused, paused, reminders, useNow(changesLater ? dueInterval : null))
  return { inbox, others: unresolved.others, attention: attentionOf(inbox, unresolved) }
}

/** Returns how many items of the inbox need the user's attention now. */
export const attentionOf = (
  { calls, keys, lists, reminders }: Inbox,
  { others, isExact }: UnresolvedCalls,
): Attention => ({
  items: calls.length + keys.length + lists.length + reminders.length + others,
  isExact,
})
