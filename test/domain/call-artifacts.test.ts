import { expect, it } from 'vitest'
import type { CallEnd } from '../../src/contract/call.ts'
import { artifactsOf } from '../../src/domain/call-end.ts'
import { accepted } from '../support/a-call.ts'

const run = { isCompleted: false, hasRecording: false, hasTranscript: false }
const endedAs = (kind: CallEnd['kind'], durationSeconds: number | null) => ({
  ...accepted,
  end: { kind, disposition: null, durationSeconds },
})

it('expects a recording and a transcript unless the run is completed without them', () => {
  const both = { recording: 'possible', transcript: 'possible' }
  expect([artifactsOf(accepted, null), artifactsOf(accepted, run)]).toEqual([both, both])
  expect(artifactsOf(accepted, { ...run, hasTranscript: true })).toEqual({ ...both, transcript: 'available' })
  const completed = { ...run, isCompleted: true, hasRecording: true }
  expect(artifactsOf(accepted, completed)).toEqual({ recording: 'available', transcript: 'none' })
})

it.each([
  [endedAs('busy', null), 'none'],
  [endedAs('noAnswer', null), 'none'],
  [endedAs('failed', null), 'none'],
  [endedAs('failed', 4), 'possible'],
  [endedAs('reached', 61), 'possible'],
  [endedAs('ended', null), 'possible'],
])('expects nothing of a call that never connected: %j', (outcome, transcript) => {
  expect(artifactsOf(outcome, null).transcript).toBe(transcript)
})
