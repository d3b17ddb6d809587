import type { Run } from '../../contract/run.ts'
import { messages } from '../../messages/index.ts'
import { LearnedCard } from './learned.tsx'
import css from './detail-list.module.css'

const runText = messages.support.runDetails

const detailsOf = (run: Run): [name: string, value: string | null, raw?: string | null][] => [
  [runText.name, run.workflowRunName],
  [runText.state, run.isCompleted ? runText.completed : runText.running],
  [runText.created, messages.time.full(run.createdAt)],
  [runText.called, run.calledNumber],
  [runText.caller, run.callerNumber],
  [runText.duration, run.durationSeconds === null ? null : messages.time.duration(run.durationSeconds)],
  [runText.disposition, run.disposition === null ? null : messages.live.endReason(run.disposition), run.disposition],
  [runText.error, run.error],
  [runText.recording, run.hasRecording ? runText.available : runText.notAvailable],
  [runText.transcript, run.hasTranscript ? runText.available : runText.notAvailable],
]

/** Shows the service's record of a run. Missing values are omitted. */
export const RunDetails = ({ run }: { run: Run }) => (
  <>
    <LearnedCard learned={run.learned} />
    <dl className={css['list']}>
      {detailsOf(run).map(
        ([name, value, raw]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={raw ?? undefined}>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
      <div>
        <dt>{runText.steps}</dt>
        <dd>
          {run.steps.length === 0 && runText.noSteps(run.isCompleted)}
          <ol>
            {run.steps.map(({ status, at }, index) => (
              <li key={`${index} ${status}`} title={status}>
                {at === null
                  ? messages.live.carrierStatus(status)
                  : messages.support.step(messages.live.carrierStatus(status), messages.time.clock(at))}
              </li>
            ))}
          </ol>
        </dd>
      </div>
    </dl>
  </>
)
