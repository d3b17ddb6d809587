import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { ErasedPerson } from '../../../contract/app-status.ts'
import { settle } from '../../lib/query.ts'
import { isSameNumber } from '../../../domain/phone-number.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { focusOnMount } from '../../lib/focus.ts'
import { messages } from '../../../messages/index.ts'
import css from './settings.module.css'

/** A phone number, as it is dialed and as it is displayed. */
type PhoneNumber = { dial: string; display: string }

/** `keeps`: whether the number stays on the do-not-call list as a keyed hash; null if it is not on the list. */
type EraseState =
  | { step: 'closed' }
  | { step: 'entering'; typed: string; failure: Failure | null }
  | { step: 'confirming'; target: PhoneNumber; keeps: boolean | null; failure: Failure | null }
  | { step: 'working'; target: PhoneNumber; keeps: boolean | null }
  | { step: 'done'; target: PhoneNumber; keeps: boolean | null; erased: ErasedPerson }

type EraseStore = {
  readonly store: StoreApi<EraseState>
  readonly open: () => void
  readonly type: (typed: string) => void
  /** Parses the number and continues to the confirmation. */
  readonly next: () => Promise<void>
  readonly keepDoNotCall: (keeps: boolean) => void
  readonly erase: () => Promise<void>
  readonly close: () => void
}

/** Returns the store for erasing a person's data. The steps are to enter a number, confirm it, and see the result. */
export const createEraseStore = (api: Api): EraseStore => {
  const store = createStore<EraseState>(() => ({ step: 'closed' }))
  const set = (state: EraseState) => store.setState(state, true)
  return {
    store,
    open: () => set({ step: 'entering', typed: '', failure: null }),
    type: (typed) => store.getState().step === 'entering' && set({ step: 'entering', typed, failure: null }),
    next: async () => {
      const state = store.getState()
      if (state.step !== 'entering' || state.typed.trim() === '') return
      const { typed } = state
      const read = await settle(api.readPhoneNumber({ text: typed, asTyped: false }))
      // A SIP endpoint or an extension is not a telephone number, but it may have been dialed as typed.
      const reading = read.ok ? read : await settle(api.readPhoneNumber({ text: typed, asTyped: true }))
      if (!reading.ok) return set({ step: 'entering', typed, failure: reading.failure })
      const listed = await settle(api.listDoNotCall({}))
      if (!listed.ok) return set({ step: 'entering', typed, failure: listed.failure })
      const { dial, display } = reading.value
      const isListed = listed.value.some(({ phoneNumber }) => phoneNumber !== null && isSameNumber(phoneNumber, dial))
      // Keep the entry by default, because a person whose data is erased usually still does not want to be called.
      return set({ step: 'confirming', target: { dial, display }, keeps: isListed ? true : null, failure: null })
    },
    keepDoNotCall: (keeps) => {
      const state = store.getState()
      if (state.step === 'confirming') set({ ...state, keeps })
    },
    erase: async () => {
      const state = store.getState()
      if (state.step !== 'confirming') return
      const { target, keeps } = state
      set({ step: 'working', target, keeps })
      const answer = await settle(api.erasePerson({ phoneNumber: target.dial, keepDoNotCall: keeps ?? false }))
      set(
        answer.ok
          ? { step: 'done', target, keeps, erased: answer.value }
          : { step: 'confirming', target, keeps, failure: answer.failure },
      )
    },
    close: () => {
      if (store.getState().step !== 'working') set({ step: 'closed' })
    },
  }
}

const eraseText = messages.settings.erase
type Entering = Extract<EraseState, { step: 'entering' }>
type Done = Extract<EraseState, { step: 'done' }>

const refusalOf = ({ failure }: Entering): string | null => {
  if (!failure) return null
  const first = failure.kind === 'invalid' ? failure.issues[0] : undefined
  return first ? messages.issue.text(first) : messages.failure.asReason(messages.failure.describe(failure))
}

const NumberForm = ({ state, erase }: { state: Entering; erase: EraseStore }) => (
  <form onSubmit={(event) => (event.preventDefault(), void erase.next())} className={css['steps']}>
    <p>{eraseText.text}</p>
    <p>{eraseText.stays}</p>
    <Field label={eraseText.number} hint={eraseText.numberHint} error={refusalOf(state)}>
      {(control) => (
        <Input
          {...control}
          ref={focusOnMount}
          value={state.typed}
          maxLength={200}
          onChange={(event) => erase.type(event.target.value)}
        />
      )}
    </Field>
  </form>
)

type KeepDoNotCallProps = { keeps: boolean; off: boolean; erase: EraseStore }

const KeepDoNotCall = ({ keeps, off, erase }: KeepDoNotCallProps) => (
  <label className={css['mode']}>
    <input
      type="checkbox"
      checked={keeps}
      disabled={off}
      onChange={(event) => erase.keepDoNotCall(event.target.checked)}
    />
    <span>
      {eraseText.keepDoNotCall}
      <small>{eraseText.keepDoNotCallHint}</small>
    </span>
  </label>
)

const DoneText = ({ state: { target, keeps, erased } }: { state: Done }) => (
  <div className={css['steps']}>
    <p>{eraseText.done(target.display, erased.calls)}</p>
    {keeps && <p>{eraseText.kept}</p>}
    {erased.remaining.length > 0 && (
      <>
        <p>{eraseText.remaining}</p>
        <ul className={css['files']}>
          {erased.remaining.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
        <p>{eraseText.remainingNext}</p>
      </>
    )}
  </div>
)

const bodyOf = (state: EraseState, erase: EraseStore): ReactNode => {
  switch (state.step) {
    case 'closed':
      return null
    case 'entering':
      return <NumberForm state={state} erase={erase} />
    case 'confirming':
    case 'working':
      return (
        <div className={css['steps']}>
          <p>{eraseText.confirmText(state.target.display)}</p>
          <p>{eraseText.stays}</p>
          {state.keeps !== null && <KeepDoNotCall keeps={state.keeps} off={state.step === 'working'} erase={erase} />}
          {state.step === 'confirming' && state.failure && <FailureNotice failure={state.failure} />}
        </div>
      )
    case 'done':
      return <DoneText state={state} />
  }
}

const Foot = ({ state, erase }: { state: EraseState; erase: EraseStore }) => {
  const cancel = useRef<HTMLButtonElement>(null)
  // Focus Cancel in the confirmation, so that pressing Enter twice does not erase anything.
  const { step } = state
  useEffect(() => {
    if (step === 'confirming' || step === 'done') cancel.current?.focus()
  }, [step])
  return (
    <>
      <Button ref={cancel} off={step === 'working'} onClick={erase.close}>
        {step === 'done' ? messages.common.close : messages.common.cancel}
      </Button>
      {state.step === 'entering' && (
        <Button variant="loud" off={state.typed.trim() === ''} onClick={() => void erase.next()}>
          {eraseText.continue}
        </Button>
      )}
      {(state.step === 'confirming' || state.step === 'working') && (
        <Button variant="danger" off={state.step === 'working'} onClick={() => void erase.erase()}>
          {state.step === 'working' ? eraseText.working : eraseText.confirm(state.target.display)}
        </Button>
      )}
    </>
  )
}

const titleOf = (state: EraseState): string => {
  if (state.step === 'confirming' || state.step === 'working') return eraseText.confirmTitle(state.target.display)
  return state.step === 'done' ? eraseText.doneTitle : eraseText.title
}

/**
 * Renders the dialog for erasing a person's data: the user enters a number, confirms it, and sees what was removed and
 * what is left.
 */
export const EraseDialog = ({ erase }: { erase: EraseStore }) => {
  const state = useStore(erase.store)
  return (
    <Dialog
      title={titleOf(state)}
      open={state.step !== 'closed'}
      onClose={erase.close}
      foot={<Foot state={state} erase={erase} />}
    >
      {bodyOf(state, erase)}
    </Dialog>
  )
}
