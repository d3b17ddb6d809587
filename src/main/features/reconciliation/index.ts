import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../../../contract/call.ts'
import { fail, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import type { ReconciliationJob } from '../../../contract/run.ts'
import { isUnresolved } from '../../../domain/call-state.ts'
import { type Decide, decide as decideByRuns } from './decide.ts'
import { createJob, describeJob, type Job, updateJob } from './job.ts'
import { type CallRecords, createDecideCall, createPollGroup, createSettleByRun } from './poll.ts'
import { type ListClient } from './read-lists.ts'
import { createRecordRuns, type RecordRunsDeps } from './record-runs.ts'
import { createJobStore, createPollQueue, type JobStoreDeps } from './queue.ts'

type ReconciliationDeps = JobStoreDeps &
  Pick<RecordRunsDeps, 'storage' | 'profiles'> & {
    outcomes: CallRecords
    clientOf: (profileId: string) => Promise<Outcome<ListClient>>
    /** Decides a call's outcome from the runs; replaced in test labs. */
    decide?: Decide
    /** Reports an unexpected error; the calls remain unresolved and are polled again. */
    onUnexpected?: (error: unknown) => void
  }

/**
 * Finds the outcomes of calls by reading the service's run lists. It never sends a call. Outcomes are written with
 * compare-and-set.
 */
export const createReconciliation = (deps: ReconciliationDeps) => {
  const { outcomes, clientOf, decide = decideByRuns, onUnexpected = () => {} } = deps
  const jobs = createJobStore(deps, (job) => void queue.poll(job))

  /** Starts the job of a call whose run is looked up, and ends the job of any other one. */
  const watch = (call: Call): void => {
    queue.note(call)
    const job = jobs.get(call.callId)
    if (job === undefined) jobs.schedule(createJob(call, jobs.now()))
    else if (!isDeepStrictEqual(job.call, call)) jobs.schedule(updateJob(job, call, jobs.now()))
  }

  const recordRuns = createRecordRuns({ ...deps, watch })
  const decideCall = createDecideCall({ outcomes, decide, jobs, watch })
  const settleByRun = createSettleByRun({ outcomes, jobs, watch })
  const pollGroup = createPollGroup({ clientOf, jobs, decideCall, settleByRun, recordRuns, onUnexpected })
  const queue = createPollQueue(deps, jobs, pollGroup)

  const resumeJobs = (matches: (job: Job) => boolean): void => {
    for (const job of jobs.all())
      if (job.halted && matches(job)) jobs.schedule({ ...job, halted: false, failures: 0, immediate: true })
  }

  /** Reads a call again if its job and the caller have different states of it. */
  const readAgain = async (call: Call): Promise<Outcome<Call>> => {
    const job = jobs.get(call.callId)
    if (job === undefined || isDeepStrictEqual(job.call, call)) return succeed(call)
    const found = await outcomes.find(call.callId)
    if (!found.ok) return found
    if (found.value !== null) watch(found.value)
    return succeed(found.value ?? call)
  }

  /** Polls now, even if the job is halted; returns the call in its state after the poll. */
  const reconcileNow = async (known: Call): Promise<Outcome<Call>> => {
    const current = await readAgain(known)
    if (!current.ok) return current
    const call = current.value
    if (!isUnresolved(call.outcome) && call.outcome.state !== 'notFound') return succeed(call)
    const job = jobs.get(call.callId) ?? createJob(call, jobs.now())
    // The user may have replaced a key that the service refused.
    jobs.set({ ...job, halted: false })
    return jobs.isStopped() ? succeed(job.call) : queue.poll(job)
  }

  /** Returns the jobs of unresolved calls; the other jobs only add a run ID, or that there is no run. */
  const list = (): ReconciliationJob[] =>
    jobs.all().flatMap((job) => (isUnresolved(job.call.outcome) ? [describeJob(job, jobs.now())] : []))

  const operations = {
    listReconciliationJobs: async () => succeed(list()),
    async reconcileCall({ callId }) {
      const found = await outcomes.find(callId)
      if (!found.ok) return found
      return found.value === null ? fail({ kind: 'notFound', detail: '' }) : reconcileNow(found.value)
    },
  } satisfies Partial<Operations>

  return {
    operations,
    list,
    watch,
    reconcileNow,
    /** Settles a call from a run that another feature has already read. */
    settleByRun,
    recordRuns,
    remove: jobs.remove,
    /** Resumes the halted jobs of a profile whose key has been replaced. */
    resume: (profileId: string): void => resumeJobs(({ call }) => call.profileId === profileId),
    /** Resumes the jobs that were halted because the keychain was locked; it is unlocked now. */
    resumeLocked: (): void => resumeJobs(({ lastFailure }) => lastFailure?.kind === 'keychain'),
    /** Ends all jobs; the result of a poll in progress is ignored. */
    stop(): void {
      jobs.stop()
      queue.stop()
    },
  }
}

export type Reconciliation = ReturnType<typeof createReconciliation>
