import { Lock } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import type { PolicySetting } from '../../contract/policy.ts'
import { OffContext } from '../design/off.ts'
import { words } from '../words/words.ts'
import css from './locked.module.css'

/** The settings that the policy of this computer keeps as they are. */
export const LockedNames = createContext<readonly PolicySetting[]>([])

/** The fields of one setting, switched off and with the reason where the policy sets it. */
export const Locked = ({ name, children }: { name: PolicySetting; children: ReactNode }) => {
  const isLocked = useContext(LockedNames).includes(name)
  if (!isLocked) return <>{children}</>
  return (
    <fieldset disabled className={css['locked']} aria-label={words.policy.locked}>
      <OffContext value={true}>{children}</OffContext>
      <p>
        <Lock aria-hidden />
        {words.policy.locked}
      </p>
    </fieldset>
  )
}
