import type { Call } from '../../contract/call.ts'
import type { Failure, Outcome } from '../../contract/failure.ts'
import type { LiveRun } from '../../contract/live-run.ts'
import type { Run } from '../../contract/run.ts'
import { type Followed, nextQuestion } from './live-times.ts'
import { createTurns } from './turns.ts'

export type LiveRunsParts = {
  clientOf: (profileId: string) => Promise<Outcome<{ run(workflowRunId: number): Promise<Outcome<Run>> }>>
  /** Wall time, and a clock that goes only forward; both in milliseconds. */
  clock: () => number
  monotonic: () => number
  after: (milliseconds: number, act: () => void) => () => void
  announce: () => void
}

type Entry = Followed & { profileId: string; live: LiveRun; cancel: () => void }

/** So many runs are kept in mind; of a longer list nobody watches the end. */
const most = 60
/** So many questions are out at once: following must not crowd out calling. */
const atOnce = 3

/** Failures that asking again does not mend. */
const isFinal = ({ kind }: Failure): boolean => ['unauthorized', 'forbidden', 'notFound', 'refused'].includes(kind)

const runIdOf = ({ outcome }: Call): number | null => (outcome.state === 'accepted' ? outcome.workflowRunId : null)

type Asking = LiveRunsParts & {
  /** Whether the answer to a question is still wanted: nobody has stopped, and the entry is the one that is kept. */
  isWanted: (entry: Entry) => boolean
}

/** Makes what asks about one entry, learns from the answer, and plans the next question. */
const createAsk = ({ clientOf, clock, monotonic, after, announce, isWanted }: Asking) => {
  const turns = createTurns(atOnce)

  const tell = (entry: Entry, change: Partial<LiveRun>): void => {
    entry.live = { ...entry.live, ...change }
    announce()
  }

  const plan = (entry: Entry): void => {
    const next = nextQuestion(entry, monotonic())
    if (next === 'ended' || next === 'stale') return tell(entry, { step: next })
    entry.cancel = after(next, () => ask(entry))
    tell(entry, { step: 'waiting' })
  }

  const learn = (entry: Entry, run: Run): void => {
    entry.run = run
    entry.failuresInARow = 0
    if (run.isCompleted) entry.endedAt ??= monotonic()
    entry.live = { ...entry.live, run, toldAt: new Date(clock()).toISOString(), failure: null }
    plan(entry)
  }

  const note = (entry: Entry, failure: Failure): void => {
    entry.failuresInARow += 1
    entry.live = { ...entry.live, failure }
    if (isFinal(failure)) tell(entry, { step: 'stopped' })
    else plan(entry)
  }

  const askNow = async (entry: Entry): Promise<void> => {
    if (!isWanted(entry)) return
    tell(entry, { step: 'asking' })
    const client = await clientOf(entry.profileId)
    const told = client.ok ? await client.value.run(entry.live.workflowRunId) : client
    if (!isWanted(entry)) return
    if (told.ok) learn(entry, told.value)
    else note(entry, told.failure)
  }

  const ask = (entry: Entry): void => void turns.take(() => askNow(entry))
  return ask
}

const openEntry = ({ callId, profileId }: Call, workflowRunId: number, now: number): Entry => ({
  run: null,
  followedAt: now,
  endedAt: null,
  failuresInARow: 0,
  profileId,
  live: { callId, workflowRunId, run: null, toldAt: null, step: 'asking', failure: null },
  cancel: () => {},
})

/**
 * Follows accepted calls while they go on: asks the service about their runs, often while they ring and seldom while
 * people talk, until a run is over and has its recording and transcript. It only reads.
 */
export const createLiveRuns = (parts: LiveRunsParts) => {
  const entries = new Map<string, Entry>()
  let stopped = false
  const ask = createAsk({ ...parts, isWanted: (entry) => !stopped && entries.get(entry.live.callId) === entry })

  const forgetOldest = (): void => {
    for (const [callId, { cancel }] of entries) {
      if (entries.size <= most) return
      cancel()
      entries.delete(callId)
    }
  }

  /** Takes an accepted call under watch; any other, or one that is followed already, is left as it is. */
  const follow = (call: Call): void => {
    const workflowRunId = runIdOf(call)
    if (stopped || workflowRunId === null || entries.has(call.callId)) return
    const entry = openEntry(call, workflowRunId, parts.monotonic())
    entries.set(call.callId, entry)
    forgetOldest()
    ask(entry)
  }

  return {
    follow,
    /** Follows a call anew because a person wants to know now, also where following has ended. */
    askNow(call: Call): void {
      entries.get(call.callId)?.cancel()
      entries.delete(call.callId)
      follow(call)
    },
    list: (): LiveRun[] => [...entries.values()].map(({ live }) => live),
    /** The run of a call that was followed until it was over; null where nobody knows of an end. */
    endOf: (callId: string): Run | null => {
      const run = entries.get(callId)?.run ?? null
      return run?.isCompleted === true ? run : null
    },
    stop(): void {
      stopped = true
      for (const { cancel } of entries.values()) cancel()
    },
  }
}

export type LiveRuns = ReturnType<typeof createLiveRuns>
