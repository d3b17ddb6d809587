import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { comeIntoView, takeFocus } from '../shell/take-focus.ts'
import { words } from '../words/words.ts'
import css from './manage-profiles.module.css'
import type { ProfileActs } from './profile-act-store.ts'

type Props = { profile: Profile; acts: ProfileActs; onClose: () => void }

/** Asks once more before a profile and its key leave this computer, and says what stays. */
export const RemoveProfile = ({ profile, acts, onClose }: Props) => {
  const act = useStore(acts.store)
  const practice = profile.kind === 'practice'
  return (
    <section className={css['section']} aria-label={words.profiles.removeTitle(profile.name)}>
      <h3>{words.profiles.removeTitle(profile.name)}</h3>
      <p>{practice ? words.profiles.removePracticeText : words.profiles.removeText}</p>
      {act.step === 'failed' && act.what === 'removed' && (
        <div ref={comeIntoView}>
          <FailureNotice failure={act.failure} title={words.profiles.notRemoved(act.failure.kind === 'keychain')} />
        </div>
      )}
      <div className={css['acts']}>
        <Button look="danger" off={act.step === 'working'} onClick={() => void acts.remove()}>
          {practice ? words.profiles.removePracticeYes : words.profiles.removeYes}
        </Button>
        <Button ref={takeFocus} onClick={onClose}>
          {words.common.cancel}
        </Button>
      </div>
    </section>
  )
}
