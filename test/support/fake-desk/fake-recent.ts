import type { Call } from '../../../src/contract/call.ts'
import type { RecentCalls, RecentRun, RecentRuns } from '../../../src/contract/recent.ts'
import { isSameNumber } from '../../../src/contract/same-number.ts'
import { acme } from './fake-world.ts'

type ToNumber = { phoneNumber: string; practice: boolean }

/** The number that other desks called too. */
export const calledElsewhere = '+14155550266'

const iso = (at: number): string => new Date(at).toISOString()

/** A run that another desk placed, and what became of it. */
export const fakeRecentRun = (workflowRunId: number, at: number, change: Partial<RecentRun> = {}): RecentRun => ({
  workflowRunId,
  workflowRunName: `WR-API-${workflowRunId}`,
  createdAt: iso(at),
  state: 'ended',
  disposition: 'no-answer',
  error: null,
  durationSeconds: 22,
  callerNumber: '+18005550100',
  callId: null,
  from: 'elsewhere',
  ...change,
})

/** This computer's calls to a number, newest first. */
export const fakeRecentCalls = (calls: readonly Call[], { phoneNumber, practice }: ToNumber): RecentCalls => {
  const same = calls.filter((call) => isSameNumber(call.phoneNumber, phoneNumber) && call.practice === practice)
  return { calls: same.toReversed(), more: false }
}

/** What the services list: two runs of another desk to one number, none to any other. */
export const fakeRecentRuns = (now: number, { phoneNumber, practice }: ToNumber): RecentRuns => {
  const runs = [
    fakeRecentRun(48_230, now - 7_200_000),
    fakeRecentRun(48_101, now - 190_000_000, { disposition: 'qualified', durationSeconds: 184 }),
  ]
  const told = { profileId: acme.id, profileName: acme.name, profileColor: acme.color, practice: false }
  const isCalled = !practice && isSameNumber(phoneNumber, calledElsewhere)
  const profiles = isCalled ? [{ ...told, asked: true, runs, askedAt: iso(now) }] : []
  return { since: iso(now - 604_800_000), profiles }
}
