import type { Agent } from '../../contract/agent.ts'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'
import { askCallerIds } from './ask-caller-ids.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { createCallStore, type CallStore } from './call-store.ts'
import { createNumberPast, type NumberPast } from './number-past.ts'
import { createTodayStore, type TodayStore } from './today-store.ts'

/** Everything the Call screen of one profile stands on. It outlives the screen, so that nothing typed is lost by looking elsewhere. */
export type CallDesk = {
  readonly form: CallStore
  readonly agents: FactStore<Agent[]>
  readonly configurations: FactStore<TelephonyConfiguration[]>
  readonly callerIdsOf: (telephonyConfigurationId: number) => FactStore<CallerId[]>
  readonly today: TodayStore
  readonly past: NumberPast
  readonly close: () => void
}

/** Makes the desk of one profile and asks for its agents, configurations and today's calls. */
export const createCallDesk = (parts: Parts, profileId: string): CallDesk => {
  const { desk, now } = parts
  const form = createCallStore(parts)
  const agents = createFact(() => desk.listAgents({ profileId }), now)
  const configurations = createFact(() => desk.listTelephonyConfigurations({ profileId }), now)
  const today = createTodayStore(parts, profileId)
  const past = createNumberPast(parts, form.store)
  const byConfiguration = new Map<number, FactStore<CallerId[]>>()
  const callerIdsOf = (telephonyConfigurationId: number): FactStore<CallerId[]> => {
    const known = byConfiguration.get(telephonyConfigurationId)
    if (known) return known
    const fact = createFact(() => askCallerIds(desk, { profileId, telephonyConfigurationId }), now)
    byConfiguration.set(telephonyConfigurationId, fact)
    return fact
  }
  for (const fact of [agents, configurations, today.calls]) void fact.ask()
  const close = () => (form.close(), today.close(), past.close())
  return { form, agents, configurations, callerIdsOf, today, past, close }
}
