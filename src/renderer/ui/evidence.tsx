import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../contract/api.ts'
import type { Failure } from '../../contract/failure.ts'
import { settle } from '../lib/query.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button, CopyButton } from './button.tsx'
import { Ltr } from './text.tsx'
import { messages } from '../../messages/index.ts'
import { FailureNotice, Notice } from './notice.tsx'
import { usePage } from '../lib/page.ts'
import css from './evidence.module.css'
import { type EvidenceCheck, sealSchema } from '../../contract/evidence.ts'
import { Field, FieldMessage, Input } from './field.tsx'

/** `saving` while main collects the evidence, shows the file dialog and writes the file. */
type EvidenceState =
  | { readonly step: 'none' }
  | { readonly step: 'saving' }
  | { readonly step: 'saved'; readonly file: string; readonly seal: string; readonly brokenEvent: number | null }
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
      const { file, seal, brokenEvent } = saved.value
      // If there is no file, the dialog was canceled.
      put(file === null || seal === null ? none : { step: 'saved', file, seal, brokenEvent })
    },
  }
}

const evidenceText = messages.support.evidence

/** Lets the user save everything recorded about a call as one sealed file, and shows its seal. */
export const SaveEvidence = ({ callId }: { callId: string }) => {
  const { api } = usePage()
  const evidence = useMemo(() => createEvidenceStore(api, callId), [api, callId])
  const state = useStore(evidence.store)
  const root = useRef<HTMLDivElement>(null)
  // The result appears below the button, which may be at the lower edge of the visible area.
  useEffect(() => {
    if (state.step === 'saved' || state.step === 'failed') root.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return (
    <div ref={root} className={css['evidence']}>
      <Button size="small" title={evidenceText.hint} off={state.step === 'saving'} onClick={() => void evidence.save()}>
        {state.step === 'saving' ? evidenceText.saving : evidenceText.save}
      </Button>
      <div className={css['saved']}>
        <output className={css['result']}>
          {state.step === 'saved' && (
            <>
              {evidenceText.saved(state.file)} <Ltr>{state.seal}</Ltr>
            </>
          )}
        </output>
        {state.step === 'saved' && <CopyButton text={state.seal} name={evidenceText.checksum} />}
      </div>
      {state.step === 'saved' && state.brokenEvent !== null && (
        <div role="alert">
          <FieldMessage tone="bad">{evidenceText.broken(state.brokenEvent)}</FieldMessage>
        </div>
      )}
      {state.step === 'failed' && <FailureNotice failure={state.failure} title={evidenceText.failed} />}
    </div>
  )
}

type VerifyState = {
  /** The seal that the user noted when the file was saved; empty if none was entered. */
  noted: string
  /** True after an attempt to verify with an invalid seal. */
  bad: boolean
  isChecking: boolean
  /** The last verified file and its result. */
  checked: { file: string; check: EvidenceCheck } | null
  failure: Failure | null
}

type VerifyStore = {
  readonly store: StoreApi<VerifyState>
  readonly note: (text: string) => void
  readonly verify: () => Promise<void>
}

/** Returns the store for verifying an evidence file. Main shows the file dialog and reads the file. */
export const createVerifyStore = (api: Pick<Api, 'checkEvidence'>): VerifyStore => {
  const store = createStore<VerifyState>(() => ({
    noted: '',
    bad: false,
    isChecking: false,
    checked: null,
    failure: null,
  }))
  return {
    store,
    // A result is valid only for the seal it was checked with.
    note: (noted) => store.setState({ noted, bad: false, checked: null, failure: null }),
    async verify() {
      const { noted, isChecking } = store.getState()
      if (isChecking) return
      const seal = noted.trim() === '' ? null : noted.trim().replace(/^sha256:\s*/i, '')
      if (seal !== null && !sealSchema.safeParse(seal).success) return store.setState({ bad: true })
      store.setState({ isChecking: true, failure: null })
      const checked = await settle(api.checkEvidence({ seal }))
      if (!checked.ok) return store.setState({ isChecking: false, checked: null, failure: checked.failure })
      const { file, check } = checked.value
      // If there is no file, the dialog was canceled; keep the last result.
      if (file === null || check === null) return store.setState({ isChecking: false })
      store.setState({ isChecking: false, checked: { file, check } })
    },
  }
}

const verifyText = messages.support.verify

const Result = ({ file, check }: { file: string; check: EvidenceCheck }) => {
  if (!check.ok)
    return (
      <Notice tone="bad" title={verifyText.invalid(file, check.fault)}>
        <p>{verifyText.faults[check.fault](check.event)}</p>
      </Notice>
    )
  const {
    workflowRunId,
    callId,
    madeAt,
    operator,
    app,
    events,
    exactEvents,
    firstBroken,
    isAffected,
    recoveries,
    seal,
    isSealNoted,
  } = check
  const lastRecovery = recoveries.at(-1)
  return (
    <Notice
      tone={isSealNoted && !isAffected && lastRecovery === undefined ? 'good' : 'check'}
      title={isSealNoted ? verifyText.unchanged(file) : verifyText.matchesOwnChecksum(file)}
    >
      {!isSealNoted && <p>{verifyText.checksumAdvice}</p>}
      <p>{workflowRunId === null ? verifyText.ofCall(callId) : verifyText.ofRun(workflowRunId)}</p>
      <p>{verifyText.made(operator, messages.time.full(madeAt), app)}</p>
      {!isAffected && <p>{verifyText.events(events, exactEvents)}</p>}
      <p>{firstBroken === null ? verifyText.historyIntact : verifyText.historyBroken(firstBroken, isAffected)}</p>
      {lastRecovery && <p>{verifyText.historyRecovered(recoveries.length, messages.time.full(lastRecovery.at))}</p>}
      <div className={css['saved']}>
        <p>
          {verifyText.checksumLabel} <Ltr>{seal}</Ltr>
        </p>
        <CopyButton text={seal} name={evidenceText.checksum} />
      </div>
    </Notice>
  )
}

/** Lets the user verify that an evidence file has not changed since Rundesk wrote it. */
export const Verify = () => {
  const { api } = usePage()
  const [verify] = useState(() => createVerifyStore(api))
  const { noted, bad, isChecking, checked, failure } = useStore(verify.store)
  return (
    <form className={css['form']} onSubmit={(event) => (event.preventDefault(), void verify.verify())}>
      <Field label={verifyText.checksum} hint={verifyText.checksumHint} error={bad ? verifyText.invalidChecksum : null}>
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
          {verifyText.verify}
        </Button>
      </div>
      <div aria-live="polite">
        {failure && <FailureNotice failure={failure} title={verifyText.failed} />}
        {checked && <Result {...checked} />}
      </div>
    </form>
  )
}
