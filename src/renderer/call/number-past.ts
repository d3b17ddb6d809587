import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { freshNumber, type CallFormState } from './call-state.ts'

/** The recorded calls to the number in the form, newest first, of every profile of this computer. */
export type PastState = { dial: string | null; calls: readonly Call[] }

export type NumberPast = { readonly store: StoreApi<PastState>; readonly close: () => void }

/** More than one person ever calls one number in a morning; the guard itself looks at all of them. */
const enough = 50

const dialOf = (form: CallFormState): string | null => {
  const fresh = freshNumber(form)
  return fresh?.step === 'read' ? fresh.reading.dial : null
}

/** Follows the number in a form, so that the field can tell early what main would answer to the call. */
export const createNumberPast = ({ desk }: Parts, form: StoreApi<CallFormState>): NumberPast => {
  const store = createStore<PastState>(() => ({ dial: null, calls: [] }))
  const ask = async (dial: string) => {
    const answer = await settle(desk.listCalls({ search: dial, after: null, limit: enough }))
    // A number that was typed over meanwhile has a past of its own.
    if (answer.ok && store.getState().dial === dial)
      store.setState({ calls: answer.value.calls.filter(({ phoneNumber }) => phoneNumber === dial) })
  }
  const closeForm = form.subscribe((state) => {
    const dial = dialOf(state)
    if (dial === store.getState().dial) return
    store.setState({ dial, calls: [] })
    if (dial !== null) void ask(dial)
  })
  const closeCalls = desk.onCallsChanged(() => {
    const { dial } = store.getState()
    if (dial !== null) void ask(dial)
  })
  return { store, close: () => (closeForm(), closeCalls()) }
}

/** The call that locks the number; practice rings nobody, so it never stands in the way of a real call, nor the other way. */
export const lockingCall = (past: readonly Call[], practice: boolean): Call | null =>
  past.find((call) => call.practice === practice && isUnresolved(call.outcome)) ?? null

/** The latest call to the number. */
export const latestCall = (past: readonly Call[], practice: boolean): Call | null =>
  past.find((call) => call.practice === practice) ?? null
