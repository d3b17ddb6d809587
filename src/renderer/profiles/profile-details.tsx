import { ArrowLeft } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { ColorChoice } from '../design/color-choice.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { FactAge } from '../shell/fact-age.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { words } from '../words/words.ts'
import css from './manage-profiles.module.css'
import { createProfileActs, type ProfileActs } from './profile-act-store.ts'
import { RemoveProfile } from './remove-profile.tsx'
import { ReplaceKey } from './replace-key.tsx'

const said = words.profiles
type Part = { profile: Profile; acts: ProfileActs }

const Label = ({ profile, acts }: Part) => {
  const [name, setName] = useState(profile.name)
  const [color, setColor] = useState(profile.color)
  const group = useId()
  const changed = name.trim() !== profile.name || color !== profile.color
  return (
    <form
      className={css['section']}
      data-color={color}
      onSubmit={(event) => (
        event.preventDefault(),
        changed && name.trim() !== '' && void acts.save(name, color, profile.referenceName)
      )}
    >
      <Field label={said.name} error={name.trim() === '' ? words.firstRun.connect.needName : null}>
        {(control) => (
          <Input {...control} value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <ColorChoice name={group} value={color} onChoose={setColor} />
      <div className={css['acts']}>
        <Button type="submit" look="loud" off={!changed || name.trim() === ''}>
          {said.save}
        </Button>
      </div>
    </form>
  )
}

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
  if (act.step === 'failed') return <FailureNotice failure={act.failure} />
  if (act.step !== 'done') return null
  return <output className={css['found']}>{act.what === 'keyReplaced' ? said.replaced : said.saved}</output>
}

/** One profile: rename, recolour, check, replace its key, remove it. */
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
      <Label profile={profile} acts={acts} />
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
