import type { Client, Dispatcher } from 'undici'
import type { Broken, NotSent } from './answer.ts'
import type { Connector } from './connector.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { brokenCause, codeOf, unreachableCause } from './fault-cause.ts'
import { isoDate, single } from './header.ts'
import { httpLibraries } from './http-libraries.ts'
import type { Phases } from './phases.ts'
import { readCapped, TooLargeError } from './read-capped.ts'
import { type Head, toResponse } from './to-response.ts'
import { TransportError } from './transport-error.ts'

/** What one exchange is made with; `keyHeader` is asked for at the moment the head is written, and kept nowhere. */
export type FetchParts = {
  origin: string
  connect: Connector
  phases: Phases
  keyHeader: () => Record<string, string>
  capBytes: number
  deadlineMilliseconds: number
  /** Nothing is opened before this is true; false ends the exchange before it began. */
  mayGo?: Promise<boolean>
}

/** A header as the platform takes it back: odd characters in one must not cost us the answer. */
const plain = (text: string | null): string | null => (text !== null && /^[ -~]{1,100}$/.test(text) ? text : null)

const headOf = ({ statusCode, headers }: Dispatcher.ResponseData): Head => ({
  status: statusCode,
  date: isoDate(single(headers['date'])),
  retryAfter: plain(single(headers['retry-after'])),
})

const notSent = (error: unknown, deadline: Deadline): NotSent => ({
  kind: 'notSent',
  cause: deadline.isOver() ? 'connectTimeout' : unreachableCause(codeOf(error)),
})

const causeOf = (error: unknown, deadline: Deadline): Broken['cause'] => {
  if (error instanceof TooLargeError) return 'tooLarge'
  return deadline.isOver() ? 'timedOut' : brokenCause(codeOf(error))
}

type Prepared = { request: Request; body: Buffer | null }

const dispatch = (client: Client, { request, body }: Prepared, parts: FetchParts, signal: AbortSignal) => {
  const { pathname, search } = new URL(request.url)
  return parts.phases.watch(() =>
    client.request({
      method:
        request.method === 'POST' || request.method === 'PUT' || request.method === 'DELETE' ? request.method : 'GET',
      path: pathname + search,
      body,
      signal,
      headers: {
        ...Object.fromEntries(request.headers),
        'accept-encoding': 'identity',
        ...parts.keyHeader(),
      },
    }),
  )
}

/**
 * Makes a `fetch` for one exchange over undici: one fresh connection, used once and destroyed; redirects come back as
 * they are; the body is read whole under a cap; nothing but the deadline ends it from our side. It throws only
 * TransportError. The signal a caller may have put on the request is not heeded: a call under way is never aborted.
 */
export const createFetch =
  (parts: FetchParts) =>
  async (input: string | URL | Request): Promise<Response> => {
    const request = new Request(input)
    // SECURITY: the key goes to the profile's own origin; the client below could not reach another one either.
    if (new URL(request.url).origin !== parts.origin) throw new TransportError({ kind: 'notSent', cause: 'policy' })
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
    const { Client } = await httpLibraries()
    const client = new Client(parts.origin, {
      connect: parts.connect,
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    // SECURITY: a request that has to wait for its record waits here. A client opens no socket before it has a request.
    if (parts.mayGo !== undefined && !(await parts.mayGo))
      throw new TransportError({ kind: 'notSent', cause: 'policy' })
    const deadline = startDeadline(parts.deadlineMilliseconds)
    let head: Head | null = null
    try {
      const reply = await dispatch(client, { request, body }, parts, deadline.signal)
      head = headOf(reply)
      return toResponse(head, await readCapped(reply.body, parts.capBytes))
    } catch (error) {
      await client.destroy()
      // Asked after the connection is gone: from here on no byte can leave any more.
      if (!parts.phases.mayHaveLeft()) throw new TransportError(notSent(error, deadline))
      const { status, date } = head ?? { status: null, date: null }
      throw new TransportError({ kind: 'broken', cause: causeOf(error, deadline), status, date })
    } finally {
      deadline.clear()
      await client.destroy()
    }
  }
