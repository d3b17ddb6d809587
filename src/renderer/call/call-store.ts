import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallDraft } from '../../contract/call.ts'
import type { Agent } from '../../contract/agent.ts'
import { mintCallId, type Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { choiceOfAgent, readAgentText } from './agent-choice.ts'
import { blankForm, isOpen, type CallFormState } from './call-state.ts'
import type { CallsFrom } from './calls-from.ts'
import { createNumberReader } from './number-reader.ts'
import { readContextText } from './context-text.ts'

export type CallStore = {
  readonly store: StoreApi<CallFormState>
  readonly typeNumber: (text: string) => void
  readonly dialAsTyped: (asTyped: boolean) => void
  readonly readNumberNow: () => Promise<void>
  readonly typeAgent: (text: string, agents: readonly Agent[]) => void
  readonly chooseAgent: (agent: Agent) => void
  readonly typeContext: (text: string) => void
  readonly callFrom: (change: Partial<CallsFrom>) => void
  /** Places the call of the draft; while one is being recorded or followed, or has settled, this does nothing. */
  readonly submit: (draft: CallDraft) => Promise<void>
  readonly next: () => void
  readonly close: () => void
}

/** Makes the form of one profile's calls, which follows its call until it has settled. */
export const createCallStore = (parts: Parts): CallStore => {
  const { desk } = parts
  const store = createStore<CallFormState>(() => blankForm(mintCallId(parts)))
  const number = createNumberReader(desk, store)

  /** Any change after a call has settled is the wish for another call, so it gets an id of its own. */
  const edit = (change: Partial<CallFormState>) => {
    const { step } = store.getState().at
    if (step === 'settled' || step === 'refused') store.setState({ callId: mintCallId(parts), at: { step: 'editing' } })
    store.setState(change)
  }

  /** The call told last stays true on the panel, also after the form went on to the next one. */
  const follow = async (callId: string) => {
    const answer = await settle(desk.getCall({ callId }))
    const { last, at } = store.getState()
    if (!answer.ok || last.kind !== 'call' || last.call.callId !== callId) return
    const { call } = answer.value
    const mine = (at.step === 'following' || at.step === 'settled') && at.call.callId === callId
    store.setState({
      last: { kind: 'call', call },
      ...(mine && { at: { step: isOpen(call) ? ('following' as const) : ('settled' as const), call } }),
    })
  }

  const submit = async (draft: CallDraft) => {
    const { at, callId } = store.getState()
    if (at.step !== 'editing' || draft.callId !== callId) return
    store.setState({ at: { step: 'recording' } })
    const answer = await settle(desk.triggerCall(draft))
    if (!answer.ok) {
      const { failure } = answer
      const last = { kind: 'failure' as const, failure, number: draft.phoneNumberDisplay }
      return store.setState({ at: { step: 'refused', failure }, last })
    }
    const call = answer.value
    store.setState({ at: { step: isOpen(call) ? 'following' : 'settled', call }, last: { kind: 'call', call } })
    // The answer may have been announced before this page knew which call to listen for.
    return follow(callId)
  }

  const close = desk.onCallsChanged(({ callIds }) => {
    const { last } = store.getState()
    if (last.kind === 'call' && callIds.includes(last.call.callId)) void follow(last.call.callId)
  })

  return {
    store,
    typeNumber: (numberText) => (edit({ numberText }), number.readSoon()),
    dialAsTyped: (asTyped) => (edit({ asTyped }), void number.readNow()),
    readNumberNow: number.readNow,
    typeAgent: (agentText, agents) => edit({ agentText, agent: readAgentText(agentText, agents) }),
    chooseAgent: (agent) => edit({ agentText: agent.name, agent: choiceOfAgent(agent) }),
    typeContext: (contextText) => edit({ contextText, context: readContextText(contextText) }),
    callFrom: (change) => edit({ from: { ...store.getState().from, ...change } }),
    submit,
    next: () => {
      if (store.getState().at.step !== 'recording')
        store.setState({ callId: mintCallId(parts), at: { step: 'editing' } })
    },
    close,
  }
}
