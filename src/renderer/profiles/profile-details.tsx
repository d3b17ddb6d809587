import { ArrowLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { FactAge } from '../shell/fact-age.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import css from './manage-profiles.module.css'
import { createProfileActs, type ProfileActs } from './profile-act-store.ts'
import { ProfileForm } from './profile-form.tsx'
import { RemoveProfile } from './remove-profile.tsx'
import { ReplaceKey } from './replace-key.tsx'

const said = words.profiles
const Check = ({ acts }: { acts: ProfileActs }) => {
  const fact = useStore(acts.check.store)
  const found = fact.known?.value
  return (
    <div className={css['section']}>
      <FactAge fact={fact} act={said.check} tell={words.shell.health.age} onAsk={() => void acts.check.ask()} />
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {fact.step === 'known' && found && (
        <p className={css['found']}>{said.checked(words.time.milliseconds(found.milliseconds), found.version)}</p>
      )}
      {fact.step === 'known' && found?.account && (
        <p>{said.account(found.account.email, found.account.organizationId)}</p>
      )}
    </div>
  )
}

const HowItWent = ({ acts }: { acts: ProfileActs }): ReactNode => {
  const act = useStore(acts.store)
  // Why a profile could not be removed is told where it was to be removed.
  if (act.step === 'failed' && act.what !== 'removed') return <FailureNotice failure={act.failure} />
  if (act.step !== 'done') return null
  return <output className={css['found']}>{act.what === 'keyReplaced' ? said.replaced : said.saved}</output>
}

/** One profile: rename, recolour, set its reference, check, replace its key, remove it. */
export const ProfileDetails = ({ profile, onBack }: { profile: Profile; onBack: () => void }) => {
  const { desk, now } = useParts()
  const [acts] = useState(() => createProfileActs(desk, profile.id, now))
  const [opened, setOpened] = useState<'none' | 'key' | 'remove'>('none')
  return (
    <>
      <div>
        <Button look="quiet" size="small" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {said.back}
        </Button>
      </div>
      <ProfileForm profile={profile} acts={acts} />
      <HowItWent acts={acts} />
      <Check acts={acts} />
      {opened === 'key' && <ReplaceKey profile={profile} acts={acts} onClose={() => setOpened('none')} />}
      {opened === 'remove' && <RemoveProfile profile={profile} acts={acts} onClose={() => setOpened('none')} />}
      {opened === 'none' && (
        <div className={css['acts']}>
          {profile.kind === 'service' && <Button onClick={() => setOpened('key')}>{said.replaceKey}</Button>}
          <Button look="danger" onClick={() => setOpened('remove')}>
            {said.remove}
          </Button>
        </div>
      )}
    </>
  )
}
