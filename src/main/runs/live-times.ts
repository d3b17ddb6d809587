import { type LiveRun, progressOf } from '../../contract/live-run.ts'

/** No call lasts longer: the service ends one after 20 minutes at most, and has been heard of late. In milliseconds. */
export const longestCall = 25 * 60_000
/** What a run still gets once it is over (recording, transcript) comes within this time, in milliseconds. */
const lateFacts = 60_000

/** What is known of a run that decides when it is asked about next; times in milliseconds of a clock that goes only forward. */
export type Followed = {
  run: LiveRun['run']
  followedAt: number
  /** When the run was first told to be over; null before that. */
  endedAt: number | null
  failuresInARow: number
}

const hasEverything = ({ run }: Followed): boolean => run !== null && run.hasRecording && run.hasTranscript

/** How long to wait until the next question, in milliseconds, or why none is asked any more. */
export const nextQuestion = (followed: Followed, now: number): number | 'ended' | 'stale' => {
  const { run, followedAt, endedAt, failuresInARow } = followed
  const age = now - followedAt
  if (endedAt !== null && (hasEverything(followed) || now - endedAt >= lateFacts)) return 'ended'
  if (endedAt === null && age >= longestCall) return 'stale'
  if (failuresInARow > 0) return Math.min(5_000 * 2 ** (failuresInARow - 1), 60_000)
  if (endedAt !== null) return 10_000
  const progress = run === null ? 'dialling' : progressOf(run)
  return progress !== 'answered' && age < 60_000 ? 2_000 : 5_000
}
