import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { LiveRun } from '../../contract/live-run.ts'
import type { Run } from '../../contract/run.ts'
import { Button } from '../design/button.tsx'
import { FactAge } from '../shell/fact-age.tsx'
import { createFact, type FactStore } from '../shell/fact.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { isGoingOn, useLiveRun } from '../shell/live/live-runs-store.ts'
import { useParts } from '../shell/parts.ts'
import { RunFacts } from '../shell/run-facts.tsx'
import { useNow } from '../shell/use-now.ts'
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

/** A call that goes on: what the service told last, kept fresh by itself. */
const Followed = ({ live, onAsk }: { live: LiveRun; onAsk: () => void }) => {
  const now = useNow(isGoingOn(live) ? 1_000 : 5_000)
  const told = words.live.inShort(live, now)
  return (
    <>
      {told && <p className={css['strong']}>{told}</p>}
      <div className={css['acts']}>
        <Button size="small" onClick={onAsk} off={live.step === 'asking'}>
          {said.ask}
        </Button>
        {live.toldAt !== null && <span>{said.askedAt(words.time.ago(now - Date.parse(live.toldAt)))}</span>}
      </div>
      {live.step === 'stale' && <p>{words.live.stale}</p>}
      {live.failure && <FailureNotice failure={live.failure} />}
      {live.run && <RunFacts run={live.run} />}
    </>
  )
}

/** A call is followed as it opens when it is young enough to go on still, in milliseconds. */
const young = 25 * 60_000
/** Whoever steps through the list with the arrow keys asks about none of the calls on the way, in milliseconds. */
const beforeFollowing = 400

const useFollowing = ({ callId, preparedAt, follow }: { callId: string; preparedAt: string; follow: boolean }) => {
  const { desk, now } = useParts()
  const live = useLiveRun(callId)
  const wanted = follow && live === null && now() - Date.parse(preparedAt) < young
  useEffect(() => {
    if (!wanted) return undefined
    const timer = setTimeout(() => void desk.followRun({ callId }), beforeFollowing)
    return () => clearTimeout(timer)
  }, [desk, callId, wanted])
  return { live, askNow: () => void desk.followRun({ callId }) }
}

type Props = {
  callId: string
  profileId: string
  preparedAt: string
  /** The run, and whether the call was accepted: then it may still go on. */
  runId: number | null
  accepted: boolean
  known: boolean
}

/** What the service says of the run, with the age of each answer: by itself while the call may go on, else when asked. */
export const RunFromService = ({ callId, profileId, preparedAt, runId, accepted, known }: Props) => {
  const { desk, now } = useParts()
  const { live, askNow } = useFollowing({ callId, preparedAt, follow: accepted && known })
  const run = useMemo(
    () => (runId === null ? null : createFact(() => desk.lookUpRun({ profileId, workflowRunId: runId }), now)),
    [desk, now, profileId, runId],
  )
  return (
    <section className={css['service']}>
      <h3>{said.service}</h3>
      {!known && <p>{said.otherProfile}</p>}
      {known && !run && <p>{said.noRun}</p>}
      {known && live && <Followed live={live} onAsk={askNow} />}
      {known && run && !live && <Asked run={run} />}
    </section>
  )
}
