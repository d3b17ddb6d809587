import type { ProfileList } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { words } from '../words/words.ts'
import type { Fact } from './fact.ts'
import { FailureNotice } from './failure-notice.tsx'
import css from './fault-boundary.module.css'

/** Before the profiles are known: a word that the desk opens, or why it cannot. */
export const Opening = ({ fact, onAsk }: { fact: Fact<ProfileList>; onAsk: () => void }) => (
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
