import type { CallDraft } from '../../../../contract/call.ts'
import type { Profile } from '../../../../contract/profile.ts'
import type { CallerId, RouteLabels, TelephonyConfiguration } from '../../../../contract/telephony.ts'
import { isSameNumber } from '../../../../domain/phone-number.ts'
import type { DialSummary, MissingInput } from '../../../../messages/en/call.ts'
import { messages } from '../../../../messages/index.ts'
import type { QueryState } from '../../../lib/query.ts'
import { lockingCall } from '../number/recent-calls.tsx'
import { callerIdInUse, configurationInUse, type Route, routeOf } from '../../../lib/routes.ts'
import { readRecordId, routeOfIds } from '../route/route.ts'
import { type CallFormState, currentReading } from './call-form-state.ts'

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
  const context = form.context.value
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
  return form.route.mode === 'ids' ? typedRoute(form, queries) : listedRoute(form, queries)
}

const typedRoute = ({ route }: CallFormState, { labels }: RouteQueries): Part<Route> => {
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
const listedRoute = ({ route }: CallFormState, { configurations, callerIds }: RouteQueries): Part<Route> => {
  if (!configurations.data)
    return { missing: { what: configurations.step === 'failed' ? 'configuration' : 'configurationLoading' } }
  const configuration = configurationInUse(route, configurations.data.value)
  if (!configuration || route.callerId === 'provider') return { value: routeOf(configuration, null) }
  if (!callerIds?.data && callerIds?.step !== 'failed') return { missing: { what: 'callerIdLoading' } }
  return { value: routeOf(configuration, callerIdInUse(route, callerIds.data?.value ?? [])) }
}
