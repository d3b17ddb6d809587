import { describe, expect, it } from 'vitest'
import { createTestService, movingClock, triggerCall, sendForText, triggerPath } from '../../service/test-service.ts'

const number = '+14155550200'

describe('a trigger request, beyond the specification', () => {
  it.each([
    ['"11"', 11],
    ['" 11 "', 11],
    ['"11.0"', 11],
    ['11.0', 11],
  ])('reads %s as the integer it means', async (sent, id) => {
    const service = createTestService()
    const body = `{"phone_number":"${number}","telephony_configuration_id":${sent}}`
    expect((await sendForText(service, triggerPath(service), { body })).status).toBe(200)
    expect(service.world.runs[0]?.initialContext.get('telephony_configuration_id')).toMatchObject({ text: String(id) })
  })

  it.each([
    ['0', 404],
    ['-1', 404],
    ['true', 404],
    ['2147483647', 404],
    ['2147483648', 500],
  ])('answers a telephony_configuration_id of %s with %i', async (id, status) => {
    const service = createTestService()
    const body = `{"phone_number":"${number}","telephony_configuration_id":${id}}`
    expect((await sendForText(service, triggerPath(service), { body })).status).toBe(status)
    expect(service.world.runs).toEqual([])
  })

  it.each(['', '  ', 'Jane', '１２３', '7'.repeat(5000), 'PJSIP/1001'])('dials "%s" as typed', async (phone) => {
    const service = createTestService()
    expect((await triggerCall(service, phone)).status).toBe(200)
    expect(service.world.dials.map((dial) => dial.phoneNumber)).toEqual([phone])
  })

  it('matches an Agent UUID case-sensitively', async () => {
    const service = createTestService()
    const path = `/api/v1/public/agent/workflow/${(service.organizations[0]?.agents[0]?.uuid ?? '').toUpperCase()}`
    expect(await sendForText(service, path, { body: { phone_number: number } })).toEqual({
      status: 404,
      text: '{"detail":"Workflow not found"}',
    })
  })

  it('checks the key before the agent, the agent before the configuration, and that before the caller ID', async () => {
    const service = createTestService()
    const wrong = { phone_number: number, telephony_configuration_id: 999, from_phone_number_id: 999 }
    const details = await Promise.all([
      sendForText(service, '/api/v1/public/agent/workflow/none', { body: wrong, key: 'none' }),
      sendForText(service, '/api/v1/public/agent/workflow/none', { body: wrong }),
      sendForText(service, triggerPath(service), { body: wrong }),
      sendForText(service, triggerPath(service), { body: { ...wrong, telephony_configuration_id: 11 } }),
    ])
    expect(details.map(({ text }) => text)).toEqual([
      '{"detail":"Invalid API key"}',
      '{"detail":"Workflow not found"}',
      '{"detail":"Telephony configuration not found"}',
      '{"detail":"from_phone_number_not_found"}',
    ])
  })

  it('explains why a configuration is not ready', async () => {
    const { text } = await triggerCall(createTestService(), number, { telephony_configuration_id: 14 })
    expect(text).toContain("'Spare line' is not ready for outbound calls. Outbound calls need a number to dial from.")
  })

  it.each([
    ['an empty key', '', 401],
    ['a key that is not ASCII', 'dgr_é', 401],
  ])('refuses %s with the error of the trigger endpoint', async (_what, key, status) => {
    expect(await triggerCall(createTestService(), number, {}, { key })).toEqual({
      status,
      text: '{"detail":"Invalid API key"}',
    })
  })

  it.each([
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    [
      'an integer of 5,000 digits',
      new TextEncoder().encode(`{"phone_number":"1","initial_context":{"a":${'7'.repeat(5000)}}}`),
    ],
  ])('cannot parse %s', async (_what, bytes) => {
    const service = createTestService()
    const headers = { 'content-type': 'application/json', 'x-api-key': service.organizations[0]?.keys.active ?? '' }
    const request = new Request(`http://practice.example${triggerPath(service)}`, {
      method: 'POST',
      headers,
      body: bytes,
    })
    const { response } = await service.handle(request)
    expect([response.status, await response.text()]).toEqual([400, '{"detail":"There was an error parsing the body"}'])
  })

  it.each(['NaN', '1e999'])('fails on %s in a context and creates no run', async (value) => {
    const service = createTestService()
    const body = `{"phone_number":"${number}","initial_context":{"a":[${value}]}}`
    expect(await sendForText(service, triggerPath(service), { body })).toEqual({
      status: 500,
      text: 'Internal Server Error',
    })
    expect(service.world.runs).toEqual([])
  })

  it.each(['application/json; charset=utf-8', 'application/vnd.x+json'])('reads %s as JSON', async (type) => {
    const options = { headers: { 'content-type': type } }
    expect((await triggerCall(createTestService(), number, {}, options)).status).toBe(200)
  })

  it('ignores a chosen caller ID on an old server, whether it is valid or not', async () => {
    const service = createTestService({ version: '1.44.2' })
    expect((await triggerCall(service, number, { from_phone_number_id: 999 })).status).toBe(200)
    expect(service.world.runs[0]?.callerNumber).toBe('+14155550181')
  })

  it('uses any active number if a configuration has no default, and none for a PBX', async () => {
    const service = createTestService()
    await triggerCall(service, number, { telephony_configuration_id: 12 })
    const [, other] = service.organizations
    const path = `/api/v1/public/agent/workflow/${other?.agents[0]?.uuid ?? ''}`
    await sendForText(service, path, {
      body: { phone_number: number, telephony_configuration_id: 22 },
      key: other?.keys.active ?? '',
    })
    expect(service.world.runs.map((run) => run.callerNumber)).toEqual(['+442079460181', null])
  })
})

describe('concurrent calls', () => {
  it('are limited to ten, and a call that ends frees a slot', async () => {
    const clock = movingClock()
    const service = createTestService({ clock, timings: { ringMs: 1000, answerMs: 2000, talkMs: 3000 } })
    const statuses = []
    for (let index = 0; index < 11; index += 1) statuses.push((await triggerCall(service, number)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    expect((await triggerCall(service, number)).text).toBe('{"detail":"Concurrent call limit reached"}')
    clock.pass(4999)
    expect((await triggerCall(service, number)).status).toBe(429)
    clock.pass(1)
    expect((await triggerCall(service, number)).status).toBe(200)
    expect(service.world.dials).toHaveLength(11)
  })

  it('stay within the limit when they arrive together, and do not affect another organization', async () => {
    const service = createTestService()
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => (await triggerCall(service, number)).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    const other = service.organizations[1]
    const path = `/api/v1/public/agent/workflow/${other?.agents[0]?.uuid ?? ''}`
    const { status } = await sendForText(service, path, {
      body: { phone_number: number },
      key: other?.keys.active ?? '',
    })
    expect(status).toBe(200)
  })

  it('free the slot of a call that never ends after 20 minutes', async () => {
    const clock = movingClock()
    const service = createTestService({ clock })
    for (let index = 0; index < 10; index += 1) await triggerCall(service, '+14155550173')
    clock.pass(20 * 60_000 - 1)
    expect((await triggerCall(service, number)).status).toBe(429)
    clock.pass(1)
    expect((await triggerCall(service, number)).status).toBe(200)
  })

  it('do not count failed starts', async () => {
    const service = createTestService()
    for (let index = 0; index < 12; index += 1) expect((await triggerCall(service, '+14155550133')).status).toBe(400)
    expect((await triggerCall(service, number)).status).toBe(200)
  })
})
