import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CallDetail, CallDraft } from '../../contract/call.ts'
import type { Agent } from '../../contract/agent.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import type { TelephonyConfiguration } from '../../contract/telephony.ts'
import { mintCallId, type Parts } from '../shell/parts.ts'
import { choiceOfAgent, readAgentText } from './agent-choice.ts'
import { createCallPlacing } from './call-placing.ts'
import { blankForm, type CallFormState } from './call-state.ts'
import type { CallsFrom } from './calls-from.ts'
import { filledFrom } from './fill-form.ts'
import { createNumberReader } from './number-reader.ts'
import { textOfReading, type PastedPart } from './pasted-fill.ts'
import { createContextActs, type ContextActs } from './context-acts.ts'

export type CallStore = ContextActs & {
  readonly store: StoreApi<CallFormState>
  readonly typeNumber: (text: string) => void
  /** Takes one of the numbers that were offered; one that is no telephone number is dialled exactly as typed. */
  readonly takeNumber: (reading: PhoneNumberReading) => void
  /** Puts values into several fields at once, as a paste does; nothing while a call is being recorded. */
  readonly fillWith: (change: Partial<PastedPart>) => void
  readonly dialAsTyped: (asTyped: boolean) => void
  readonly readNumberNow: () => Promise<void>
  readonly typeAgent: (text: string, agents: readonly Agent[]) => void
  readonly chooseAgent: (agent: Agent) => void
  readonly callFrom: (change: Partial<CallsFrom>) => void
  /** Places the call of the draft; while one is being recorded or followed, or has settled, this does nothing. */
  readonly submit: (draft: CallDraft) => Promise<void>
  /** Calls the number once more, as the question asked. */
  readonly confirmRepeat: () => Promise<void>
  /** Leaves the number uncalled; the form stays as it is. */
  readonly cancelRepeat: () => void
  readonly next: () => void
  /**
   * Puts what an earlier call sent into the form, as a new call; sends nothing. `redial` is a person's wish to reach the
   * same number after all; `repeat` begins a like call, most often to another number.
   */
  readonly fillFrom: (
    earlier: CallDetail,
    configurations: readonly TelephonyConfiguration[],
    as: 'redial' | 'repeat',
  ) => void
  readonly close: () => void
}

/** Makes the form of one profile's calls, which follows its call until it has settled. */
export const createCallStore = (parts: Parts): CallStore => {
  const store = createStore<CallFormState>(() => blankForm(mintCallId(parts)))
  const number = createNumberReader(parts.desk, store)
  const placing = createCallPlacing(parts.desk, store)

  const renew = () => store.setState({ callId: mintCallId(parts), redialOf: null, at: { step: 'editing' } })

  /** Any change after a call has left the form is the wish for another call, so it gets an id of its own. */
  const edit = (change: Partial<CallFormState>) => {
    if (['following', 'settled', 'refused'].includes(store.getState().at.step)) renew()
    store.setState(change)
  }

  return {
    store,
    ...createContextActs(store, edit),
    typeNumber: (numberText) => (edit({ numberText, typeOver: null }), number.readSoon()),
    takeNumber: (reading) => {
      edit({ numberText: textOfReading(reading), asTyped: reading.kind !== 'telephone', typeOver: null })
      void number.readNow()
    },
    fillWith: (change) => {
      if (store.getState().at.step === 'recording') return
      edit({ typeOver: null, ...change })
      void number.readNow()
    },
    dialAsTyped: (asTyped) => (edit({ asTyped }), void number.readNow()),
    readNumberNow: number.readNow,
    typeAgent: (agentText, agents) => edit({ agentText, agent: readAgentText(agentText, agents) }),
    chooseAgent: (agent) => edit({ agentText: agent.name, agent: choiceOfAgent(agent) }),
    callFrom: (change) => edit({ from: { ...store.getState().from, ...change } }),
    submit: placing.submit,
    confirmRepeat: placing.confirmRepeat,
    cancelRepeat: placing.cancelRepeat,
    next: () => {
      if (store.getState().at.step === 'recording') return
      renew()
      // The number that was called stands there to be typed over.
      store.setState({ typeOver: store.getState().callId })
    },
    fillFrom: (earlier, configurations, as) => {
      if (store.getState().at.step === 'recording') return
      renew()
      const { callId } = store.getState()
      const filled = filledFrom(earlier, configurations)
      store.setState(as === 'repeat' ? { ...filled, redialOf: null, typeOver: callId } : { ...filled, typeOver: null })
      void number.readNow()
    },
    close: placing.close,
  }
}
