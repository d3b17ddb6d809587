import { useState } from 'react'
import { useStore } from 'zustand'
import type { EvidenceVerdict } from '../../../contract/evidence.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { Ltr } from '../../design/ltr.tsx'
import { Notice } from '../../design/notice.tsx'
import { FailureNotice } from '../../shell/failure-notice.tsx'
import { useParts } from '../../shell/parts.ts'
import { words } from '../../words/words.ts'
import css from './verify.module.css'
import { createVerifyStore } from './verify-store.ts'

const said = words.support.verify

const Told = ({ file, verdict }: { file: string; verdict: EvidenceVerdict }) => {
  if (!verdict.ok)
    return (
      <Notice tone="bad" title={said.not(file)}>
        <p>{said.faults[verdict.fault](verdict.event)}</p>
      </Notice>
    )
  const { workflowRunId, callId, madeAt, operator, app, events, isHistoryWhole, seal, isSealNoted } = verdict
  return (
    <Notice tone={isSealNoted ? 'good' : 'check'} title={isSealNoted ? said.sound(file) : said.fits(file)}>
      {!isSealNoted && <p>{said.notNoted}</p>}
      <p>{workflowRunId === null ? said.ofCall(callId) : said.ofRun(workflowRunId)}</p>
      <p>{said.made(operator, words.time.full(madeAt), app)}</p>
      <p>{said.events(events)}</p>
      <p>{isHistoryWhole ? said.whole : said.notWhole}</p>
      <p className={css['seal']}>
        {said.seal} <Ltr>{seal}</Ltr>
      </p>
    </Notice>
  )
}

/** Whether a file of evidence that somebody handed over is still what Rundesk wrote. */
export const Verify = () => {
  const { desk } = useParts()
  const [verify] = useState(() => createVerifyStore(desk))
  const { noted, bad, isChecking, checked, failure } = useStore(verify.store)
  return (
    <form className={css['form']} onSubmit={(event) => (event.preventDefault(), void verify.verify())}>
      <Field label={said.noted} hint={said.notedHint} error={bad ? said.bad : null}>
        {(control) => (
          <Input
            {...control}
            mono
            maxLength={200}
            value={noted}
            onChange={(event) => verify.note(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" size="small" off={isChecking}>
          {said.act}
        </Button>
      </div>
      <div aria-live="polite">
        {failure && <FailureNotice failure={failure} title={said.failed} />}
        {checked && <Told {...checked} />}
      </div>
    </form>
  )
}
