import type { StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../contract/desk.ts'
import type { ChosenRoute } from '../../contract/route.ts'
import { settle } from '../shell/settle.ts'
import type { CallFormState } from './call-state.ts'
import { blankFrom, readRecordId, type CallsFrom } from './calls-from.ts'

/** How long a choice must stand before it is remembered, in milliseconds: half an id is nobody's choice. */
export const choicePause = 400

const textOf = (id: number | null): string => (id === null ? '' : String(id))

/** A choice as it is remembered; null while the typed ids name nothing, or nothing that could be an id. */
export const routeOfChoice = (from: CallsFrom): ChosenRoute | null => {
  const { mode, configurationId, callerId } = from
  if (mode === 'listed') return { mode, configurationId, callerId }
  const [configuration, number] = [readRecordId(from.configurationText), readRecordId(from.callerIdText)]
  if (configuration === 'bad' || number === 'bad' || (configuration === null && number === null)) return null
  return { mode, configurationId: configuration, callerId: number }
}

/** A remembered choice as it stands in the form. */
export const choiceOfRoute = (route: ChosenRoute): CallsFrom =>
  route.mode === 'listed'
    ? { ...blankFrom, configurationId: route.configurationId, callerId: route.callerId }
    : {
        ...blankFrom,
        mode: 'ids',
        configurationText: textOf(route.configurationId),
        callerIdText: textOf(route.callerId),
      }

/** Where nobody chose anything for an agent: the sensible default, by the list or by ids as before. */
const nothingChosen = ({ mode }: CallsFrom): CallsFrom => ({ ...blankFrom, mode })

const isBlank = ({ configurationId, callerId, configurationText, callerIdText }: CallsFrom): boolean =>
  configurationId === null && callerId === null && configurationText === '' && callerIdText === ''

const agentOf = ({ agent }: CallFormState): string | null => (agent.kind === 'agent' ? agent.agentUuid : null)

type Parts = { desk: Pick<Desk, 'recallRoute' | 'rememberRoute'>; profileId: string; form: StoreApi<CallFormState> }

/**
 * Brings back what the calls to an agent were last sent through as soon as the agent is chosen, and remembers each new
 * choice. What was chosen before there was an agent is taken for a choice of the agent that comes.
 */
export const createCallsFromMemory = ({ desk, profileId, form }: Parts): { close: () => void } => {
  /** The agent whose choice stands in the form. */
  let owner: string | null = null
  let isRecalled = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = (agentUuid: string, from: CallsFrom) => {
    clearTimeout(timer)
    owner = agentUuid
    const route = routeOfChoice(from)
    // A choice that cannot be kept is made once more another day; the call itself says what it goes out through.
    if (route) timer = setTimeout(() => void settle(desk.rememberRoute({ profileId, agentUuid, route })), choicePause)
  }

  const recall = async (agentUuid: string) => {
    owner = agentUuid
    form.setState({ isRecalling: true })
    const answer = await settle(desk.recallRoute({ profileId, agentUuid }))
    if (owner !== agentUuid || !form.getState().isRecalling) return
    const { from } = form.getState()
    isRecalled = true
    const route = answer.ok ? answer.value.route : null
    form.setState({ isRecalling: false, from: route ? choiceOfRoute(route) : nothingChosen(from) })
    isRecalled = false
  }

  const close = form.subscribe((state, before) => {
    if (isRecalled) return
    const agentUuid = agentOf(state)
    // That ids are the only way where nothing is listed is nobody's choice.
    const isForced = state.from.mode === 'ids' && isBlank(state.from)
    if (state.from !== before.from && !isForced) {
      // A choice of now is better than the one of last time, which may still be on its way.
      if (state.isRecalling) form.setState({ isRecalling: false })
      if (agentUuid === null) owner = null
      else remember(agentUuid, state.from)
    } else if (agentUuid !== null && agentUuid !== owner) {
      if (owner === null && !isBlank(state.from)) remember(agentUuid, state.from)
      else void recall(agentUuid)
    }
  })
  return { close: () => (close(), clearTimeout(timer)) }
}
