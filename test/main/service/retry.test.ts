import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../src/contract/failure.ts'
import { longestRequest } from '../../../src/domain/request-limits.ts'
import { createRetry, retryRules } from '../../../src/main/service/retry.ts'
import type { Reply } from '../../../src/main/service/reply.ts'
import { defaultLimits } from '../../../src/main/service/exchange.ts'
import type { ServiceClient } from '../../../src/main/service/client.ts'
import { messages } from '../../../src/messages/index.ts'
import { answering, httpAnswer, type RawScript } from '../../support/raw-server.ts'
import { createTestClient, createTrigger } from './create-test-client.ts'
import { startServer } from '../../support/close-after-test.ts'

/** Responds to the key list, which a change needs to find its path, and sends `bytes` for every other request. */
const failing = (bytes: string): RawScript => ({
  onRequest: (socket, request) => {
    if (request.startsWith('GET /api/v1/user/api-keys')) socket.end(httpAnswer('200 OK', '[]'))
    else if (bytes === '') socket.resetAndDestroy()
    else socket.end(bytes)
  },
})

/** Every request of the client, with the number of attempts if each attempt fails with a transient error. */
const requests: [string, (client: ServiceClient) => Promise<unknown>, RegExp, number][] = [
  ['triggerCall', (client) => client.triggerCall(createTrigger()), /^POST/, 1],
  ['createKey', (client) => client.createKey('New'), /^POST/, 1],
  ['createWorkflow', (client) => client.createWorkflow({ name: 'New', definition: {} }), /^POST/, 1],
  ['reactivateKey', (client) => client.reactivateKey(2), /^PUT/, 3],
  ['archiveKey', (client) => client.archiveKey(2), /^DELETE/, 2],
  ['health', (client) => client.health(), /^GET .*health/, 1],
  ['account', (client) => client.account(), /^GET/, 4],
  ['agents', (client) => client.agents(), /^GET/, 4],
  ['agent', (client) => client.agent(1), /^GET/, 4],
  ['versions', (client) => client.versions(1), /^GET/, 4],
  ['telephonyConfigurations', (client) => client.telephonyConfigurations(), /^GET/, 4],
  ['callerIds', (client) => client.callerIds(1), /^GET/, 4],
  ['run', (client) => client.run(1), /^GET/, 4],
  ['campaignDefaults', (client) => client.campaignDefaults(), /^GET/, 4],
  ['runsOfAgent', (client) => client.runsOfAgent(1), /^GET/, 4],
  ['runsOfOrganization', (client) => client.runsOfOrganization(), /^GET/, 4],
  ['runsOfAgent, once', (client) => client.runsOfAgent(1, { once: true }), /^GET/, 1],
  ['runsOfOrganization, once', (client) => client.runsOfOrganization({ once: true }), /^GET/, 1],
]

const ends: [string, string][] = [
  ['cut', ''],
  ['500', httpAnswer('500 Internal Server Error', 'Internal Server Error')],
  ['503', httpAnswer('503 Service Unavailable', '{"detail":"away"}')],
  ['429', httpAnswer('429 Too Many Requests', '{"detail":"slow down"}')],
]

describe.each(ends)('a request that always fails with %s', (_name, bytes) => {
  it.each(requests)('sends %s the expected number of times', async (_request, send, verb, times) => {
    const server = await startServer(failing(bytes))
    await send(createTestClient(server.origin))
    expect(server.connections.filter(({ received }) => verb.test(received))).toHaveLength(times)
  })
})

describe('a request that fails permanently', () => {
  it.each([
    ['401', httpAnswer('401 Unauthorized', '{"detail":"Invalid or expired API key"}')],
    ['404', httpAnswer('404 Not Found', '{"detail":"Run not found"}')],
    ['422', httpAnswer('422 Unprocessable Content', '{"detail":"Bad status"}')],
    ['redirected', httpAnswer('307 Elsewhere', '', ['location: /there'])],
    ['an unexpected shape', httpAnswer('200 OK', '{}')],
    ['no JSON', httpAnswer('200 OK', '<html></html>')],
  ])('is sent once after %s', async (_name, bytes) => {
    const server = await startServer(answering(bytes))
    await createTestClient(server.origin).agents()
    expect(server.requestCount()).toBe(1)
  })
})

it('returns the first successful attempt and makes no other', async () => {
  let attempts = 0
  const server = await startServer({
    onRequest: (socket) => {
      attempts += 1
      if (attempts < 3) socket.resetAndDestroy()
      else socket.end(httpAnswer('200 OK', '[]'))
    },
  })
  expect(await createTestClient(server.origin).agents()).toEqual({ ok: true, value: [] })
  expect(server.connections).toHaveLength(3)
})

it('waits for the time in Retry-After', async () => {
  const pauses: number[] = []
  const server = await startServer(answering(httpAnswer('429 Too Many Requests', '{}', ['retry-after: 7'])))
  const wait = async (milliseconds: number) => void pauses.push(milliseconds)
  await createTestClient(server.origin, { wait, random: () => 0 }).agents()
  expect(pauses).toEqual([7_000, 7_000, 7_000])
})

it('does not retry if Retry-After exceeds the limit, and returns that time', async () => {
  const server = await startServer(answering(httpAnswer('429 Too Many Requests', '{}', ['retry-after: 11'])))
  const failure = { kind: 'unavailable', cause: 'busy', retryAfterSeconds: 11 }
  expect(await createTestClient(server.origin).agents()).toEqual({ ok: false, failure })
  expect(server.requestCount()).toBe(1)
})

it.each([
  ['429 Too Many Requests', 'busy'],
  ['503 Service Unavailable', 'busy'],
  ['500 Internal Server Error', 'serverError'],
])('returns the Retry-After time of %s on a list of runs', async (status, cause) => {
  const server = await startServer(answering(httpAnswer(status, '{}', ['retry-after: 90'])))
  const failure = { kind: 'unavailable', cause, retryAfterSeconds: 90 }
  expect(await createTestClient(server.origin).runsOfOrganization({ once: true })).toEqual({ ok: false, failure })
})

it('adds jitter to its own delays', async () => {
  const pauses: number[] = []
  const server = await startServer(answering(httpAnswer('503 Service Unavailable', '{}')))
  const wait = async (milliseconds: number) => void pauses.push(milliseconds)
  await createTestClient(server.origin, { wait, random: () => 0.5 }).agents()
  expect(pauses).toEqual([225, 450, 900])
})

describe('the total time of a request', () => {
  /** Creates a fake clock that advances by the longest possible duration of each attempt and delay. */
  const silentService = () => {
    let now = 1_000_000
    const deadlines: number[] = []
    const pace = { now: () => now, wait: async (milliseconds: number) => void (now += milliseconds), random: () => 0 }
    const retry = createRetry(pace, defaultLimits)
    const send = async (deadlineMilliseconds: number): Promise<Reply> => {
      deadlines.push(deadlineMilliseconds)
      now += deadlineMilliseconds
      return { kind: 'broken', cause: 'timedOut', status: null, date: null }
    }
    const read = (): Promise<Outcome<null>> =>
      Promise.resolve({ ok: false, failure: { kind: 'unavailable', cause: 'timedOut' } })
    return { retry, send, read, deadlines, passed: () => now - 1_000_000 }
  }

  it('ends after the time that the page states, even if the rule allows more attempts', async () => {
    const { retry, send, read, deadlines, passed } = silentService()
    expect(await retry({ rule: retryRules.read, send, read })).toMatchObject({ ok: false })
    expect(deadlines).toEqual([30_000, 14_700])
    expect(messages.common.stillWaiting(longestRequest)).toContain(` ${passed() / 1_000} `)
  })
})

describe('the service clock', () => {
  const page = JSON.stringify({ runs: [], total_count: 0, page: 1, total_pages: 1 })

  it('is returned with a page of runs', async () => {
    const server = await startServer(answering(httpAnswer('200 OK', page, ['date: Sat, 21 Nov 2026 11:26:32 GMT'])))
    const client = createTestClient(server.origin)
    const expected = { ok: true, value: { runs: [], serverDate: '2026-11-21T11:26:32.000Z' } }
    expect(await client.runsOfAgent(1)).toMatchObject(expected)
    expect(await client.runsOfOrganization({ once: true })).toMatchObject(expected)
  })

  it('is null without a Date header', async () => {
    const server = await startServer(answering(httpAnswer('200 OK', page)))
    expect(await createTestClient(server.origin).runsOfAgent(1)).toMatchObject({
      ok: true,
      value: { serverDate: null },
    })
  })

  it('returns a server error for a page with an unreadable run, without a retry if the rule allows none', async () => {
    const server = await startServer(answering(httpAnswer('500 Internal Server Error', 'Internal Server Error')))
    const failure = { kind: 'unavailable', cause: 'serverError' }
    expect(await createTestClient(server.origin).runsOfAgent(1, { limit: 100, once: true })).toEqual({
      ok: false,
      failure,
    })
    expect(server.requestCount()).toBe(1)
  })
})
