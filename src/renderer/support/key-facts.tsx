import { useStore } from 'zustand'
import type { ProfileCheck } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { Tag } from '../design/tag.tsx'
import { useCallActs } from '../shell/call-acts.ts'
import { FactAge } from '../shell/fact-age.tsx'
import type { FactStore } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { words } from '../words/words.ts'
import { FactList } from './fact-list.tsx'

const said = words.support

/** Whether this profile's key works, and whose it is where the service tells. */
export const KeyFacts = ({ check }: { check: FactStore<ProfileCheck> }) => {
  const fact = useStore(check.store)
  const { goToKeys } = useCallActs()
  const told = fact.step === 'known' ? fact.known.value : null
  return (
    <>
      <FactAge fact={fact} act={said.key.act} tell={words.shell.health.age} onAsk={() => void check.ask()} />
      {fact.step === 'failed' && (
        <FailureNotice
          failure={fact.failure}
          acts={fact.failure.kind === 'unauthorized' && <Button onClick={goToKeys}>{words.lights.goToKeys}</Button>}
        />
      )}
      {told && (
        <>
          <div>
            <Tag tone="good">{said.key.works}</Tag>
          </div>
          <FactList
            list={[
              [said.facts.latency, words.time.milliseconds(told.milliseconds)],
              [
                said.facts.account,
                told.account
                  ? words.profiles.account(told.account.email, told.account.organizationId) || said.facts.notTold
                  : said.facts.notTold,
              ],
            ]}
          />
        </>
      )}
    </>
  )
}
