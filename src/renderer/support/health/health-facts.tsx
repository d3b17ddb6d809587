import { useStore } from 'zustand'
import type { Health } from '../../../contract/health.ts'
import { FactAge } from '../../shell/fact-age.tsx'
import type { FactStore } from '../../shell/fact.ts'
import { FailureNotice } from '../../shell/failure-notice.tsx'
import { words } from '../../words/words.ts'
import { FactList } from '../fact-list.tsx'

const said = words.support

/** Health now, with its age; an old answer stays below a new failure. */
export const HealthFacts = ({ health }: { health: FactStore<Health> }) => {
  const fact = useStore(health.store)
  const told = fact.known?.value
  return (
    <>
      <FactAge fact={fact} act={said.health.act} tell={words.shell.health.age} onAsk={() => void health.ask()} />
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {told && (
        <FactList
          list={[
            [said.facts.status, told.status],
            [said.facts.latency, words.time.milliseconds(told.milliseconds)],
            [said.facts.version, told.version ?? said.facts.notTold],
            [said.facts.checked, words.time.full(told.checkedAt)],
          ]}
        />
      )}
    </>
  )
}
