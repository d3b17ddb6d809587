import { numberKey } from '../../../src/contract/same-number.ts'
import { type Judge, judge } from '../../../src/main/look-ups/verdict.ts'

/** The mistake everybody makes first: the newest run to that number must be ours. */
export const byNumberOnly: Judge = ({ call, latest }) => {
  const run = latest.runs.find(
    ({ calledNumber }) => calledNumber !== null && numberKey(calledNumber) === numberKey(call.phoneNumber),
  )
  if (run === undefined) return null
  const { workflowRunId, workflowRunName } = run
  return { state: 'accepted', workflowRunId, workflowRunName, status: '', reconciled: true, progress: 'started' }
}

/** The mistake everybody makes next: one look at a list that does not show it, and it is not there. */
export const fromOneReading: Judge = (evidence, addition) =>
  judge(evidence, addition) ??
  (evidence.call.outcome.state === 'unknown'
    ? { state: 'notFound', since: new Date(evidence.now.wall).toISOString() }
    : null)
