import type { Run } from '../../contract/run.ts'
import { words } from '../words/words.ts'
import css from './facts.module.css'

const said = words.support.runFacts

/** Each with its name, in plain words, and in the service's own where that is another. */
const factsOf = (run: Run): [name: string, value: string | null, raw?: string | null][] => [
  [said.name, run.workflowRunName],
  [said.state, run.isCompleted ? said.completed : said.running],
  [said.created, words.time.full(run.createdAt)],
  [said.called, run.calledNumber],
  [said.caller, run.callerNumber],
  [said.duration, run.durationSeconds === null ? null : words.time.duration(run.durationSeconds)],
  [said.disposition, run.disposition === null ? null : words.live.end(run.disposition), run.disposition],
  [said.error, run.error],
  [said.recording, run.hasRecording ? said.there : said.notThere],
  [said.transcript, run.hasTranscript ? said.there : said.notThere],
]

/** What the service tells of a run; what it does not tell is left out. */
export const RunFacts = ({ run }: { run: Run }) => (
  <dl className={css['facts']}>
    {factsOf(run).map(
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
      <dt>{said.steps}</dt>
      <dd>
        {run.steps.length === 0 && said.noSteps}
        <ol>
          {run.steps.map(({ status, at }, index) => (
            <li key={`${index} ${status}`} title={status}>
              {at === null ? words.live.way(status) : words.support.step(words.live.way(status), words.time.clock(at))}
            </li>
          ))}
        </ol>
      </dd>
    </div>
  </dl>
)
