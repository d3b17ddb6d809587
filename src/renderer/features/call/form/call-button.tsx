import { Check, CircleHelp, LoaderCircle, type LucideIcon, Phone, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Call, CallDraft } from '../../../../contract/call.ts'
import { displayStateOf, type Placed, shownOutcome } from '../../../../domain/call-state.ts'
import { messages } from '../../../../messages/index.ts'
import { useNow } from '../../../lib/page.ts'
import { Kbd } from '../../../ui/button.tsx'
import { endIcons } from '../../../ui/tag.tsx'
import {
  type CallFormState,
  type CallScreenElements,
  type CallStatus,
  type Caution,
  currentReading,
} from './call-form-state.ts'
import button from '../../../ui/start-button.module.css'
import css from './call-screen.module.css'
import { ariaKeysOf, keysOf } from '../../../lib/commands.ts'
import type { Profile } from '../../../../contract/profile.ts'
import type { LiveRun } from '../../../../contract/run.ts'
import type { CallerId, RouteLabels, TelephonyConfiguration } from '../../../../contract/telephony.ts'
import { followedOutcome } from '../../../../domain/call-end.ts'
import { isSameNumber } from '../../../../domain/phone-number.ts'
import type { DialSummary, MissingInput } from '../../../../messages/en/call.ts'
import { finishedOf, type QueryState } from '../../../lib/query.ts'
import { lockingCall } from '../number/recent-calls.tsx'
import { callerIdInUse, configurationInUse, type Route, routeOf } from '../../../lib/routes.ts'
import { readRecordId, type RouteChoice, routeInUse, routeOfIds, uncheckedCallerId } from '../route/route.ts'

type ButtonInput = {
  status: CallStatus
  readiness: Readiness
  /** The ID of the call's run, if the run was found in the service's list before the response arrived. */
  foundRunId: number | null
  /** The call's run, if main polls it. */
  live: LiveRun | null
  /** The names of the missing required values. */
  without: readonly string[]
  cautions: readonly Caution[]
}

type CallButtonProps = ButtonInput & {
  elements: CallScreenElements
  /** True while Enter moves to a missing value and only Ctrl+Enter calls. */
  needsMore: boolean
  triggerCall: () => void
}

/**
 * Renders the call button, which shows the number to be dialed and any missing values, why no call can start, or the
 * call's outcome.
 */
export const CallButton = ({ elements, needsMore, triggerCall, ...input }: CallButtonProps) => {
  const now = useNow(refreshInterval(input.status))
  const focus = useFocusPosition(elements)
  const { callButton } = elements
  const { icon: Icon, title, line, caution, variant } = buttonState(input, now)
  return (
    <button
      ref={callButton}
      type="button"
      className={`${button['button']} ${button[variant]}`}
      aria-disabled={variant === 'on' ? undefined : true}
      aria-keyshortcuts={ariaKeysOf('callFromField')}
      data-call-button
      // Enter may have been held down since the previous field and must not press this button.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={variant === 'on' ? triggerCall : undefined}
    >
      <Icon aria-hidden />
      <span className={button['words']}>
        <span className={button['title']}>{title}</span>{' '}
        <span className={button['line']}>
          {caution !== null && (
            <>
              <strong className={css['caution']}>{caution}</strong>
              {' · '}
            </>
          )}
          {line}
        </span>
      </span>
      {variant === 'on' && <Kbd keys={callKeys(focus, needsMore)} variant="onColor" />}
    </button>
  )
}

/** Milliseconds after which what the button shows may change without an event; null for never. */
const refreshInterval = (status: CallStatus): number | null => {
  if (status.step === 'following') return 250
  return status.step === 'settled' && displayStateOf(status.call.outcome) === 'dialing' ? 1_000 : null
}

type ButtonState = {
  icon: LucideIcon
  title: string
  line: string
  /** Warnings about another number's values, quiet hours and missing values. They come first on the second line. */
  caution: string | null
  variant: 'on' | 'off' | 'under' | 'done'
}

/** Returns what the call button shows at `now` (milliseconds since 1970). */
export const buttonState = (input: ButtonInput, now: number): ButtonState => {
  const { status, foundRunId, live } = input
  switch (status.step) {
    case 'recording':
      return { icon: LoaderCircle, title: messages.call.saving, line: '', caution: null, variant: 'under' }
    case 'repeat': {
      const { phoneNumberDisplay: line } = status.draft
      const { title } = messages.repeatCall.questions[status.failure.reason]
      return { icon: CircleHelp, title, line, caution: null, variant: 'done' }
    }
    case 'following':
      return followingState(status.call, foundRunId, now)
    case 'settled': {
      const { phoneNumberDisplay } = status.call
      const outcome = shownOutcome(status.call, now)
      const { placed, title } = messages.live.describe(outcome, live)
      const icon = endIcons[displayStateOf(followedOutcome(outcome, live).outcome)] ?? outcomeIcons[placed]
      return doneState(icon, messages.call.resolved(title, phoneNumberDisplay || messages.common.numberErased))
    }
    case 'refused': {
      const { placed, title } = messages.callState.describeFailure(status.failure)
      return doneState(outcomeIcons[placed], title)
    }
    case 'editing':
      return editingState(input)
  }
}

/**
 * How long to wait for the response, in milliseconds, before the button asks the user to keep waiting and not to call
 * again.
 */
const stillWaitingAfter = 5_000

const followingState = (call: Call, foundRunId: number | null, now: number): ButtonState => {
  const since = call.outcome.state === 'sending' ? call.outcome.since : call.preparedAt
  const waited = Math.max(0, now - Date.parse(since))
  const seconds = messages.time.seconds(waited)
  const title = waited >= stillWaitingAfter ? messages.call.stillWaiting(seconds) : messages.call.sending(seconds)
  const { phoneNumberDisplay: number } = call
  const line = foundRunId === null ? number : messages.call.foundWhileWaiting(number, foundRunId)
  return { icon: LoaderCircle, title, line, caution: null, variant: 'under' }
}

const outcomeIcons: Record<Placed, LucideIcon> = { yes: Check, no: X, unknown: CircleHelp, notYet: LoaderCircle }

const doneState = (icon: LucideIcon, title: string): ButtonState => ({
  icon,
  title,
  line: messages.call.nextHint,
  caution: null,
  variant: 'done',
})

const cautionText = (caution: Caution): string =>
  caution.what === 'values'
    ? messages.call.valuesFrom(caution.from)
    : messages.call.quietHours(messages.phoneNumber.localTimeOf(caution.hour, caution.line))

const editingState = ({ readiness, without, cautions }: ButtonInput): ButtonState => {
  if (!readiness.ready) {
    const line = messages.call.missing(readiness.missing)
    return { icon: Phone, title: messages.call.buttonDisabled, line, caution: null, variant: 'off' }
  }
  const { dial } = readiness
  const missing = without.length === 0 ? [] : [messages.call.without(without)]
  const caution = [...cautions.map(cautionText), ...missing].join(' · ')
  return {
    icon: Phone,
    title: messages.call.button(dial),
    line: messages.call.buttonRoute(dial),
    caution: caution || null,
    variant: 'on',
  }
}

/** The position of focus: in the number field (where Enter calls), on the call button, or elsewhere. */
type FocusPosition = 'field' | 'button' | 'elsewhere'

/**
 * Returns the shortcut that starts the call. While a value is missing, Enter in the number field moves to that value
 * instead.
 */
export const callKeys = (focus: FocusPosition, needsMore: boolean): string =>
  focus === 'button' || (focus === 'field' && !needsMore) ? keysOf('call') : keysOf('callFromField')

const useFocusPosition = ({ callButton, number }: CallScreenElements): FocusPosition =>
  useSyncExternalStore(subscribeToFocus, () => {
    const { activeElement } = document
    if (activeElement === null) return 'elsewhere'
    if (activeElement === callButton.current) return 'button'
    return activeElement === number.current ? 'field' : 'elsewhere'
  })

const subscribeToFocus = (listener: () => void): (() => void) => {
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}

/** The query results that a call's route depends on. */
type RouteQueries = {
  configurations: QueryState<TelephonyConfiguration[]>
  callerIds: QueryState<CallerId[]> | null
  /** The labels that users gave to typed IDs. */
  labels: RouteLabels
}

/** Either everything that the button shows and sends, or what is missing. */
export type Readiness = { ready: true; draft: CallDraft; dial: DialSummary } | { ready: false; missing: MissingInput[] }

type Part<T> = { value: T } | { missing: MissingInput }

/** Returns the draft of the call or, in the order of the fields, what is missing. */
export const readinessOf = (form: CallFormState, queries: RouteQueries, profile: Profile): Readiness => {
  const number = numberPart(form)
  const agent = agentPart(form)
  const route = routePart(form, queries)
  // Main would refuse a context that contains an API key.
  const context = form.keyFailure === null ? form.context.value : null
  const locking = lockingCall(form.recent.calls, profile.kind === 'practice')
  if ('missing' in number || 'missing' in agent || 'missing' in route || context === null || locking) {
    return {
      ready: false,
      missing: [
        ...missingOf(agent),
        ...missingOf(number),
        ...(context === null ? [{ what: 'context' } as const] : []),
        ...missingOf(route),
        ...(locking ? [{ what: 'locked', number: locking.phoneNumberDisplay } as const] : []),
      ],
    }
  }
  const { dial, display } = number.value
  const { redialOf } = form
  return {
    ready: true,
    draft: {
      callId: form.callId,
      profileId: profile.id,
      agentUuid: agent.value.agentUuid,
      agentName: agent.value.name,
      phoneNumber: dial,
      phoneNumberDisplay: display,
      initialContext: context,
      ...route.value,
      redialOf: redialOf && isSameNumber(redialOf.phoneNumber, dial) ? redialOf.callId : null,
      confirmation: null,
    },
    dial: {
      number: display,
      agent: agent.value.name ?? messages.call.agentById(agent.value.agentUuid),
      callerId: route.value.fromPhoneNumberText,
      configuration: route.value.telephonyConfigurationName,
      profile: profile.name,
    },
  }
}

const missingOf = (part: Part<unknown>): MissingInput[] => ('missing' in part ? [part.missing] : [])

const numberPart = (form: CallFormState): Part<{ dial: string; display: string }> => {
  if (form.numberText.trim() === '') return { missing: { what: 'number' } }
  const reading = currentReading(form)
  if (!reading) return { missing: { what: 'reading' } }
  return reading.step === 'read' ? { value: reading.reading } : { missing: { what: 'numberRefused' } }
}

const agentPart = ({ agent }: CallFormState): Part<{ agentUuid: string; name: string | null }> => {
  if (agent.kind === 'agent') return { value: agent }
  if (agent.kind === 'empty') return { missing: { what: 'agent' } }
  return { missing: { what: agent.kind === 'noUuid' ? 'agentNotCallable' : 'agentUnknown' } }
}

const routePart = (form: CallFormState, queries: RouteQueries): Part<Route> => {
  // The agent's last route is being loaded and will replace the current one.
  if (form.isRecalling) return { missing: { what: 'route' } }
  const route = routeInUse(form.route, queries.configurations)
  return route.mode === 'ids' ? typedRoute(route, queries) : listedRoute(route, queries)
}

const typedRoute = (route: RouteChoice, { labels }: RouteQueries): Part<Route> => {
  const configuration = readRecordId(route.configurationText)
  const callerId = readRecordId(route.callerIdText)
  if (configuration === 'bad') return { missing: { what: 'configurationId' } }
  return callerId === 'bad'
    ? { missing: { what: 'callerIdId' } }
    : { value: routeOfIds(configuration, callerId, labels) }
}

/**
 * Returns the route chosen from the lists. The button is enabled only once both IDs are known, because it shows what
 * will be sent.
 */
const listedRoute = (route: RouteChoice, { configurations, callerIds, labels }: RouteQueries): Part<Route> => {
  if (!configurations.data) return { missing: { what: 'configurationLoading' } }
  const configuration = configurationInUse(route, configurations.data.value)
  if (!configuration || route.callerId === 'provider') return { value: routeOf(configuration, null) }
  if (callerIds?.data) return { value: routeOf(configuration, callerIdInUse(route, callerIds.data.value)) }
  if (!callerIds || finishedOf(callerIds).step !== 'failed') return { missing: { what: 'callerIdLoading' } }
  const { fromPhoneNumberId, fromPhoneNumberText } = routeOfIds(null, uncheckedCallerId(route, configuration), labels)
  return { value: { ...routeOf(configuration, null), fromPhoneNumberId, fromPhoneNumberText } }
}
