import { type Job, createJob } from '../../../../src/main/features/reconciliation/job.ts'
import { aCall } from '../../../support/a-call.ts'

export const sending = { state: 'sending', since: '2026-11-21T09:14:00.000Z' } as const
export const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const

export const sentWall = Date.parse('2026-11-21T09:14:00.000Z')

/** Creates the job of a call that this process sent at monotonic time 1,000 s. */
export const createTestJob = (change: Partial<Job> = {}): Job => ({
  ...createJob(aCall({ outcome: sending }), { wall: sentWall, monotonic: 1_000_000 }),
  ...change,
})
