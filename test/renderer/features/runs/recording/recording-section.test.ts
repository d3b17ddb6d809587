import { expect, it } from 'vitest'
import { offersOf } from '../../../../../src/renderer/features/runs/recording/recording-section.tsx'

it('offers the recording and the transcript unless the run is over without them', () => {
  const run = { isCompleted: false, hasRecording: false, hasTranscript: false }
  const both = { recording: true, transcript: true }
  expect([offersOf(null), offersOf(run)]).toEqual([both, both])
  expect(offersOf({ ...run, isCompleted: true })).toEqual({ recording: false, transcript: false })
  expect(offersOf({ ...run, isCompleted: true, hasRecording: true })).toEqual({ recording: true, transcript: false })
})
