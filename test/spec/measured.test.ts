import { once } from 'node:events'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type PracticeListener, startPracticeListener } from '../../src/main/practice/host.ts'
import type { PracticeService } from '../../src/main/practice/practice-service.ts'
import { createTestService, movingClock, requestTo, type RequestOptions, triggerPath } from '../service/test-service.ts'

/** Measured behavior of the running service that the specification does not define, over real sockets. */

let listener: PracticeListener | undefined
afterEach(async () => {
  await listener?.close()
  listener = undefined
})

const objectSchema = z.record(z.string(), z.unknown())

const serve = async (service: PracticeService) => {
  listener = await startPracticeListener(service)
  const { origin } = listener
  const send = (path: string, options: RequestOptions = {}) => fetch(requestTo(service, `${origin}${path}`, options))
  return {
    origin,
    send,
    body: async (path: string, options: RequestOptions = {}) =>
      objectSchema.parse(await (await send(path, options)).json()),
    trigger: async (fields: object) => {
      const response = await send(triggerPath(service), { body: { phone_number: '+14155550200', ...fields } })
      expect(response.status).toBe(200)
    },
  }
}

const detailPath = (id: number) => `/api/v1/workflow/0/runs/${id}`
const organizationList = '/api/v1/organizations/usage/runs'
const listSchema = z.object({ runs: z.array(z.looseObject({ id: z.int(), initial_context: objectSchema })) })

describe("a run's context", () => {
  it('has no agent_uuid after a call by Agent UUID, in the detail and in both lists', async () => {
    const { body, trigger } = await serve(createTestService())
    await trigger({})
    const contexts = [
      (await body(detailPath(7001)))['initial_context'],
      ...listSchema.parse(await body('/api/v1/workflow/1/runs')).runs.map((run) => run.initial_context),
      ...listSchema.parse(await body(organizationList)).runs.map((run) => run.initial_context),
    ]
    expect(contexts).toHaveLength(3)
    for (const context of contexts) {
      expect(context).toHaveProperty('workflow_uuid')
      expect(context).not.toHaveProperty('agent_uuid')
    }
  })

  it('has from_phone_number_id only if the request had it', async () => {
    const { body, trigger } = await serve(createTestService())
    await trigger({})
    await trigger({ from_phone_number_id: null })
    await trigger({ from_phone_number_id: 102 })
    const contexts = []
    for (const id of [7001, 7002, 7003]) contexts.push((await body(detailPath(id)))['initial_context'])
    expect(contexts[0]).not.toHaveProperty('from_phone_number_id')
    expect(contexts[1]).not.toHaveProperty('from_phone_number_id')
    expect(contexts[2]).toMatchObject({ from_phone_number_id: 102 })
  })

  it('may have 250 levels, objects or lists', async () => {
    const service = createTestService()
    const { send } = await serve(service)
    const nested = (levels: number, [open, close]: readonly [string, string]) =>
      `{"x":${open.repeat(levels)}${close.repeat(levels)}}`
    const trigger = (context: string) =>
      send(triggerPath(service), { body: `{"phone_number":"1","initial_context":${context}}` })
    for (const brackets of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const inner = brackets[0] === '[' ? nested(250, brackets) : nested(250, brackets).replace('"a":}', '"a":1}')
      expect((await trigger(inner)).status).toBe(200)
    }
    expect((await send(organizationList)).status).toBe(200)
    await trigger(nested(260, ['[', ']']))
    expect((await send(organizationList)).status).toBe(500)
  })
})

/** Sends a GET with this header line, because clients trim header values, and returns the response. */
const getWithHeader = async (origin: string, path: string, ...lines: string[]): Promise<string> => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write([`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, 'Connection: close', '', ''].join('\r\n'))
  return readText(socket)
}

describe('a key with spaces around it', () => {
  const refused = '{"detail":"Invalid or expired API key"}'
  const accepted = '"organization_id":1'
  const accounts: readonly [string, (key: string) => string, string, string][] = [
    ['one space after it', (key) => `X-API-Key: ${key} `, '401', refused],
    ['a tab after it', (key) => `x-api-key:${key}\t`, '401', refused],
    ['spaces on both sides', (key) => `X-API-KEY:   ${key}   `, '401', refused],
    ['spaces before it', (key) => `X-API-Key:   ${key}`, '200', accepted],
    ['no blanks', (key) => `X-API-Key: ${key}`, '200', accepted],
  ]
  it.each(accounts)('%s', async (_what, line, status, text) => {
    const service = createTestService()
    const { origin } = await serve(service)
    const response = await getWithHeader(origin, '/api/v1/auth/me', line(service.organizations[0]?.keys.active ?? ''))
    expect(response.split('\r\n')[0]).toContain(` ${status} `)
    expect(response).toContain(text)
  })

  it('cannot trigger a call, even after a good request on the same connection', async () => {
    const service = createTestService()
    const { origin } = await serve(service)
    const key = service.organizations[0]?.keys.active ?? ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(socket, 'connect')
    const post = (line: string, more: string) => {
      const body = '{"phone_number":"+14155550200","initial_context":{"note":"x-api-key: y \\r\\n"}}'
      const lines = ['Host: localhost', line, 'Content-Type: application/json', `Content-Length: ${body.length}`, more]
      return [`POST ${triggerPath(service)} HTTP/1.1`, ...lines, '', body].join('\r\n')
    }
    socket.write(post(`X-API-Key: ${key}`, 'Connection: keep-alive'))
    const [first] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, 'data'))
    expect(first.toString()).toContain('HTTP/1.1 200')
    socket.write(post(`X-API-Key: ${key} `, 'Connection: close'))
    const rest = await readText(socket)
    expect(rest).toContain('{"detail":"Invalid API key"}')
    expect(service.world.dials).toHaveLength(1)
  })
})

describe('the key endpoints', () => {
  it('have the prefix by default, and none if so configured', async () => {
    const statuses = []
    for (const options of [{}, { keyPrefixes: [''] }]) {
      const { send } = await serve(createTestService(options))
      statuses.push((await send('/api/v1/user/api-keys')).status, (await send('/user/api-keys')).status)
      await listener?.close()
    }
    expect(statuses).toEqual([200, 404, 404, 200])
  })
})

describe('creating an agent', () => {
  const start = (id: string) => ({ id, type: 'startCall', data: {} })
  const create = (nodes: object[]): RequestOptions => ({ body: { name: 'x', workflow_definition: { nodes } } })
  const path = '/api/v1/workflow/create/definition'

  it('returns a response without the version ID, which the agent has afterward', async () => {
    const { body } = await serve(createTestService())
    const made = await body(path, create([start('a')]))
    expect(made).toMatchObject({ current_definition_id: null, workflow_uuid: null })
    expect((await body(`/api/v1/workflow/fetch/${String(made['id'])}`))['current_definition_id']).not.toBeNull()
  })

  it('reports two start nodes as a problem of the workflow, without an ID', async () => {
    const { send } = await serve(createTestService())
    const response = await send(path, create([start('a'), start('b'), start('c')]))
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      detail: { is_valid: false, errors: [{ kind: 'workflow', id: null }] },
    })
  })
})

describe('a filter with an ID beyond 32 bits', () => {
  it.each(['runId', 'workflowId', 'campaignId'])('%s: 500 with the database error text', async (attribute) => {
    const { send } = await serve(createTestService())
    const filtered = (value: number) =>
      send(
        `${organizationList}?filters=${encodeURIComponent(JSON.stringify([{ attribute, type: 'number', value: { value } }]))}`,
      )
    const refused = await filtered(2 ** 31)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([500, 'application/json'])
    expect(await refused.text()).toContain('[SQL: ')
    expect((await filtered(2 ** 31 - 1)).status).toBe(200)
  })
})

describe('usage_info', () => {
  it.each(['+14155550170', '+14155550171', '+14155550172', '+14155550133'])(
    'is zeros after a call to %s',
    async (phone) => {
      const clock = movingClock()
      const service = createTestService({ clock })
      const { send, body } = await serve(service)
      await send(triggerPath(service), { body: { phone_number: phone } })
      clock.pass(3_600_000)
      expect((await body(detailPath(7001)))['usage_info']).toEqual({
        llm: {},
        tts: {},
        stt: {},
        call_duration_seconds: 0,
      })
    },
  )
})

describe('campaign defaults', () => {
  it('are one retry, none after voicemail, and as many calls as the default configuration has numbers', async () => {
    const { body } = await serve(createTestService())
    expect(await body('/api/v1/organizations/campaign-defaults')).toEqual({
      concurrent_call_limit: 10,
      from_numbers_count: 2,
      default_retry_config: {
        enabled: true,
        max_retries: 1,
        retry_delay_seconds: 120,
        retry_on_busy: true,
        retry_on_no_answer: true,
        retry_on_voicemail: false,
      },
      last_campaign_settings: null,
    })
  })
})

describe('runs that no API request created', () => {
  const otherSchema = z.object({
    runs: z.array(
      z.looseObject({
        id: z.int(),
        mode: z.string(),
        call_type: z.string(),
        phone_number: z.string().nullable(),
        called_number: z.string().nullable(),
        caller_number: z.string().nullable(),
        initial_context: objectSchema,
      }),
    ),
  })
  const filterBy = (attribute: string, status: string) =>
    `?filters=${encodeURIComponent(JSON.stringify([{ attribute, type: 'radio', value: { status } }]))}`

  it('are in the lists with the others: from browsers, incoming calls and campaigns, some without numbers', async () => {
    const { body, trigger } = await serve(createTestService({ otherRuns: true }))
    await trigger({})
    const { runs } = otherSchema.parse(await body(organizationList))
    expect(runs[0]?.id).toBe(7001)
    const kinds = runs.map(({ mode, call_type: type, called_number: called }) => [mode, type, called === null])
    expect(kinds).toEqual([
      ['twilio', 'outbound', false],
      ['twilio', 'outbound', true],
      ['twilio', 'outbound', false],
      ['twilio', 'inbound', true],
      ['smallwebrtc', 'inbound', true],
    ])
    expect(runs.at(-1)?.initial_context).toEqual({ direction: 'inbound' })
    expect(listSchema.parse(await body('/api/v1/workflow/1/runs')).runs.map(({ id }) => id)).toEqual(
      runs.map(({ id }) => id),
    )
    const idsBy = async (attribute: string, status: string) =>
      otherSchema.parse(await body(`${organizationList}${filterBy(attribute, status)}`)).runs.map(({ id }) => id)
    expect(await idsBy('callDirection', 'outbound')).toEqual(runs.slice(0, 3).map(({ id }) => id))
    expect(await idsBy('callChannel', 'web')).toEqual(runs.slice(4).map(({ id }) => id))
  })
})

describe('a run with a recording but no transcript', () => {
  it('has a link to a missing transcript, and none to the separate tracks', async () => {
    const clock = movingClock()
    const service = createTestService({ clock })
    const { send, body } = await serve(service)
    await send(triggerPath(service), { body: { phone_number: '+14155550176' } })
    clock.pass(3_600_000)
    const run = await body(detailPath(7001))
    expect(run).toMatchObject({
      recording_url: 'recordings/7001.wav',
      transcript_url: null,
      user_recording_url: null,
      user_recording_public_url: null,
    })
    const transcript = await fetch(z.string().parse(run['transcript_public_url']), { redirect: 'manual' })
    expect([transcript.status, await transcript.json()]).toEqual([
      404,
      { detail: 'No transcript available for this workflow run' },
    ])
    const recording = await fetch(z.string().parse(run['recording_public_url']))
    expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'audio/wav'])
  })
})
