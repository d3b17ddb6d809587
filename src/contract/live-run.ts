import { z } from 'zod'
import { callIdSchema } from './call.ts'
import { failureSchema } from './failure.ts'
import { type Run, runSchema } from './run.ts'

export const liveRunSchema = z.object({
  callId: callIdSchema,
  workflowRunId: z.int(),
  /** What the service told last, and when that was; null until it told anything. */
  run: runSchema.nullable(),
  toldAt: z.iso.datetime().nullable(),
  /**
   * `asking` now, `waiting` for the next moment to ask; `ended`: the run is over and has all it will have;
   * `stale`: not over after longer than any call can last; `stopped`: the service refuses to tell.
   */
  step: z.enum(['asking', 'waiting', 'ended', 'stale', 'stopped']),
  /** Why the last question got no answer; null when it got one. */
  failure: failureSchema.nullable(),
})

/** An accepted call that is followed while it goes on, and the age of what is known of it. */
export type LiveRun = z.infer<typeof liveRunSchema>

/** How far a run has come, from the facts that the service tells of it. */
export type RunProgress = 'dialling' | 'ringing' | 'answered' | 'ended'

const answered = ['answered', 'in-progress', 'inprogress']
const rang = ['ringing', 'alerting', 'early']

/** Reads the carrier's words of a run; words that nobody knows change nothing. */
export const progressOf = ({ isCompleted, steps }: Pick<Run, 'isCompleted' | 'steps'>): RunProgress => {
  if (isCompleted) return 'ended'
  const told = steps.map(({ status }) => status.toLowerCase().replaceAll('_', '-'))
  if (told.some((status) => answered.includes(status))) return 'answered'
  return told.some((status) => rang.includes(status)) ? 'ringing' : 'dialling'
}
