import { useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { FailureNotice } from '../../shell/failure-notice.tsx'
import { useParts } from '../../shell/parts.ts'
import { words } from '../../words/words.ts'
import { createDiagnosticsStore } from './diagnostics-store.ts'
import css from './diagnostics.module.css'

const said = words.support.diagnostics

/** What this desk can hand over about itself: read first, and saved as it was read. */
export const Diagnostics = () => {
  const { desk } = useParts()
  const [diagnostics] = useState(() => createDiagnosticsStore(desk))
  const { step, shown, saved, failure } = useStore(diagnostics.store)
  return (
    <>
      <div className={css['ask']}>
        <Button size="small" off={step !== 'none'} onClick={() => void diagnostics.show()}>
          {said.act}
        </Button>
        <output>{saved !== null && said.saved(saved)}</output>
      </div>
      {shown === null && failure && <FailureNotice failure={failure} />}
      <Dialog
        wide
        title={said.dialog}
        open={shown !== null}
        onClose={diagnostics.hide}
        foot={
          <>
            <Button onClick={diagnostics.hide}>{words.common.cancel}</Button>
            <Button look="loud" off={step === 'saving'} onClick={() => void diagnostics.save()}>
              {said.save}
            </Button>
          </>
        }
      >
        <p>{said.exactly}</p>
        {failure && <FailureNotice failure={failure} title={said.failed} />}
        <pre className={css['text']} dir="ltr">
          {shown?.text}
        </pre>
      </Dialog>
    </>
  )
}
