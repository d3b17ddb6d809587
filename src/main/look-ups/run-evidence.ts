import type { Call, CallState } from '../../contract/call.ts'
import { runMayRingDespite } from '../service/classify.ts'
import { capWords } from '../service/words.ts'
import type { RunListItem } from '../service/wire-runs.ts'
import { isSameNumber } from '../../contract/same-number.ts'
import type { OnItsWay } from './service-time.ts'

/** No dial takes longer than this: the service gives a silent carrier up after 300 s. In milliseconds. */
const longestDial = 310_000

/** What the ids of calls look like, of this desk and of others. */
const callIdShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

const referenceIn = ({ initialContext }: RunListItem, name: string): unknown =>
  Object.hasOwn(initialContext, name) ? initialContext[name] : null

/** The number a run went to; older services tell it only in the context that they stamped. */
const calledNumber = ({ calledNumber: told, initialContext }: RunListItem): string | null => {
  const stamped = initialContext['phone_number']
  return told ?? (typeof stamped === 'string' ? stamped : null)
}

const wentTo = (run: RunListItem, { phoneNumber }: Call): boolean => {
  const number = calledNumber(run)
  return number !== null && isSameNumber(number, phoneNumber)
}

const carriesReference = (run: RunListItem, { callId, referenceName }: Call): boolean =>
  referenceName !== null && referenceIn(run, referenceName) === callId

/** The runs that carry the call's own reference and went to its number: the only proof there is that a run belongs to a call. */
export const ownRuns = (call: Call, runs: readonly RunListItem[]): RunListItem[] =>
  runs.filter((run) => carriesReference(run, call) && (calledNumber(run) === null || wentTo(run, call)))

/** A run that carries the id of another call where ours would stand is that call's. */
const belongsToAnother = (run: RunListItem, { referenceName }: Call): boolean => {
  const reference = referenceName === null ? null : referenceIn(run, referenceName)
  return typeof reference === 'string' && callIdShape.test(reference)
}

/**
 * Runs that may be the call's without proof: same number, same agent, same minutes; or its reference, but another
 * number: somebody may have copied a whole context into a call of their own. A person decides about them.
 */
export const candidateRuns = (
  call: Call,
  runs: readonly RunListItem[],
  where: OnItsWay & { workflowId: number },
): RunListItem[] =>
  runs.filter((run) => {
    if (carriesReference(run, call)) return true
    const createdAt = Date.parse(run.createdAt)
    // A run whose time cannot be read may be of any time.
    if (createdAt < where.from || createdAt > where.to) return false
    return run.workflowId === where.workflowId && !belongsToAnother(run, call) && wentTo(run, call)
  })

/** With the carrier's id, or with an end of any kind, a run has been placed; without both it is dialled, or was left. */
const progressOf = (run: RunListItem, age: number): 'started' | 'dialling' | 'orphaned' => {
  if (run.carrierCallId !== null || run.isCompleted === true || run.disposition !== null) return 'started'
  return age > longestDial ? 'orphaned' : 'dialling'
}

/** The service's words for a failed start may be empty or its own trouble, and then tell nothing of the phone. */
const failedRun = ({ outcome }: Call, run: RunListItem, error: string): CallState => ({
  state: 'failedAtProvider',
  status: outcome.state === 'failedAtProvider' ? outcome.status : null,
  detail: capWords(error),
  doubt: runMayRingDespite(error),
  workflowRunId: run.workflowRunId,
})

/** What the call's own run says became of it; `age` is how old it is at the least, in milliseconds. */
export const outcomeOfRun = (call: Call, run: RunListItem, age: number): CallState => {
  const { workflowRunId, workflowRunName, error, carrierCallId } = run
  // An error beside the carrier's id came later, in a conversation that had begun.
  if (error !== null && carrierCallId === null) return failedRun(call, run, error)
  return {
    state: 'accepted',
    workflowRunId,
    workflowRunName,
    status: '',
    reconciled: true,
    progress: progressOf(run, age),
  }
}
