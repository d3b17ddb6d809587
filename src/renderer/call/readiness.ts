import type { Call, CallDraft } from '../../contract/call.ts'
import type { Profile } from '../../contract/profile.ts'
import type { RouteLabels } from '../../contract/route.ts'
import { isSameNumber } from '../../contract/same-number.ts'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'
import type { Fact } from '../shell/fact.ts'
import type { DialWords, Missing } from '../words/english/call.ts'
import { words } from '../words/words.ts'
import { freshNumber, type CallFormState } from './call-state.ts'
import { callerIdInUse, configurationInUse, readRecordId, routeOf, routeOfIds, type Route } from './calls-from.ts'
import { lockingCall } from './number-past.ts'

/** What the service told that a call depends on. */
export type CallFacts = {
  configurations: Fact<TelephonyConfiguration[]>
  callerIds: Fact<CallerId[]> | null
  /** The calls to the number in the form, newest first. */
  past: readonly Call[]
  /** What people call typed ids. */
  labels: RouteLabels
}

/** Either everything the button says and sends, or exactly what is missing. */
export type Readiness = { ready: true; draft: CallDraft; dial: DialWords } | { ready: false; missing: Missing[] }

type Part<T> = { value: T } | { missing: Missing }

const numberPart = (form: CallFormState): Part<{ dial: string; display: string }> => {
  if (form.numberText.trim() === '') return { missing: { what: 'number' } }
  const fresh = freshNumber(form)
  if (!fresh) return { missing: { what: 'reading' } }
  return fresh.step === 'read' ? { value: fresh.reading } : { missing: { what: 'numberRefused' } }
}

const agentPart = ({ agent }: CallFormState): Part<{ agentUuid: string; name: string | null }> => {
  if (agent.kind === 'agent') return { value: agent }
  if (agent.kind === 'empty') return { missing: { what: 'agent' } }
  return { missing: { what: agent.kind === 'noUuid' ? 'agentNotCallable' : 'agentUnknown' } }
}

const idsPart = ({ from }: CallFormState, { labels }: CallFacts): Part<Route> => {
  const configuration = readRecordId(from.configurationText)
  const callerId = readRecordId(from.callerIdText)
  if (configuration === 'bad') return { missing: { what: 'configurationId' } }
  return callerId === 'bad'
    ? { missing: { what: 'callerIdId' } }
    : { value: routeOfIds(configuration, callerId, labels) }
}

/** Both ids are settled before the button is on: what the person reads is what is sent. */
const listedPart = (form: CallFormState, { configurations, callerIds }: CallFacts): Part<Route> => {
  if (!configurations.known)
    return { missing: { what: configurations.step === 'failed' ? 'configuration' : 'configurationLoading' } }
  const configuration = configurationInUse(form.from, configurations.known.value)
  if (!configuration || form.from.callerId === 'provider') return { value: routeOf(configuration, null) }
  if (!callerIds?.known && callerIds?.step !== 'failed') return { missing: { what: 'callerIdLoading' } }
  return { value: routeOf(configuration, callerIdInUse(form.from, callerIds.known?.value ?? [])) }
}

/** What the agent was last called through is about to take the place of what stands there. */
const routePart = (form: CallFormState, facts: CallFacts): Part<Route> => {
  if (form.isRecalling) return { missing: { what: 'route' } }
  return form.from.mode === 'ids' ? idsPart(form, facts) : listedPart(form, facts)
}

const lockedPart = ({ past }: CallFacts, profile: Profile): Missing[] => {
  const locking = lockingCall(past, profile.kind === 'practice')
  return locking ? [{ what: 'locked', number: locking.phoneNumberDisplay }] : []
}

const redialOf = ({ redialOf: earlier }: CallFormState, dial: string): string | null =>
  earlier && isSameNumber(earlier.phoneNumber, dial) ? earlier.callId : null

const missingOf = (part: Part<unknown>): Missing[] => ('missing' in part ? [part.missing] : [])

/** Reads the whole form: ready with the draft and its words, or not, with what is missing in the order of the fields. */
export const readinessOf = (form: CallFormState, facts: CallFacts, profile: Profile): Readiness => {
  const number = numberPart(form)
  const agent = agentPart(form)
  const route = routePart(form, facts)
  const context = form.context.value
  const locked = lockedPart(facts, profile)
  if ('missing' in number || 'missing' in agent || 'missing' in route || context === null || locked.length > 0) {
    const faulty: Missing[] = context === null ? [{ what: 'context' }] : []
    return {
      ready: false,
      missing: [...missingOf(agent), ...missingOf(number), ...faulty, ...missingOf(route), ...locked],
    }
  }
  return {
    ready: true,
    draft: {
      callId: form.callId,
      profileId: profile.id,
      agentUuid: agent.value.agentUuid,
      agentName: agent.value.name,
      phoneNumber: number.value.dial,
      phoneNumberDisplay: number.value.display,
      initialContext: context,
      ...route.value,
      redialOf: redialOf(form, number.value.dial),
      confirmation: null,
    },
    dial: {
      number: number.value.display,
      agent: agent.value.name ?? words.call.agentById(agent.value.agentUuid),
      callerId: route.value.fromPhoneNumberText,
      configuration: route.value.telephonyConfigurationName,
      profile: profile.name,
    },
  }
}
