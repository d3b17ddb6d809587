import type { AgentText } from '../../contract/agent-text.ts'
import type { Call } from '../../contract/call.ts'
import type { CalleeHour } from '../../contract/callee-hour.ts'
import type { Profile } from '../../contract/profile.ts'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'
import { mayHaveRung } from '../../contract/call-resolution.ts'
import type { Tone } from '../design/tag.tsx'
import type { Fact } from '../shell/fact.ts'
import type { LightFact } from '../words/english/lights.ts'
import { readNumber, type CallFormState } from './call-state.ts'
import { carriedFrom } from './carried-from.ts'
import type { CallFacts } from './readiness.ts'
import { callerIdInUse, configurationInUse, readRecordId } from './calls-from.ts'
import { keyFact } from './key-light.ts'
import { lockingCall, pastEntries, type PastState } from './number-past.ts'

/** Everything that is known before a call. */
export type LightParts = {
  form: CallFormState
  profile: Profile
  /** What the service was asked lately with the key of the profile. */
  asked: readonly Fact<unknown>[]
  /** Today's calls of the profile: their answers tell of the key too. */
  today: readonly Call[]
  agentText: Fact<AgentText> | null
  configurations: CallFacts['configurations']
  callerIds: CallFacts['callerIds']
  hour: CalleeHour | null
  past: PastState
  /** How many values the agent needs and has not; null where nobody knows what it needs. */
  missing: number | null
  now: number
}

/** An earlier call is worth a word for this long, in milliseconds. */
const lately = 86_400_000

const agentFact = ({ form: { agent }, agentText }: LightParts): LightFact[] => {
  if (agent.kind !== 'agent') return []
  const text = agentText?.known?.value
  if (agent.archived || (text && text.state !== 'notListed' && text.archived))
    return [{ light: 'agent', is: 'archived' }]
  if (!text) return [{ light: 'agent', is: agentText === null || agentText.step === 'failed' ? 'untold' : 'asking' }]
  if (text.state !== 'published') return [{ light: 'agent', is: text.state }]
  return [{ light: 'agent', is: 'published', publishedAt: text.publishedAt, draft: text.draftNumber !== null }]
}

const configurationOf = (configuration: TelephonyConfiguration): LightFact => {
  const { inactive, ready, blockedReason } = configuration
  if (inactive) return { light: 'configuration', is: 'parked' }
  if (ready === false) return { light: 'configuration', is: 'notReady', reason: blockedReason }
  return { light: 'configuration', is: ready ? 'ready' : 'untold' }
}

const callerIdFact = ({ form: { from }, callerIds }: LightParts): LightFact => {
  if (from.callerId === 'provider') return { light: 'callerId', is: 'provider' }
  if (!callerIds?.known) return { light: 'callerId', is: callerIds?.step === 'failed' ? 'failed' : 'asking' }
  const inUse: CallerId | null = callerIdInUse(from, callerIds.known.value)
  return { light: 'callerId', is: inUse === null ? 'provider' : inUse.isActive ? 'active' : 'inactive' }
}

const typedId = (text: string): 'byId' | 'noId' | null => {
  const id = readRecordId(text)
  return id === 'bad' ? 'noId' : id === null ? null : 'byId'
}

const typedFacts = ({ form: { from } }: LightParts): LightFact[] => [
  { light: 'configuration', is: typedId(from.configurationText) ?? 'none' },
  { light: 'callerId', is: typedId(from.callerIdText) ?? 'provider' },
]

const routeFacts = (parts: LightParts): LightFact[] => {
  const { form, configurations } = parts
  if (form.from.mode === 'ids') return typedFacts(parts)
  if (!configurations.known)
    return [{ light: 'configuration', is: configurations.step === 'failed' ? 'failed' : 'asking' }]
  const inUse = configurationInUse(form.from, configurations.known.value)
  return inUse ? [configurationOf(inUse), callerIdFact(parts)] : [{ light: 'configuration', is: 'none' }]
}

const numberFacts = ({ form, hour }: LightParts): LightFact[] => {
  const reading = readNumber(form)
  if (reading === null) return []
  const isTold = hour !== null && reading.kind === 'telephone' && hour.quiet.verdict !== 'off'
  const quiet: LightFact[] = isTold ? [{ light: 'quiet', quiet: hour.quiet }] : []
  return [{ light: 'number', standing: reading.standing }, ...quiet]
}

const contextFacts = ({ form: { context }, missing }: LightParts): LightFact[] => {
  if (context.value === null) return [{ light: 'context', is: 'faulty' }]
  if (missing === null) return []
  return [missing === 0 ? { light: 'context', is: 'complete' } : { light: 'context', is: 'missing', count: missing }]
}

const carriedFacts = ({ form }: LightParts): LightFact[] => {
  const to = carriedFrom(form)
  return to === null ? [] : [{ light: 'carried', to }]
}

const recentFacts = ({ past, profile, now }: LightParts): LightFact[] => {
  const practice = profile.kind === 'practice'
  const locking = lockingCall(past.calls, practice)
  if (locking) return [{ light: 'recent', is: 'locked', at: Date.parse(locking.preparedAt) }]
  const rang = pastEntries(past, practice).find((entry) =>
    entry.kind === 'call' ? mayHaveRung(entry.call.outcome) : entry.told.run.state !== 'failed',
  )
  return rang && now - rang.at < lately ? [{ light: 'recent', is: 'called', at: rang.at }] : []
}

/** What is known before a call, one fact a light, in the order in which people ask. None of them stops a call. */
export const lightsOf = (parts: LightParts): LightFact[] => [
  ...keyFact(parts.profile, parts.asked, parts.today),
  ...agentFact(parts),
  ...routeFacts(parts),
  ...numberFacts(parts),
  ...contextFacts(parts),
  ...carriedFacts(parts),
  ...recentFacts(parts),
]

const doubtful: ReadonlySet<string> = new Set(['unchecked', 'notListed', 'notReady', 'failed', 'missing', 'called'])
const bad: ReadonlySet<string> = new Set([
  'refused',
  'gone',
  'archived',
  'unpublished',
  'parked',
  'inactive',
  'noId',
  'faulty',
  'locked',
])
const good: ReadonlySet<string> = new Set(['works', 'published', 'ready', 'active', 'complete'])

const toneOfState = (is: string): Tone => {
  if (good.has(is)) return 'good'
  if (doubtful.has(is)) return 'check'
  if (bad.has(is)) return 'bad'
  return is === 'asking' ? 'busy' : 'idle'
}

/** What a fact means for the call: nothing in the way, worth a look, or most likely refused. */
export const toneOfLight = (fact: LightFact): Tone => {
  switch (fact.light) {
    case 'practice':
      return 'idle'
    case 'carried':
      return 'check'
    case 'number':
      return { valid: 'good' as const, possible: 'check' as const, unjudged: 'idle' as const }[fact.standing]
    case 'quiet':
      return fact.quiet.verdict === 'no' ? 'good' : fact.quiet.verdict === 'unknown' ? 'idle' : 'check'
    case 'key':
    case 'agent':
    case 'configuration':
    case 'callerId':
    case 'recent':
    case 'context':
      return toneOfState(fact.is)
  }
}
