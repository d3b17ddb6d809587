import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../contract/api.ts'
import type { Failure } from '../../contract/failure.ts'
import { settle } from '../lib/query.ts'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Button } from './button.tsx'
import { Ltr } from './text.tsx'
import { messages } from '../../messages/index.ts'
import { FailureNotice } from './notice.tsx'
import { usePage } from '../lib/page.ts'
import css from './save-evidence.module.css'

/** `saving` while main collects the evidence, shows the file dialog and writes the file. */
type EvidenceState =
  | { readonly step: 'none' }
  | { readonly step: 'saving' }
  | { readonly step: 'saved'; readonly file: string; readonly seal: string }
  | { readonly step: 'failed'; readonly failure: Failure }

type EvidenceStore = { readonly store: StoreApi<EvidenceState>; readonly save: () => Promise<void> }

const none: EvidenceState = { step: 'none' }

/** Returns the store for saving the evidence of a call. Saving does nothing while a save is already in progress. */
export const createEvidenceStore = (api: Pick<Api, 'saveEvidence'>, callId: string): EvidenceStore => {
  const store = createStore<EvidenceState>(() => none)
  const put = (state: EvidenceState) => store.setState(state, true)
  return {
    store,
    async save() {
      if (store.getState().step === 'saving') return
      put({ step: 'saving' })
      const saved = await settle(api.saveEvidence({ callId }))
      if (!saved.ok) return put({ step: 'failed', failure: saved.failure })
      const { file, seal } = saved.value
      // If there is no file, the dialog was canceled.
      put(file === null || seal === null ? none : { step: 'saved', file, seal })
    },
  }
}

const evidenceText = messages.support.evidence

/** Lets the user save everything recorded about a call as one sealed file, and shows its seal. */
export const SaveEvidence = ({ callId }: { callId: string }) => {
  const { api } = usePage()
  const evidence = useMemo(() => createEvidenceStore(api, callId), [api, callId])
  const state = useStore(evidence.store)
  return (
    <div className={css['evidence']}>
      <Button size="small" title={evidenceText.hint} off={state.step === 'saving'} onClick={() => void evidence.save()}>
        {state.step === 'saving' ? evidenceText.saving : evidenceText.save}
      </Button>
      <output className={css['result']}>
        {state.step === 'saved' && (
          <>
            {evidenceText.saved(state.file)} <Ltr>{state.seal}</Ltr>
          </>
        )}
      </output>
      {state.step === 'failed' && <FailureNotice failure={state.failure} title={evidenceText.failed} />}
    </div>
  )
}
