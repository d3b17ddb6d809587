import type { Call } from '../../contract/call.ts'

/** The id of the run that surely is this call's: told by the answer, or found by our own reference; null while there is none. */
export const runIdOf = ({ outcome }: Call): number | null =>
  outcome.state === 'accepted' || outcome.state === 'failedAtProvider' ? outcome.workflowRunId : null
