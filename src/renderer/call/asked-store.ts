import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Agent } from '../../contract/agent.ts'
import type { AgentVariable } from '../../contract/agent-text.ts'
import type { CallLink, LinkTrouble } from '../../contract/asked.ts'
import { readAgentText } from './agent-choice.ts'
import type { CallStore } from './call-store.ts'
import { contextState, pathOfName } from './context-acts.ts'
import { setInText } from './context-edit.ts'
import { partOf, type PastedPart } from './pasted-fill.ts'
import { createTakingBack, type Filled, type TakingBack } from './taking-back.ts'

/** What a link asks for, with its number as a person reads it. */
export type AskedCall = { link: CallLink; display: string }

export type AskedState =
  | { step: 'none' }
  /** The form has something in it that nobody may lose: a person says whether to fill it. */
  | ({ step: 'offered' } & AskedCall)
  | (Filled & AskedCall)
  | { step: 'refused'; why: LinkTrouble }
  /** The global shortcut found no number on the clipboard. */
  | { step: 'nothingCopied' }

export type AskedParts = {
  form: CallStore
  agents: () => readonly Agent[]
  /** What an agent asks for, as far as that is known within a moment. */
  variablesOf: (agentUuid: string | null) => Promise<readonly AgentVariable[] | null>
}

export type AskedStore = TakingBack & {
  readonly store: StoreApi<AskedState>
  /** Fills an empty form with what a link asks for, and offers it to one that has something in it. Never calls. */
  readonly put: (asked: AskedCall) => Promise<void>
  /** Fills the form with what was offered. */
  readonly fill: () => Promise<void>
  readonly refuse: (why: LinkTrouble) => void
  readonly tellNothingCopied: () => void
}

/** Whether nothing would be lost by filling the form. */
const isBlank = ({ store }: CallStore): boolean => {
  const { numberText, contextText, contextDrafts, newField, at } = store.getState()
  const isEmpty = numberText.trim() === '' && contextText.trim() === '' && Object.keys(contextDrafts).length === 0
  return isEmpty && newField === null && at.step === 'editing'
}

type Variables = readonly AgentVariable[] | null

const contextOf = ({ context }: CallLink, variables: Variables): Partial<PastedPart> => {
  if (context.length === 0) return {}
  const text = context.reduce((all, { name, value }) => {
    const path = variables?.find((one) => one.name === name)?.path ?? pathOfName(name) ?? [name]
    return setInText(all, path, JSON.stringify(value))
  }, '')
  return contextState(text)
}

const agentOf = ({ agentUuid }: CallLink, agents: readonly Agent[]): Partial<PastedPart> => {
  if (agentUuid === null) return {}
  const agent = readAgentText(agentUuid, agents)
  return { agentText: (agent.kind === 'agent' && agent.name) || agentUuid, agent }
}

/** Makes what links may do to one form: fill it, be taken back, and nothing else. */
export const createAsked = ({ form, agents, variablesOf }: AskedParts): AskedStore => {
  const store = createStore<AskedState>(() => ({ step: 'none' }))
  const current = (): PastedPart => partOf(form.store.getState())
  const isBusy = (): boolean => form.store.getState().at.step === 'recording'

  const agentFor = ({ agentUuid }: CallLink): string | null => {
    const { agent } = form.store.getState()
    return agentUuid ?? (agent.kind === 'agent' ? agent.agentUuid : null)
  }

  const fillWith = ({ link, display }: AskedCall, variables: Variables) => {
    const before = current()
    const number = { asTyped: false, typeOver: null, numberText: display }
    form.fillWith({ ...number, ...contextOf(link, variables), ...agentOf(link, agents()) })
    store.setState({ step: 'filled', link, display, before, after: current() }, true)
  }

  const takingBack = createTakingBack({
    form,
    store,
    none: { step: 'none' },
    filledIn: (state) => (state.step === 'filled' ? state : null),
    // The call is on its way: what asked for it is answered. An offer still waits.
    isOver: ({ step }) => step === 'filled',
  })

  return {
    ...takingBack,
    store,
    put: async ({ link, display }) => {
      const offer: AskedState = { step: 'offered', link, display }
      store.setState(offer, true)
      if (!isBlank(form)) return
      const variables = await variablesOf(agentFor(link))
      // Meanwhile another link may have come, or somebody may have begun to type.
      if (store.getState() === offer && isBlank(form)) fillWith(offer, variables)
    },
    fill: async () => {
      const offer = store.getState()
      if (offer.step !== 'offered' || isBusy()) return
      const variables = await variablesOf(agentFor(offer.link))
      if (store.getState() === offer && !isBusy()) fillWith(offer, variables)
    },
    refuse: (why) => {
      // A link that is refused must not push aside one that waits to be looked at.
      const { step } = store.getState()
      if (step !== 'offered' && step !== 'filled') store.setState({ step: 'refused', why }, true)
    },
    tellNothingCopied: () => {
      if (store.getState().step === 'none') store.setState({ step: 'nothingCopied' }, true)
    },
  }
}
