import type { Failure } from '../../contract/failure.ts'
import { isRefusal } from './ask-lists.ts'
import type { LatestReading } from './conclusive.ts'
import { isOfEarlierLife, learnTime, type LookUpCase } from './look-up-case.ts'
import { ownRuns } from './run-evidence.ts'

/** Readings kept a call: enough that those of the first seconds are still there when a verdict is due. */
const keptReadings = 24
/** A run is poisoned by what its conversation brings at the earliest; this long after it was made it was readable. In milliseconds. */
const early = 20_000

/** The case after a look that got no answer and may get one next time. */
export const afterFailure = (known: LookUpCase, failure: Failure): LookUpCase => ({
  ...known,
  hurry: false,
  failures: known.failures + 1,
  lastFailure: failure,
})

/** The case when the service could not even be asked. What a person must put right first is not tried again by machine. */
export const afterNoClient = (known: LookUpCase, failure: Failure): LookUpCase => {
  const locked = failure.kind === 'keychain' && (failure.reason === 'locked' || failure.reason === 'missing')
  const halted = locked || failure.kind === 'invalid' || failure.kind === 'notFound'
  return { ...afterFailure(known, failure), halted }
}

/** The case when a list gave no run at all. A refused list is tried no more: the agent's comes next, and then a person. */
export const afterNoList = (known: LookUpCase, failure: Failure): LookUpCase => {
  if (!isRefusal(failure)) return afterFailure(known, failure)
  const refused: LookUpCase = { ...known, failures: 0, lastFailure: failure }
  return known.list === 'organization'
    ? { ...refused, list: 'agent', hurry: known.endedAt !== null }
    : { ...refused, list: 'organization', lists: 'refused', halted: true, hurry: false }
}

/** The case after its list was read, whole or in part; `now` goes only forward. */
export const afterReading = (known: LookUpCase, reading: LatestReading, now: number): LookUpCase => {
  const { call, endedAt, earlier } = known
  const { startedAt, server, failure, complete } = reading
  const [own] = ownRuns(call, reading.runs)
  const isEarly = complete && !isOfEarlierLife(known) && (endedAt === null || startedAt - endedAt <= early)
  return {
    ...known,
    onItsWay: server === null ? known.onItsWay : learnTime(known, server),
    lists: 'readable',
    hurry: false,
    earlier: [...earlier, ...(complete ? [reading.kept] : [])].slice(-keptReadings),
    sawEarly: known.sawEarly || isEarly,
    foundRunId: own?.workflowRunId ?? known.foundRunId,
    foundAt: known.foundAt ?? (own === undefined ? null : now),
    failures: failure === null ? 0 : known.failures + 1,
    lastFailure: failure,
  }
}
