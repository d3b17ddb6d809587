import { createStore, type StoreApi } from 'zustand/vanilla'
import type { IssueCode } from '../../contract/failure.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { freshNumber, type CallFormState } from './call-state.ts'

/** Numbers that the text in the field may mean, the surest first. */
export type OffersState = { text: string | null; readings: readonly PhoneNumberReading[] }

export type NumberOffers = {
  readonly store: StoreApi<OffersState>
  /** Offers what a paste may mean, for as long as the field stays as it is. */
  readonly put: (readings: readonly PhoneNumberReading[]) => void
  readonly close: () => void
}

/** Why a text is refused where another reading of it may help. */
const mendable = new Set<IssueCode>([
  'nationalNumber',
  'severalNumbers',
  'phoneExtension',
  'shortNumber',
  'sipEndpoint',
])

const refusedText = (form: CallFormState): string | null => {
  const fresh = freshNumber(form)
  if (fresh?.step !== 'refused' || fresh.failure.kind !== 'invalid') return null
  return fresh.failure.issues.some(({ code }) => mendable.has(code)) ? fresh.text : null
}

const nothing: OffersState = { text: null, readings: [] }

/** Follows the number field of a form and offers what a refused text may mean; `callerIdOf` is the number it would be called from. */
export const createNumberOffers = (
  { desk }: Parts,
  form: StoreApi<CallFormState>,
  callerIdOf: () => string | null,
): NumberOffers => {
  const store = createStore<OffersState>(() => nothing)
  const ask = async (text: string) => {
    const answer = await settle(desk.offerPhoneNumbers({ text, callerId: callerIdOf() }))
    if (answer.ok && form.getState().numberText === text && refusedText(form.getState()) === text)
      store.setState({ text, readings: answer.value.readings })
  }
  const close = form.subscribe((state, before) => {
    if (state.numberText !== store.getState().text && store.getState().text !== null) store.setState(nothing)
    if (state.asTyped && store.getState().readings.length > 0) store.setState(nothing)
    const text = refusedText(state)
    if (text !== null && refusedText(before) !== text) void ask(text)
  })
  return { store, put: (readings) => store.setState({ text: form.getState().numberText, readings }), close }
}
