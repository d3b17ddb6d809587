import {
  type CallerId,
  type ChosenRoute,
  maxRecordId,
  type RouteIdKind,
  type RouteLabels,
  type TelephonyConfiguration,
} from '../../../../contract/telephony.ts'
import { messages } from '../../../../messages/index.ts'
import type { ListedChoice, Route } from '../../../lib/routes.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { createQuery, finishedOf, type Query, type QueryState, settle, valueOf } from '../../../lib/query.ts'
import type { StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../../contract/api.ts'
import type { AgentChoice } from '../agent/agent-choice.ts'

const routeMessages = messages.call.route

/** The route as set in the form: chosen from the service's lists (null means the default) or given as typed IDs. */
export type RouteChoice = ListedChoice & {
  mode: 'listed' | 'ids'
  configurationText: string
  callerIdText: string
}

export const blankRoute: RouteChoice = {
  mode: 'listed',
  configurationId: null,
  callerId: null,
  configurationText: '',
  callerIdText: '',
}

/**
 * Returns the choice in the given mode, with the same IDs: the IDs in use are filled into the fields, or the typed IDs
 * are chosen from the lists. An unlisted ID is kept in case the user switches back.
 */
export const inMode = (
  choice: RouteChoice,
  mode: RouteChoice['mode'],
  inUse: { configuration: TelephonyConfiguration | null; callerId: CallerId | null },
): RouteChoice => {
  if (mode === choice.mode) return choice
  if (mode === 'ids') {
    const callerId = choice.callerId ?? inUse.callerId?.id ?? null
    return {
      ...choice,
      mode,
      configurationText: textOfId(choice.configurationId ?? inUse.configuration?.id ?? null),
      callerIdText: textOfId(callerId === 'provider' ? null : callerId),
    }
  }
  const configuration = readRecordId(choice.configurationText)
  const callerId = readRecordId(choice.callerIdText)
  return {
    ...choice,
    mode,
    configurationId: configuration === 'bad' ? null : configuration,
    // If the field is empty, the provider chooses the caller ID.
    callerId: callerId === 'bad' ? null : (callerId ?? 'provider'),
  }
}

/** True if the service lists no configurations or they couldn't be loaded, so that IDs can only be typed. */
export const isNothingListed = (configurations: QueryState<TelephonyConfiguration[]>): boolean =>
  valueOf(configurations)?.length === 0 || (!configurations.data && finishedOf(configurations).step === 'failed')

/** Returns the route that a call uses: the form's choice, as typed IDs while nothing is listed. */
export const routeInUse = (choice: RouteChoice, configurations: QueryState<TelephonyConfiguration[]>): RouteChoice =>
  isNothingListed(configurations) ? inMode(choice, 'ids', { configuration: null, callerId: null }) : choice

/**
 * Returns the caller ID that was chosen for a configuration whose caller IDs couldn't be loaded; null if none was. A call
 * sends it unchecked. Without a chosen configuration, it isn't known for which one the caller ID was chosen, because the
 * default may have changed.
 */
export const uncheckedCallerId = (
  { configurationId, callerId }: RouteChoice,
  configuration: TelephonyConfiguration,
): number | null => (callerId === 'provider' || configurationId !== configuration.id ? null : callerId)

/** Parses a typed record ID: null if empty, `bad` unless it is an integer from 1 to 2^31 − 1. */
export const readRecordId = (text: string): number | null | 'bad' => {
  const typed = text.trim()
  if (typed === '') return null
  const id = Number(typed)
  return /^\d{1,10}$/.test(typed) && id >= 1 && id <= maxRecordId ? id : 'bad'
}

export const textOfId = (id: number | null): string => (id === null ? '' : String(id))

/** Returns the route with typed IDs and their labels. */
export const routeOfIds = (configurationId: number | null, callerId: number | null, labels: RouteLabels): Route => ({
  telephonyConfigurationId: configurationId,
  telephonyConfigurationName:
    configurationId === null
      ? null
      : routeMessages.configurationById(configurationId, labelOf(labels, 'configuration', configurationId)),
  fromPhoneNumberId: callerId,
  fromPhoneNumberText:
    callerId === null ? null : routeMessages.callerIdById(callerId, labelOf(labels, 'callerId', callerId)),
})

/** The labels that users of this computer have given to one profile's IDs. */
export type RouteLabelStore = {
  readonly list: Query<RouteLabels>
  /** Sets a label, or removes it if `label` is empty; resolves with false if it could not be saved. */
  readonly label: (kind: RouteIdKind, id: number, label: string) => Promise<boolean>
}

/** Creates the store of labels for one profile's IDs, and loads them. */
export const createRouteLabels = ({ api, now }: PageDeps, profileId: string): RouteLabelStore => {
  const list = createQuery(() => api.listRouteLabels({ profileId }), now)
  void list.load()
  return {
    list,
    label: async (kind, id, label) => {
      const answer = await settle(api.labelRouteId({ profileId, kind, id, label }))
      if (answer.ok) list.setData(answer.value)
      return answer.ok
    },
  }
}

/** Returns an ID's label, or null. */
export const labelOf = (labels: RouteLabels, kind: RouteIdKind, id: number | null): string | null =>
  labels.find((one) => one.kind === kind && one.id === id)?.label ?? null

/**
 * How long a choice must remain unchanged before it is saved, in milliseconds. This keeps partially typed IDs from
 * being saved.
 */
export const rememberDelay = 400

type RouteFormState = { agent: AgentChoice; route: RouteChoice; isRecalling: boolean; status: { step: string } }

type RouteMemoryDeps = {
  api: Pick<Api, 'readLastRoute' | 'saveLastRoute'>
  profileId: string
  /** The part of the form that the route depends on. */
  form: Pick<StoreApi<RouteFormState>, 'getState' | 'setState' | 'subscribe'>
}

/**
 * Restores an agent's last route when the agent is chosen, and saves each new choice. If the route was chosen before
 * the agent, it is saved for that agent. A route that was filled in together with its agent is saved once a call uses it.
 */
export const createRouteMemory = ({ api, profileId, form }: RouteMemoryDeps): { close: () => void } => {
  /** The Agent UUID of the agent that the form's route belongs to. */
  let owner: string | null = null
  let isRestoring = false
  /** True while the form's route was filled in together with its agent and is not saved. */
  let isFilledIn = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = (agentUuid: string, choice: RouteChoice) => {
    clearTimeout(timer)
    owner = agentUuid
    isFilledIn = false
    const route = routeOfChoice(choice)
    // Ignore a failure to save: the call button shows the route, and the next choice will be saved again.
    if (route) timer = setTimeout(() => void settle(api.saveLastRoute({ profileId, agentUuid, route })), rememberDelay)
  }

  const restore = async (agentUuid: string) => {
    owner = agentUuid
    isFilledIn = false
    form.setState({ isRecalling: true })
    const answer = await settle(api.readLastRoute({ profileId, agentUuid }))
    if (owner !== agentUuid || !form.getState().isRecalling) return
    const saved = answer.ok ? answer.value.route : null
    const { mode } = form.getState().route
    isRestoring = true
    form.setState({ isRecalling: false, route: saved ? choiceOfRoute(saved) : { ...blankRoute, mode } })
    isRestoring = false
  }

  const unsubscribe = form.subscribe((state, before) => {
    if (isRestoring) return
    const agentUuid = state.agent.kind === 'agent' ? state.agent.agentUuid : null
    if (state.route !== before.route) {
      isFilledIn = agentUuid !== null && state.agent !== before.agent
      if (agentUuid === null || isFilledIn) owner = agentUuid
      else save(agentUuid, state.route)
      // A new choice takes precedence over the saved one that is being loaded. This change calls the subscriber again,
      // which must find the route's owner.
      if (state.isRecalling) form.setState({ isRecalling: false })
    } else if (agentUuid !== null && agentUuid !== owner) {
      if (owner === null && !isBlankRoute(state.route)) save(agentUuid, state.route)
      else void restore(agentUuid)
    } else if (agentUuid !== null && isFilledIn && isCalled(state)) save(agentUuid, state.route)
  })
  return {
    close: () => {
      unsubscribe()
      clearTimeout(timer)
    },
  }
}

const isCalled = ({ status: { step } }: RouteFormState): boolean => step === 'following' || step === 'settled'

/** True if nothing was chosen or typed. */
export const isBlankRoute = ({ configurationId, callerId, configurationText, callerIdText }: RouteChoice): boolean =>
  configurationId === null && callerId === null && configurationText === '' && callerIdText === ''

/** Returns the choice in the form in which it is saved; null if the typed IDs are empty or invalid. */
export const routeOfChoice = (choice: RouteChoice): ChosenRoute | null => {
  const { mode } = choice
  if (mode === 'listed') return { mode, configurationId: choice.configurationId, callerId: choice.callerId }
  const configurationId = readRecordId(choice.configurationText)
  const callerId = readRecordId(choice.callerIdText)
  if (configurationId === 'bad' || callerId === 'bad' || (configurationId === null && callerId === null)) return null
  return { mode, configurationId, callerId }
}

/** Converts a saved route to a choice for the form. */
export const choiceOfRoute = (route: ChosenRoute): RouteChoice =>
  route.mode === 'listed'
    ? { ...blankRoute, configurationId: route.configurationId, callerId: route.callerId }
    : {
        ...blankRoute,
        mode: 'ids',
        configurationText: textOfId(route.configurationId),
        callerIdText: textOfId(route.callerId),
      }
