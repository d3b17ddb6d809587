import type { ProfileList } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { isFirstPictureUp } from './take-first-picture.ts'
import { words } from '../words/words.ts'
import type { Fact } from './fact.ts'
import { FailureNotice } from './failure-notice.tsx'
import css from './fault-boundary.module.css'

/** Before the profiles are known: a word that the desk opens, unless the first picture still says it, or why it cannot. */
export const Opening = ({ fact, onAsk }: { fact: Fact<ProfileList>; onAsk: () => void }) => {
  if (fact.step !== 'failed' && isFirstPictureUp()) return null
  return (
    <main className={css['broken']}>
      {fact.step === 'failed' ? (
        <FailureNotice
          failure={fact.failure}
          title={words.shell.profilesFailed}
          acts={<Button onClick={onAsk}>{words.common.askAgain}</Button>}
        />
      ) : (
        <p className={css['opening']}>{words.shell.loading}</p>
      )}
    </main>
  )
}
