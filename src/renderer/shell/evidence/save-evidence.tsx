import { useMemo } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../design/button.tsx'
import { Ltr } from '../../design/ltr.tsx'
import { words } from '../../words/words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useParts } from '../parts.ts'
import { createEvidenceStore } from './evidence-store.ts'
import css from './save-evidence.module.css'

const said = words.support.evidence

/** Saves everything that is known of a call as one sealed file, and says under which seal. */
export const SaveEvidence = ({ callId }: { callId: string }) => {
  const { desk } = useParts()
  const evidence = useMemo(() => createEvidenceStore(desk, callId), [desk, callId])
  const state = useStore(evidence.store)
  return (
    <div className={css['evidence']}>
      <Button size="small" title={said.hint} off={state.step === 'saving'} onClick={() => void evidence.save()}>
        {state.step === 'saving' ? said.saving : said.act}
      </Button>
      <output className={css['told']}>
        {state.step === 'saved' && (
          <>
            {said.saved(state.file)} <Ltr>{state.seal}</Ltr>
          </>
        )}
      </output>
      {state.step === 'failed' && <FailureNotice failure={state.failure} title={said.failed} />}
    </div>
  )
}
