import { expect, it } from 'vitest'
import { endOfRun } from '../../src/domain/call-end.ts'

type Reported = Parameters<typeof endOfRun>[0]

const runInProgress: Reported = { isCompleted: false, disposition: null, durationSeconds: null, error: null, steps: [] }
const finishedRun: Reported = { ...runInProgress, isCompleted: true }
const steps = (...statuses: string[]): Reported['steps'] => statuses.map((status) => ({ status, at: null }))

it.each<[what: string, run: Reported, kind: string | null]>([
  ['goes on', runInProgress, null],
  ['rings', { ...runInProgress, steps: steps('initiated', 'ringing') }, null],
  ['was answered', { ...runInProgress, steps: steps('ringing', 'in-progress') }, null],
  ['was hung up before the service completed it', { ...runInProgress, steps: steps('answered', 'completed') }, null],
  ['is over without a result', finishedRun, 'ended'],
  ['is over with a duration of 0 only', { ...finishedRun, durationSeconds: 0 }, 'ended'],
  ['is over with a duration only', { ...finishedRun, durationSeconds: 12.5 }, 'reached'],
  ['is over and was answered', { ...finishedRun, steps: steps('ringing', 'answered', 'completed') }, 'reached'],
  ['reached a busy line', { ...finishedRun, disposition: 'busy', durationSeconds: 0 }, 'busy'],
  [
    'reached a busy line, according to the carrier alone',
    { ...runInProgress, steps: steps('ringing', 'BUSY') },
    'busy',
  ],
  ['was not answered', { ...finishedRun, disposition: 'no-answer' }, 'noAnswer'],
  ['was not answered, in the carrier’s spelling', { ...runInProgress, steps: steps('no_answer') }, 'noAnswer'],
  ['failed at the carrier', { ...finishedRun, disposition: 'failed' }, 'failed'],
  ['was canceled by the carrier', { ...finishedRun, steps: steps('canceled') }, 'failed'],
  ['broke', { ...finishedRun, disposition: 'pipeline_error', durationSeconds: 4 }, 'failed'],
  ['broke off without a result', { ...finishedRun, error: 'No agent' }, 'failed'],
  ['met voicemail', { ...finishedRun, disposition: 'voicemail_detected', durationSeconds: 9 }, 'voicemail'],
  [
    'ended with a result from the agent',
    { ...finishedRun, disposition: 'renewal confirmed', durationSeconds: 72 },
    'reached',
  ],
  [
    'ended with a result from the agent, without a conversation',
    { ...finishedRun, disposition: 'renewal confirmed' },
    'ended',
  ],
  ['ended with a name that every object has', { ...finishedRun, disposition: 'constructor' }, 'ended'],
  // A carrier can fail to transfer a call even though it was answered.
  ['was answered before its carrier failed', { ...finishedRun, steps: steps('answered', 'failed') }, 'reached'],
])('a run that %s', (_what, run, kind) => {
  expect(endOfRun(run)?.kind ?? null).toBe(kind)
})

it('an answered run is reached only once it has a result or can no longer get one', () => {
  const answered: Reported = { ...finishedRun, steps: steps('ringing', 'in-progress', 'completed') }
  expect(endOfRun(answered, true)?.kind).toBe('ended')
  expect(endOfRun(answered, false)?.kind).toBe('reached')
  expect(endOfRun({ ...answered, durationSeconds: 8 }, true)?.kind).toBe('reached')
  const voicemail = { ...answered, disposition: 'voicemail_detected', durationSeconds: 8 }
  expect(endOfRun(voicemail, true)?.kind).toBe('voicemail')
})

it('keeps the service’s text and the duration', () => {
  expect(endOfRun({ ...finishedRun, disposition: 'XFER', durationSeconds: 3 })).toEqual({
    kind: 'reached',
    disposition: 'XFER',
    durationSeconds: 3,
  })
})
