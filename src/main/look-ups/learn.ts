import type { CallState } from '../../contract/call.ts'
import type { Failure } from '../../contract/failure.ts'
import { isRefusal, type ListAnswer } from './ask-lists.ts'
import { type LookUpCase, onItsWayOf, readingBefore } from './look-up-case.ts'
import { ownRuns } from './run-evidence.ts'
import { judge } from './verdict.ts'

/** Readings kept a call: enough that one at least 30 s old is always among them. */
const keptReadings = 12

/** The case after a look that got no answer. A refused list is tried no more: the agent's comes next, and then a person. */
export const afterFailure = (known: LookUpCase, failure: Failure): LookUpCase => {
  if (!isRefusal(failure)) return { ...known, failures: known.failures + 1, lastFailure: failure }
  const refused = { ...known, failures: 0, lastFailure: failure }
  return known.list === 'organization'
    ? { ...refused, list: 'agent' }
    : { ...refused, list: 'organization', lists: 'refused' }
}

/** When a reading was begun by the forward clock, and what the wall clock says now; in milliseconds. */
export type ReadingTimes = { startedAt: number; wall: number }

/** The case after a reading of the lists. */
export const afterReading = (known: LookUpCase, { reading }: ListAnswer, times: ReadingTimes): LookUpCase => {
  const latest = { ...reading, startedAt: times.startedAt }
  return {
    ...known,
    serverOffset: reading.serverNow === null ? known.serverOffset : reading.serverNow - times.wall,
    lists: 'readable',
    failures: 0,
    lastFailure: null,
    readings: [...known.readings, ...(reading.complete ? [latest] : [])].slice(-keptReadings),
    foundRunId: ownRuns(known.call, reading.runs)[0]?.workflowRunId ?? known.foundRunId,
  }
}

/** What a reading says became of the call; null while the answer itself is still out, or nothing can be said. */
export const verdictOf = (known: LookUpCase, answer: ListAnswer, times: ReadingTimes): CallState | null => {
  if (known.endedAt === null) return null
  const { reading, workflowId } = answer
  return judge({
    call: known.call,
    onItsWay: onItsWayOf(known, times.wall),
    workflowId,
    endedAt: known.endedAt,
    serverNow: times.wall + (known.serverOffset ?? 0),
    latest: { ...reading, startedAt: times.startedAt },
    earlier: readingBefore(known, times.startedAt),
  })
}
