import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestService,
  sendForBody,
  movingClock,
  triggerCall,
  sendForText,
  triggerPath,
} from '../../service/test-service.ts'

const number = '+14155550200'
const runSchema = z.object({ initial_context: z.record(z.string(), z.unknown()), is_completed: z.boolean() })
const detailPath = '/api/v1/workflow/0/runs/7001'
const lists = ['/api/v1/workflow/1/runs', '/api/v1/organizations/usage/runs', detailPath]
const byNumber = `/api/v1/organizations/usage/runs?filters=${encodeURIComponent('[{"attribute":"calledNumber","type":"text","value":{"value":"4155"}}]')}`

async function storedContext(sent: object) {
  const service = createTestService()
  await triggerCall(service, number, { initial_context: sent })
  return runSchema.parse(await sendForBody(service, detailPath)).initial_context
}

describe('reserved names in a context', () => {
  it.each(['provider', 'runtime_configuration', 'mps_correlation_id'])('%s is dropped', async (name) => {
    expect((await storedContext({ [name]: 'mine' }))[name]).not.toBe('mine')
  })

  it.each(['called_number', 'caller_number'])('%s is overwritten with the real one', async (name) => {
    const real = { called_number: number, caller_number: '+14155550181' }
    expect(await storedContext({ [name]: 'mine' })).toMatchObject(real)
  })

  it.each([
    'phone_number',
    'direction',
    'trigger_mode',
    'telephony_configuration_id',
    'from_phone_number_id',
    'agent_identifier',
    'agent_uuid',
    'workflow_uuid',
    'api_key_id',
    'api_key_created_by',
    'call_id',
    'workflow_run_id',
    'campaign_id',
  ])('%s can be overwritten by the client', async (name) => {
    expect((await storedContext({ [name]: 'mine' }))[name]).toBe('mine')
  })

  it('a run with an unknown telephony_configuration_id never ends', async () => {
    const clock = movingClock()
    const service = createTestService({ clock })
    await triggerCall(service, number, { initial_context: { telephony_configuration_id: 11 } })
    await triggerCall(service, number, { initial_context: { telephony_configuration_id: 9999 } })
    clock.pass(3_600_000)
    const ended = async (id: number) =>
      runSchema.parse(await sendForBody(service, `/api/v1/workflow/0/runs/${id}`)).is_completed
    expect([await ended(7001), await ended(7002)]).toEqual([true, false])
  })
})

describe('a context is returned unchanged', () => {
  it('with its order, long integers, unusual names and Unicode', async () => {
    const service = createTestService()
    const sent = '"z":1,"2":12345678901234567890,"a.b c":-0.0,"":"","__proto__":{"x":[]},"emoji":"😀"'
    await sendForText(service, triggerPath(service), {
      body: `{"phone_number":"${number}","initial_context":{${sent}}}`,
    })
    for (const path of lists) expect((await sendForText(service, path)).text).toContain(sent)
  })
})

const deep = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`

describe('contexts that break lists of the organization', () => {
  it.each([
    ['half an emoji', String.raw`{"a":["\ud83d"]}`],
    ['half an emoji in a name', String.raw`{"\ude00":1}`],
    ['nesting beyond 250 levels', deep(260)],
  ])('%s breaks the detail and every list page with the run', async (_what, context) => {
    const service = createTestService()
    await triggerCall(service, '+14155550201')
    const sent = await sendForText(service, triggerPath(service), {
      body: `{"phone_number":"${number}","initial_context":${context}}`,
    })
    expect(sent.status).toBe(200)
    expect(service.world.dials).toHaveLength(2)
    for (const path of [...lists.slice(0, 2), '/api/v1/workflow/0/runs/7002', byNumber]) {
      expect((await sendForText(service, path)).status).toBe(500)
    }
    for (const path of lists.slice(0, 2)) {
      expect(await sendForText(service, `${path}?limit=1&page=1`)).toEqual({
        status: 500,
        text: 'Internal Server Error',
      })
      expect((await sendForText(service, `${path}?limit=1&page=2`)).status).toBe(200)
    }
    expect((await sendForText(service, detailPath)).status).toBe(200)
  })

  it('a NUL breaks only the filter by called number', async () => {
    const service = createTestService()
    await triggerCall(service, number, { initial_context: { a: 'x\0y' } })
    for (const path of lists) expect((await sendForText(service, path)).status).toBe(200)
    expect((await sendForText(service, byNumber)).status).toBe(500)
    expect((await sendForText(service, byNumber, { key: service.organizations[1]?.keys.active ?? '' })).status).toBe(
      200,
    )
  })

  it('250 levels and a complete emoji break nothing', async () => {
    const service = createTestService()
    await sendForText(service, triggerPath(service), {
      body: `{"phone_number":"${number}","initial_context":${deep(250)}}`,
    })
    await triggerCall(service, number, { initial_context: { a: '😀' } })
    for (const path of [...lists, byNumber]) expect((await sendForText(service, path)).status).toBe(200)
  })
})
