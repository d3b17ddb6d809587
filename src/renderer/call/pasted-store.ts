import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Agent } from '../../contract/agent.ts'
import type { AgentVariable } from '../../contract/agent-text.ts'
import type { Desk } from '../../contract/desk.ts'
import type { ColumnTarget, Pasted, PastedRow } from '../../contract/pasted.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import { settle } from '../shell/settle.ts'
import type { CallStore } from './call-store.ts'
import type { NumberOffers } from './number-offers.ts'
import { filledByPaste, movedTargets, partOf, type PastedPart } from './pasted-fill.ts'
import { createPastedReader, type PastedReaderParts, type ReadPaste } from './pasted-reader.ts'
import { createTakingBack, type Filled, type TakingBack } from './taking-back.ts'

/** What the last paste did to the form: nothing, because there was nothing in it to call, or all that stands in `after`. */
export type PastedState =
  | { step: 'none' }
  | { step: 'nothing' }
  | (Filled & {
      text: string
      kind: 'number' | 'offers' | 'row'
      /** The row, where it was one. */
      row: PastedRow | null
      variables: readonly AgentVariable[] | null
      /** Which of the numbers that it may mean a person has chosen. */
      taken: PhoneNumberReading | null
      /** True when the last change of a column could not be kept for the next paste. */
      unkept: boolean
    })

export type PastedParts = PastedReaderParts & {
  desk: Pick<Desk, 'readPasted' | 'rememberColumns'>
  form: CallStore
  offers: NumberOffers
  agents: () => readonly Agent[]
}

export type PastedStore = TakingBack & {
  readonly store: StoreApi<PastedState>
  /** Fills the form with what was pasted, and tells what that was; null when it could not be read or the form is busy. */
  readonly paste: (text: string) => Promise<Pasted['kind'] | null>
  /** Sends a column of the pasted row elsewhere, now and the next time such a row is pasted. */
  readonly moveColumn: (index: number, target: ColumnTarget) => Promise<void>
  /** Takes one of the numbers that were offered; of a paste, it is a part of it, and taken back with it. */
  readonly takeNumber: (reading: PhoneNumberReading) => void
}

const numberOf = (pasted: Pasted): string | null => (pasted.kind === 'row' ? pasted.number.text : null)

/** Makes the pasting of one form: a number, a sentence with one, or a row of a spreadsheet. */
export const createPasted = (parts: PastedParts): PastedStore => {
  const { desk, form, offers, agents } = parts
  const store = createStore<PastedState>(() => ({ step: 'none' }))
  const reader = createPastedReader(parts)
  const current = (): PastedPart => partOf(form.store.getState())
  const isBusy = (): boolean => form.store.getState().at.step === 'recording'
  const agentInUse = (): string | null => {
    const { agent } = form.store.getState()
    return agent.kind === 'agent' ? agent.agentUuid : null
  }
  let latest = 0

  const fill = (text: string, { pasted, variables }: ReadPaste, before: PastedPart) => {
    if (pasted.kind === 'nothing') return store.setState({ step: 'nothing' }, true)
    form.fillWith({ ...before, ...filledByPaste(pasted, variables, agents()) })
    if (pasted.kind === 'offers') offers.put(pasted.readings)
    const row = pasted.kind === 'row' ? pasted : null
    const { kind } = pasted
    const fresh = { taken: null, unkept: false }
    store.setState({ step: 'filled', text, kind, row, variables, before, after: current(), ...fresh }, true)
  }

  const takingBack = createTakingBack({
    form,
    store,
    none: { step: 'none' },
    filledIn: (state) => (state.step === 'filled' ? state : null),
    // What was pasted is on its way, or the form went on: nothing of the row is kept.
    isOver: () => true,
  })
  const { canUndo } = takingBack

  const takeNumber = (reading: PhoneNumberReading) => {
    const state = store.getState()
    const isWhole = canUndo()
    form.takeNumber(reading)
    if (state.step === 'filled' && isWhole) store.setState({ ...state, taken: reading, after: current() }, true)
  }

  return {
    ...takingBack,
    store,
    takeNumber,
    paste: async (text) => {
      const turn = (latest += 1)
      const read = isBusy() ? null : await reader.read(text, agentInUse())
      // Of two pastes the later one counts.
      if (read === null || turn !== latest || isBusy()) return null
      fill(text, read, current())
      return read.pasted.kind
    },
    moveColumn: async (index, target) => {
      const state = store.getState()
      const agentUuid = agentInUse()
      if (state.step !== 'filled' || state.row === null || agentUuid === null || !canUndo()) return
      const { signature } = state.row
      const targets = movedTargets(state.row, index, target)
      const kept = await settle(desk.rememberColumns({ agentUuid, signature, targets }))
      const read = kept.ok ? await reader.readFor(state.text, agentUuid) : null
      if (store.getState() !== state || !canUndo()) return
      if (!read) return store.setState({ ...state, unkept: true })
      fill(state.text, read, state.before)
      if (state.taken && numberOf(read.pasted) === state.row.number.text) takeNumber(state.taken)
    },
  }
}
