import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Notice } from '../../design/notice.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import css from '../key-entry/custody-choice.module.css'
import { KeyEntryField } from '../key-entry/key-entry-field.tsx'
import { words } from '../../words/words.ts'
import type { HandingOver, HandOverStore } from './hand-over-store.ts'

const said = words.handOver

type Props = { handOver: HandOverStore }

const Opening = ({ handOver, state }: Props & { state: Extract<HandingOver, { step: 'chosen' }> }) => {
  const [session, setSession] = useState(false)
  const entry = useStore(handOver.passphrase.store)
  const yes = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={said.openTitle(state.sealed.fileName)}
      open
      onClose={handOver.close}
      foot={
        <>
          <Button onClick={handOver.close}>{words.common.cancel}</Button>
          <Button
            ref={yes}
            look="loud"
            off={state.isOpening || entry.step !== 'held'}
            onClick={() => void handOver.open(session)}
          >
            {state.isOpening ? said.opening : said.openYes}
          </Button>
        </>
      }
    >
      <p>{said.openText}</p>
      <KeyEntryField
        entry={handOver.passphrase}
        next={yes}
        spoken
        said={{ ...said, label: said.passphrase, hint: said.passphraseHint }}
      />
      <label className={css['tick']}>
        <input type="checkbox" checked={session} onChange={(event) => setSession(event.target.checked)} />
        {words.profiles.custodyChoice.session}
      </label>
      {state.failure && <FailureNotice failure={state.failure} />}
    </Dialog>
  )
}

/** The dialog for a sealed file that was chosen. */
export const HandOverDialog = ({ handOver }: Props) => {
  const state = useStore(handOver.store)
  return state.step === 'chosen' ? <Opening handOver={handOver} state={state} /> : null
}

/** How the hand-over went. */
export const HandOverSaid = ({ handOver }: Props) => {
  const state = useStore(handOver.store)
  switch (state.step) {
    case 'sealed':
      return (
        <Notice tone="good" title={said.sealed(state.fileName)}>
          <p>{said.sealedNext}</p>
        </Notice>
      )
    case 'opened':
      return (
        <Notice tone="good" title={said.opened(state.profile.name)}>
          <p>{said.openedNext}</p>
        </Notice>
      )
    case 'failed':
      return <FailureNotice failure={state.failure} />
    case 'idle':
    case 'sealing':
    case 'choosing':
    case 'chosen':
      return null
  }
}
