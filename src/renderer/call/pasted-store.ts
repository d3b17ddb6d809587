import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Agent } from '../../contract/agent.ts'
import type { AgentVariable } from '../../contract/agent-text.ts'
import type { Desk } from '../../contract/desk.ts'
import type { ColumnTarget, Pasted, PastedRow } from '../../contract/pasted.ts'
import { settle } from '../shell/settle.ts'
import type { CallStore } from './call-store.ts'
import type { NumberOffers } from './number-offers.ts'
import { filledByPaste, isSamePart, movedTargets, partOf, type PastedPart } from './pasted-fill.ts'
import { createPastedReader, type PastedReaderParts, type ReadPaste } from './pasted-reader.ts'

/** What the last paste did to the form: nothing, because there was nothing in it to call, or all that stands in `after`. */
export type PastedState =
  | { step: 'none' }
  | { step: 'nothing' }
  | {
      step: 'filled'
      text: string
      kind: 'number' | 'offers' | 'row'
      /** The row, where it was one. */
      row: PastedRow | null
      variables: readonly AgentVariable[] | null
      before: PastedPart
      after: PastedPart
      /** True when the last change of a column could not be kept for the next paste. */
      unkept: boolean
    }

export type PastedParts = PastedReaderParts & {
  desk: Pick<Desk, 'readPasted' | 'rememberColumns'>
  form: CallStore
  offers: NumberOffers
  agents: () => readonly Agent[]
}

export type PastedStore = {
  readonly store: StoreApi<PastedState>
  /** Fills the form with what was pasted, and tells what that was; null when it could not be read or the form is busy. */
  readonly paste: (text: string) => Promise<Pasted['kind'] | null>
  /** Sends a column of the pasted row elsewhere, now and the next time such a row is pasted. */
  readonly moveColumn: (index: number, target: ColumnTarget) => Promise<void>
  /** Whether the form still is as the paste left it, so that it can be taken back. */
  readonly canUndo: () => boolean
  /** Puts the form back as it was before the paste; false once somebody has changed a field since. */
  readonly undo: () => boolean
  readonly dismiss: () => void
  readonly close: () => void
}

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
    store.setState({ step: 'filled', text, kind, row, variables, before, after: current(), unkept: false }, true)
  }

  const canUndo = () => {
    const state = store.getState()
    return state.step === 'filled' && isSamePart(state.after, current())
  }

  const close = form.store.subscribe(({ at }, before) => {
    // What was pasted is on its way, or the form went on: nothing of the row is kept.
    if (at.step !== before.at.step && at.step !== 'editing') store.setState({ step: 'none' }, true)
  })

  return {
    store,
    canUndo,
    close,
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
      if (read) fill(state.text, read, state.before)
      else store.setState({ ...state, unkept: true })
    },
    undo: () => {
      const state = store.getState()
      if (state.step !== 'filled' || !canUndo()) return false
      form.fillWith(state.before)
      store.setState({ step: 'none' }, true)
      return true
    },
    dismiss: () => store.setState({ step: 'none' }, true),
  }
}
