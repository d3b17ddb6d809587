import type { CallState } from '../../contract/call.ts'
import type { Answer, Broken, Reply } from './answer.ts'
import { parseJson } from './parse-json.ts'
import { rawDetail, readDetail } from './wire-detail.ts'
import { startedRunSchema } from './wire.ts'
import { capWords } from './words.ts'

/** What became of a call when its request is over. */
export type SettledState = Extract<
  CallState,
  { state: 'accepted' | 'rejected' | 'notSent' | 'failedAtProvider' | 'unknown' }
>
type UnknownCause = Extract<CallState, { state: 'unknown' }>['cause']

const dialFailure = 'Failed to initiate call:'
/**
 * The carrier refused (a 4xx or 5xx of its own, as the service writes it: the number, then a colon or nothing) or was
 * never reached: only these two prove that nothing rings. A carrier's 408 and 504 say that somebody gave up waiting,
 * and nothing about the phone.
 */
const certainlyNotPlaced = /^(?:(?!408|504)[45]\d\d(?::|$)|Cannot connect to host\b)/

/**
 * Whether a phone may be ringing although the service said why a run failed: its words begin with "Failed to initiate
 * call:" and then tell neither a refusal by the carrier nor that the carrier was out of reach.
 */
export const mayRingDespite = (detail: string): boolean =>
  detail.startsWith(dialFailure) && !certainlyNotPlaced.test(detail.slice(dialFailure.length).trimStart())

/** How the sentences begin by which the service refuses a run before it dials; they stand in the run it leaves behind. */
const refusals = [
  'You have exhausted your trial credits',
  'You have exhausted your Dograh credits',
  'Could not verify Dograh credits',
  'The organization linked to this Dograh service key',
  'The Dograh service token being used',
  'You have invalid keys in your model configuration',
]

/** The same of the error that stands in a run: without a sentence that is known to come before any dialling, it may ring. */
export const runMayRingDespite = (error: string): boolean =>
  error.startsWith(dialFailure) ? mayRingDespite(error) : !refusals.some((refusal) => error.startsWith(refusal))

const unknown = (cause: UnknownCause, answer: Answer): SettledState => ({
  state: 'unknown',
  cause,
  status: answer.status,
  detail: readDetail(answer).words,
})

const broken = ({ cause, status }: Broken): SettledState => ({
  state: 'unknown',
  cause: cause === 'tooLarge' ? 'unreadable' : cause,
  status,
  detail: '',
})

const rejected = (answer: Answer): SettledState => {
  const { words, issues } = readDetail(answer)
  return { state: 'rejected', status: answer.status, detail: words, issues }
}

const started = (answer: Answer): SettledState => {
  const run = startedRunSchema.safeParse(parseJson(answer.text))
  return run.success
    ? { state: 'accepted', ...run.data, reconciled: false, progress: 'started' }
    : unknown('unreadable', answer)
}

/** A 400 comes in two kinds: a refusal before any dialling, and a carrier that failed with a run already made. */
const badRequest = (answer: Answer): SettledState => {
  const detail = rawDetail(answer)
  if (!detail?.startsWith(dialFailure)) return rejected(answer)
  const doubt = mayRingDespite(detail)
  return { state: 'failedAtProvider', status: answer.status, detail: capWords(detail), doubt, workflowRunId: null }
}

/** Which answer means what, first match wins; what no row names is unknown, never failed. */
const rows: [(status: number) => boolean, (answer: Answer) => SettledState][] = [
  [(status) => status === 200, started],
  [(status) => status >= 300 && status < 400, rejected],
  [(status) => status === 400, badRequest],
  [(status) => status === 408, (answer) => unknown('timedOut', answer)],
  [(status) => status > 400 && status < 500, rejected],
  [(status) => status >= 500 && status < 600, (answer) => unknown('serverError', answer)],
]

/** Tells from one reply what became of a call. Only a reply that proves no byte left gives `notSent`. */
export const classify = (reply: Reply): SettledState => {
  if (reply.kind === 'notSent') return { state: 'notSent', cause: reply.cause }
  if (reply.kind === 'broken') return broken(reply)
  const row = rows.find(([matches]) => matches(reply.status))
  return row ? row[1](reply) : unknown('unreadable', reply)
}
