import type { Call } from '../../contract/call.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Run } from '../../contract/run.ts'
import { runIdOf } from '../../domain/call-state.ts'
import { createLiveRuns } from '../features/runs/live-runs.ts'
import { readOrganizationDay } from '../features/runs/organization-day.ts'
import { createUnfinishedCalls } from '../features/runs/unfinished-calls.ts'
import type { ServiceClient } from '../service/client.ts'
import { runMayRingDespite } from '../service/proofs.ts'
import type { Storage } from '../storage/storage.ts'
import type { Runtime } from './runtime.ts'

type FollowedRunsDeps = Pick<Runtime, 'clock' | 'monotonic' | 'after' | 'announce'> & {
  storage: Storage
  clientOf: (profileId: string) => Promise<Outcome<ServiceClient>>
  /** Sends a request with a profile's key, and records whether the service accepts the key. */
  withClient: <T>(profileId: string, request: (client: ServiceClient) => Promise<Outcome<T>>) => Promise<Outcome<T>>
  /** Settles a call based on its run, and records how the call ended. */
  settle: (callId: string, run: Run) => Promise<void>
}

/**
 * Reads the runs of calls, and stores what the service reports about them: how a call ended and what the agent learned.
 */
export const createFollowedRuns = (deps: FollowedRunsDeps) => {
  const { storage, clientOf, withClient, settle, clock, monotonic, after, announce } = deps

  /** Stores what a run reports. A failure loses nothing, because the service still has the report. */
  const keepReport = async (callId: string, run: Run): Promise<void> => {
    await settle(callId, run)
    if (!run.isCompleted) return
    const saved = await storage.run('saveLearned', { callId, learned: run.learned })
    if (saved.ok && saved.value) announce('callsChanged', { callIds: [callId] })
  }

  /** Reads a run from the service, and stores what it reports about the calls that started it. */
  const readRun = async (profileId: string, workflowRunId: number): Promise<Outcome<Run>> => {
    const run = await withClient(profileId, (client) => client.run(workflowRunId))
    const calls = run.ok ? await storage.run('callsOfRun', { workflowRunId }) : run
    if (run.ok && calls.ok)
      for (const call of calls.value)
        if (call.profileId === profileId && runIdOf(call) === workflowRunId) await keepReport(call.callId, run.value)
    return run
  }

  const liveRuns = createLiveRuns({
    clientOf,
    clock,
    monotonic,
    after,
    announce: () => announce('liveRunsChanged', {}),
    onReport: (callId, run) => void keepReport(callId, run),
  })
  const unfinishedCalls = createUnfinishedCalls({
    list: (input) => storage.run('unfinishedCalls', input),
    readRun,
    follow: liveRuns.follow,
    clock,
    after,
  })
  const operations: Pick<Operations, 'getRun' | 'listLiveRuns' | 'followRun' | 'readOrganizationDay'> = {
    getRun: ({ profileId, workflowRunId }) => readRun(profileId, workflowRunId),
    listLiveRuns: async () => succeed(liveRuns.list()),
    async followRun({ callId }) {
      const found = await storage.run('getCall', { callId })
      if (!found.ok) return found
      if (found.value === null) return fail({ kind: 'notFound', detail: '' })
      liveRuns.restart(found.value.call)
      return succeed({})
    },
    readOrganizationDay: ({ profileId, since }) =>
      withClient(profileId, (client) =>
        readOrganizationDay({ client, since, clock, mayRingDespite: runMayRingDespite }),
      ),
  }

  return {
    operations,
    readRun,
    follow: liveRuns.follow,
    /** Reads the call's run now, if it has one. */
    async lookUpEnd(call: Call): Promise<void> {
      const workflowRunId = runIdOf(call)
      if (workflowRunId !== null) await readRun(call.profileId, workflowRunId)
    },
    /** Reads the runs of calls that were in progress when the app quit. */
    start: unfinishedCalls.start,
    /** Resumes following a profile's runs when its key works again. */
    resume(profileId: string): void {
      liveRuns.resume(profileId)
      unfinishedCalls.resume(profileId)
    },
    stop(): void {
      liveRuns.stop()
      unfinishedCalls.stop()
    },
  }
}
