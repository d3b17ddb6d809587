import { type LiveRun, progressOf } from '../../../contract/live-run.ts'
import type { Run } from '../../../contract/run.ts'
import { time } from './time.ts'

/** The carrier's and the service's words for an end, as people say them; others are shown as they are. */
const ends: Record<string, string> = {
  'no-answer': 'nobody answered',
  busy: 'busy',
  failed: 'the carrier failed',
  canceled: 'cancelled',
  error: 'failed',
  user_hangup: 'they hung up',
  voicemail_detected: 'voicemail',
  call_duration_exceeded: 'cut at the longest duration',
  call_transferred: 'transferred',
  user_idle_max_duration_exceeded: 'they fell silent',
}

/** The carrier's words on the way, as people say them. */
const ways: Record<string, string> = {
  initiated: 'begun',
  queued: 'waiting at the carrier',
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'ended',
}

const plain = (word: string, known: Record<string, string>): string =>
  known[word.toLowerCase()] ?? word.replaceAll(/[_-]/g, ' ')

/** How a run ended, and after how long. */
export const endOf = ({
  disposition,
  durationSeconds,
  error,
}: Pick<Run, 'disposition' | 'durationSeconds' | 'error'>): string =>
  [
    durationSeconds ? `ended ${time.duration(durationSeconds)}` : 'ended',
    disposition === null ? error : plain(disposition, ends),
  ]
    .filter(Boolean)
    .join(' · ')

const progressWords = { dialling: 'dialling', ringing: 'ringing', answered: 'they are talking' }

const stateOf = ({ run, step }: LiveRun): string | null => {
  if (run === null) return null
  const progress = progressOf(run)
  if (progress === 'ended') return endOf(run)
  return step === 'stale' ? 'not over after 25 minutes: stale' : progressWords[progress]
}

/** Words about an accepted call while it goes on. */
export const live = {
  label: 'The call as it goes on',
  /** How far it has come, for people who listen; null when nothing is known yet. */
  heard: (followed: LiveRun): string | null => {
    const state = stateOf(followed)
    return state === null ? null : `The call: ${state}`
  },
  /** What is known, and how old that is while it may still change; null when nothing is known yet. */
  inShort: (followed: LiveRun, now: number): string | null => {
    const state = stateOf(followed)
    if (state === null) return null
    const over = followed.step === 'ended' || followed.step === 'stale'
    const age = followed.toldAt === null || over ? null : now - Date.parse(followed.toldAt)
    // A fact of a moment ago is as good as live; an older one must say its age.
    return age === null || age < 6_000 ? state : `${state}, ${time.ago(age)}`
  },
  stale: 'The service has not ended this run, although no call lasts that long. It is not live any more.',
  /** The service's word for an end, and the carrier's for a step, as people say them; a word nobody knows is shown as it is. */
  end: (disposition: string) => plain(disposition, ends),
  way: (status: string) => plain(status.replaceAll('_', '-'), { ...ends, ...ways }),
  failed: (why: string) => `Not heard of since: ${why}`,
}
