import { expect, it } from 'vitest'
import { endOfRun } from '../../src/domain/call-end.ts'

type Reported = Parameters<typeof endOfRun>[0]

const goingOn: Reported = { isCompleted: false, disposition: null, durationSeconds: null, error: null, steps: [] }
const over: Reported = { ...goingOn, isCompleted: true }
const steps = (...statuses: string[]): Reported['steps'] => statuses.map((status) => ({ status, at: null }))

it.each<[what: string, run: Reported, kind: string | null]>([
  ['goes on', goingOn, null],
  ['rings', { ...goingOn, steps: steps('initiated', 'ringing') }, null],
  ['was answered', { ...goingOn, steps: steps('ringing', 'in-progress') }, null],
  ['was hung up before the service completed it', { ...goingOn, steps: steps('answered', 'completed') }, null],
  ['is over without a result', over, 'ended'],
  ['is over with a duration of 0 only', { ...over, durationSeconds: 0 }, 'ended'],
  ['is over with a duration only', { ...over, durationSeconds: 12.5 }, 'reached'],
  ['is over and was answered', { ...over, steps: steps('ringing', 'answered', 'completed') }, 'reached'],
  ['reached a busy line', { ...over, disposition: 'busy', durationSeconds: 0 }, 'busy'],
  ['reached a busy line, according to the carrier alone', { ...goingOn, steps: steps('ringing', 'BUSY') }, 'busy'],
  ['was not answered', { ...over, disposition: 'no-answer' }, 'noAnswer'],
  ['was not answered, in the carrier’s spelling', { ...goingOn, steps: steps('no_answer') }, 'noAnswer'],
  ['failed at the carrier', { ...over, disposition: 'failed' }, 'failed'],
  ['was canceled by the carrier', { ...over, steps: steps('canceled') }, 'failed'],
  ['broke', { ...over, disposition: 'pipeline_error', durationSeconds: 4 }, 'failed'],
  ['broke off without a result', { ...over, error: 'No agent' }, 'failed'],
  ['met voicemail', { ...over, disposition: 'voicemail_detected', durationSeconds: 9 }, 'voicemail'],
  ['ended with a result from the agent', { ...over, disposition: 'renewal confirmed', durationSeconds: 72 }, 'reached'],
  [
    'ended with a result from the agent, without a conversation',
    { ...over, disposition: 'renewal confirmed' },
    'ended',
  ],
  ['ended with a name that every object has', { ...over, disposition: 'constructor' }, 'ended'],
  // A carrier can fail to transfer a call even though it was answered.
  ['was answered before its carrier failed', { ...over, steps: steps('answered', 'failed') }, 'reached'],
])('a run that %s', (_what, run, kind) => {
  expect(endOfRun(run)?.kind ?? null).toBe(kind)
})

it('keeps the service’s text and the duration', () => {
  expect(endOfRun({ ...over, disposition: 'XFER', durationSeconds: 3 })).toEqual({
    kind: 'reached',
    disposition: 'XFER',
    durationSeconds: 3,
  })
})
