import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Agent } from '../../../../contract/agent.ts'
import type { Api } from '../../../../contract/api.ts'
import type { Call, CallDetail, CallDraft } from '../../../../contract/call.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { PhoneNumberReading } from '../../../../contract/phone-number.ts'
import type { TelephonyConfiguration } from '../../../../contract/telephony.ts'
import { createCallId, type PageDeps } from '../../../lib/page.ts'
import { settle } from '../../../lib/query.ts'
import { choiceOfAgent, readAgentText } from '../agent/agent-choice.ts'
import { type ContextActions, contextState, createContextActions } from '../context/context-actions.ts'
import { blankRoute, type RouteChoice, textOfId } from '../route/route.ts'
import {
  blankForm,
  type CallFormState,
  currentReading,
  type FilledFields,
  filledFromOf,
  isAwaitingResponse,
  type LeftProfile,
  type OtherFields,
  readNumber,
  staleValuesFrom,
  textOfReading,
  valuesFromNumber,
  withReadValues,
} from './call-form-state.ts'

export type CallForm = ContextActions & {
  readonly store: StoreApi<CallFormState>
  readonly typeNumber: (text: string) => void
  /** Fills in an offered number. It is dialed as typed if it is not a telephone number. */
  readonly takeNumber: (reading: PhoneNumberReading) => void
  /** Changes several fields at once. Does nothing while a call is being recorded. */
  readonly fillWith: (change: Partial<FilledFields & OtherFields>) => void
  readonly dialAsTyped: (asTyped: boolean) => void
  readonly readNumberNow: () => Promise<void>
  readonly typeAgent: (text: string, agents: readonly Agent[]) => void
  readonly chooseAgent: (agent: Agent) => void
  readonly chooseRoute: (change: Partial<RouteChoice>) => void
  /** Starts the draft's call, unless this form's call is being recorded, is in progress or has ended. */
  readonly triggerCall: (draft: CallDraft) => Promise<void>
  /** Places the call with main's confirmation token. */
  readonly confirmRepeat: () => Promise<void>
  readonly cancelRepeat: () => void
  /** Confirms that values that came with another number are meant for this call. */
  readonly keepValues: () => void
  /** Prepares the next call, with the same fields and a new call ID. */
  readonly next: () => void
  /**
   * Fills in the form with what an earlier call sent, without sending anything. `redial`: to place a call that was not
   * placed. `repeat`: to make a similar call, usually to another number. `again`: to call the same number once more.
   * `leftProfile` is the profile that was selected before; null if it was the same.
   */
  readonly fillFrom: (
    earlier: CallDetail,
    configurations: readonly TelephonyConfiguration[],
    as: 'redial' | 'repeat' | 'again',
    leftProfile: LeftProfile | null,
  ) => void
  readonly close: () => void
}

/** Creates a profile's call form. It tracks its latest call until the call's outcome is final. */
export const createCallForm = (deps: PageDeps): CallForm => {
  const { api } = deps
  const store = createStore<CallFormState>(() => blankForm(createCallId(deps)))
  const number = createNumberReader(api, store)

  const startNewCall = () => store.setState({ callId: createCallId(deps), redialOf: null, status: { step: 'editing' } })

  /** Changes the form. Once a call has been sent, a change belongs to another call, which gets a new call ID. */
  const edit = (change: Partial<CallFormState>) => {
    if (['following', 'settled', 'refused'].includes(store.getState().status.step)) startNewCall()
    store.setState((form) => {
      const { valuesFrom, context } = { ...form, ...change }
      return { ...change, valuesFrom: withReadValues(valuesFrom, context) }
    })
  }

  return {
    store,
    ...createContextActions(store, edit),
    ...createSending(api, store),
    typeNumber: (numberText) => {
      const { numberText: before, typeOver } = store.getState()
      const isOther = typeOver !== null || isOtherText(before, numberText)
      edit({ numberText, typeOver: null, ...(isOther && { asTyped: false }) })
      number.readSoon()
    },
    takeNumber: (reading) => {
      const { numberText, valuesFrom } = store.getState()
      // The offers are what the text may mean, so the values that came with the text came with the chosen number.
      const isTheirs = valuesFrom?.number === numberText.trim()
      edit({
        numberText: textOfReading(reading),
        asTyped: reading.kind !== 'telephone',
        typeOver: null,
        ...(isTheirs && { valuesFrom: { ...valuesFrom, number: reading.display } }),
      })
      void number.readNow()
    },
    fillWith: (change) => {
      if (store.getState().status.step === 'recording') return
      const isOther = change.numberText !== undefined && change.numberText !== store.getState().numberText
      edit({ typeOver: null, ...(isOther && { asTyped: false }), ...change })
      void number.readNow()
    },
    dialAsTyped: (asTyped) => {
      edit({ asTyped })
      void number.readNow()
    },
    readNumberNow: number.readNow,
    typeAgent: (agentText, agents) => edit({ agentText, agent: readAgentText(agentText, agents) }),
    chooseAgent: (agent) => edit({ agentText: agent.name, agent: choiceOfAgent(agent) }),
    chooseRoute: (change) => edit({ route: { ...store.getState().route, ...change } }),
    keepValues: () => store.setState({ valuesFrom: null }),
    next: () => {
      if (store.getState().status.step === 'recording') return
      startNewCall()
      store.setState({ typeOver: store.getState().callId })
    },
    fillFrom: (earlier, configurations, as, leftProfile) => {
      const before = store.getState()
      if (before.status.step === 'recording') return
      startNewCall()
      const { callId } = store.getState()
      const fields = fieldsOfCall(earlier, configurations)
      const redialOf = as === 'redial' ? (fields.redialOf ?? null) : null
      store.setState({ ...fields, redialOf, typeOver: as === 'repeat' ? callId : null })
      const { phoneNumberDisplay } = earlier.call
      store.setState({ filledFrom: filledFromOf(before, store.getState(), phoneNumberDisplay, leftProfile) })
      void number.readNow()
    },
  }
}

type Sending = Pick<CallForm, 'triggerCall' | 'confirmRepeat' | 'cancelRepeat' | 'close'>

/** Sends a form's calls and tracks the latest one until its outcome is final. */
const createSending = (api: Api, store: StoreApi<CallFormState>): Sending => {
  /** Reloads a call. The outcome panel shows the latest call even after the form has moved on to the next one. */
  const follow = async (callId: string) => {
    const answer = await settle(api.getCall({ callId }))
    const { last, status } = store.getState()
    if (!answer.ok || last.kind !== 'call' || last.call.callId !== callId) return
    const { call } = answer.value
    const isInForm = (status.step === 'following' || status.step === 'settled') && status.call.callId === callId
    const isErased = call.phoneNumber === '' && readNumber(store.getState())?.dial === last.call.phoneNumber
    store.setState({
      last: { kind: 'call', call },
      ...(isErased && { numberText: '' }),
      ...(isInForm && {
        status: { step: isAwaitingResponse(call) ? ('following' as const) : ('settled' as const), call },
      }),
    })
  }

  const refuse = (draft: CallDraft, failure: Failure) => {
    const form: CallFormState = { ...store.getState(), status: { step: 'editing' } }
    // The user may type the next number now. Values that already came with another number still do.
    if (staleValuesFrom(form) === null)
      store.setState({ valuesFrom: valuesFromNumber(draft.phoneNumberDisplay, draft.initialContext) })
    if (failure.kind === 'repeat') return store.setState({ status: { step: 'repeat', draft, failure } })
    const last = { kind: 'failure' as const, failure, number: draft.phoneNumberDisplay }
    return store.setState({ status: { step: 'refused', failure }, last })
  }

  const send = async (draft: CallDraft) => {
    store.setState({ status: { step: 'recording' } })
    const answer = await settle(api.triggerCall(draft))
    if (!answer.ok) return refuse(draft, answer.failure)
    const call = answer.value
    store.setState({
      status: { step: isAwaitingResponse(call) ? 'following' : 'settled', call },
      last: { kind: 'call', call },
      valuesFrom: valuesFromNumber(draft.phoneNumberDisplay, draft.initialContext),
    })
    // Main may have announced the outcome before this form knew about the call.
    return follow(draft.callId)
  }

  return {
    triggerCall: async (draft) => {
      const { status, callId } = store.getState()
      if (status.step === 'editing' && draft.callId === callId) await send(draft)
    },
    confirmRepeat: async () => {
      const { status } = store.getState()
      // Send the confirmed draft, not the current fields.
      if (status.step === 'repeat') await send({ ...status.draft, confirmation: status.failure.confirmation })
    },
    cancelRepeat: () => {
      if (store.getState().status.step === 'repeat') store.setState({ status: { step: 'editing' } })
    },
    close: api.onCallsChanged(({ callIds }) => {
      const { last } = store.getState()
      if (last.kind === 'call' && callIds.includes(last.call.callId)) void follow(last.call.callId)
    }),
  }
}

const sharedStart = (one: string, other: string): number => {
  const differs = Array.from(one).findIndex((sign, index) => sign !== Array.from(other)[index])
  return differs === -1 ? one.length : differs
}

/** True if a number was replaced rather than edited: its start and end together keep less than half of it. */
const isOtherText = (before: string, after: string): boolean => {
  const start = sharedStart(before, after)
  const end = sharedStart(
    before.slice(start).split('').toReversed().join(''),
    after.slice(start).split('').toReversed().join(''),
  )
  return before !== '' && (start + end) * 2 < before.length
}

/** How long typing must pause before the number is parsed, in milliseconds. */
export const parseDelay = 80

/** Has main parse the text in the number field. A result is discarded if the text has changed in the meantime. */
const createNumberReader = (api: Api, store: StoreApi<CallFormState>) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const readNow = async () => {
    clearTimeout(timer)
    const { numberText: text, asTyped } = store.getState()
    if (text.trim() === '' || currentReading(store.getState())) return
    const answer = await settle(api.readPhoneNumber({ text, asTyped }))
    const current = store.getState()
    if (current.numberText !== text || current.asTyped !== asTyped) return
    if (!answer.ok) store.setState({ number: { step: 'refused', text, asTyped, failure: answer.failure } })
    else if (answer.value.text === text)
      store.setState({ number: { step: 'read', text, asTyped, reading: answer.value } })
  }
  const readSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void readNow(), parseDelay)
  }
  return { readNow, readSoon }
}

/**
 * Returns an earlier call's route: chosen from the list if its configuration is still listed, otherwise as typed IDs.
 */
const routeOfCall = (call: Call, configurations: readonly TelephonyConfiguration[]): RouteChoice => {
  const { telephonyConfigurationId: configurationId, fromPhoneNumberId: callerId } = call
  return configurations.some(({ id }) => id === configurationId)
    ? { ...blankRoute, configurationId, callerId: callerId ?? 'provider' }
    : { ...blankRoute, mode: 'ids', configurationText: textOfId(configurationId), callerIdText: textOfId(callerId) }
}

const fieldsOfCall = (
  { call, initialContext }: CallDetail,
  configurations: readonly TelephonyConfiguration[],
): Partial<CallFormState> => {
  const isEmpty = Object.keys(initialContext).length === 0
  const asTyped = !/^\+\d{7,15}$/.test(call.phoneNumber)
  return {
    redialOf: { callId: call.callId, phoneNumber: call.phoneNumber },
    agentText: call.agentName ?? call.agentUuid,
    agent: { kind: 'agent', agentUuid: call.agentUuid, name: call.agentName, archived: false },
    numberText: asTyped ? call.phoneNumber : call.phoneNumberDisplay,
    asTyped,
    number: { step: 'none' },
    ...contextState(isEmpty ? '' : JSON.stringify(initialContext, null, 2)),
    valuesFrom: valuesFromNumber(call.phoneNumberDisplay, initialContext),
    newField: null,
    route: routeOfCall(call, configurations),
  }
}
