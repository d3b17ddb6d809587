import type { LookUpCase } from './look-up-case.ts'
import { waitAfterEnding, waitAfterFailure, waitWhileDialling, waitWhileSending } from './look-up-times.ts'

/** A run that is known already: only one that is still being dialled is worth another look by machine. */
const isKnown = ({ outcome }: LookUpCase['call']): boolean =>
  outcome.state === 'candidate' ||
  (outcome.state === 'accepted' && outcome.progress !== 'dialling') ||
  (outcome.state === 'failedAtProvider' && outcome.workflowRunId !== null)

/**
 * How long to wait until the next look, in milliseconds; null when only a person, or the answer itself, can go on.
 * `now` goes only forward.
 */
export const nextWait = (known: LookUpCase, now: number): number | null => {
  const { call, endedAt, watchedAt, halted, failures, hurry } = known
  if (halted || isKnown(call)) return null
  const elapsed = now - (endedAt ?? watchedAt)
  const least = waitAfterFailure(failures, elapsed)
  if (endedAt === null) return known.foundRunId === null ? Math.max(waitWhileSending(elapsed), least) : null
  if (hurry) return least
  return Math.max(
    call.outcome.state === 'accepted' ? waitWhileDialling : waitAfterEnding(elapsed, known.earlier.length),
    least,
  )
}
