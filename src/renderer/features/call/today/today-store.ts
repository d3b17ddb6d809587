import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '../../../../contract/call.ts'
import type { OrganizationDay } from '../../../../contract/day.ts'
import { type Outcome, succeed } from '../../../../contract/failure.ts'
import type { Profile } from '../../../../contract/profile.ts'
import type { DayCall } from '../../../../domain/day-summary.ts'
import { displayStateOf } from '../../../../domain/call-state.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { createQuery, type Query } from '../../../lib/query.ts'

/**
 * Which of today's calls are shown: this computer's calls from one profile, those from all profiles, or the whole
 * organization's.
 */
export const dayScopes = ['profile', 'everyProfile', 'organization'] as const
export type DayScope = (typeof dayScopes)[number]

export type TodayCalls = {
  /** The profile's calls of today, newest first. */
  readonly calls: Query<Call[]>
  /** The calls of every profile, loaded together with `calls`. They are either all practice calls or all real calls. */
  readonly everyProfile: StoreApi<readonly Call[]>
  /** The whole organization's calls of today, counted by main. They are loaded when they are first shown. */
  readonly organization: Query<OrganizationDay>
  readonly scope: StoreApi<{ readonly shown: DayScope }>
  readonly show: (scope: DayScope) => void
  readonly close: () => void
}

/** Number of calls per page; on most days, one page is enough. */
const pageSize = 200

/** How long the organization's calls are reused without a new request, in milliseconds. */
const freshMilliseconds = 60_000

/** Creates the queries for one profile's calls of today. This computer's calls are reloaded when calls change. */
export const createTodayCalls = (
  { api, now }: PageDeps,
  { id: profileId, kind }: Pick<Profile, 'id' | 'kind'>,
): TodayCalls => {
  const midnight = (): number => new Date(now()).setHours(0, 0, 0, 0)
  const everyProfile = createStore<readonly Call[]>(() => [])
  const scope = createStore<{ shown: DayScope }>(() => ({ shown: 'profile' }))

  const load = async (): Promise<Outcome<Call[]>> => {
    const since = midnight()
    let today: Call[] = []
    for (;;) {
      const answer = await api.listCalls({ search: '', after: today.at(-1)?.callId ?? null, limit: pageSize })
      if (!answer.ok) return answer
      const more = answer.value.calls.filter(({ preparedAt }) => Date.parse(preparedAt) >= since)
      today = [...today, ...more]
      if (!answer.value.more || more.length < answer.value.calls.length) break
    }
    everyProfile.setState(
      today.filter(({ practice }) => practice === (kind === 'practice')),
      true,
    )
    return succeed(today.filter((call) => call.profileId === profileId))
  }
  const calls = createQuery(load, now)
  const organization = createQuery(
    () => api.readOrganizationDay({ profileId, since: new Date(midnight()).toISOString() }),
    now,
  )
  return {
    calls,
    everyProfile,
    organization,
    scope,
    show(shown) {
      scope.setState({ shown })
      const { data } = organization.store.getState()
      const isFresh = data !== null && now() - data.at < freshMilliseconds
      if (shown === 'organization' && !isFresh) void organization.load()
    },
    close: api.onCallsChanged(() => void calls.refresh()),
  }
}

/** Converts one of this computer's calls to the form that the charts count. */
export const dayCallOf = ({ preparedAt: at, outcome, agentUuid, agentName: name }: Call): DayCall => ({
  at,
  state: displayStateOf(outcome),
  agent: { id: agentUuid, name },
  talkSeconds: outcome.state === 'accepted' ? (outcome.end?.durationSeconds ?? 0) : 0,
})
