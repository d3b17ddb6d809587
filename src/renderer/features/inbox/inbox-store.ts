import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Api } from '../../../contract/api.ts'
import type { Call } from '../../../contract/call.ts'
import { everyCall } from '../../../contract/call-list.ts'
import type { List } from '../../../contract/list.ts'
import type { Rotation } from '../../../contract/key.ts'
import { lacksCarrierReport, longestDial } from '../../../domain/call-state.ts'
import type { Profile } from '../../../contract/profile.ts'
import type { ReconciliationJob } from '../../../contract/run.ts'
import type { RefusedKey, Reminder } from '../../../contract/person.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import { messages } from '../../../messages/index.ts'
import { pausedLists } from '../../lib/lists.ts'
import { clockInterval, usePage } from '../../lib/page.ts'
import type { PeopleStore } from '../../lib/people.ts'
import { createQuery, type Query, valueOf } from '../../lib/query.ts'

/** An inbox item: something that the user must decide or do. */
export type InboxItem =
  | { readonly kind: 'call'; readonly key: string; readonly profileId: string; readonly call: Call }
  | { readonly kind: 'key'; readonly key: string; readonly profileId: string; readonly refused: RefusedKey }
  | { readonly kind: 'rotation'; readonly key: string; readonly profileId: string; readonly rotation: Rotation }
  | { readonly kind: 'list'; readonly key: string; readonly profileId: string; readonly list: List }
  | { readonly kind: 'reminder'; readonly key: string; readonly profileId: string; readonly reminder: Reminder }

/** The groups of the inbox, in order. `later` contains the reminders that are not due yet. */
export const inboxGroups = ['calls', 'keys', 'rotations', 'lists', 'reminders', 'later'] as const
type InboxGroup = (typeof inboxGroups)[number]
export type Inbox = Readonly<Record<InboxGroup, readonly InboxItem[]>>

/** The listed calls, the number of others, and whether that number is exact. */
type UnresolvedCalls = { calls: readonly Call[]; others: number; isExact: boolean }

export type InboxStore = {
  readonly calls: Query<UnresolvedCalls>
  /** Calls that are being dialed. Those that only the user can resolve need attention. */
  readonly dialing: Query<UnresolvedCalls>
  readonly jobs: Query<ReconciliationJob[]>
  readonly people: PeopleStore
  /** The rotations that are waiting for the user to resume or undo them. */
  readonly rotations: Query<Rotation[]>
  /** The call lists of every profile. */
  readonly lists: Query<List[]>
  readonly close: () => void
}

/** Maximum number of unresolved calls to show. Rundesk checks all of them, and Runs lists the rest. */
const maxCalls = 100

type InboxDeps = {
  api: Api
  people: PeopleStore
  lists: Query<List[]>
  jobs: Query<ReconciliationJob[]>
  now: () => number
}

/** Creates the store of the unresolved calls from every profile, which is reloaded when calls change. */
export const createInboxStore = ({ api, people, lists, jobs, now }: InboxDeps): InboxStore => {
  const load = async (states: (typeof everyCall)['states']): Promise<Outcome<UnresolvedCalls>> => {
    const filter = { ...everyCall, states }
    const answer = await api.listCalls({ search: '', filter, after: null, limit: maxCalls })
    if (!answer.ok) return answer
    const { calls: listed, total, totalIs } = answer.value
    return succeed({ calls: listed, others: Math.max(0, total - listed.length), isExact: totalIs === 'exact' })
  }
  const loadRotations = async (): Promise<Outcome<Rotation[]>> => {
    const open = await api.listOpenRotations({})
    return open.ok ? succeed(open.value.filter(({ isRunning }) => !isRunning)) : open
  }
  const calls = createQuery(() => load(['unknown', 'toCheck']), now)
  const dialing = createQuery(() => load(['dialing']), now)
  const rotations = createQuery(loadRotations, now)
  const stops = [
    api.onCallsChanged(() => {
      void calls.refresh()
      void dialing.refresh()
    }),
    api.onRotationsChanged(() => void rotations.refresh()),
  ]
  for (const query of [calls, dialing, rotations]) void query.load()
  return { calls, dialing, jobs, people, rotations, lists, close: () => stops.forEach((stop) => stop()) }
}

/**
 * Returns the calls that need the user's decision, newest first: unknown ones, and those that are being dialed according
 * to the last report although dialing must be over at `now` (milliseconds since 1970), or about which the service is not
 * asked again, for example because their profile was removed.
 */
export const callsToDecide = (
  unknown: readonly Call[],
  dialing: readonly Call[],
  {
    profiles,
    jobs,
    now,
  }: { profiles: readonly Pick<Profile, 'id'>[]; jobs: readonly ReconciliationJob[]; now: number },
): Call[] => {
  const needsDecision = (call: Call): boolean =>
    !profiles.some(({ id }) => id === call.profileId) ||
    jobs.some(({ callId, step }) => callId === call.callId && step === 'stopped') ||
    lacksCarrierReport(call, now)
  // A call that is listed as being dialed may have become a call to check since then.
  const others = dialing.filter((call) => needsDecision(call) && !unknown.some(({ callId }) => callId === call.callId))
  return [...unknown, ...others].toSorted((one, other) => other.preparedAt.localeCompare(one.preparedAt))
}

/** Sorts everything that needs the user's attention into groups. `now` is in milliseconds since 1970. */
export const inboxOf = (
  calls: readonly Call[],
  refusedKeys: readonly RefusedKey[],
  rotations: readonly Rotation[],
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
    calls: calls.map((call): InboxItem => ({ kind: 'call', key: call.callId, profileId: call.profileId, call })),
    keys: refusedKeys.map((refused): InboxItem => {
      const { profileId } = refused
      return { kind: 'key', key: `key ${profileId}`, profileId, refused }
    }),
    rotations: rotations.map((rotation): InboxItem => {
      const { rotationId, profileId } = rotation
      return { kind: 'rotation', key: `rotation ${rotationId}`, profileId, rotation }
    }),
    lists: pausedLists(lists).map((list): InboxItem => {
      const { listId, profileId } = list
      return { kind: 'list', key: `list ${listId}`, profileId, list }
    }),
    reminders: items.filter(isDue),
    later: items.filter((item) => !isDue(item)),
  }
}

/** Returns the item's call, which has the name of a profile that was removed; null if the item has none. */
export const callOf = (item: InboxItem): Call | null => {
  if (item.kind === 'call') return item.call
  return item.kind === 'reminder' ? item.reminder.call : null
}

/** `color` is undefined for a removed profile without calls among the items. */
type ProfileInInbox = Pick<Profile, 'id' | 'name'> & {
  color: Profile['color'] | undefined
  isRemoved: boolean
  items: number
}

/**
 * Returns the profiles that have items, and their number of items. Removed profiles follow, with the name and the color
 * in their first call.
 */
export const profilesIn = (inbox: Inbox, profiles: readonly Profile[]): ProfileInInbox[] => {
  const items = inboxGroups.flatMap((group) => inbox[group])
  const ids = new Set([...profiles.map(({ id }) => id), ...items.map(({ profileId }) => profileId)])
  return [...ids].flatMap((id) => {
    const own = items.filter(({ profileId }) => profileId === id)
    if (own.length === 0) return []
    const profile = profiles.find((one) => one.id === id)
    const [call] = own.flatMap((item) => callOf(item) ?? [])
    const name = profile?.name ?? call?.profileName ?? messages.common.none
    const color = profile?.color ?? call?.profileColor
    return [{ id, name, color, isRemoved: profile === undefined, items: own.length }]
  })
}

/** Returns the time in milliseconds since 1970. It is updated when each of `times` is reached. */
const useNowAt = (times: readonly number[]): number => {
  const { now } = usePage()
  const [time, setTime] = useState(now)
  const next = Math.min(...times.filter((at) => at > time))
  const isEmpty = times.length === 0
  useEffect(() => {
    if (isEmpty) return
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      setTime(now())
      wait()
    }
    const wait = () => (timer = setTimeout(update, Math.max(1, Math.min(clockInterval, next - now()))))
    wait()
    return () => clearTimeout(timer)
  }, [isEmpty, next, now])
  return time
}

const noCalls: UnresolvedCalls = { calls: [], others: 0, isExact: true }

/** How many items need the user's attention now, including calls that are not listed. */
export type Attention = { items: number; isExact: boolean }

/** Returns the inbox, which changes as reminders become due. `others` is the number of calls that are not listed. */
export const useInbox = (
  { calls, dialing: dialingCalls, jobs: allJobs, people, rotations, lists }: InboxStore,
  profiles: readonly Profile[],
): { inbox: Inbox; others: number; attention: Attention } => {
  const unresolved = useStore(calls.store, valueOf) ?? noCalls
  const dialing = useStore(dialingCalls.store, valueOf) ?? noCalls
  const jobs = useStore(allJobs.store, valueOf) ?? []
  const refused = useStore(people.refusedKeys.store, valueOf) ?? []
  const stopped = useStore(rotations.store, valueOf) ?? []
  const reminders = useStore(people.reminders.store, valueOf) ?? []
  // A list without its profile can't be resumed, so there is nothing to do about it.
  const resumable = (useStore(lists.store, valueOf) ?? []).filter((list) =>
    profiles.some(({ id }) => id === list.profileId),
  )
  const time = useNowAt([
    ...reminders.map(({ dueAt }) => Date.parse(dueAt)),
    // Dialing is over after `longestDial`, not at it.
    ...dialing.calls.map(({ preparedAt }) => Date.parse(preparedAt) + longestDial + 1),
  ])
  const toDecide = callsToDecide(unresolved.calls, dialing.calls, { profiles, jobs, now: time })
  const inbox = inboxOf(toDecide, refused, stopped, resumable, reminders, time)
  return { inbox, others: unresolved.others, attention: attentionOf(inbox, unresolved) }
}

/** Returns how many items of the inbox need the user's attention now. */
export const attentionOf = (
  { calls, keys, rotations, lists, reminders }: Inbox,
  { others, isExact }: UnresolvedCalls,
): Attention => ({
  items: calls.length + keys.length + rotations.length + lists.length + reminders.length + others,
  isExact,
})
