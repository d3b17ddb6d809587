import type { Run } from '../../../src/contract/run.ts'

/** A run that was just made, unless the changes say more. */
export const aRun = (changes: Partial<Run> = {}): Run => ({
  workflowRunId: 48213,
  workflowRunName: 'WR-API-7823',
  workflowId: 7,
  isCompleted: false,
  createdAt: '2026-11-21T09:14:02.000Z',
  calledNumber: null,
  callerNumber: null,
  disposition: null,
  error: null,
  durationSeconds: null,
  steps: [],
  hasRecording: false,
  hasTranscript: false,
  initialContext: {},
  ...changes,
})
