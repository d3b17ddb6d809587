import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desk } from '../../../contract/desk.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../settle.ts'

/** `saving` while it is gathered, the person says where it goes, and it is written. */
export type EvidenceState =
  | { readonly step: 'none' }
  | { readonly step: 'saving' }
  | { readonly step: 'saved'; readonly file: string; readonly seal: string }
  | { readonly step: 'failed'; readonly failure: Failure }

export type EvidenceStore = { readonly store: StoreApi<EvidenceState>; readonly save: () => Promise<void> }

const none: EvidenceState = { step: 'none' }

/** Makes the act of saving the evidence of one call; one saving at a time. */
export const createEvidenceStore = (desk: Pick<Desk, 'saveEvidence'>, callId: string): EvidenceStore => {
  const store = createStore<EvidenceState>(() => none)
  const put = (state: EvidenceState) => store.setState(state, true)
  return {
    store,
    async save() {
      if (store.getState().step === 'saving') return
      put({ step: 'saving' })
      const saved = await settle(desk.saveEvidence({ callId }))
      if (!saved.ok) return put({ step: 'failed', failure: saved.failure })
      const { file, seal } = saved.value
      // No file: the person chose none, and knows.
      put(file === null || seal === null ? none : { step: 'saved', file, seal })
    },
  }
}
