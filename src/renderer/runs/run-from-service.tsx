import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../contract/run.ts'
import { FactAge } from '../shell/fact-age.tsx'
import { createFact, type FactStore } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { useParts } from '../shell/parts.ts'
import { RunFacts } from '../shell/run-facts.tsx'
import { words } from '../words/words.ts'
import css from './run-drawer.module.css'

const said = words.runs.drawer

const Asked = ({ run }: { run: FactStore<Run> }) => {
  const fact = useStore(run.store)
  return (
    <>
      <FactAge fact={fact} act={said.ask} tell={said.askedAt} onAsk={() => void run.ask()} />
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {fact.known && <RunFacts run={fact.known.value} />}
    </>
  )
}

type Props = { profileId: string; runId: number | null; known: boolean }

/** What the service says of the run, asked for only when a person wants it, with the answer's age. */
export const RunFromService = ({ profileId, runId, known }: Props) => {
  const { desk, now } = useParts()
  const run = useMemo(
    () => (runId === null ? null : createFact(() => desk.lookUpRun({ profileId, workflowRunId: runId }), now)),
    [desk, now, profileId, runId],
  )
  return (
    <section className={css['service']}>
      <h3>{said.service}</h3>
      {!known && <p>{said.otherProfile}</p>}
      {known && !run && <p>{said.noRun}</p>}
      {known && run && <Asked run={run} />}
    </section>
  )
}
