import { subscribe } from 'node:diagnostics_channel'
import { isLoopback, isOnLan } from '../../domain/origin.ts'
import { longestHealthCheck, longestRequest } from '../../domain/request-limits.ts'
import { maskKeyForms } from '../log/key-form.ts'
import { createKeyMask } from '../log/redact.ts'
import { openSecret, type Secret } from '../vault/secret.ts'
import { type Connector, httpLibraries } from './connector.ts'
import { countReceivedBytes, type Deadline, startDeadline } from './deadline.ts'
import { type Head, headOf, type RawAnswer, readAnswer, readCapped, TooLargeError, toRawAnswer } from './read-answer.ts'
import { type Broken, brokenCause, codeOf, type NotSent, type Reply, unreachableCause } from './reply.ts'

/** One request: `path` starts with a slash; `json` is the body; `anonymous` sends no key. */
export type ServiceRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string>
  json?: unknown
  anonymous?: boolean
  /** True if the response contains a new key. In all other responses, everything with the form of a key is masked. */
  bringsKey?: boolean
  /** Maximum size of a body that is read, in bytes. */
  capBytes: number
  deadlineMilliseconds: number
  /** Invoked once, just before the first byte is sent. */
  onMayHaveLeft?: () => void
  /** No connection is opened before this resolves; if it resolves to false, the exchange ends as not sent. */
  maySend?: Promise<boolean>
  /** Invoked when the connection is open, before the first byte; if it returns false, the exchange ends as not sent. */
  isCurrent?: () => boolean
}

/** Sends a request once and returns what happened. It never retries and never throws. */
export type Transport = { send(request: ServiceRequest): Promise<Reply> }

/** Time limits in milliseconds, size limits in bytes. */
export type ServiceLimits = {
  /** How long a call's request may take. The service stops waiting for a carrier after 300 s. */
  dialMilliseconds: number
  healthMilliseconds: number
  readMilliseconds: number
  /** For all attempts of one read combined, including the pauses. */
  totalMilliseconds: number
  downloadMilliseconds: number
  /** Includes the TLS handshake. */
  connectMilliseconds: number
  answerBytes: number
  listBytes: number
}

export const defaultLimits: ServiceLimits = {
  dialMilliseconds: 330_000,
  healthMilliseconds: longestHealthCheck,
  readMilliseconds: 30_000,
  totalMilliseconds: longestRequest,
  downloadMilliseconds: 120_000,
  connectMilliseconds: 10_000,
  // A refusal may repeat the whole request, whose context is at most 64 KiB.
  answerBytes: 256 * 1024,
  listBytes: 4 * 1024 * 1024,
}

/**
 * Returns whether a key may be sent to an origin: https anywhere, plain http to this computer, and plain http on the
 * local network if the policy allows it.
 */
export const mayCarryKey = (origin: string, plainHttpOnLan = false): boolean => {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:') return true
  return protocol === 'http:' && (isLoopback(hostname) || (plainHttpOnLan && isOnLan(hostname)))
}

type TransportDeps = {
  origin: string
  key: Secret
  connect: Connector
  /** Whether the policy allows keys over plain http on the local network. */
  plainHttpOnLan?: boolean
}

/** Caches the masks, because preparing one takes a millisecond, and each call has its own transport. */
const keyMasks = new WeakMap<Secret, (text: string) => string>()

/** Returns the mask of a key. Invoked for the first response, so that no call has to wait for it. */
const keyMaskOf = (key: Secret): ((text: string) => string) => {
  const mask = keyMasks.get(key) ?? createKeyMask(openSecret(key))
  keyMasks.set(key, mask)
  return mask
}

/**
 * The error that closes a connection. It is shared, because undici would otherwise create one with a stack trace each
 * time.
 */
const exchangeOver = new Error('The exchange is over.')

/** Creates the transport for one origin and one key. Only this function opens a key to send it. */
export const createTransport = ({ key, connect, plainHttpOnLan, ...deps }: TransportDeps): Transport => {
  const { origin } = new URL(deps.origin)

  const exchange = async (request: ServiceRequest, phases: RequestPhases): Promise<Reply> => {
    const options: ExchangeOptions = {
      origin,
      connect,
      phases,
      keyHeader: () => (request.anonymous === true ? {} : { 'x-api-key': openSecret(key) }),
      capBytes: request.capBytes,
      deadlineMilliseconds: request.deadlineMilliseconds,
      maySend: request.maySend,
      isCurrent: request.isCurrent ?? (() => true),
    }
    const raw = await sendWithKy(options, request)
    const maskOwn = keyMaskOf(key)
    return readAnswer(raw, request.bringsKey === true ? maskOwn : (text) => maskKeyForms(maskOwn(text)))
  }

  return {
    /** Opens the socket; for `triggerCall` only once `maySend` is true. */
    async send(request) {
      if (!mayCarryKey(origin, plainHttpOnLan)) return { kind: 'notSent', cause: 'policy' }
      const phases = watchRequestPhases(request.onMayHaveLeft ?? (() => {}))
      try {
        return await exchange(request, phases)
      } catch (error) {
        if (error instanceof TransportError) return error.end
        // SECURITY: another error may contain the request and its key, so it is dropped here.
        return phases.mayHaveLeft()
          ? { kind: 'broken', cause: 'unreadable', status: null, date: null }
          : { kind: 'notSent', cause: 'other' }
      } finally {
        phases.stop()
      }
    },
  }
}

type ExchangeOptions = {
  origin: string
  connect: Connector
  phases: RequestPhases
  /** Invoked when the headers are written; its result is not kept. */
  keyHeader: () => Record<string, string>
  capBytes: number
  deadlineMilliseconds: number
  maySend: Promise<boolean> | undefined
  isCurrent: () => boolean
}

/** A request as undici sends it; `path` includes the query. */
type Message = { method: ServiceRequest['method']; path: string; headers: Record<string, string>; body: string | null }

/**
 * Sends one message over a fresh connection that is destroyed afterwards. It follows no redirect and reads the body up
 * to the cap. Only the deadline ends an exchange, so that a call in progress is never aborted. It throws only
 * TransportError, and what `maySend` throws.
 */
const sendOnce = async (
  { origin, connect, phases, keyHeader, capBytes, deadlineMilliseconds, maySend, isCurrent }: ExchangeOptions,
  { headers, ...message }: Message,
): Promise<RawAnswer> => {
  const { Client } = await httpLibraries()
  const arrivals = countReceivedBytes(connectIf(connect, isCurrent))
  const client = new Client(origin, { connect: arrivals.connect, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 })
  // SECURITY: a call waits here until its record is committed. A client opens no socket before its first request.
  if (maySend !== undefined && !(await maySend)) throw new TransportError({ kind: 'notSent', cause: 'policy' })
  const deadline = startDeadline(deadlineMilliseconds, arrivals)
  let head: Head | null = null
  try {
    const response = await phases.watch(() =>
      client.request({
        ...message,
        signal: deadline.signal,
        headers: { ...headers, 'accept-encoding': 'identity', ...keyHeader() },
      }),
    )
    head = headOf(response)
    return toRawAnswer(head, await readCapped(response.body, capBytes))
  } catch (error) {
    await client.destroy(exchangeOver)
    // Checked after the connection is destroyed, when no more bytes can be sent.
    if (!phases.mayHaveLeft()) throw new TransportError(notSent(error, deadline))
    const { status, date } = head ?? { status: null, date: null }
    throw new TransportError({ kind: 'broken', cause: causeOf(error, deadline), status, date })
  } finally {
    deadline.clear()
    // Closes the connection at once. The promise resolves only in the next turn of the event loop, after the callbacks
    // of all other responses that have arrived, and the outcome need not wait for it.
    void client.destroy(exchangeOver)
  }
}

/**
 * Discards a connection that opened after its request was out of date, for example because the computer slept in the
 * meantime. undici writes the request in the same turn of the event loop in which it gets the connection.
 */
const connectIf =
  (connect: Connector, isCurrent: () => boolean): Connector =>
  (options, callback) =>
    connect(options, (...opened) => {
      const [error, socket] = opened
      if (error !== null || isCurrent()) return callback(...opened)
      socket.destroy()
      return callback(Object.assign(new Error('The connection opened too late.'), { code: 'ETIMEDOUT' }), null)
    })

/**
 * Sends a request through ky, which builds the URL and the headers. ky neither retries nor aborts it, and gets only the
 * response's status, because a body would require a stream.
 */
const sendWithKy = async (
  options: ExchangeOptions,
  { method, path, query, json }: ServiceRequest,
): Promise<RawAnswer> => {
  const { ky } = await httpLibraries()
  const { origin } = options
  const body = json === undefined ? null : JSON.stringify(json)
  const answer: RawAnswer[] = []
  await ky(new URL(path, origin), {
    method,
    headers: { accept: 'application/json', ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(query ? { searchParams: query } : {}),
    ...(body === null ? {} : { body }),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    redirect: 'manual',
    async fetch(input) {
      const request = input instanceof Request ? input : new Request(input)
      const url = new URL(request.url)
      // SECURITY: the key is sent only to the profile's own origin; the client cannot reach any other.
      if (url.origin !== origin) throw new TransportError({ kind: 'notSent', cause: 'policy' })
      const headers = Object.fromEntries(request.headers)
      const raw = await sendOnce(options, { method, path: url.pathname + url.search, headers, body })
      answer.push(raw)
      return new Response(null, { status: raw.status })
    },
  })
  const [raw] = answer
  if (raw === undefined) throw new Error('ky sent no request.')
  return raw
}

const notSent = (error: unknown, deadline: Deadline): NotSent => ({
  kind: 'notSent',
  cause: deadline.isOver() ? 'connectTimeout' : unreachableCause(codeOf(error)),
})

const causeOf = (error: unknown, deadline: Deadline): Broken['cause'] => {
  if (error instanceof TooLargeError) return 'tooLarge'
  return deadline.isOver() ? 'timedOut' : brokenCause(codeOf(error))
}

/**
 * Passes the result of a failed exchange through ky. SECURITY: it has no cause, request or stack, so it cannot print
 * anything that was sent.
 */
class TransportError extends Error {
  readonly end: NotSent | Broken

  constructor(end: NotSent | Broken) {
    super(`The exchange ended without an answer: ${end.cause}.`)
    this.name = 'TransportError'
    this.end = end
    this.stack = `${this.name}: ${this.message}`
  }
}

/** Watches one exchange for the moment when its first byte may be sent. Invoke `stop` when the exchange is over. */
type RequestPhases = {
  /** Runs the function that hands the request to undici. */
  watch<T>(work: () => T): T
  /** False only if it is certain that not a single byte of the request was sent. */
  mayHaveLeft(): boolean
  stop(): void
}

/** What undici has done with a request: accepted it, or started to write it. */
type Exchange = { onCreated: () => void; onSendHeaders: () => void }

/** The exchange that is passing a request to undici, which reports a created request before `request` returns. */
let handingOver: Exchange | null = null
const exchanges = new WeakMap<object, Exchange>()
let isSubscribed = false

/**
 * Subscribes to undici's diagnostics channels once for all exchanges, because a subscription takes as long as a
 * request.
 */
const subscribeOnce = (): void => {
  if (isSubscribed) return
  isSubscribed = true
  subscribe('undici:request:create', (message) => {
    const request = requestOf(message)
    if (handingOver === null || request === null) return
    exchanges.set(request, handingOver)
    handingOver.onCreated()
  })
  // SECURITY: undici publishes sendHeaders just before it writes. Without that event, no byte of this request has been
  // sent.
  subscribe('undici:client:sendHeaders', (message) => {
    const request = requestOf(message)
    if (request !== null) exchanges.get(request)?.onSendHeaders()
  })
}

/**
 * Connects undici's diagnostics channels to one exchange. A request belongs to this exchange if it was created inside
 * `watch`. Until undici reports the created request, `mayHaveLeft` is true.
 */
export const watchRequestPhases = (onMayHaveLeft: () => void): RequestPhases => {
  let step: 'waiting' | 'handedOver' | 'created' | 'left' = 'waiting'
  let isStopped = false
  const exchange: Exchange = {
    onCreated() {
      if (step === 'handedOver') step = 'created'
    },
    onSendHeaders() {
      if (isStopped || step === 'left') return
      step = 'left'
      onMayHaveLeft()
    },
  }
  subscribeOnce()
  return {
    watch(work) {
      step = 'handedOver'
      handingOver = exchange
      try {
        return work()
      } finally {
        handingOver = null
      }
    },
    mayHaveLeft: () => step === 'handedOver' || step === 'left',
    stop: () => void (isStopped = true),
  }
}

const requestOf = (message: unknown): object | null =>
  typeof message === 'object' &&
  message !== null &&
  'request' in message &&
  typeof message.request === 'object' &&
  message.request !== null
    ? message.request
    : null
