import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../contract/api.ts'
import type { Failure } from '../../contract/failure.ts'
import { settle } from '../lib/query.ts'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
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

type EvidenceStore = {
  /** The last save of each call's evidence, by call ID. It outlives the screens, so that no checksum is lost. */
  readonly store: StoreApi<Readonly<Record<string, EvidenceState>>>
  /** Saves the evidence of a call. Does nothing while it is already being saved. */
  readonly save: (callId: string) => Promise<void>
}

const none: EvidenceState = { step: 'none' }

/** Returns the store for saving the evidence of calls. */
export const createEvidenceStore = (api: Pick<Api, 'saveEvidence'>): EvidenceStore => {
  const store = createStore<Readonly<Record<string, EvidenceState>>>(() => ({}))
  return {
    store,
    async save(callId) {
      const put = (state: EvidenceState) => store.setState({ [callId]: state })
      if (store.getState()[callId]?.step === 'saving') return
      put({ step: 'saving' })
      const saved = await settle(api.saveEvidence({ callId }))
      if (!saved.ok) return put({ step: 'failed', failure: saved.failure })
      const { file, seal, brokenEvent } = saved.value
      // If there is no file, the dialog was canceled.
      put(file === null || seal === null ? none : { step: 'saved', file, seal, brokenEvent })
    },
  }
}

export const EvidenceContext = createContext<EvidenceStore | null>(null)

const evidenceText = messages.support.evidence

/**
 * Lets the user save everything recorded about a call as one sealed file, and shows its seal. Use the call ID as the
 * `key`.
 */
export const SaveEvidence = ({ callId }: { callId: string }) => {
  const evidence = useContext(EvidenceContext)
  if (!evidence) throw new Error('A component was rendered outside the workspace.')
  const state = useStore(evidence.store, (states) => states[callId] ?? none)
  const root = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  // The result appears below the button, which may be at the lower edge of the visible area. A result that is shown again
  // must not scroll the screen.
  useEffect(() => {
    const isNew = state !== shown.current && (state.step === 'saved' || state.step === 'failed')
    if (isNew) root.current?.scrollIntoView({ block: 'nearest' })
    shown.current = state
  }, [state])
  return (
    <div ref={root} className={css['evidence']}>
      <Button
        size="small"
        title={evidenceText.hint}
        off={state.step === 'saving'}
        onClick={() => void evidence.save(callId)}
      >
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
        {(control) => <Input {...control} mono value={noted} onChange={(event) => verify.note(event.target.value)} />}
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
