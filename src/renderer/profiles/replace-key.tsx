import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { FieldMessage } from '../design/field.tsx'
import { CustodyChoice } from '../shell/key-entry/custody-choice.tsx'
import { KeyEntryField } from '../shell/key-entry/key-entry-field.tsx'
import { words } from '../words/words.ts'
import css from './manage-profiles.module.css'
import type { ProfileActs } from './profile-act-store.ts'

type Props = { profile: Profile; acts: ProfileActs; onClose: () => void }

/** Puts another key in the place of a profile's key; the old one stays until the new one works. */
export const ReplaceKey = ({ profile, acts, onClose }: Props) => {
  const [session, setSession] = useState(false)
  const act = useStore(acts.store)
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => void acts.keychain.ask(), [acts])
  useEffect(() => {
    if (act.step === 'done' && act.what === 'keyReplaced') onClose()
  }, [act, onClose])
  return (
    <section className={css['section']} aria-label={words.profiles.replaceTitle(profile.name)}>
      <h3>{words.profiles.replaceTitle(profile.name)}</h3>
      <p>{words.profiles.replaceText}</p>
      <KeyEntryField entry={acts.key} next={yes} />
      <CustodyChoice keychain={acts.keychain} session={session} onSession={setSession} />
      {act.step === 'keyNeeded' && <FieldMessage tone="bad">{words.firstRun.connect.needKey}</FieldMessage>}
      <div className={css['acts']}>
        <Button ref={yes} look="loud" off={act.step === 'working'} onClick={() => void acts.replaceKey(session)}>
          {words.profiles.replaceYes}
        </Button>
        <Button onClick={onClose}>{words.common.cancel}</Button>
      </div>
    </section>
  )
}
