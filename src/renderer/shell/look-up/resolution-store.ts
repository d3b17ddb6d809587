import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../../contract/desk.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../settle.ts'

export type Verdict = 'placed' | 'notPlaced'

/** A look that a person asked for, and how it went. */
export type Looking = { step: 'idle' } | { step: 'looking' } | { step: 'looked' } | { step: 'failed'; failure: Failure }

/** The closing of a call by hand: what was said so far stays until it is taken or given up. */
export type Closing = {
  step: 'closed' | 'open' | 'working' | 'done'
  verdict: Verdict | null
  note: string
  /** True once somebody tried to close with something missing. */
  tried: boolean
  failure: Failure | null
}

export type ResolutionState = { looking: Looking; closing: Closing }

export type ResolutionStore = {
  readonly store: StoreApi<ResolutionState>
  readonly lookNow: () => Promise<void>
  readonly openClosing: () => void
  readonly decide: (verdict: Verdict) => void
  readonly typeNote: (note: string) => void
  /** Closes the call; does nothing but say what is missing while something is. */
  readonly close: () => Promise<void>
  /** Gives the dialog up; what was said in it is there again when it is opened anew. */
  readonly giveUp: () => void
}

const blank: ResolutionState = {
  looking: { step: 'idle' },
  closing: { step: 'closed', verdict: null, note: '', tried: false, failure: null },
}

/** Makes what a person can do about one unresolved call: ask the service now, or say what became of it. */
export const createResolution = (desk: Desk, callId: string): ResolutionStore => {
  const store = createStore<ResolutionState>(() => blank)
  const change = (part: Partial<Closing>) => store.setState(({ closing }) => ({ closing: { ...closing, ...part } }))
  const close = async () => {
    const { closing } = store.getState()
    const { verdict, note } = closing
    if (closing.step !== 'open') return
    if (verdict === null || note.trim() === '') return change({ tried: true })
    change({ step: 'working', failure: null })
    const answer = await settle(desk.closeCall({ callId, verdict, note: note.trim() }))
    if (answer.ok) change({ ...blank.closing, step: 'done' })
    else change({ step: 'open', failure: answer.failure })
  }
  return {
    store,
    lookNow: async () => {
      if (store.getState().looking.step === 'looking') return
      store.setState({ looking: { step: 'looking' } })
      const answer = await settle(desk.lookUpCall({ callId }))
      store.setState({ looking: answer.ok ? { step: 'looked' } : { step: 'failed', failure: answer.failure } })
    },
    openClosing: () => change({ step: 'open', tried: false, failure: null }),
    decide: (verdict) => change({ verdict }),
    typeNote: (note) => change({ note }),
    close,
    giveUp: () => {
      if (store.getState().closing.step === 'open') change({ step: 'closed' })
    },
  }
}
