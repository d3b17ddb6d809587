import { useState } from 'react'
import { useStore } from 'zustand'
import { recordIdSchema } from '../../contract/telephony.ts'
import type { Run } from '../../contract/run.ts'
import { Button } from '../design/button.tsx'
import { Field } from '../design/field.tsx'
import { Input } from '../design/input.tsx'
import { FactAge } from '../shell/fact-age.tsx'
import { createFact, type FactStore } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { RunFacts } from '../shell/run-facts.tsx'
import { words } from '../words/words.ts'
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
export const RunLookUp = ({ profileId }: { profileId: string }) => {
  const { desk, now } = useParts()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<FactStore<Run> | null>(null)
  const [bad, setBad] = useState(false)
  const look = () => {
    const id = recordIdSchema.safeParse(typed.trim() === '' ? null : Number(typed.trim()))
    setBad(!id.success)
    if (!id.success) return
    const run = createFact(() => desk.lookUpRun({ profileId, workflowRunId: id.data }), now)
    setAsked(run)
    void run.ask()
  }
  return (
    <>
      <form className={css['look']} onSubmit={(event) => (event.preventDefault(), look())}>
        <Field label={said.label} error={bad ? said.bad : null}>
          {(control) => (
            <Input
              {...control}
              mono
              inputMode="numeric"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit">{said.act}</Button>
      </form>
      {asked && <Answer run={asked} />}
    </>
  )
}
