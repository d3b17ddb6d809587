import { useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { takeFocus } from '../shell/take-focus.ts'
import { words } from '../words/words.ts'
import type { EraseState, EraseStore } from './erase-store.ts'
import css from './settings-screen.module.css'

const said = words.settings.erase
type Asking = Extract<EraseState, { step: 'asking' }>
type Done = Extract<EraseState, { step: 'done' }>

const refusalOf = ({ failure }: Asking): string | null => {
  if (!failure) return null
  const first = failure.kind === 'invalid' ? failure.issues[0] : undefined
  return first ? words.issue.sentence(first) : words.failure.titled(words.failure.inWords(failure))
}

const Asking = ({ state, erase }: { state: Asking; erase: EraseStore }) => (
  <form onSubmit={(event) => (event.preventDefault(), void erase.go())} className={css['steps']}>
    <p>{said.text}</p>
    <p>{said.stays}</p>
    <Field label={said.number} hint={said.numberHint} error={refusalOf(state)}>
      {(control) => (
        <Input
          {...control}
          ref={takeFocus}
          value={state.typed}
          maxLength={200}
          onChange={(event) => erase.type(event.target.value)}
        />
      )}
    </Field>
  </form>
)

const DoneText = ({ state: { wanted, erased } }: { state: Done }) => (
  <div className={css['steps']}>
    <p>{said.done(wanted.display, erased.calls)}</p>
    {erased.remaining.length > 0 && (
      <>
        <p>{said.remaining}</p>
        <ul className={css['files']}>
          {erased.remaining.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
        <p>{said.remainingNext}</p>
      </>
    )}
  </div>
)

const bodyOf = (state: EraseState, erase: EraseStore): ReactNode => {
  switch (state.step) {
    case 'closed':
      return null
    case 'asking':
      return <Asking state={state} erase={erase} />
    case 'sure':
    case 'working':
      return (
        <div className={css['steps']}>
          <p>{said.sure(state.wanted.display)}</p>
          <p>{said.stays}</p>
          {state.step === 'sure' && state.failure && <FailureNotice failure={state.failure} />}
        </div>
      )
    case 'done':
      return <DoneText state={state} />
  }
}

const Foot = ({ state, erase }: { state: EraseState; erase: EraseStore }) => {
  const cancel = useRef<HTMLButtonElement>(null)
  // Nobody erases by pressing Enter twice: under the number's own name, the way back has the focus.
  const { step } = state
  useEffect(() => {
    if (step === 'sure' || step === 'done') cancel.current?.focus()
  }, [step])
  return (
    <>
      <Button ref={cancel} off={step === 'working'} onClick={erase.close}>
        {step === 'done' ? words.common.close : words.common.cancel}
      </Button>
      {state.step === 'asking' && (
        <Button look="loud" off={state.typed.trim() === ''} onClick={() => void erase.go()}>
          {said.go}
        </Button>
      )}
      {(state.step === 'sure' || state.step === 'working') && (
        <Button look="danger" off={state.step === 'working'} onClick={() => void erase.erase()}>
          {state.step === 'working' ? said.working : said.yes(state.wanted.display)}
        </Button>
      )}
    </>
  )
}

const titleOf = (state: EraseState): string => {
  if (state.step === 'sure' || state.step === 'working') return said.sureTitle(state.wanted.display)
  return state.step === 'done' ? said.doneTitle : said.title
}

/** Erases a person: asks for the number, asks again under that number, and tells what was removed and what is left. */
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
