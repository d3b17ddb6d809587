import { useStore } from 'zustand'
import type { Run } from '../../contract/run.ts'
import { Button } from '../design/button.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { FactAge } from '../shell/fact-age.tsx'
import type { FactStore } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { RunFacts } from '../shell/run-facts.tsx'
import { words } from '../words/words.ts'
import type { RunLookUpStore } from './run-look-up-store.ts'
import css from './support-screen.module.css'

const said = words.support.run

const Answer = ({ run }: { run: FactStore<Run> }) => {
  const fact = useStore(run.store)
  return (
    <>
      <FactAge fact={fact} act={words.common.askAgain} tell={words.runs.drawer.askedAt} onAsk={() => void run.ask()} />
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {fact.known && <RunFacts run={fact.known.value} />}
    </>
  )
}

/** One field, one answer: what the service knows of a run. */
export const RunLookUp = ({ look, profileId }: { look: RunLookUpStore; profileId: string }) => {
  const { typed, bad, asked } = useStore(look.store)
  return (
    <>
      <form className={css['look']} onSubmit={(event) => (event.preventDefault(), look.look(profileId))}>
        <Field label={said.label} error={bad ? said.bad : null}>
          {(control) => (
            <Input
              {...control}
              mono
              inputMode="numeric"
              value={typed}
              onChange={(event) => look.type(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit">{said.act}</Button>
      </form>
      {/* The answer of another profile's service would be taken for this one's. */}
      {asked?.profileId === profileId && <Answer run={asked.run} />}
    </>
  )
}
