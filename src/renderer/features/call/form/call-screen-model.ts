import { createRef, type RefObject } from 'react'
import type { Agent } from '../../../../contract/agent.ts'
import type { Health } from '../../../../contract/app-status.ts'
import type { Profile } from '../../../../contract/profile.ts'
import type { CallerId, TelephonyConfiguration } from '../../../../contract/telephony.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { createQuery, isOld, type Query, type QueryState, settle, valueOf } from '../../../lib/query.ts'
import { type AgentQueries, createAgentQueries } from '../agent/agent-queries.ts'
import { createContextKeys } from '../context/context-keys.ts'
import { createExternalRequestStore, type ExternalRequestStore } from '../external/external-request.tsx'
import { type CalleeHourUpdater, createCalleeHour } from '../number/callee-hour.tsx'
import { createNumberOffers } from '../number/number-field.tsx'
import { createRecentCalls } from '../number/recent-calls.tsx'
import { createUnresolvedStore, type UnresolvedStore } from '../outcome/unresolved-calls.tsx'
import { createPasteReader, createPasteStore, type PasteStore } from '../paste/paste-store.ts'
import { callerIdInUse, configurationInUse, loadCallerIds } from '../../../lib/routes.ts'
import { createRouteLabels, createRouteMemory, type RouteLabelStore } from '../route/route.ts'
import { createTodayCalls, type TodayCalls } from '../today/today.tsx'
import { type CallScreenElements, isEdited } from './call-form-state.ts'
import { type CallForm, createCallForm } from './call-form.ts'
import { createFilledFrom } from './filled-from.tsx'
import { type ClearedValues, createClearedValues } from './stale-values.tsx'
import type { Undo } from './undo.ts'

/**
 * The state of a profile's Call screen. It outlives the screen, so that typed text is kept while another screen is
 * open.
 */
export type CallScreenModel = {
  /** When this model was created, in milliseconds since 1970. */
  readonly openedAt: number
  readonly form: CallForm
  readonly agents: Query<Agent[]>
  readonly agentQueries: AgentQueries
  readonly configurations: Query<TelephonyConfiguration[]>
  readonly callerIdsOf: (telephonyConfigurationId: number) => Query<CallerId[]>
  readonly routeLabels: RouteLabelStore
  readonly calleeHour: CalleeHourUpdater
  readonly today: TodayCalls
  readonly unresolved: UnresolvedStore
  readonly paste: PasteStore
  readonly externalRequest: ExternalRequestStore
  readonly clearedValues: ClearedValues
  readonly filledFrom: Undo
  readonly elements: CallScreenElements
  /** The outcome of the latest call that was announced last, so that a change is announced when the screen opens. */
  readonly announcedOutcome: RefObject<string | null>
  /** Loads again what couldn't be loaded because the service gave no valid response. */
  readonly loadAgain: () => void
  /** Reads the route's lists and the services' runs again if they are old. No call waits for that. */
  readonly refreshOld: () => void
  readonly close: () => void
}

const hadNoResponse = (query: QueryState<unknown>): query is Extract<typeof query, { step: 'failed' }> =>
  query.step === 'failed' && (query.failure.kind === 'unreachable' || query.failure.kind === 'unavailable')

/**
 * Loads what the Call screen couldn't load before after each successful check of the service. Returns a function that
 * ends this.
 */
export const loadAgainWhenUp = (health: Query<Health>, { loadAgain }: CallScreenModel): (() => void) =>
  health.store.subscribe(({ step }) => {
    if (step === 'ready') loadAgain()
  })

type CallProfile = Pick<Profile, 'id' | 'kind'>

/**
 * Returns a function that creates one model per profile, so that text typed for one profile never appears in another.
 */
export const createCallScreenModels = (deps: PageDeps): ((profile: CallProfile) => CallScreenModel) => {
  const models = new Map<string, CallScreenModel>()
  return (profile) => {
    const model = models.get(profile.id) ?? createCallScreenModel(deps, profile)
    models.set(profile.id, model)
    return model
  }
}

/** Creates a profile's model and loads its agents, configurations and today's calls. */
export const createCallScreenModel = (deps: PageDeps, { id: profileId, kind }: CallProfile): CallScreenModel => {
  const { api, now } = deps
  const form = createCallForm(deps)
  // This must subscribe first, so that it sees each change before the listeners below change the form.
  const routeMemory = createRouteMemory({ api, profileId, form: form.store })
  const agentQueries = createAgentQueries(deps, profileId)
  const agents = createQuery(() => api.listAgents({ profileId }), now)
  const configurations = createQuery(() => api.listTelephonyConfigurations({ profileId }), now)
  const callerIdQueries = new Map<number, Query<CallerId[]>>()
  const callerIdsOf = (telephonyConfigurationId: number): Query<CallerId[]> => {
    const query =
      callerIdQueries.get(telephonyConfigurationId) ??
      createQuery(() => loadCallerIds(api, { profileId, telephonyConfigurationId }), now)
    callerIdQueries.set(telephonyConfigurationId, query)
    return query
  }
  const callerIdText = (): string | null => {
    const { route } = form.store.getState()
    const configuration = configurationInUse(route, valueOf(configurations.store.getState()) ?? [])
    const listed = configuration && valueOf(callerIdsOf(configuration.id).store.getState())
    return callerIdInUse(route, listed ?? [])?.address ?? null
  }
  const routeLabels = createRouteLabels(deps, profileId)
  const calleeHour = createCalleeHour(deps, form.store)
  const contextKeys = createContextKeys(deps, form.store)
  const recentCalls = createRecentCalls(deps, form.store, kind === 'practice')
  const offers = createNumberOffers(deps, form.store, callerIdText)
  const today = createTodayCalls(deps, { id: profileId, kind })
  const unresolved = createUnresolvedStore({ api, form: form.store, today: today.calls, now })
  const reader = createPasteReader({ api, agentQueries, callerIdText })
  const paste = createPasteStore({ api, form, offers, agents, reader })
  const externalRequest = createExternalRequestStore({ form, agents, variablesOf: reader.variablesOf })
  const clearedValues = createClearedValues(form)
  const filledFrom = createFilledFrom(form)
  for (const query of [agents, configurations, today.calls]) void query.load()
  const listed = () => [agents, configurations, ...callerIdQueries.values(), ...agentQueries.texts()]
  const refreshOld = (): void => {
    for (const query of [configurations, ...callerIdQueries.values()]) {
      const state = query.store.getState()
      // A list that the service once sent is read again after a refusal, too.
      const mayLoad = state.data !== null || hadNoResponse(state)
      const at = state.step === 'ready' ? state.data.at : state.step === 'failed' && mayLoad ? state.at : null
      if (at !== null && isOld(at, now())) void query.load()
    }
    recentCalls.refreshOld()
  }
  const stopWatchingEdits = form.store.subscribe((state, before) => {
    if (isEdited(state, before)) refreshOld()
  })
  const refreshListed = (): void => {
    for (const query of listed()) void query.refresh()
  }
  // Another key may have access to other agents and routes, or be of another organization.
  const stopReloading = api.onProfilesChanged(({ rekeyed }) => {
    if (rekeyed === profileId) refreshListed()
  })
  let wasRefused = false
  // A request of another screen may show that the service accepts the key again.
  const checkAcceptedKey = async (): Promise<void> => {
    const refused = await settle(api.listRefusedKeys({}))
    if (!refused.ok) return
    const isRefused = refused.value.some((one) => one.profileId === profileId)
    if (wasRefused && !isRefused) refreshListed()
    wasRefused = isRefused
  }
  const stopWatchingKey = api.onPeopleChanged(() => void checkAcceptedKey())
  // A refusal from before this model exists isn't announced again.
  void checkAcceptedKey()
  return {
    openedAt: now(),
    form,
    agents,
    agentQueries,
    configurations,
    callerIdsOf,
    routeLabels,
    calleeHour,
    today,
    unresolved,
    paste,
    externalRequest,
    clearedValues,
    filledFrom,
    announcedOutcome: createRef(),
    loadAgain: () => {
      for (const query of listed()) if (hadNoResponse(query.store.getState())) void query.load()
    },
    refreshOld,
    elements: {
      agent: createRef(),
      number: createRef(),
      context: createRef(),
      route: createRef(),
      callButton: createRef(),
      outcome: createRef(),
    },
    close: () => {
      stopReloading()
      stopWatchingKey()
      stopWatchingEdits()
      const parts = [form, routeMemory, calleeHour, contextKeys, recentCalls, offers, today, unresolved]
      for (const part of [...parts, paste, externalRequest, clearedValues, filledFrom]) part.close()
    },
  }
}
