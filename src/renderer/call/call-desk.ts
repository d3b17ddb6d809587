import type { Agent } from '../../contract/agent.ts'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'
import type { Profile } from '../../contract/profile.ts'
import { askCallerIds } from './ask-caller-ids.ts'
import { createAgentDesk, type AgentDesk } from './agent-desk.ts'
import { createAsked, type AskedStore } from './asked-store.ts'
import { createEmptied, type EmptiedStore } from './emptied-store.ts'
import { createFact, type FactStore, valueOf } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { createCallStore, type CallStore } from './call-store.ts'
import { callerIdInUse, configurationInUse } from './calls-from.ts'
import { createCallsFromLabels, type CallsFromLabels } from './calls-from-labels.ts'
import { createCallsFromMemory } from './calls-from-memory.ts'
import { createNumberHour, type NumberHour } from './number-hour.ts'
import { createNumberOffers, type NumberOffers } from './number-offers.ts'
import { createNumberPast, type NumberPast } from './number-past.ts'
import { createPastedReader } from './pasted-reader.ts'
import { createPasted, type PastedStore } from './pasted-store.ts'
import { createTodayStore, type TodayStore } from './today-store.ts'
import { createUnsettled, type UnsettledStore } from './unsettled-store.ts'

/** Everything the Call screen of one profile stands on. It outlives the screen, so that nothing typed is lost by looking elsewhere. */
export type CallDesk = {
  readonly form: CallStore
  readonly agents: FactStore<Agent[]>
  readonly agent: AgentDesk
  readonly configurations: FactStore<TelephonyConfiguration[]>
  readonly callerIdsOf: (telephonyConfigurationId: number) => FactStore<CallerId[]>
  readonly today: TodayStore
  readonly unsettled: UnsettledStore
  readonly past: NumberPast
  readonly hour: NumberHour
  readonly offers: NumberOffers
  readonly pasted: PastedStore
  readonly asked: AskedStore
  readonly emptied: EmptiedStore
  readonly labels: CallsFromLabels
  readonly close: () => void
}

/** What a desk needs to know of its profile. */
export type DeskProfile = Pick<Profile, 'id' | 'kind'>

/** Makes the desk of one profile and asks for its agents, configurations and today's calls. */
export const createCallDesk = (parts: Parts, profile: DeskProfile): CallDesk => {
  const { desk, now } = parts
  const { id: profileId } = profile
  const form = createCallStore(parts)
  const agent = createAgentDesk(parts, profileId)
  const agents = createFact(() => desk.listAgents({ profileId }), now)
  const configurations = createFact(() => desk.listTelephonyConfigurations({ profileId }), now)
  const today = createTodayStore(parts, profileId)
  const unsettled = createUnsettled({ form: form.store, today: today.calls })
  const past = createNumberPast(parts, form.store, profile.kind === 'practice')
  const hour = createNumberHour(parts, form.store)
  const labels = createCallsFromLabels(parts, profileId)
  const memory = createCallsFromMemory({ desk, profileId, form: form.store })
  const byConfiguration = new Map<number, FactStore<CallerId[]>>()
  const callerIdsOf = (telephonyConfigurationId: number): FactStore<CallerId[]> => {
    const known = byConfiguration.get(telephonyConfigurationId)
    if (known) return known
    const fact = createFact(() => askCallerIds(desk, { profileId, telephonyConfigurationId }), now)
    byConfiguration.set(telephonyConfigurationId, fact)
    return fact
  }
  const callerIdText = (): string | null => {
    const { from } = form.store.getState()
    const inUse = configurationInUse(from, valueOf(configurations.store.getState()) ?? [])
    const listed = inUse && valueOf(callerIdsOf(inUse.id).store.getState())
    return callerIdInUse(from, listed ?? [])?.address ?? null
  }
  const offers = createNumberOffers(parts, form.store, callerIdText)
  const listed = () => valueOf(agents.store.getState()) ?? []
  const pasted = createPasted({ desk, form, offers, agent, agents: listed, callerIdText })
  const { variablesOf } = createPastedReader({ desk, agent, callerIdText })
  const asked = createAsked({ form, agents: listed, variablesOf })
  const emptied = createEmptied(form)
  for (const fact of [agents, configurations, today.calls]) void fact.ask()
  // What the old key was answered says nothing of the new one, and with another key there may be other things to see.
  const forgetKey = desk.onProfilesChanged(({ rekeyed }) => {
    if (rekeyed !== profileId) return
    for (const fact of [agents, configurations, ...byConfiguration.values()]) void fact.askAfresh()
  })
  const close = () => {
    forgetKey()
    for (const part of [form, today, unsettled, past, hour, offers, pasted, asked, emptied, memory]) part.close()
  }
  const filling = { pasted, asked, emptied }
  const about = { unsettled, past, hour, offers, labels }
  return { form, agents, agent, configurations, callerIdsOf, today, ...about, ...filling, close }
}
