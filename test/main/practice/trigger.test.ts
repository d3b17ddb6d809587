import { describe, expect, it } from 'vitest'
import { aPracticeService } from './a-practice-service.ts'
import { movingClock, place, see, triggerPath } from './ask-practice.ts'

const number = '+14155550200'

describe('a trigger, beyond the specification', () => {
  it.each([
    ['"11"', 11],
    ['" 11 "', 11],
    ['"11.0"', 11],
    ['11.0', 11],
  ])('reads %s as the integer it means', async (sent, id) => {
    const service = aPracticeService()
    const body = `{"phone_number":"${number}","telephony_configuration_id":${sent}}`
    expect((await see(service, triggerPath(service), { body })).status).toBe(200)
    expect(service.world.runs[0]?.initialContext.get('telephony_configuration_id')).toMatchObject({ text: String(id) })
  })

  it.each([
    ['0', 404],
    ['-1', 404],
    ['true', 404],
    ['2147483647', 404],
    ['2147483648', 500],
  ])('answers a telephony_configuration_id of %s with %i', async (id, status) => {
    const service = aPracticeService()
    const body = `{"phone_number":"${number}","telephony_configuration_id":${id}}`
    expect((await see(service, triggerPath(service), { body })).status).toBe(status)
    expect(service.world.runs).toEqual([])
  })

  it.each(['', '  ', 'Jane', '１２３', '7'.repeat(5000), 'PJSIP/1001'])('dials "%s" as typed', async (phone) => {
    const service = aPracticeService()
    expect((await place(service, phone)).status).toBe(200)
    expect(service.world.dials.map((dial) => dial.phoneNumber)).toEqual([phone])
  })

  it('minds the letter case of an Agent UUID', async () => {
    const service = aPracticeService()
    const path = `/api/v1/public/agent/workflow/${(service.facts[0]?.agents[0]?.uuid ?? '').toUpperCase()}`
    expect(await see(service, path, { body: { phone_number: number } })).toEqual({
      status: 404,
      text: '{"detail":"Workflow not found"}',
    })
  })

  it('checks the key before the agent, the agent before the configuration, and that before the caller ID', async () => {
    const service = aPracticeService()
    const wrong = { phone_number: number, telephony_configuration_id: 999, from_phone_number_id: 999 }
    const details = await Promise.all([
      see(service, '/api/v1/public/agent/workflow/none', { body: wrong, key: 'none' }),
      see(service, '/api/v1/public/agent/workflow/none', { body: wrong }),
      see(service, triggerPath(service), { body: wrong }),
      see(service, triggerPath(service), { body: { ...wrong, telephony_configuration_id: 11 } }),
    ])
    expect(details.map(({ text }) => text)).toEqual([
      '{"detail":"Invalid API key"}',
      '{"detail":"Workflow not found"}',
      '{"detail":"Telephony configuration not found"}',
      '{"detail":"from_phone_number_not_found"}',
    ])
  })

  it('says why a configuration is not ready', async () => {
    const { text } = await place(aPracticeService(), number, { telephony_configuration_id: 14 })
    expect(text).toContain("'Spare line' is not ready for outbound calls. Outbound calls need a number to dial from.")
  })

  it.each([
    ['an empty key', '', 401],
    ['a key that is not ASCII', 'dgr_é', 401],
  ])('refuses %s with the sentence of the trigger', async (_what, key, status) => {
    expect(await place(aPracticeService(), number, {}, { key })).toEqual({
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
    const service = aPracticeService()
    const headers = { 'content-type': 'application/json', 'x-api-key': service.facts[0]?.keys.active ?? '' }
    const request = new Request(`http://practice.example${triggerPath(service)}`, {
      method: 'POST',
      headers,
      body: bytes,
    })
    const { response } = await service.handle(request)
    expect([response.status, await response.text()]).toEqual([400, '{"detail":"There was an error parsing the body"}'])
  })

  it.each(['NaN', '1e999'])('breaks over %s in a context and leaves no run', async (value) => {
    const service = aPracticeService()
    const body = `{"phone_number":"${number}","initial_context":{"a":[${value}]}}`
    expect(await see(service, triggerPath(service), { body })).toEqual({ status: 500, text: 'Internal Server Error' })
    expect(service.world.runs).toEqual([])
  })

  it.each(['application/json; charset=utf-8', 'application/vnd.x+json'])('reads %s as JSON', async (type) => {
    const asking = { headers: { 'content-type': type } }
    expect((await place(aPracticeService(), number, {}, asking)).status).toBe(200)
  })

  it('ignores a chosen caller ID on an old server, good or bad', async () => {
    const service = aPracticeService({ version: '1.44.2' })
    expect((await place(service, number, { from_phone_number_id: 999 })).status).toBe(200)
    expect(service.world.runs[0]?.callerNumber).toBe('+14155550181')
  })

  it('uses any active number of a configuration without a default, and none for an exchange', async () => {
    const service = aPracticeService()
    await place(service, number, { telephony_configuration_id: 12 })
    const [, other] = service.facts
    const path = `/api/v1/public/agent/workflow/${other?.agents[0]?.uuid ?? ''}`
    await see(service, path, {
      body: { phone_number: number, telephony_configuration_id: 22 },
      key: other?.keys.active ?? '',
    })
    expect(service.world.runs.map((run) => run.callerNumber)).toEqual(['+442079460181', null])
  })
})

describe('calls at the same time', () => {
  it('are ten at most, and a call that ends makes room', async () => {
    const clock = movingClock()
    const service = aPracticeService({ clock, pace: { ringMs: 1000, answerMs: 2000, talkMs: 3000 } })
    const statuses = []
    for (let index = 0; index < 11; index += 1) statuses.push((await place(service, number)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    expect((await place(service, number)).text).toBe('{"detail":"Concurrent call limit reached"}')
    clock.pass(4999)
    expect((await place(service, number)).status).toBe(429)
    clock.pass(1)
    expect((await place(service, number)).status).toBe(200)
    expect(service.world.dials).toHaveLength(11)
  })

  it('do not overshoot when they come at once, and leave another organization alone', async () => {
    const service = aPracticeService()
    const statuses = await Promise.all(Array.from({ length: 15 }, async () => (await place(service, number)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    const other = service.facts[1]
    const path = `/api/v1/public/agent/workflow/${other?.agents[0]?.uuid ?? ''}`
    const { status } = await see(service, path, { body: { phone_number: number }, key: other?.keys.active ?? '' })
    expect(status).toBe(200)
  })

  it('give back the slot of a call that never ends after 20 minutes', async () => {
    const clock = movingClock()
    const service = aPracticeService({ clock })
    for (let index = 0; index < 10; index += 1) await place(service, '+14155550173')
    clock.pass(20 * 60_000 - 1)
    expect((await place(service, number)).status).toBe(429)
    clock.pass(1)
    expect((await place(service, number)).status).toBe(200)
  })

  it('are not held up by starts that failed', async () => {
    const service = aPracticeService()
    for (let index = 0; index < 12; index += 1) expect((await place(service, '+14155550133')).status).toBe(400)
    expect((await place(service, number)).status).toBe(200)
  })
})
