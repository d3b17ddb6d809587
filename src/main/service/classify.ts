import type { CallState } from '../../contract/call.ts'
import type { Answer, Broken, Reply } from './reply.ts'
import { hasDetail, toShownText, rawDetail, readDetail } from './wire/detail.ts'
import { namedRunSchema, type Shape, startedRunSchema } from './wire/common.ts'
import { fail, type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import { dialFailure, findProof, type ProofName } from './proofs.ts'
import { parseJson } from '../../domain/json.ts'

/** The states that a call can have after its request has finished. */
export type SettledState = Extract<
  CallState,
  { state: 'accepted' | 'rejected' | 'notSent' | 'failedAtProvider' | 'unknown' }
>
type UnknownCause = Extract<CallState, { state: 'unknown' }>['cause']

const unknown = (cause: UnknownCause, answer: Answer): SettledState => ({
  state: 'unknown',
  cause,
  status: answer.status,
  detail: readDetail(answer).text,
})

const broken = ({ cause, status }: Broken): SettledState => ({
  state: 'unknown',
  cause: cause === 'tooLarge' ? 'unreadable' : cause,
  status,
  detail: '',
})

const rejected = (answer: Answer): SettledState => {
  const { text: words, issues } = readDetail(answer)
  return { state: 'rejected', status: answer.status, detail: words, issues }
}

/** The status of a started run in every measured response. */
const initiated = 'initiated'

const started = (answer: Answer): SettledState => {
  const run = startedRunSchema.safeParse(parseJson(answer.text))
  if (!run.success) {
    // The ID alone does not prove that the run was started, but it shows which run to read.
    return { ...unknown('unreadable', answer), ...namedRunSchema.safeParse(parseJson(answer.text)).data }
  }
  // Another status, such as "failed", does not prove that a call was placed, so the lists must be checked.
  if (run.data.status !== initiated)
    return {
      state: 'unknown',
      cause: 'unexpected',
      status: answer.status,
      detail: toShownText(run.data.status),
      workflowRunId: run.data.workflowRunId,
      workflowRunName: run.data.workflowRunName,
    }
  return { state: 'accepted', ...run.data, reconciled: false, progress: 'started' }
}

/**
 * Returns the state after a 400, which is either a rejection before dialing or a carrier failure after the run was
 * created.
 */
const badRequest = (answer: Answer, proof: ProofName | null): SettledState => {
  const detail = rawDetail(answer)
  if (detail?.startsWith(dialFailure) !== true) return refused(answer, proof)
  return {
    state: 'failedAtProvider',
    status: answer.status,
    detail: toShownText(detail),
    doubt: proof === null,
    workflowRunId: null,
  }
}

const refused = (answer: Answer, proof: ProofName | null): SettledState =>
  proof === null ? unknown('unexpected', answer) : rejected(answer)

const settleAnswer = (answer: Answer): SettledState => {
  const { status } = answer
  if (status === 200) return started(answer)
  if (status === 400) return badRequest(answer, findProof(answer))
  if (status === 408) return unknown('timedOut', answer)
  if (status >= 300 && status < 500) return refused(answer, findProof(answer))
  return unknown(status >= 500 && status < 600 ? 'serverError' : 'unreadable', answer)
}

/**
 * Returns the state of a call after a reply. `proofs.ts` lists every response that proves that nothing was dialed;
 * `notSent` needs a reply that proves that not a single byte was sent. Everything else is unknown, never failed.
 */
export const classify = (reply: Reply): SettledState => {
  if (reply.kind === 'notSent') return { state: 'notSent', cause: reply.cause }
  return reply.kind === 'broken' ? broken(reply) : settleAnswer(reply)
}

type Unavailable = Extract<Failure, { kind: 'unavailable' }>['cause']

const unavailable = (cause: Unavailable): Failure => ({ kind: 'unavailable', cause })

/** Returns the failure with the requested delay, in whole seconds. */
const unavailableFor = (cause: Unavailable, milliseconds: number | null): Failure =>
  milliseconds === null || milliseconds === 0
    ? unavailable(cause)
    : { kind: 'unavailable', cause, retryAfterSeconds: Math.ceil(milliseconds / 1000) }

/** Returns the cause for a status code that does not indicate anything about the request itself; null for any other. */
const unavailableCause = (status: number): Unavailable | null => {
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 408 || status === 504) return 'timedOut'
  if (status === 429 || status === 503) return 'busy'
  return status >= 500 ? 'serverError' : null
}

/** The framework's response for a path that it does not have; the service's own 404 names what is missing. */
const missingPath = 'Not Found'

/**
 * Returns whether a refusal is from the service: its body always has a `detail`. A page of a proxy, or a server that
 * lacks the path, states nothing about the key or the organization.
 */
const isFromService = (answer: Answer): boolean =>
  hasDetail(answer) && !(answer.status === 404 && rawDetail(answer) === missingPath)

const refusal = (answer: Answer): Failure => {
  if (!isFromService(answer)) return unavailable('otherServer')
  const { status } = answer
  const { text: detail, issues } = readDetail(answer)
  if (status === 401) return { kind: 'unauthorized', detail }
  if (status === 403) return { kind: 'forbidden', detail }
  if (status === 404) return { kind: 'notFound', detail }
  return status === 422 && issues.length > 0 ? { kind: 'invalid', issues } : { kind: 'refused', status, detail }
}

/** Converts an unsuccessful response into a failure with the service's message, shortened and masked. */
export const toFailure = (answer: Answer): Failure => {
  const cause = unavailableCause(answer.status)
  if (cause !== null) return unavailableFor(cause, answer.retryAfterMilliseconds)
  return answer.status >= 400 && answer.status < 500 ? refusal(answer) : unavailable('wrongShape')
}

const exchangeFailure = (reply: Exclude<Reply, Answer>): Failure => {
  if (reply.kind === 'notSent') return { kind: 'unreachable', cause: reply.cause }
  return unavailable(reply.cause === 'unreadable' ? 'notJson' : reply.cause)
}

/** Parses a reply: a 200 with a body of that shape results in a value, anything else in a failure. */
export const readReply = async <T>(reply: Reply, shape: Shape<T>): Promise<Outcome<T>> => {
  if (reply.kind !== 'answer') return fail(exchangeFailure(reply))
  if (reply.status !== 200) return fail(toFailure(reply))
  const json = parseJson(reply.text)
  if (json === undefined) return fail(unavailable('notJson'))
  const value = await shape(json)
  return value === null ? fail(unavailable('wrongShape')) : succeed(value)
}

/** Accepts any 2xx: the specification defines no body for these requests. */
export const readDone = (reply: Reply): Outcome<null> => {
  if (reply.kind !== 'answer') return fail(exchangeFailure(reply))
  return reply.status >= 200 && reply.status < 300 ? succeed(null) : fail(toFailure(reply))
}
