import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { AgentText, Agent } from '../../../../contract/agent.ts'
import type { Api } from '../../../../contract/api.ts'
import { type Outcome, succeed } from '../../../../contract/failure.ts'
import type { List, ListOptions, ListRoute, ListTarget } from '../../../../contract/list.ts'
import type { ChosenRoute } from '../../../../contract/telephony.ts'
import { usePage } from '../../../lib/page.ts'
import { createQuery, type Query, type QueryState } from '../../../lib/query.ts'
import { callerIdInUse, configurationInUse, type ListedChoice, loadCallerIds, routeOf } from '../../../lib/routes.ts'
import { type ListAction, useListAction } from '../list-action.ts'

/** A change to a plan. Omitted properties and options stay the same. */
export type PlanChange = {
  readonly name?: string
  readonly agentUuid?: string
  readonly targets?: readonly ListTarget[]
  readonly route?: ListRoute
  readonly options?: Partial<ListOptions>
}

/** The agents of the list's profile, and the prompts and messages of the list's agent. */
export type PlanQueries = { readonly agents: Query<Agent[]>; readonly text: Query<AgentText> | null }

export type Plan = ListAction & {
  readonly queries: PlanQueries
  /** Whether a change is being saved or waits for an earlier one. */
  readonly isSaving: boolean
  /** The different agent that is being saved; null if there is none. */
  readonly newAgentUuid: string | null
  /**
   * Saves a change of the current list, after which the rows are checked again. An agent must have been chosen. Waits for
   * an earlier change that is still being saved, because the check of a long list takes seconds.
   */
  readonly save: (changeOf: (list: List) => PlanChange) => Promise<List | null>
}

/**
 * Converts the saved route to a choice from the service's lists. Without a saved route, returns the service's defaults.
 */
const choiceOf = (saved: ChosenRoute | null): ListedChoice => {
  if (saved === null) return { configurationId: null, callerId: null }
  const { configurationId, callerId } = saved
  return { configurationId, callerId: saved.mode === 'ids' ? (callerId ?? 'provider') : callerId }
}

/** Returns the route that was last chosen for the agent on this computer; the default if there is none. */
const routeForAgent = async (api: Api, profileId: string, agentUuid: string): Promise<Outcome<ListRoute>> => {
  const configurations = await api.listTelephonyConfigurations({ profileId })
  if (!configurations.ok) return configurations
  const saved = await api.readLastRoute({ profileId, agentUuid })
  if (!saved.ok) return saved
  const choice = choiceOf(saved.value.route)
  const configuration = configurationInUse(choice, configurations.value)
  if (configuration === null || choice.callerId === 'provider') return succeed(routeOf(configuration, null))
  const callerIds = await loadCallerIds(api, { profileId, telephonyConfigurationId: configuration.id })
  return callerIds.ok ? succeed(routeOf(configuration, callerIdInUse(choice, callerIds.value))) : callerIds
}

/**
 * Saves a change with this agent. For a different agent, uses the columns and the route that were last used with it.
 */
const withAgent = async (api: Api, list: List, agentUuid: string, change: PlanChange): Promise<Outcome<List>> => {
  const isOther = list.agent?.agentUuid !== agentUuid
  const kept = change.route ?? (isOther ? null : list.route)
  const route = kept === null ? await routeForAgent(api, list.profileId, agentUuid) : succeed(kept)
  if (!route.ok) return route
  const targets = change.targets ?? (isOther ? null : list.targets)
  return api.saveListPlan({
    listId: list.listId,
    name: change.name ?? list.name,
    agentUuid,
    targets: targets === null ? null : [...targets],
    route: route.value,
    options: { ...list.options, ...change.options },
  })
}

/** Returns a draft's plan (its agent, columns, route and options) and the queries for its choices. */
export const usePlan = (list: List): Plan => {
  const { api, now } = usePage()
  const action = useListAction()
  const { profileId } = list
  const agentUuid = list.agent?.agentUuid ?? null
  const version = list.agent?.version ?? null
  /** The changes that are being saved, with the agent that was chosen last; null if there are none. */
  const [unsaved, setUnsaved] = useState<{ agentUuid: string | null } | null>(null)
  const newAgentUuid = unsaved?.agentUuid === agentUuid ? null : (unsaved?.agentUuid ?? null)
  const agents = useMemo(() => createQuery(() => api.listAgents({ profileId }), now), [api, now, profileId])
  // If the rows were checked with another version, its text is loaded before the list can start.
  const { text } = useMemo(() => {
    const read = agentUuid === null ? null : () => api.readAgentText({ profileId, agentUuid })
    return { version, text: read && createQuery(read, now) }
  }, [api, now, profileId, agentUuid, version])
  const latest = useRef(list)
  useLayoutEffect(() => void (latest.current = list))
  /** The change that is being saved; null if there is none. */
  const saving = useRef<Promise<List | null> | null>(null)
  const saveAfter = async (earlier: typeof saving.current, changeOf: (list: List) => PlanChange) => {
    // The page may not have rendered the saved list yet.
    const current = (await earlier) ?? latest.current
    const change = changeOf(current)
    const chosen = change.agentUuid ?? current.agent?.agentUuid
    return chosen === undefined ? null : action.run(() => withAgent(api, current, chosen, change))
  }
  return {
    ...action,
    // The columns still have the values of the earlier agent, so the text of neither agent is shown.
    queries: { agents, text: newAgentUuid === null ? text : idle },
    isSaving: unsaved !== null,
    newAgentUuid,
    save: (changeOf) => {
      const chosen = changeOf(latest.current).agentUuid
      setUnsaved((before) => ({ agentUuid: chosen ?? before?.agentUuid ?? null }))
      const saved = saveAfter(saving.current, changeOf).finally(() => {
        if (saving.current !== saved) return
        saving.current = null
        setUnsaved(null)
      })
      saving.current = saved
      return saved
    },
  }
}

const idle: Query<AgentText> = createQuery<AgentText>(
  () => new Promise(() => undefined),
  () => 0,
)

/** Returns the published prompts and messages of the list's agent; null while no agent is chosen. */
export const useAgentText = ({ text }: PlanQueries): QueryState<AgentText> | null => {
  const state: QueryState<AgentText> = useStore((text ?? idle).store)
  return text && state
}
