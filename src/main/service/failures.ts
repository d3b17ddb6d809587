import { fail, type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import type { z } from 'zod'
import type { Answer, Reply } from './answer.ts'
import { parseJson } from './parse-json.ts'
import { readDetail } from './wire-detail.ts'

type Unavailable = Extract<Failure, { kind: 'unavailable' }>['cause']

const unavailable = (cause: Unavailable): Failure => ({ kind: 'unavailable', cause })

/** With what the service asks for: to be left alone for some seconds. */
const unavailableFor = (cause: Unavailable, milliseconds: number | null): Failure =>
  milliseconds === null || milliseconds === 0
    ? unavailable(cause)
    : { kind: 'unavailable', cause, retryAfterSeconds: Math.ceil(milliseconds / 1000) }

/** Statuses that say nothing about the question itself: it may be asked again. */
const unavailableCause = (status: number): Unavailable | null => {
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 408 || status === 504) return 'timedOut'
  if (status === 429 || status === 503) return 'busy'
  return status >= 500 ? 'serverError' : null
}

const refusal = (answer: Answer): Failure => {
  const { status } = answer
  const { words: detail, issues } = readDetail(answer)
  if (status === 401) return { kind: 'unauthorized', detail }
  if (status === 403) return { kind: 'forbidden', detail }
  if (status === 404) return { kind: 'notFound', detail }
  return status === 422 && issues.length > 0 ? { kind: 'invalid', issues } : { kind: 'refused', status, detail }
}

/** An answer that is no success, as a failure with the service's own words, capped and masked. */
export const toFailure = (answer: Answer): Failure => {
  const cause = unavailableCause(answer.status)
  if (cause !== null) return unavailableFor(cause, answer.retryAfterMilliseconds)
  return answer.status >= 400 && answer.status < 500 ? refusal(answer) : unavailable('wrongShape')
}

/** A reply that is no whole answer, as a failure. */
const exchangeFailure = (reply: Exclude<Reply, Answer>): Failure => {
  if (reply.kind === 'notSent') return { kind: 'unreachable', cause: reply.cause }
  return unavailable(reply.cause === 'unreadable' ? 'notJson' : reply.cause)
}

/** Reads a reply by a schema: 200 with a body of that shape is the value, everything else a failure. */
export const readReply = <T>(reply: Reply, schema: z.ZodType<T>): Outcome<T> => {
  if (reply.kind !== 'answer') return fail(exchangeFailure(reply))
  if (reply.status !== 200) return fail(toFailure(reply))
  const json = parseJson(reply.text)
  if (json === undefined) return fail(unavailable('notJson'))
  const parsed = schema.safeParse(json)
  return parsed.success ? succeed(parsed.data) : fail(unavailable('wrongShape'))
}

/** Reads a reply whose success has no value worth keeping: any 2xx will do (the specification shows no body). */
export const readDone = (reply: Reply): Outcome<null> => {
  if (reply.kind !== 'answer') return fail(exchangeFailure(reply))
  return reply.status >= 200 && reply.status < 300 ? succeed(null) : fail(toFailure(reply))
}
