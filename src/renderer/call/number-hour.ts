import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CalleeHour } from '../../contract/callee-hour.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'
import { readNumber, type CallFormState } from './call-state.ts'

/** The telephone number in the form, the zone that a person has said it is in, and what time it is there. */
export type HourState = { dial: string | null; zone: string | null; hour: CalleeHour | null }

export type NumberHour = {
  readonly store: StoreApi<HourState>
  /** A person knows where the phone is; null takes that back. It holds for this number until the app ends. */
  readonly sayZone: (zone: string | null) => void
  readonly close: () => void
}

const minute = 60_000

const telephoneOf = (form: CallFormState): string | null => {
  const reading = readNumber(form)
  return reading?.kind === 'telephone' ? reading.dial : null
}

/** Follows the number in a form and tells what time it is there, anew with each minute. */
export const createNumberHour = ({ desk, now }: Parts, form: StoreApi<CallFormState>): NumberHour => {
  const store = createStore<HourState>(() => ({ dial: null, zone: null, hour: null }))
  const said = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async () => {
    const { dial, zone } = store.getState()
    if (dial === null) return
    clearTimeout(timer)
    // Every zone's clock turns with the minute of this one.
    timer = setTimeout(() => void ask(), minute - (now() % minute))
    const answer = await settle(desk.calleeHour({ phoneNumber: dial, zone }))
    const asked = store.getState()
    if (answer.ok && asked.dial === dial && asked.zone === zone) store.setState({ hour: answer.value })
  }

  const closeForm = form.subscribe((state) => {
    const dial = telephoneOf(state)
    if (dial === store.getState().dial) return
    clearTimeout(timer)
    store.setState({ dial, zone: dial === null ? null : (said.get(dial) ?? null), hour: null })
    void ask()
  })

  const sayZone = (zone: string | null) => {
    const { dial } = store.getState()
    if (dial === null) return
    if (zone === null) said.delete(dial)
    else said.set(dial, zone)
    store.setState({ zone })
    void ask()
  }

  return { store, sayZone, close: () => (closeForm(), clearTimeout(timer)) }
}
