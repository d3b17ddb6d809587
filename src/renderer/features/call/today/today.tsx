import { CalendarClock, PanelRightOpen, RotateCcw } from 'lucide-react'
import { memo, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Call } from '../../../../contract/call.ts'
import {
  displayStateOf,
  durationOf,
  isUnresolved,
  placedOf,
  runIdsOf,
  shownOutcome,
} from '../../../../domain/call-state.ts'
import { type DayCall, summarizeDay } from '../../../../domain/day-summary.ts'
import { messages } from '../../../../messages/index.ts'
import { mayRepeat, useCallActions } from '../../../lib/workspace-context.ts'
import { useCallSummary } from '../../../lib/call-progress.ts'
import { Button, CopyButton } from '../../../ui/button.tsx'
import { Empty, FailureNotice, QueryAge } from '../../../ui/notice.tsx'
import { Ltr } from '../../../ui/text.tsx'
import { StateTag } from '../../../ui/tag.tsx'
import { DayCharts } from './day-charts.tsx'
import css from './today.module.css'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { OrganizationDay } from '../../../../contract/day.ts'
import { type Outcome, succeed } from '../../../../contract/failure.ts'
import type { Profile } from '../../../../contract/profile.ts'
import { onNewDay, type PageDeps, useNow } from '../../../lib/page.ts'
import { createQuery, finishedOf, type Query } from '../../../lib/query.ts'

const todayMessages = messages.call.today
const dayText = messages.day

/** Maximum number of rows to show. Runs lists all calls. */
const maxRows = 50

/** Lists today's calls, newest first. It is memoized, so that typing in the form does not render it again. */
export const Today = memo(({ today }: { today: TodayCalls }) => {
  const { shown } = useStore(today.scope)
  const own = useStore(today.calls.store).data?.value ?? []
  const every = useStore(today.everyProfile)
  const calls = shown === 'everyProfile' ? every : own
  return (
    <section className={css['card']} aria-labelledby="today-title">
      <header className={css['head']}>
        <h2 id="today-title">{todayMessages.title}</h2>
        <div className={css['scopes']} role="group" aria-label={dayText.scope}>
          {dayScopes.map((scope) => (
            <Button key={scope} size="small" aria-pressed={scope === shown} onClick={() => today.show(scope)}>
              {dayText.scopes(today.isPractice)[scope]}
            </Button>
          ))}
        </div>
        {shown !== 'organization' && calls.length > 0 && <CallCount calls={calls} />}
      </header>
      {shown === 'organization' ? <OrganizationCalls today={today} /> : <LocalDay today={today} calls={calls} />}
    </section>
  )
})
Today.displayName = 'Today'

const useNowWhileDialing = (calls: readonly Call[]): number =>
  useNow(calls.some(({ outcome }) => displayStateOf(outcome) === 'dialing') ? 1_000 : null)

/** A component of its own, like `LocalCharts`, because it renders every second while a call is dialing. */
const CallCount = ({ calls }: { calls: readonly Call[] }) => <span>{countOf(calls, useNowWhileDialing(calls))}</span>

const LocalCharts = ({ calls }: { calls: readonly Call[] }) => {
  const now = useNowWhileDialing(calls)
  return <DayCharts summary={useMemo(() => summarizeDay(calls.map((call) => dayCallOf(call, now))), [calls, now])} />
}

/** Shows this computer's calls as charts and as a list. */
const LocalDay = ({ today, calls }: { today: TodayCalls; calls: readonly Call[] }) => {
  const state = finishedOf(useStore(today.calls.store))
  const { shown } = useStore(today.scope)
  return (
    <>
      {state.step === 'failed' && <FailureNotice failure={state.failure} title={todayMessages.failed} />}
      {!state.data && state.step !== 'failed' && <p className={css['wait']}>{todayMessages.loading}</p>}
      {state.data && calls.length === 0 && (
        <Empty
          icon={CalendarClock}
          title={shown === 'profile' ? todayMessages.emptyTitle : dayText.noCalls.everyProfile(today.isPractice)}
          text={todayMessages.emptyText}
        />
      )}
      {calls.length > 0 && <LocalCharts calls={calls} />}
      {calls.length > 0 && <CallTable calls={calls.slice(0, maxRows)} />}
    </>
  )
}

/** Shows the organization's calls, including those from other computers and campaigns, only as charts. */
const OrganizationCalls = ({ today: { organization } }: { today: TodayCalls }) => {
  const query = useStore(organization.store)
  const day = query.data?.value
  return (
    <>
      <div className={css['source']}>
        <QueryAge
          query={query}
          label={messages.common.refresh}
          text={dayText.updated}
          onRefresh={() => void organization.load()}
        />
        {day && day.read < day.total && <p>{dayText.incomplete(day.read, day.total)}</p>}
        {day && day.summary.counts.unknown > 0 && <p>{dayText.resolved}</p>}
      </div>
      {query.step === 'failed' && <FailureNotice failure={query.failure} title={dayText.failed} />}
      {day && day.summary.calls === 0 && day.read >= day.total && (
        <Empty icon={CalendarClock} title={dayText.noCalls.organization} text={dayText.noCallsText} />
      )}
      {day && day.summary.calls > 0 && <DayCharts summary={day.summary} isAtLeast={day.read < day.total} />}
    </>
  )
}

const CallTable = ({ calls }: { calls: readonly Call[] }) => (
  <div className={css['rows']}>
    <table className={css['table']} aria-label={todayMessages.title}>
      <thead>
        <tr>
          {Object.values(todayMessages.columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <Row key={call.callId} call={call} />
        ))}
      </tbody>
    </table>
  </div>
)

const countOf = (calls: readonly Call[], now: number): string => {
  const placed = calls.map((call) => placedOf(shownOutcome(call, now)))
  const count = (value: string) => placed.filter((one) => one === value).length
  return todayMessages.count({
    placed: count('yes'),
    inProgress: count('notYet'),
    unknown: count('unknown'),
    not: count('no'),
  })
}

const Row = ({ call }: { call: Call }) => {
  const { show, repeat } = useCallActions()
  const summary = useCallSummary(call)
  const runs = runIdsOf(call)
  const runText = messages.call.outcome.runs(call)
  const agent = call.agentName ?? call.agentUuid
  return (
    <tr>
      <td className={css['time']}>
        <time dateTime={call.preparedAt}>{messages.time.clock(call.preparedAt)}</time>
      </td>
      <td>
        <StateTag call={call} />
      </td>
      <td title={call.phoneNumberDisplay}>
        <Ltr>{call.phoneNumberDisplay || messages.common.numberErased}</Ltr>
      </td>
      <td title={agent}>{agent}</td>
      <td className={css['mono']} title={runs.length === 0 ? undefined : runText}>
        {runs.length === 0 ? messages.common.none : runText}
      </td>
      <td title={summary}>{summary}</td>
      <td className={css['actions']}>
        {isUnresolved(call.outcome) && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={todayMessages.showOf(call.phoneNumberDisplay)}
            title={messages.common.showCall}
            onClick={() => show(call.callId)}
          >
            <PanelRightOpen aria-hidden />
          </Button>
        )}
        {mayRepeat(call) && (
          <Button
            variant="quiet"
            size="icon"
            aria-label={todayMessages.repeatOf(call.phoneNumberDisplay)}
            title={todayMessages.repeat}
            onClick={() => repeat(call.callId)}
          >
            <RotateCcw aria-hidden />
          </Button>
        )}
        {runs.length > 0 && <CopyButton text={runs.join(', ')} name={runText} />}
      </td>
    </tr>
  )
}

/**
 * Which of today's calls are shown: this computer's calls from one profile, those from all profiles of its kind
 * (practice or real), or the whole organization's.
 */
const dayScopes = ['profile', 'everyProfile', 'organization'] as const
type DayScope = (typeof dayScopes)[number]

export type TodayCalls = {
  /** The profile's calls of today, newest first. */
  readonly calls: Query<Call[]>
  readonly isPractice: boolean
  /** The practice calls of every profile, or their real calls (see `isPractice`), loaded together with `calls`. */
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

/**
 * Creates the queries for one profile's calls of today. This computer's calls are reloaded when calls change and when
 * another day starts.
 */
export const createTodayCalls = (
  { api, now }: PageDeps,
  { id: profileId, kind }: Pick<Profile, 'id' | 'kind'>,
): TodayCalls => {
  const isPractice = kind === 'practice'
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
      today.filter(({ practice }) => practice === isPractice),
      true,
    )
    return succeed(today.filter((call) => call.profileId === profileId))
  }
  const calls = createQuery(load, now)
  const organization = createQuery(
    () => api.readOrganizationDay({ profileId, since: new Date(midnight()).toISOString() }),
    now,
  )
  const stops = [
    api.onCallsChanged(() => void calls.refresh()),
    onNewDay(now, () => {
      void calls.refresh()
      if (scope.getState().shown === 'organization') void organization.refresh()
    }),
  ]
  return {
    calls,
    isPractice,
    everyProfile,
    organization,
    scope,
    show(shown) {
      scope.setState({ shown })
      const { data } = organization.store.getState()
      const isFresh = data !== null && now() - data.at < freshMilliseconds && data.at >= midnight()
      if (shown === 'organization' && !isFresh) void organization.load()
    },
    close: () => stops.forEach((stop) => stop()),
  }
}

/** Converts one of this computer's calls to the form that the charts count at `now` (milliseconds since 1970). */
export const dayCallOf = (call: Call, now: number): DayCall => ({
  at: call.preparedAt,
  state: displayStateOf(shownOutcome(call, now)),
  agent: { id: call.agentUuid, name: call.agentName },
  talkSeconds: durationOf(call.outcome) ?? 0,
})
