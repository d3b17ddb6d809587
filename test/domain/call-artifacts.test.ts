import { expect, it } from 'vitest'
import type { CallEnd, CallState } from '../../src/contract/call.ts'
import { artifactsOf } from '../../src/domain/call-end.ts'
import { accepted } from '../support/a-call.ts'
import { createRun } from '../support/run-samples.ts'

const run = createRun()
const endedAs = (kind: CallEnd['kind'], durationSeconds: number | null) => ({
  ...accepted,
  end: { kind, disposition: null, durationSeconds },
})
type Resolved = Extract<CallState, { state: 'closedByOperator' }>
const closedAs = (decision: Resolved['decision'], ended?: { end: CallEnd }): Resolved => ({
  state: 'closedByOperator',
  decision,
  who: 'ana',
  at: '2026-11-21T09:00:00.000Z',
  note: 'The phone did not ring.',
  runIds: [48_213],
  ...(ended && { ownRunIds: [48_213], end: ended.end }),
})

it('expects a recording and a transcript unless the run is completed without them', () => {
  const both = { recording: 'possible', transcript: 'possible' }
  expect([artifactsOf(accepted, null), artifactsOf(accepted, run)]).toEqual([both, both])
  expect(artifactsOf(accepted, { ...run, hasTranscript: true })).toEqual({ ...both, transcript: 'available' })
  const completed = { ...run, isCompleted: true, hasRecording: true }
  expect(artifactsOf(accepted, completed)).toEqual({ recording: 'available', transcript: 'none' })
})

it.each<[CallState, string]>([
  [endedAs('busy', null), 'none'],
  [endedAs('noAnswer', null), 'none'],
  [endedAs('failed', null), 'none'],
  [endedAs('failed', 4), 'possible'],
  [endedAs('reached', 61), 'possible'],
  [endedAs('ended', null), 'possible'],
  [closedAs('notPlaced'), 'none'],
  [closedAs('notPlaced', endedAs('noAnswer', null)), 'none'],
  [closedAs('notPlaced', endedAs('failed', 0)), 'none'],
  [closedAs('notPlaced', endedAs('failed', 95)), 'possible'],
  [closedAs('notPlaced', endedAs('reached', 95)), 'possible'],
  [{ state: 'rejected', status: 402, detail: '', issues: [], workflowRunId: 48_213 }, 'none'],
  [{ state: 'failedAtProvider', status: 400, detail: '', doubt: false, workflowRunId: 48_213 }, 'none'],
  [closedAs('placed'), 'possible'],
  [closedAs('placed', endedAs('noAnswer', null)), 'none'],
  [closedAs('placed', endedAs('reached', 61)), 'possible'],
  [
    { ...closedAs('placed', endedAs('noAnswer', null)), runIds: [48_213, 48_214], ownRunIds: [48_213, 48_214] },
    'possible',
  ],
  [
    { ...closedAs('notPlaced', endedAs('reached', 61)), runIds: [48_213, 48_214], ownRunIds: [48_213, 48_214] },
    'possible',
  ],
])('expects nothing of a call that never connected: %j', (outcome, transcript) => {
  expect(artifactsOf(outcome, null).transcript).toBe(transcript)
})

it('expects nothing of a run that the carrier could not connect', () => {
  const busy = createRun({ steps: [{ status: 'busy', at: null }] })
  expect(artifactsOf(accepted, busy)).toEqual({ recording: 'none', transcript: 'none' })
})
