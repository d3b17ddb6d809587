import { Toolbar } from '@base-ui/react/toolbar'
import { useId } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../../../contract/profile.ts'
import type { PreflightCheck } from '../../../../messages/en/preflight.ts'
import { messages } from '../../../../messages/index.ts'
import { useCallActions } from '../../../lib/workspace-context.ts'
import { useDoNotCallOf, usePeople } from '../../../lib/people.ts'
import { useAgeClock } from '../../../lib/page.ts'
import { Button } from '../../../ui/button.tsx'
import { Hidden } from '../../../ui/text.tsx'
import { type Tone, toneIcons } from '../../../ui/tag.tsx'
import { Tooltip } from '../../../ui/popover.tsx'
import type { AgentFields } from '../agent/agent-field.tsx'
import { jsonTextIn } from '../context/context-focus.ts'
import type { ContextFormModel } from '../context/context-form.tsx'
import { type CallFormState, type CallScreenElements, readNumber, staleValuesFrom } from '../form/call-form-state.ts'
import type { CallScreenModel } from '../form/call-screen-model.ts'
import { callerIdControlIn, firstControlIn, useCallerIds } from '../route/route-field.tsx'
import css from './preflight-line.module.css'
import type { AgentText } from '../../../../contract/agent.ts'
import type { Call } from '../../../../contract/call.ts'
import type { DoNotCall, RefusedKey } from '../../../../contract/person.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { CallerId, TelephonyConfiguration } from '../../../../contract/telephony.ts'
import { finishedOf, type QueryState } from '../../../lib/query.ts'
import {
  causesWarning,
  lockingCall,
  mayHaveRungBefore,
  type RecentEntry,
  recentEntries,
  useRecentNow,
  useRepeatMinutes,
} from '../number/recent-calls.tsx'
import { isFutureTime } from '../../../../domain/future-time.ts'
import { foundRunOf } from '../../../../domain/answered-calls.ts'
import { wasNotPlaced } from '../../../../domain/call-state.ts'
import { callerIdInUse, configurationInUse } from '../../../lib/routes.ts'
import { readRecordId, routeInUse, uncheckedCallerId } from '../route/route.ts'

const preflightMessages = messages.preflight

type PreflightLineProps = {
  call: CallScreenModel
  profile: Profile
  isServiceDown: boolean
  agent: AgentFields
  context: ContextFormModel
}

/**
 * Shows each preflight check as an icon with a word. A tooltip explains the check; clicking it focuses the field that
 * it is about.
 */
export const PreflightLine = ({ call, profile, isServiceDown, agent, context }: PreflightLineProps) => {
  const { goToKeys } = useCallActions()
  const form = useStore(call.form.store)
  const now = useRecentNow()
  const agents = useStore(call.agents.store)
  const configurations = useStore(call.configurations.store)
  const callerIds = useCallerIds(call)
  const today = useStore(call.today.calls.store).data?.value ?? []
  const reading = readNumber(form)
  const doNotCall = useDoNotCallOf(
    reading && { phoneNumber: reading.dial, practice: profile.kind === 'practice' },
    reading?.isValid === true,
  )
  const refused = useStore(
    usePeople().refusedKeys.store,
    ({ data }) => data?.value.find(({ profileId }) => profileId === profile.id) ?? null,
  )
  const missing = context.checks.filter(({ code }) => code === 'missing' || code === 'empty').length
  const checks = preflightChecks({
    form,
    profile,
    keyQueries: [agents, configurations, ...(callerIds ? [callerIds] : [])],
    refused,
    today,
    agentText: agent.text,
    configurations,
    callerIds,
    doNotCall,
    missing: agent.known.from === 'agent' ? missing : null,
    repeatMinutes: useRepeatMinutes(),
    openedAt: call.openedAt,
    now,
  })
  const press = ({ check }: PreflightCheck) => {
    if (check === 'key') void call.agents.load()
    else if (check !== 'practice') fieldOf(check, call.elements)?.focus()
  }
  return (
    <Toolbar.Root aria-label={preflightMessages.label} className={css['bar']}>
      <ul className={css['checks']}>
        {checks.flatMap((check) => [
          <PreflightItem key={check.check} {...{ check, isServiceDown }} onPress={() => press(check)} />,
          check.check === 'key' && (check.state === 'rejected' || check.state === 'lost') && (
            <li key="keys">
              <Toolbar.Button render={<Button size="small">{preflightMessages.goToKeys}</Button>} onClick={goToKeys} />
            </li>
          ),
        ])}
      </ul>
    </Toolbar.Root>
  )
}

type PreflightItemProps = { check: PreflightCheck; isServiceDown: boolean; onPress: () => void }

const PreflightItem = ({ check, isServiceDown, onPress }: PreflightItemProps) => {
  const id = useId()
  const recentNow = useRecentNow()
  const keyNow = useAgeClock(check.check === 'key' && 'at' in check ? [check.at] : [])
  const now = check.check === 'key' ? keyNow : recentNow
  const tone = toneOfPreflight(check, isServiceDown)
  const Icon = toneIcons[tone]
  const detail = preflightMessages.detail(check, now)
  return (
    <li>
      <Tooltip text={detail}>
        <Toolbar.Button className={`${css['item']} ${css[tone]}`} aria-describedby={id} onClick={onPress}>
          <Icon aria-hidden />
          {preflightMessages.short(check, now)}
        </Toolbar.Button>
      </Tooltip>
      <Hidden>
        <span id={id}>{detail}</span>
      </Hidden>
    </li>
  )
}

type FieldCheck = Exclude<PreflightCheck['check'], 'key' | 'practice'>

/** Returns the element of the field that a check is about. */
const fieldOf = (check: FieldCheck, { agent, number, context, route }: CallScreenElements): HTMLElement | null => {
  const inContext = (selector: string) => context.current?.querySelector<HTMLElement>(selector) ?? null
  switch (check) {
    case 'agent':
      return agent.current?.querySelector('input') ?? null
    case 'configuration':
      return firstControlIn(route)
    case 'callerId':
      return callerIdControlIn(route)
    case 'number':
    case 'quiet':
    case 'doNotCall':
    case 'recent':
      return number.current
    case 'earlierValues':
      return inContext('[data-clear-stale], [data-context-field]') ?? jsonTextIn(context)
    case 'context':
      return inContext('[data-context-field], [data-context-add]') ?? jsonTextIn(context)
  }
}

export type PreflightInput = {
  form: CallFormState
  profile: Profile
  /** Queries that use the profile's key. */
  keyQueries: readonly QueryState<unknown>[]
  /** What main knows of a key that can't be used, also from other screens; null if it knows of no problem. */
  refused: RefusedKey | null
  /** The profile's calls today. Their responses also show whether the key works. */
  today: readonly Call[]
  agentText: QueryState<AgentText> | null
  configurations: QueryState<TelephonyConfiguration[]>
  callerIds: QueryState<CallerId[]> | null
  /** The number's do-not-call entry, also of an imported file. */
  doNotCall: DoNotCall | null
  /** How many required values are missing; null while it is unknown which are required. */
  missing: number | null
  /** The minutes during which another call to the same number needs a confirmation. */
  repeatMinutes: number
  /** An earlier call shows nothing about the key: since then it may have been rejected, or become unreadable. */
  openedAt: number
  /** Milliseconds since 1970. */
  now: number
}

/** Returns the preflight checks of a call. They are for information only and never prevent the call. */
export const preflightChecks = (input: PreflightInput): PreflightCheck[] => [
  ...keyCheck(input),
  ...agentCheck(input),
  ...routeChecks(input),
  ...numberChecks(input),
  ...contextChecks(input),
  ...staleValuesCheck(input),
  ...recentCheck(input),
]

/** Evidence of whether the key works. `failure` is that of a request with the key; null if the request succeeded. */
type KeySign = { at: number; failure: Failure | null }

/** Returns whether the profile's key works, based on the latest responses. Sends no request. Practice has no key. */
const keyCheck = ({ profile, keyQueries, refused, today, openedAt, now }: PreflightInput): PreflightCheck[] => {
  if (profile.kind === 'practice') return [{ check: 'practice' }]
  // A sign from a time when the clock was ahead has no known age, so any other sign comes first.
  const isAhead = ({ at }: KeySign): number => Number(isFutureTime(at, now))
  // The sort is stable, so if two signs have the same time, the one from a call comes first.
  const signs = [
    ...signsOfCalls(today.filter(({ preparedAt }) => Date.parse(preparedAt) >= openedAt)),
    ...keyQueries.flatMap(signsOfQuery),
    ...(refused ? [signOfRefusal(refused)] : []),
  ]
    // Main forgets the problem once the key works, so until then an earlier success doesn't count.
    .filter(({ failure }) => refused === null || !isKeyAccepted(failure))
    .toSorted((a, b) => isAhead(a) - isAhead(b) || b.at - a.at)
  const sign = signs.find((one) => !isInconclusive(one)) ?? signs[0]
  if (!sign) return [{ check: 'key', state: 'checking' }]
  const { failure, at } = sign
  if (isKeyAccepted(failure)) return [{ check: 'key', state: 'works', session: profile.keyStorage === 'session', at }]
  if (failure?.kind === 'unauthorized') return [{ check: 'key', state: 'rejected', at }]
  if (failure?.kind !== 'keychain') return [{ check: 'key', state: 'unchecked' }]
  // Reading again doesn't find a key that was kept for an earlier session, or was removed.
  return [{ check: 'key', state: failure.reason === 'missing' ? 'lost' : 'unavailable' }]
}

const signOfRefusal = ({ at, unreadable }: RefusedKey): KeySign => ({
  at: Date.parse(at),
  failure: unreadable ? { kind: 'keychain', reason: unreadable } : { kind: 'unauthorized', detail: '' },
})

const signsOfQuery = (query: QueryState<unknown>): KeySign[] => [
  ...(query.data ? [{ at: query.data.at, failure: null }] : []),
  ...(query.step === 'failed' ? [{ at: query.at, failure: query.failure }] : []),
]

/**
 * Statuses that the service sends only after it has accepted the key. Most other statuses may also come from a proxy in
 * front of the service.
 */
const afterKey: ReadonlySet<number> = new Set([402, 403])

/**
 * Returns what the responses to calls show about the key. A 422 shows nothing, because the service checks the input
 * before the key.
 */
const signsOfCalls = (calls: readonly Call[]): KeySign[] =>
  calls.flatMap(({ outcome, changedAt }): KeySign[] => {
    const at = Date.parse(changedAt)
    if (outcome.state === 'accepted') return outcome.reconciled ? [] : [{ at, failure: null }]
    if (outcome.state !== 'rejected') return []
    if (outcome.status === 401) return [{ at, failure: { kind: 'unauthorized', detail: outcome.detail } }]
    return afterKey.has(outcome.status) ? [{ at, failure: null }] : []
  })

const isKeyAccepted = (failure: Failure | null): boolean =>
  failure === null || failure.kind === 'forbidden' || (failure.kind === 'refused' && afterKey.has(failure.status))

/** True if the service may have responded before it checked the key. An earlier sign then counts instead. */
const isInconclusive = ({ failure }: KeySign): boolean =>
  !isKeyAccepted(failure) &&
  (failure?.kind === 'notFound' || failure?.kind === 'refused' || failure?.kind === 'invalid')

const agentCheck = ({ form: { agent }, agentText }: PreflightInput): PreflightCheck[] => {
  if (agent.kind !== 'agent') return []
  const text = agentText?.data?.value
  if (agent.archived || (text && text.state !== 'notListed' && text.archived))
    return [{ check: 'agent', state: 'archived' }]
  if (!text)
    return [{ check: 'agent', state: agentText === null || agentText.step === 'failed' ? 'unreported' : 'checking' }]
  if (text.state !== 'published') return [{ check: 'agent', state: text.state }]
  return [{ check: 'agent', state: 'published', publishedAt: text.publishedAt, draft: text.draftNumber !== null }]
}

const routeChecks = ({ form, ...others }: PreflightInput): PreflightCheck[] => {
  const { configurations } = others
  const callerIds = others.callerIds && finishedOf(others.callerIds)
  const input = { ...others, callerIds, form: { ...form, route: routeInUse(form.route, configurations) } }
  if (input.form.route.mode === 'ids') return [typedConfigurationCheck(input), typedCallerIdCheck(input)]
  if (!configurations.data) return [{ check: 'configuration', state: 'checking' }]
  const inUse = configurationInUse(form.route, configurations.data.value)
  return inUse ? [configurationCheck(inUse), callerIdCheck(input, inUse)] : [{ check: 'configuration', state: 'none' }]
}

/** Checks a typed ID against the service's list, if the list has been loaded. */
const typedConfigurationCheck = ({ form: { route }, configurations }: PreflightInput): PreflightCheck => {
  const id = readRecordId(route.configurationText)
  if (id === null || id === 'bad') return { check: 'configuration', state: id === null ? 'none' : 'invalidId' }
  if (!configurations.data) return { check: 'configuration', state: 'byId' }
  const listed = configurations.data.value.find((one) => one.id === id)
  return listed ? configurationCheck(listed) : { check: 'configuration', state: 'notListed' }
}

const typedCallerIdCheck = ({ form: { route }, callerIds }: PreflightInput): PreflightCheck => {
  const id = readRecordId(route.callerIdText)
  if (id === null || id === 'bad') return { check: 'callerId', state: id === null ? 'provider' : 'invalidId' }
  if (!callerIds?.data) return { check: 'callerId', state: callerIds?.step === 'loading' ? 'checking' : 'byId' }
  const listed = callerIds.data.value.find((one) => one.id === id)
  return { check: 'callerId', state: !listed ? 'notListed' : listed.isActive ? 'active' : 'inactive' }
}

const configurationCheck = ({ inactive, ready, blockedReason }: TelephonyConfiguration): PreflightCheck => {
  if (inactive) return { check: 'configuration', state: 'deactivated' }
  if (ready === false) return { check: 'configuration', state: 'notReady', reason: blockedReason }
  return { check: 'configuration', state: ready ? 'ready' : 'unreported' }
}

const callerIdCheck = ({ form, callerIds }: PreflightInput, configuration: TelephonyConfiguration): PreflightCheck => {
  if (form.route.callerId === 'provider') return { check: 'callerId', state: 'provider' }
  const withoutList = uncheckedCallerId(form.route, configuration) === null ? 'failed' : 'byId'
  if (!callerIds?.data) return { check: 'callerId', state: callerIds?.step === 'failed' ? withoutList : 'checking' }
  const inUse = callerIdInUse(form.route, callerIds.data.value)
  return { check: 'callerId', state: inUse === null ? 'provider' : inUse.isActive ? 'active' : 'inactive' }
}

const numberChecks = ({ form, doNotCall }: PreflightInput): PreflightCheck[] => {
  const reading = readNumber(form)
  if (reading === null) return []
  const { hour } = form.calleeHour
  const hasQuietHours = hour !== null && reading.kind === 'telephone' && hour.quiet.state !== 'off'
  const quiet: PreflightCheck[] = hasQuietHours ? [{ check: 'quiet', quiet: hour.quiet }] : []
  const listed: PreflightCheck[] = doNotCall === null ? [] : [{ check: 'doNotCall', entry: doNotCall }]
  return [{ check: 'number', validity: reading.validity }, ...listed, ...quiet]
}

const contextChecks = ({ form: { context, keyFailure }, missing }: PreflightInput): PreflightCheck[] => {
  if (context.value === null || keyFailure !== null) return [{ check: 'context', state: 'invalid' }]
  if (missing === null) return []
  if (missing === 0) return [{ check: 'context', state: 'complete' }]
  return [{ check: 'context', state: 'missing', count: missing }]
}

const staleValuesCheck = ({ form }: PreflightInput): PreflightCheck[] => {
  const to = staleValuesFrom(form)
  return to === null ? [] : [{ check: 'earlierValues', to }]
}

/** How long the checks mention an earlier call to the number, in milliseconds: one day. */
const recentWithin = 86_400_000

/** Returns whether a user resolved a call as not placed although a run was found, and whether that shows an answer. */
const despiteDecision = (entry: RecentEntry) => ({
  isNotPlaced: entry.kind === 'call' && wasNotPlaced(entry.call.outcome),
  wasAnswered: entry.kind === 'call' && foundRunOf(entry.call.outcome) === 'answered',
})

const recentCheck = ({ form: { recent }, profile, repeatMinutes, now }: PreflightInput): PreflightCheck[] => {
  const practice = profile.kind === 'practice'
  const locking = lockingCall(recent.calls, practice)
  if (locking) return [{ check: 'recent', state: 'locked', at: Date.parse(locking.preparedAt) }]
  const entries = recentEntries(recent, practice)
  const warning = entries.find((entry) => causesWarning(entry, repeatMinutes, now))
  if (warning) return [{ check: 'recent', state: 'repeat', at: warning.at, ...despiteDecision(warning) }]
  const rang = entries.find(mayHaveRungBefore)
  return rang && now - rang.at < recentWithin
    ? [{ check: 'recent', state: 'called', at: rang.at, ...despiteDecision(rang) }]
    : []
}

/** Checks that show what the service reported. */
const reported: ReadonlySet<PreflightCheck['check']> = new Set(['key', 'agent', 'configuration', 'callerId'])

/**
 * Returns the tone of a check: `good`, `check` for a warning, `bad` if the call will most likely be refused. While the
 * service is down, what it reported earlier is not `good`.
 */
export const toneOfPreflight = (check: PreflightCheck, isServiceDown: boolean): Tone => {
  const tone = toneOf(check)
  return isServiceDown && tone === 'good' && reported.has(check.check) ? 'idle' : tone
}

const toneOf = (check: PreflightCheck): Tone => {
  switch (check.check) {
    case 'practice':
      return 'idle'
    case 'doNotCall':
    case 'earlierValues':
      return 'check'
    case 'number':
      return { valid: 'good' as const, possible: 'check' as const, unvalidated: 'idle' as const }[check.validity]
    case 'quiet':
      return check.quiet.state === 'no' ? 'good' : check.quiet.state === 'unknown' ? 'idle' : 'check'
    case 'configuration':
    case 'callerId':
      return check.state === 'notListed' ? 'bad' : toneOfState(check.state)
    case 'key':
    case 'agent':
    case 'recent':
    case 'context':
      return toneOfState(check.state)
  }
}

const toneOfState = (state: string): Tone => {
  if (good.test(state)) return 'good'
  if (doubtful.test(state)) return 'check'
  if (bad.test(state)) return 'bad'
  return state === 'checking' ? 'busy' : 'idle'
}

const good = /^(?:works|published|ready|active|complete)$/
const doubtful = /^(?:unchecked|notListed|notReady|failed|missing|repeat)$/
const bad = /^(?:rejected|unavailable|lost|archived|unpublished|deactivated|inactive|invalidId|invalid|locked)$/
