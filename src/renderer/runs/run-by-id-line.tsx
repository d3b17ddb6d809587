import { useStore } from 'zustand'
import { Ltr } from '../design/ltr.tsx'
import { Tag } from '../design/tag.tsx'
import { StateTag } from '../shell/state-tag.tsx'
import { useNow } from '../shell/use-now.ts'
import { words } from '../words/words.ts'
import css from './run-by-id-line.module.css'
import type { RunsStore } from './runs-store.ts'

const said = words.runs

/** More of them are in the list below. */
const most = 3

/** The run whose id was typed, before everything else that has these digits in it. */
export const RunByIdLine = ({ runs }: { runs: RunsStore }) => {
  const { runById, opened, rows } = useStore(runs.store)
  const now = useNow(60_000)
  // Where the list begins with it there is nothing to be said twice.
  if (!runById || runById.calls.every(({ callId }, index) => rows.at(index)?.callId === callId)) return null
  return (
    <ul className={css['found']} aria-label={said.foundById(runById.runId)}>
      {runById.calls.slice(0, most).map((call) => (
        <li key={call.callId} data-color={call.profileColor}>
          <button
            type="button"
            aria-pressed={opened?.callId === call.callId}
            className={css['run']}
            onClick={() => runs.open(call.callId)}
          >
            <strong>{said.drawer.run(runById.runId)}</strong>
            {call.outcome.state === 'candidate' ? (
              <Tag tone="check">{words.support.run.candidate}</Tag>
            ) : (
              <StateTag state={call.outcome} />
            )}
            <Ltr>{call.phoneNumberDisplay || said.drawer.erased}</Ltr>
            <span className={css['rest']}>
              {said.ofRun(call.agentName ?? call.agentUuid, call.profileName, words.time.short(call.preparedAt, now))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
