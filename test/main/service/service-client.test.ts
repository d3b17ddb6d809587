import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openSecret } from '../../../src/main/vault/secret.ts'
import { answering, httpAnswer, type RawScript, type RawServer } from '../../support/raw-server.ts'
import { createTestClient, createTrigger, canaryKey } from './create-test-client.ts'
import { freePort } from '../network/free-port.ts'
import { startServer } from '../../support/close-after-test.ts'

const json = (body: unknown, status = '200 OK', headers: string[] = []): string =>
  httpAnswer(status, JSON.stringify(body), ['content-type: application/json', ...headers])

/** Responds by request line, and with 404 on every other route. */
const routes = (
  table: Record<string, string>,
  missing = json({ detail: 'Not Found' }, '404 Not Found'),
): RawScript => ({
  onRequest: (socket, request) => {
    const line = request.slice(0, request.indexOf(' HTTP/1.1'))
    socket.end(table[line] ?? missing)
  },
})

const requestLines = (server: RawServer): string[] =>
  server.connections.map(({ received }) => received.slice(0, received.indexOf(' HTTP/1.1')))

describe('a trigger request', () => {
  it('matches the specification exactly', async () => {
    const run = { status: 'initiated', workflow_run_id: 12345, workflow_run_name: 'WR-API-7823' }
    const server = await startServer(answering(json(run, '200 OK', ['date: Sat, 21 Nov 2026 11:26:32 GMT'])))
    const upperCase = '7F3C2A1E-0000-4000-8000-000000009B21'
    const result = await createTestClient(server.origin).triggerCall(
      createTrigger({ agentUuid: upperCase, fromPhoneNumberId: null }),
    )
    expect(result.serverDate).toBe('2026-11-21T11:26:32.000Z')
    const body =
      '{"phone_number":"+14155550123","initial_context":{"customer_name":"Jané Doe"},"telephony_configuration_id":1}'
    const [head, sent] = Buffer.from(server.received(), 'latin1').toString('utf8').split('\r\n\r\n')
    expect(sent).toBe(body)
    expect(head?.split('\r\n').toSorted()).toEqual(
      [
        `POST /api/v1/public/agent/workflow/${upperCase.toLowerCase()} HTTP/1.1`,
        `host: 127.0.0.1:${server.port}`,
        'connection: close',
        'accept: application/json',
        'content-type: application/json',
        'accept-encoding: identity',
        `x-api-key: ${canaryKey}`,
        `content-length: ${Buffer.byteLength(body)}`,
      ].toSorted(),
    )
  })

  it('stays on its path for any Agent UUID', async () => {
    const server = await startServer(answering(json({ detail: 'Workflow not found' }, '404 Not Found')))
    await createTestClient(server.origin).triggerCall(createTrigger({ agentUuid: '../../user/api-keys?x=1#y' }))
    expect(requestLines(server)).toEqual(['POST /api/v1/public/agent/workflow/..%2F..%2Fuser%2Fapi-keys%3Fx%3D1%23y'])
  })

  it('is aborted only by its own timeout', async () => {
    const late: RawScript = {
      onRequest: (socket) =>
        void setTimeout(
          () => socket.end(json({ status: 'initiated', workflow_run_id: 1, workflow_run_name: 'x' })),
          1_500,
        ),
    }
    const server = await startServer(late)
    const limits = {
      dialMilliseconds: 5_000,
      readMilliseconds: 400,
      healthMilliseconds: 400,
      connectMilliseconds: 1_000,
    }
    const client = createTestClient(server.origin, { limits })
    const [dial, read, health] = await Promise.all([
      client.triggerCall(createTrigger()),
      client.agents(),
      client.health(),
    ])
    expect(dial.outcome.state).toBe('accepted')
    expect(read).toEqual({ ok: false, failure: { kind: 'unavailable', cause: 'timedOut' } })
    expect(health).toEqual({ ok: false, failure: { kind: 'unavailable', cause: 'timedOut' } })
  })
})

describe('connections', () => {
  it('are used once, even if the service keeps them open', async () => {
    const run = json({ status: 'initiated', workflow_run_id: 1, workflow_run_name: 'x' }, '200 OK', [
      'connection: keep-alive',
    ])
    const server = await startServer({
      onRequest: (socket) => {
        socket.write(run)
        // A reused connection would be cut at the first byte of the next request.
        socket.once('data', () => socket.resetAndDestroy())
      },
    })
    const client = createTestClient(server.origin)
    for (let count = 0; count < 20; count += 1) {
      const { outcome } = await client.triggerCall(createTrigger())
      expect(outcome.state).toBe('accepted')
    }
    await client.health()
    expect([server.connections.length, server.requestCount()]).toEqual([21, 21])
  })
})

it('reports each request that could not reach the service, but no other failure and no health check', async () => {
  let reports = 0
  const onUnreachable = (): void => void (reports += 1)
  const closed = createTestClient(`http://127.0.0.1:${await freePort()}`, { onUnreachable })
  expect((await closed.triggerCall(createTrigger())).outcome).toEqual({ state: 'notSent', cause: 'refused' })
  expect(reports).toBe(1)
  expect((await closed.agents()).ok).toBe(false)
  expect(reports).toBe(2)
  expect((await closed.health()).ok).toBe(false)
  const unsafe = createTestClient('http://service.test', { onUnreachable })
  expect((await unsafe.triggerCall(createTrigger())).outcome).toEqual({ state: 'notSent', cause: 'policy' })
  expect((await unsafe.agents()).ok).toBe(false)
  expect(reports).toBe(2)
})

describe('health', () => {
  it('is requested without the key, and timed', async () => {
    const server = await startServer(routes({ 'GET /api/v1/health': json({ status: 'ok', version: '1.45.0' }) }))
    const health = await createTestClient(server.origin).health()
    expect(health).toMatchObject({
      ok: true,
      value: { status: 'ok', version: '1.45.0', checkedAt: '2027-01-15T08:00:00.000Z' },
    })
    expect(health.ok && health.value.milliseconds).toBeGreaterThan(0)
    expect(server.received()).not.toContain('x-api-key')
  })
})

describe('read requests', () => {
  it('use the paths of the service', async () => {
    const server = await startServer(routes({}))
    const client = createTestClient(server.origin)
    await client.account()
    await client.agents()
    await client.agent(3)
    await client.versions(3)
    await client.createWorkflow({ name: 'New', definition: { nodes: [] } })
    await client.telephonyConfigurations()
    await client.callerIds(5)
    await client.run(7)
    await client.campaignDefaults()
    await client.runsOfAgent(3, { page: 2, limit: 10 })
    await client.runsOfOrganization()
    await client.runsOfOrganization({
      from: '2026-11-21T11:26:32+00:00',
      to: '2026-11-22T00:00:00Z',
      calledNumber: '4155',
      workflowRunId: 7,
      limit: 1,
    })
    expect(requestLines(server)).toEqual([
      'GET /api/v1/auth/me',
      'GET /api/v1/workflow/fetch',
      'GET /api/v1/workflow/fetch/3',
      'GET /api/v1/workflow/3/versions?limit=100',
      'POST /api/v1/workflow/create/definition',
      'GET /api/v1/organizations/telephony-configs',
      'GET /api/v1/organizations/telephony-configs/5/phone-numbers',
      'GET /api/v1/workflow/0/runs/7',
      'GET /api/v1/organizations/campaign-defaults',
      'GET /api/v1/workflow/3/runs?page=2&limit=10',
      'GET /api/v1/organizations/usage/runs?page=1&limit=50',
      expect.stringContaining(
        'GET /api/v1/organizations/usage/runs?page=1&limit=1&start_date=2026-11-21T11%3A26%3A32%2B00%3A00&',
      ),
    ])
    const filters = new URL(requestLines(server).at(-1)?.slice(4) ?? '', server.origin).searchParams.get('filters')
    expect(JSON.parse(filters ?? '')).toEqual([
      { attribute: 'calledNumber', type: 'text', value: { value: '4155' } },
      { attribute: 'runId', type: 'number', value: { value: 7 } },
    ])
    expect(server.received()).toContain('{"name":"New","workflow_definition":{"nodes":[]}}')
  })

  it('refuse a response about another run or agent than the requested one', async () => {
    const server = await startServer(answering(json({ id: 5_555, name: 'Another', status: 'active' })))
    const client = createTestClient(server.origin)
    const wrongShape = { ok: false, failure: { kind: 'unavailable', cause: 'wrongShape' } }
    expect(await client.run(99_999)).toEqual(wrongShape)
    expect(await client.artifacts(99_999)).toEqual(wrongShape)
    expect(await client.agent(99_999)).toEqual(wrongShape)
    expect(await client.run(5_555)).toMatchObject({ ok: true, value: { workflowRunId: 5_555 } })
    expect(await client.artifacts(5_555)).toMatchObject({ ok: true, value: { workflowRunId: 5_555 } })
    expect(await client.agent(5_555)).toMatchObject({ ok: true, value: { agent: { workflowId: 5_555 } } })
  })

  it('accept long lists up to a limit', async () => {
    const agent = { id: 1, name: 'A', status: 'active', note: 'x'.repeat(2 * 1024 * 1024) }
    const server = await startServer(answering(json([agent])))
    expect(await createTestClient(server.origin).agents()).toMatchObject({ ok: true, value: [{ name: 'A' }] })
    expect(await createTestClient(server.origin).account()).toEqual({
      ok: false,
      failure: { kind: 'unavailable', cause: 'tooLarge' },
    })
  })

  it('are not repeated and not redirected', async () => {
    const elsewhere = await startServer(routes({}))
    const server = await startServer(answering(httpAnswer('307 Elsewhere', '', [`location: ${elsewhere.origin}/`])))
    const client = createTestClient(server.origin)
    expect(await client.agents()).toEqual({ ok: false, failure: { kind: 'unavailable', cause: 'redirected' } })
    expect(await client.createKey('x')).toMatchObject({
      failure: { kind: 'unavailable', cause: 'redirected' },
      made: 'no',
    })
    expect(server.requestCount()).toBe(2)
    expect(elsewhere.connections).toEqual([])
  })
})

describe('API keys', () => {
  const row = {
    id: 2,
    name: 'Desk',
    key_prefix: canaryKey.slice(0, 8),
    is_active: true,
    created_at: '2026-11-21T11:26:32Z',
  }
  const other = { ...row, id: 1, name: 'Default API Key', key_prefix: 'dgr_abcd' }
  const made = { id: 3, name: 'New', key_prefix: 'dgr_NewK', api_key: 'dgr_NewKey', created_at: '2026-11-21T11:26:32Z' }

  const tableAt = (root: string) => ({
    [`GET ${root}?include_archived=false`]: json([row, other]),
    [`GET ${root}?include_archived=true`]: json([row, other]),
    [`POST ${root}`]: json(made),
    [`DELETE ${root}/2`]: json({ success: true }),
    [`PUT ${root}/2/reactivate`]: json({ success: true }),
  })

  const everything = async (server: RawServer) => {
    const client = createTestClient(server.origin)
    const created = await client.createKey('New')
    expect(created.ok && openSecret(created.value.key)).toBe('dgr_NewKey')
    expect(await client.archiveKey(2)).toEqual({ ok: true, value: null })
    expect(await client.reactivateKey(2)).toEqual({ ok: true, value: null })
    const keys = await client.keys({ includeArchived: true })
    expect(keys).toMatchObject({
      ok: true,
      value: [
        { id: 1, usedByThisApp: false },
        { id: 2, usedByThisApp: true },
      ],
    })
  }

  it('are managed under the prefix of the service', async () => {
    const server = await startServer(routes(tableAt('/api/v1/user/api-keys')))
    await everything(server)
    expect(requestLines(server)).toEqual([
      'GET /api/v1/user/api-keys?include_archived=false',
      'POST /api/v1/user/api-keys',
      'DELETE /api/v1/user/api-keys/2',
      'PUT /api/v1/user/api-keys/2/reactivate',
      'GET /api/v1/user/api-keys?include_archived=true',
    ])
  })

  it('are managed under the path of the specification, which is found once and stored', async () => {
    const server = await startServer(routes(tableAt('/user/api-keys')))
    await everything(server)
    expect(requestLines(server)).toEqual([
      'GET /api/v1/user/api-keys?include_archived=false',
      'GET /user/api-keys?include_archived=false',
      'POST /user/api-keys',
      'DELETE /user/api-keys/2',
      'PUT /user/api-keys/2/reactivate',
      'GET /user/api-keys?include_archived=true',
    ])
  })

  it.each(['{"detail":"No such page."}', '<html>404</html>', ''])(
    'are found without the prefix, whatever a missing route returns: %j',
    async (body) => {
      const server = await startServer(routes(tableAt('/user/api-keys'), httpAnswer('404 Not Found', body)))
      expect(await createTestClient(server.origin).keys({ includeArchived: false })).toMatchObject({ ok: true })
    },
  )

  it.each([
    [json({ detail: 'Invalid or expired API key' }, '401 Unauthorized'), 'unauthorized'],
    [httpAnswer('500 Internal Server Error', 'Internal Server Error', []), 'unavailable'],
  ])('are looked up under the other path only if the route is missing', async (answer, kind) => {
    const server = await startServer(answering(answer))
    expect(await createTestClient(server.origin).createKey('New')).toMatchObject({ ok: false, failure: { kind } })
    expect(new Set(requestLines(server))).toEqual(new Set(['GET /api/v1/user/api-keys?include_archived=false']))
  })
})

describe('another API key in a response', () => {
  const other = 'dgr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'

  it('is returned only by the request that creates it', async () => {
    const health = await startServer(answering(json({ status: other, version: `1.45.0 ${other}` })))
    expect(JSON.stringify(await createTestClient(health.origin).health())).not.toContain(other.slice(8))
    const keys = await startServer({
      onRequest: (socket, request) =>
        void socket.end(
          request.startsWith('POST') ? json({ id: 3, name: 'New', key_prefix: 'dgr_0123', api_key: other }) : json([]),
        ),
    })
    const created = await createTestClient(keys.origin).createKey('New')
    expect(created.ok && openSecret(created.value.key)).toBe(other)
  })
})

describe('the key', () => {
  const echo = `{"detail":"no ${canaryKey} known, not ${encodeURIComponent(canaryKey)}"}`
  const scripts: [string, RawScript][] = [
    ['echoed in a 401', answering(httpAnswer('401 Unauthorized', echo))],
    ['echoed in a 400', answering(httpAnswer('400 Bad Request', echo))],
    [
      'echoed in a failed dial',
      answering(httpAnswer('400 Bad Request', `{"detail":"Failed to initiate call: ${canaryKey}"}`)),
    ],
    [
      'echoed in a 422',
      answering(
        httpAnswer(
          '422 Unprocessable Content',
          `{"detail":[{"loc":["header","X-API-Key"],"msg":"${canaryKey} is bad","input":"${canaryKey}"}]}`,
        ),
      ),
    ],
    [
      'echoed in a page',
      answering(httpAnswer('502 Bad Gateway', `<html><title>x-api-key: ${canaryKey}</title></html>`)),
    ],
    [
      'echoed in a run',
      answering(
        json({
          id: 1,
          workflow_id: 1,
          name: canaryKey,
          created_at: canaryKey,
          status: canaryKey,
          workflow_run_id: 1,
          workflow_run_name: canaryKey,
          email: canaryKey,
          runs: [],
          total_count: 0,
        }),
      ),
    ],
    ['echoed in a redirect', answering(httpAnswer('302 Found', '', [`location: http://127.0.0.1:1/${canaryKey}`]))],
    ['with a cut connection', { onRequest: (socket) => socket.resetAndDestroy() }],
    ['with an invalid response', answering(`HTTP/9 ${canaryKey}\r\n\r\n`)],
    ['with a connection that closes at once', { onAccept: (socket) => socket.destroy() }],
  ]

  it.each(scripts)('is in no result: %s', async (_name, script) => {
    const server = await startServer(script)
    const client = createTestClient(server.origin)
    const results = [
      await client.triggerCall(createTrigger()),
      await client.agents(),
      await client.account(),
      await client.run(1),
      await client.keys({ includeArchived: true }),
      await client.createKey('x'),
      await client.runsOfOrganization(),
    ]
    for (const shown of [
      inspect(results, { depth: 20, showHidden: true }),
      JSON.stringify(results),
      inspect(client, { depth: 20, showHidden: true }),
    ])
      expect(shown).not.toContain(canaryKey.slice(8))
  })

  it('is in no result if the connection is refused', async () => {
    const server = await startServer({})
    await server.close()
    const results = [
      await createTestClient(server.origin).triggerCall(createTrigger()),
      await createTestClient(server.origin).agents(),
    ]
    expect(inspect(results, { depth: 20, showHidden: true })).not.toContain(canaryKey.slice(8))
    expect(results[1]).toEqual({ ok: false, failure: { kind: 'unreachable', cause: 'refused' } })
  })

  it('is in the request header, so the tests above can fail', async () => {
    const server = await startServer(answering(json([])))
    await createTestClient(server.origin).agents()
    expect(server.received()).toContain(canaryKey)
  })
})
