import { type Failure, type Outcome, succeed } from '../../contract/failure.ts'
import { readDone, readReply } from './classify.ts'
import type { ServiceLimits, ServiceRequest, Transport } from './exchange.ts'
import type { Reply } from './reply.ts'
import type { Shape } from './wire/common.ts'

/**
 * How often one kind of request is retried. The type sets the limits: never for a POST, at most twice for a PUT, once
 * for a DELETE, three times for a GET.
 */
type RetryRule =
  | { method: 'GET'; retries: 0 | 1 | 2 | 3 }
  | { method: 'PUT'; retries: 0 | 1 | 2 }
  | { method: 'DELETE'; retries: 0 | 1 }
  | { method: 'POST'; retries: 0 }

/** The retry rule of every request that the client can send. */
export const retryRules = {
  /** SECURITY: a phone may be ringing. A call does not pass through the retry loop at all. */
  triggerCall: { method: 'POST', retries: 0 },
  /** If the response is lost, the key is found by its name: `keys.ts`. */
  createKey: { method: 'POST', retries: 0 },
  createWorkflow: { method: 'POST', retries: 0 },
  reactivateKey: { method: 'PUT', retries: 2 },
  /** Retried only once: a key that archives itself is rejected the second time. */
  archiveKey: { method: 'DELETE', retries: 1 },
  read: { method: 'GET', retries: 3 },
  /** A list whose caller polls at its own interval. */
  readOnce: { method: 'GET', retries: 0 },
  /** Measures one round trip. */
  health: { method: 'GET', retries: 0 },
} as const satisfies Record<string, RetryRule>

/** What is read or changed. `list` allows a longer response; `once` disables retries. */
export type RequestOptions = Pick<ServiceRequest, 'path' | 'query' | 'bringsKey'> & { list?: boolean; once?: boolean }

/** Sends requests according to their retry rule and parses the responses according to their shape. */
export type Requests = {
  read<T>(options: RequestOptions, shape: Shape<T>): Promise<Outcome<T>>
  /** Also returns the service's time (ISO 8601; null if the response has no date). */
  readDated<T>(options: RequestOptions, shape: Shape<T>): Promise<Outcome<{ value: T; serverDate: string | null }>>
  create<T>(
    rule: 'createKey' | 'createWorkflow',
    options: RequestOptions,
    json: unknown,
    shape: Shape<T>,
  ): Promise<Outcome<T>>
  change(rule: 'reactivateKey' | 'archiveKey', options: RequestOptions): Promise<Outcome<null>>
}

/** Creates the requests over a transport, with the limits for everything but calls. */
export const createRequests = (transport: Transport, limits: ServiceLimits, retry: Retry): Requests => {
  const send = <T>(
    rule: RetryRule,
    { path, query, list, bringsKey }: RequestOptions,
    json: unknown,
    read: (reply: Reply) => Promise<Outcome<T>>,
  ) =>
    retry({
      rule,
      read,
      send: (deadlineMilliseconds) =>
        transport.send({
          method: rule.method,
          path,
          ...(query ? { query } : {}),
          ...(bringsKey === undefined ? {} : { bringsKey }),
          ...(json === undefined ? {} : { json }),
          capBytes: list === true ? limits.listBytes : limits.answerBytes,
          deadlineMilliseconds,
        }),
    })

  const get = <T>(options: RequestOptions, read: (reply: Reply) => Promise<Outcome<T>>) =>
    send(options.once === true ? retryRules.readOnce : retryRules.read, options, undefined, read)

  return {
    read: (options, shape) => get(options, (reply) => readReply(reply, shape)),
    readDated: (options, shape) =>
      get(options, async (reply) => {
        const read = await readReply(reply, shape)
        return read.ok ? succeed({ value: read.value, serverDate: reply.kind === 'answer' ? reply.date : null }) : read
      }),
    create: (rule, options, json, shape) => send(retryRules[rule], options, json, (reply) => readReply(reply, shape)),
    change: (rule, options) => send(retryRules[rule], options, undefined, (reply) => Promise.resolve(readDone(reply))),
  }
}

/** Sends one request as often as its rule allows. Each attempt gets its own deadline in milliseconds. */
type Retry = <T>(request: {
  rule: RetryRule
  send: (deadlineMilliseconds: number) => Promise<Reply>
  read: (reply: Reply) => Promise<Outcome<T>>
}) => Promise<Outcome<T>>

/** `now` is monotonic, in milliseconds; `random` returns numbers from 0 to below 1. */
type RetryTiming = { now: () => number; wait: (milliseconds: number) => Promise<void>; random: () => number }

/** The minimum remaining time, in milliseconds, for which another attempt is started. */
const shortestAttempt = 1_000

/** Creates the retry loop. All attempts of one request end within `totalMilliseconds`. */
export const createRetry =
  ({ now, wait, random }: RetryTiming, limits: ServiceLimits): Retry =>
  async ({ rule, send, read }) => {
    const end = now() + limits.totalMilliseconds
    for (let retries = 0; ; retries += 1) {
      const reply = await send(Math.min(limits.readMilliseconds, end - now()))
      const outcome = await read(reply)
      if (outcome.ok || retries >= rule.retries || !isTransient(outcome.failure)) return outcome
      const delay = retryDelay(retries, reply.kind === 'answer' ? reply.retryAfterMilliseconds : null, random)
      if (delay === null || now() + delay + shortestAttempt > end) return outcome
      await wait(delay)
    }
  }

/** Maximum delay before a retry, in milliseconds. If the service requests a longer one, there is no retry. */
const longestRetryDelay = 10_000
const firstRetryDelay = 300

/**
 * Returns the delay before the next attempt in milliseconds: the delay that the service requested, or null if that
 * exceeds 10 s. If it requested none, the delay is 300 ms, doubled with every attempt and reduced by a random share of
 * up to a half, so that many clients do not retry at once.
 */
export const retryDelay = (retries: number, requested: number | null, random: () => number): number | null => {
  if (requested !== null) return requested > longestRetryDelay ? null : requested
  return firstRetryDelay * 2 ** retries * (1 - random() / 2)
}

type CauseOf<K extends Failure['kind']> = Extract<Failure, { kind: K; cause: unknown }>['cause']

/** Whether a retry may succeed, per cause. A new cause does not compile until it is added here. */
const transientCauses = {
  unreachable: {
    refused: true,
    noHost: true,
    noRoute: true,
    connectTimeout: true,
    proxy: true,
    proxyTimeout: true,
    other: true,
    certificate: false,
    notTls: false,
    policy: false,
    // Repeated attempts with a wrong password lock accounts.
    proxyAuthentication: false,
  } satisfies Record<CauseOf<'unreachable'>, boolean>,
  unavailable: {
    timedOut: true,
    cut: true,
    serverError: true,
    busy: true,
    notJson: false,
    wrongShape: false,
    tooLarge: false,
    redirected: false,
    otherServer: false,
  } satisfies Record<CauseOf<'unavailable'>, boolean>,
}

/** Returns whether a retry of the same request may succeed. */
export const isTransient = (failure: Failure): boolean => {
  if (failure.kind === 'unreachable') return transientCauses.unreachable[failure.cause]
  return failure.kind === 'unavailable' && transientCauses.unavailable[failure.cause]
}
