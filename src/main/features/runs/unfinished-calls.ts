import type { Call } from '../../../contract/call.ts'
import type { Failure, Outcome } from '../../../contract/failure.ts'
import type { Run } from '../../../contract/run.ts'
import { longestCall, runIdOf } from '../../../domain/call-state.ts'

type UnfinishedCallsDeps = {
  /** Lists the accepted calls since a time (ISO 8601) whose result was not read, newest first. */
  list: (input: { since: string; limit: number }) => Promise<Outcome<Call[]>>
  /** Reads a run and records what it reports about its calls. Fails if it belongs to another call than `callId`. */
  readRun: (profileId: string, workflowRunId: number, callId: string) => Promise<Outcome<Run>>
  /** Follows a call that is still in progress or has no result yet. */
  follow: (call: Call) => void
  clock: () => number
  after: (milliseconds: number, action: () => void) => () => void
}

/**
 * How far back (in milliseconds) and how many calls are read after startup. The Runs screen reads an older one when the
 * user opens it.
 */
const recentMilliseconds = 24 * 3_600_000
const maxCalls = 50
/** Pauses in milliseconds: after startup, when other work has priority, and between requests. */
const [atFirst, between] = [3_000, 1_000]
/**
 * Pauses before calls that could not be read are retried, in milliseconds; after the last, they wait for a working key.
 */
const retryDelays = [60_000, 5 * 60_000, 30 * 60_000]
/** Pause after the history could not be read, in milliseconds. */
const afterFailedList = 60_000

/** Failures that reading again will not change: the run or the profile does not exist. */
const finalFailures: readonly Failure['kind'][] = ['notFound', 'refused', 'invalid']

/**
 * Reads the runs of recent calls that were in progress or had no result when the app quit, one after the other, so that
 * the history shows how they ended before the user opens them. It only reads.
 */
export const createUnfinishedCalls = ({ list, readRun, follow, clock, after }: UnfinishedCallsDeps) => {
  let waiting: Call[] = []
  let failed: Call[] = []
  let retries = 0
  let isReading = false
  let stopped = false
  let cancel = (): void => {}

  const schedule = (milliseconds: number): void => {
    cancel()
    if (!stopped) cancel = after(milliseconds, () => void readNext())
  }

  const readOne = async (call: Call): Promise<void> => {
    const run = await readRun(call.profileId, runIdOf(call) ?? 0, call.callId)
    if (run.ok) {
      const isYoung = clock() - Date.parse(call.preparedAt) < longestCall
      const isFinished = run.value.isCompleted && run.value.durationSeconds !== null
      if (!stopped && isYoung && !isFinished) follow(call)
    } else if (!finalFailures.includes(run.failure.kind)) {
      // The same service would refuse the other calls of the profile, too.
      const isSame = ({ profileId }: Call): boolean => profileId === call.profileId
      failed = [...failed, call, ...waiting.filter(isSame)]
      waiting = waiting.filter((other) => !isSame(other))
    }
  }

  const readNext = async (): Promise<void> => {
    if (isReading || stopped) return
    isReading = true
    const call = waiting.shift()
    if (call !== undefined) await readOne(call)
    isReading = false
    if (waiting.length > 0) return schedule(between)
    const delay = failed.length > 0 ? retryDelays[retries] : undefined
    if (delay === undefined) return
    retries += 1
    ;[waiting, failed] = [failed, []]
    schedule(delay)
  }

  /** Reads the calls from the history, then their runs. Retries if the history cannot be read. */
  const listAndRead = async (): Promise<void> => {
    const since = new Date(clock() - recentMilliseconds).toISOString()
    const listed = await list({ since, limit: maxCalls })
    if (stopped) return
    if (!listed.ok) return void (cancel = after(afterFailedList, () => void listAndRead()))
    waiting = listed.value
    await readNext()
  }

  return {
    start(): void {
      cancel = after(atFirst, () => void listAndRead())
    },
    /** Reads the calls of a profile whose key works again. */
    resume(profileId: string): void {
      const isOfProfile = (call: Call): boolean => call.profileId === profileId
      if (![...waiting, ...failed].some(isOfProfile)) return
      waiting = [...waiting, ...failed].toSorted((one, other) => Number(isOfProfile(other)) - Number(isOfProfile(one)))
      failed = []
      if (!isReading) schedule(between)
    },
    stop(): void {
      stopped = true
      cancel()
    },
  }
}
