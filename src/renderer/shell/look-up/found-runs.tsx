import { useState } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../../contract/run.ts'
import { Button } from '../../design/button.tsx'
import { words } from '../../words/words.ts'
import { CopyButton } from '../copy-button.tsx'
import { createFact, type FactStore } from '../fact.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useParts } from '../parts.ts'
import { RunFacts } from '../run-facts.tsx'
import css from './look-up-panel.module.css'

const said = words.lookUp

const Answer = ({ run }: { run: FactStore<Run> }) => {
  const fact = useStore(run.store)
  return (
    <div className={css['answer']} aria-live="polite">
      {fact.step === 'asking' && <p>{words.common.asking}</p>}
      {fact.step === 'failed' && <FailureNotice failure={fact.failure} />}
      {fact.known && <RunFacts run={fact.known.value} />}
    </div>
  )
}

const FoundRun = ({ profileId, id }: { profileId: string; id: number }) => {
  const { desk, now } = useParts()
  const [asked, setAsked] = useState<FactStore<Run> | null>(null)
  const look = () => {
    const run = asked ?? createFact(() => desk.lookUpRun({ profileId, workflowRunId: id }), now)
    setAsked(run)
    void run.ask()
  }
  return (
    <li>
      <span className={css['run']}>
        <strong>{said.run(id)}</strong>
        <CopyButton text={String(id)} name={said.run(id)} />
        <Button size="small" aria-label={said.askRun(id)} onClick={look}>
          {said.ask}
        </Button>
      </span>
      {asked && <Answer run={asked} />}
    </li>
  )
}

/** Runs that may be the call: each to be copied, and looked up on the spot. */
export const FoundRuns = ({ profileId, ids, label }: { profileId: string; ids: readonly number[]; label: string }) => (
  <ul className={css['runs']} aria-label={label}>
    {ids.map((id) => (
      <FoundRun key={id} profileId={profileId} id={id} />
    ))}
  </ul>
)
