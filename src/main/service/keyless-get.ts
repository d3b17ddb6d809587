import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { Connector } from './connector.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { brokenCause, codeOf, unreachableCause } from './fault-cause.ts'
import { isoDate, single } from './header.ts'
import { httpLibraries } from './http-libraries.ts'
import { readCapped, TooLargeError } from './read-capped.ts'

/** What came back: its status, what the other side's clock said (ISO 8601), where it points on to, and its body whole. */
export type Got = { status: number; date: string | null; location: string | null; bytes: Uint8Array }

/** Fetches one address once. It never throws, follows nothing, and what it says of a failure has no part of the address. */
export type KeylessGet = (url: URL, capBytes: number) => Promise<Outcome<Got>>

export type KeylessGetParts = {
  connectTo: (origin: string) => Connector
  deadlineMilliseconds: number
}

/** Why nothing whole came back, from what was thrown; `answered` once the head of an answer was there. */
const whyNot = (error: unknown, answered: boolean, deadline: Deadline) => {
  if (error instanceof TooLargeError) return fail({ kind: 'unavailable', cause: 'tooLarge' })
  if (deadline.isOver()) return fail({ kind: 'unavailable', cause: 'timedOut' })
  const cause = answered ? 'other' : unreachableCause(codeOf(error))
  if (cause !== 'other') return fail({ kind: 'unreachable', cause })
  const broken = brokenCause(codeOf(error))
  return fail({ kind: 'unavailable', cause: broken === 'timedOut' ? 'timedOut' : 'cut' })
}

/**
 * Makes a GET that can carry no key: SECURITY: nothing in it knows one, and the headers below are all it sends. Storage
 * that keeps recordings is another host than the service, and a key that went along would be a key given away.
 */
export const createKeylessGet =
  ({ connectTo, deadlineMilliseconds }: KeylessGetParts): KeylessGet =>
  async (url, capBytes) => {
    const { Client } = await httpLibraries()
    const client = new Client(url.origin, {
      connect: connectTo(url.origin),
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const deadline = startDeadline(deadlineMilliseconds)
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
      const [date, location] = [isoDate(single(headers['date'])), single(headers['location'])]
      return succeed({ status: statusCode, date, location, bytes })
    } catch (error) {
      // SECURITY: a foreign error may hold the address, and whoever has that has the recording: it is dropped here.
      return whyNot(error, answered, deadline)
    } finally {
      deadline.clear()
      await client.destroy()
    }
  }
