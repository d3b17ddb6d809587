import type { Learned } from '../../src/contract/call.ts'
import type { Run } from '../../src/contract/run.ts'

export const nothingLearned: Learned = { variables: [], tags: [], steps: [], credits: null }

/** Creates a run that has just started. */
export const createRun = (changes: Partial<Run> = {}): Run => ({
  workflowRunId: 48213,
  workflowRunName: 'WR-API-7823',
  workflowId: 7,
  isCompleted: false,
  createdAt: '2026-11-21T09:14:02.000Z',
  calledNumber: null,
  callerNumber: null,
  disposition: null,
  error: null,
  carrierCallId: null,
  durationSeconds: null,
  steps: [],
  hasRecording: false,
  hasTranscript: false,
  learned: nothingLearned,
  initialContext: {},
  ...changes,
})
