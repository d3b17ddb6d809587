import { useStore } from 'zustand'
import type { KeychainStatus } from '../../../contract/app-info.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { words } from '../../words/words.ts'
import type { FactStore } from '../fact.ts'
import css from './custody-choice.module.css'

type Props = { keychain: FactStore<KeychainStatus>; session: boolean; onSession: (session: boolean) => void }

/** Shown only while the keychain cannot keep a key: why, how to mend it, and the explicit choice to keep it until quit. */
export const CustodyChoice = ({ keychain, session, onSession }: Props) => {
  const status = useStore(keychain.store).known?.value
  if (!status || status.usable) return null
  return (
    <Notice
      tone="check"
      title={words.profiles.custodyChoice.unavailable}
      acts={
        <Button size="small" onClick={() => void keychain.ask()}>
          {words.profiles.custodyChoice.again}
        </Button>
      }
    >
      <p>{words.failure.keychain[status.reason]}</p>
      <p>{words.failure.keychainNext[status.reason]}</p>
      <label className={css['tick']}>
        <input type="checkbox" checked={session} onChange={(event) => onSession(event.target.checked)} />
        {words.profiles.custodyChoice.session}
      </label>
    </Notice>
  )
}
