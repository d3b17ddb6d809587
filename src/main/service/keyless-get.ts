import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import { type Connector, httpLibraries } from './connector.ts'
import { countReceivedBytes, type Deadline, startDeadline } from './deadline.ts'
import { firstHeader, readCapped, TooLargeError } from './read-answer.ts'
import { brokenCause, codeOf, unreachableCause } from './reply.ts'
import { healthAnswerSchema, httpDateToIso } from './wire/common.ts'
import { parseJson } from '../../domain/json.ts'

/** The response: status, `Date` header (ISO 8601), `Location` header, and the whole body. */
export type KeylessResponse = { status: number; date: string | null; location: string | null; bytes: Uint8Array }

/** Fetches a URL once. It never throws and follows no redirect, and a failure contains no part of the URL. */
export type KeylessGet = (url: URL, capBytes: number) => Promise<Outcome<KeylessResponse>>

type KeylessGetDeps = {
  connectTo: (origin: string) => Connector
  deadlineMilliseconds: number
}

/** Converts an error into a failure. `answered` is true once the headers of a response have arrived. */
const failureOf = (error: unknown, answered: boolean, deadline: Deadline) => {
  if (error instanceof TooLargeError) return fail({ kind: 'unavailable', cause: 'tooLarge' })
  if (deadline.isOver()) return fail({ kind: 'unavailable', cause: 'timedOut' })
  const cause = answered ? 'other' : unreachableCause(codeOf(error))
  if (cause !== 'other') return fail({ kind: 'unreachable', cause })
  const broken = brokenCause(codeOf(error))
  return fail({ kind: 'unavailable', cause: broken === 'timedOut' ? 'timedOut' : 'cut' })
}

/**
 * Creates a GET without a key. SECURITY: it has no access to a key and sends only the headers below, because the
 * storage of recordings is a host other than the service.
 */
export const createKeylessGet =
  ({ connectTo, deadlineMilliseconds }: KeylessGetDeps): KeylessGet =>
  async (url, capBytes) => {
    const { Client } = await httpLibraries()
    const arrivals = countReceivedBytes(connectTo(url.origin))
    const client = new Client(url.origin, {
      connect: arrivals.connect,
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const deadline = startDeadline(deadlineMilliseconds, arrivals)
    let answered = false
    try {
      const { statusCode, headers, body } = await client.request({
        method: 'GET',
        path: url.pathname + url.search,
        signal: deadline.signal,
        headers: { accept: '*/*', 'accept-encoding': 'identity' },
      })
      answered = true
      const bytes = await readCapped(body, capBytes)
      const [date, location] = [httpDateToIso(firstHeader(headers['date'])), firstHeader(headers['location'])]
      return succeed({ status: statusCode, date, location, bytes })
    } catch (error) {
      // SECURITY: an error may contain the URL, which grants access to the recording, so it is dropped here.
      return failureOf(error, answered, deadline)
    } finally {
      deadline.clear()
      await client.destroy()
    }
  }

/** The response of the health endpoint; `health` is null if it is not from the service. */
export type HealthProbe = {
  status: number
  /** The `Date` header as ISO 8601; null if it is missing. */
  date: string | null
  health: { status: string; version: string | null } | null
}

/** Maximum size of a health response, in bytes; a normal one has a few hundred bytes. */
const maxBytes = 64 * 1024

/** Requests the health endpoint of an origin once, without a key, and describes any response. */
export const probeHealth = async (get: KeylessGet, origin: string): Promise<Outcome<HealthProbe>> => {
  const got = await get(new URL('/api/v1/health', origin), maxBytes)
  if (!got.ok) return got
  const { status, date, bytes } = got.value
  const parsed = status === 200 ? healthAnswerSchema.safeParse(parseJson(new TextDecoder().decode(bytes))) : null
  return { ok: true, value: { status, date, health: parsed?.success === true ? parsed.data : null } }
}
