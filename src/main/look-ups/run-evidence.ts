import type { Call, CallState } from '../../contract/call.ts'
import { mayRingDespite } from '../service/classify.ts'
import { capWords } from '../service/words.ts'
import type { RunListItem } from '../service/wire-runs.ts'
import { numberKey } from '../storage/number-key.ts'

/** No dial takes longer than this: the service gives a silent carrier up after 300 s. In milliseconds. */
const longestDial = 310_000

/** What the ids of calls look like, of this desk and of others. */
const callIdShape = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** The runs that carry the call's own reference: the only proof there is that a run belongs to a call. */
export const ownRuns = ({ callId, referenceName }: Call, runs: RunListItem[]): RunListItem[] =>
  referenceName === null
    ? []
    : runs.filter(
        ({ initialContext }) =>
          Object.hasOwn(initialContext, referenceName) && initialContext[referenceName] === callId,
      )

export type CandidateWindow = {
  /** By the service's clock, in milliseconds since 1970. */
  from: number
  to: number
  /** The agent's number in the lists; null when the service did not tell it, and then every agent counts. */
  workflowId: number | null
}

/** A run that carries the id of another call is that call's. */
const belongsToAnother = ({ initialContext }: RunListItem, referenceName: string): boolean => {
  const reference = Object.hasOwn(initialContext, referenceName) ? initialContext[referenceName] : null
  return typeof reference === 'string' && callIdShape.test(reference)
}

/** Runs that may be the call's without proof: same number, same agent, same minutes. A person decides about them. */
export const candidateRuns = (
  call: Call,
  runs: RunListItem[],
  { from, to, workflowId }: CandidateWindow,
  defaultName: string,
): RunListItem[] =>
  runs.filter((run) => {
    const createdAt = Date.parse(run.createdAt)
    if (!(createdAt >= from && createdAt <= to)) return false
    if (workflowId !== null && run.workflowId !== workflowId) return false
    if (belongsToAnother(run, call.referenceName ?? defaultName)) return false
    return run.calledNumber !== null && numberKey(run.calledNumber) === numberKey(call.phoneNumber)
  })

const progressOf = (run: RunListItem, serverNow: number): 'started' | 'dialling' | 'orphaned' => {
  if (run.carrierCallId !== null || run.isCompleted === true) return 'started'
  return serverNow - Date.parse(run.createdAt) > longestDial ? 'orphaned' : 'dialling'
}

/** What the call's own run says became of it; `serverNow` is the service's clock in milliseconds since 1970. */
export const outcomeOfRun = (run: RunListItem, serverNow: number): CallState => {
  const { workflowRunId, workflowRunName, error } = run
  if (error !== null)
    return {
      state: 'failedAtProvider',
      status: null,
      detail: capWords(error),
      doubt: mayRingDespite(error),
      workflowRunId,
    }
  const progress = progressOf(run, serverNow)
  return { state: 'accepted', workflowRunId, workflowRunName, status: '', reconciled: true, progress }
}
