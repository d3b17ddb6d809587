import type { CallEnd } from '../../contract/call.ts'
import type { Run } from '../../contract/run.ts'
import { isDoNotCallResult, mayHaveTalked } from '../../domain/answered-calls.ts'
import { time } from './common.ts'

/** Plain wording for the carrier's and the service's end reasons. Other reasons are shown as received. */
export const endReasons: Readonly<Record<string, string>> = {
  'no-answer': 'no answer',
  busy: 'busy',
  failed: 'carrier failed',
  canceled: 'canceled',
  error: 'failed',
  user_hangup: 'the recipient hung up',
  end_call_tool: 'the agent hung up',
  voicemail_detected: 'voicemail',
  call_duration_exceeded: 'maximum duration reached',
  call_transferred: 'transferred',
  user_idle_max_duration_exceeded: 'ended after silence',
}

export const plainText = (word: string, known: Readonly<Record<string, string>> = endReasons): string =>
  known[word.toLowerCase()] ?? word.replaceAll(/[_-]/g, ' ')

/** How a run ended, and after what duration. */
export const endOf = ({
  disposition,
  durationSeconds,
  error = null,
}: Pick<CallEnd, 'disposition' | 'durationSeconds'> & Partial<Pick<Run, 'error'>>): string =>
  [
    durationSeconds ? `ended ${time.duration(durationSeconds)}` : 'ended',
    disposition === null ? error : plainText(disposition),
  ]
    .filter(Boolean)
    .join(' · ')

const sentences = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' ')

type EndText = { title: string; why: string; next: string }

/** What happened, why, and what to do next, for a call that was placed and is over. */
export const describeEnd = (end: CallEnd): EndText => ({
  ...textOfKind(end),
  ...(isDoNotCallResult(end.disposition) && { next: 'Don’t call again. Add the number to the do-not-call list.' }),
})

/** A call that is over while its result may still arrive. */
export const awaitingResult: EndText = {
  title: 'Ended, waiting for the result',
  why: 'The call is over. Rundesk is waiting for the result, which shows whether the agent reached a person.',
  next: 'Wait a moment.',
}

/** The same in the timeline, after the result has arrived. */
export const endedBeforeResult = 'Ended. The call was over, but its result wasn’t known yet.'

const textOfKind = (end: CallEnd): EndText => {
  const { kind, disposition, durationSeconds } = end
  const talked = durationSeconds
    ? `The agent and the recipient talked for ${time.duration(durationSeconds)}.`
    : 'The recipient answered.'
  const result = disposition !== null && `Result: ${plainText(disposition)}.`
  switch (kind) {
    case 'reached':
      return {
        title: 'Reached',
        why: sentences(talked, result),
        next: 'No action needed. The run has its recording and transcript, if any.',
      }
    case 'voicemail':
      return {
        title: 'Voicemail',
        why: 'Voicemail answered. The agent didn’t speak to anyone.',
        next: 'Call again later.',
      }
    case 'noAnswer':
      return { title: 'No answer', why: 'The phone rang, but no one answered.', next: 'Call again later.' }
    case 'busy':
      return { title: 'Busy', why: 'The line was busy. The agent didn’t speak to anyone.', next: 'Call again later.' }
    case 'failed':
      return {
        title: 'Call failed',
        why: sentences('The service placed the call, but it failed.', result),
        next: mayHaveTalked(end)
          ? 'Check the number and any transcript, then call again.'
          : 'Check the number, then call again.',
      }
    case 'ended':
      return {
        title: 'Ended, result unknown',
        // The run may belong to another call, and the service may have no further report.
        why: sentences(
          'The call is over, but its recorded end doesn’t show whether the agent reached a person.',
          result,
        ),
        next: 'Check any transcript and the service’s dashboard before you call again.',
      }
  }
}
