import type { Call } from '../../../src/contract/call.ts'
import { succeed, type Outcome } from '../../../src/contract/failure.ts'
import type { LiveRun } from '../../../src/contract/live-run.ts'
import type { Run } from '../../../src/contract/run.ts'
import { fakeRun } from './fake-service.ts'

type Options = {
  now: () => number
  calls: readonly Call[]
  /** Every call stands still at this moment of its life; null lets them go on. */
  standingAt: StandingAt | null
  announce: () => void
}

/** A moment in the life of a call, in milliseconds since it was placed, or long past its end. */
export type StandingAt = { age: number; stale?: boolean }

const [rings, talks] = [8_000, 40_000]

/** Runs that ring for eight seconds, are talked on for thirty-two, and have ended well after that. */
export const createFakeLiveRuns = ({ now, calls, standingAt, announce }: Options) => {
  const followed = new Set<string>()

  const runOf = (workflowRunId: number, age: number): Run => {
    const run = fakeRun(workflowRunId)
    const [first] = run.steps
    if (age >= talks) return run
    const open = { ...run, isCompleted: false, disposition: null, durationSeconds: null }
    return { ...open, hasRecording: false, hasTranscript: false, steps: age < rings && first ? [first] : run.steps }
  }

  const liveOf = ({ callId, outcome, preparedAt }: Call): LiveRun[] => {
    if (outcome.state !== 'accepted') return []
    const age = standingAt?.age ?? now() - Date.parse(preparedAt)
    const { workflowRunId } = outcome
    const goesOn = standingAt?.stale ? 'stale' : 'waiting'
    const step = age < talks ? goesOn : 'ended'
    const toldAt = new Date(now() - 1_000).toISOString()
    return [{ callId, workflowRunId, run: runOf(workflowRunId, age), toldAt, step, failure: null }]
  }

  return {
    listLiveRuns: (): Promise<Outcome<LiveRun[]>> =>
      Promise.resolve(succeed(calls.filter(({ callId }) => followed.has(callId)).flatMap(liveOf))),
    followRun: ({ callId }: { callId: string }): Promise<Outcome<Record<string, never>>> => {
      const isNew = !followed.has(callId)
      followed.add(callId)
      announce()
      // What goes on by itself is told by itself.
      if (isNew && standingAt === null) for (const moment of [rings, talks]) setTimeout(announce, moment + 100)
      return Promise.resolve(succeed({}))
    },
  }
}
