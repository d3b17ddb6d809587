import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anyText, createTestService, sendForBody, sendForText, textContaining } from '../../service/test-service.ts'

const configurations = z.object({ configurations: z.array(z.looseObject({ id: z.int() })) })
const numbers = z.object({ phone_numbers: z.array(z.looseObject({ id: z.int() })) })

describe('telephony configurations', () => {
  it('are a default, another ready one, one that is not ready, and a deactivated one that still reports ready', async () => {
    const list = configurations.parse(await sendForBody(createTestService(), '/api/v1/organizations/telephony-configs'))
    expect(list.configurations).toMatchObject([
      { id: 11, is_default_outbound: true, inactive: false, is_ready_for_outbound: true, phone_number_count: 2 },
      { id: 12, is_default_outbound: false, is_ready_for_outbound: true, phone_number_count: 1, connectivity: 'api' },
      {
        id: 14,
        is_ready_for_outbound: false,
        outbound_blocked_reason: textContaining('Add at least one number'),
      },
      { id: 15, inactive: true, inactive_reason: anyText, is_ready_for_outbound: true, connectivity: 'sip' },
    ])
  })
})

describe('phone numbers', () => {
  it('are a default, an active and an inactive one', async () => {
    const list = numbers.parse(
      await sendForBody(createTestService(), '/api/v1/organizations/telephony-configs/11/phone-numbers'),
    )
    expect(list.phone_numbers).toMatchObject([
      {
        id: 101,
        address: '+1 (415) 555-0181',
        address_normalized: '+14155550181',
        is_default_caller_id: true,
        country_code: 'US',
      },
      { id: 102, is_active: true, is_default_caller_id: false, address_type: 'pstn' },
      { id: 104, is_active: false },
    ])
  })

  it.each([
    ['12', 200],
    ['14', 200],
    ['21', 404],
    ['999', 404],
    ['2147483648', 500],
    ['x', 422],
  ])('of configuration %s: %i', async (id, status) => {
    const path = `/api/v1/organizations/telephony-configs/${id}/phone-numbers`
    expect((await sendForText(createTestService(), path)).status).toBe(status)
  })

  it('can be extensions if they belong to a PBX', async () => {
    const list = numbers.parse(
      await sendForBody(createTestService(), '/api/v1/organizations/telephony-configs/15/phone-numbers'),
    )
    expect(list.phone_numbers).toMatchObject([
      { address_normalized: '1001', address_type: 'sip_extension', country_code: null },
    ])
  })
})

const textMatching = (pattern: RegExp): unknown => expect.stringMatching(pattern)

describe('the account', () => {
  it('returns the owner of the key and the limit of concurrent calls', async () => {
    const service = createTestService()
    expect(await sendForText(service, '/api/v1/auth/me')).toEqual({
      status: 200,
      text: textMatching(
        /^\{"id":1,"email":"desk@harbour\.example","name":null,"organization_id":1,"provider_id":"oss_[\da-f]{16}"\}$/,
      ),
    })
    expect(await sendForBody(service, '/api/v1/organizations/campaign-defaults')).toMatchObject({
      concurrent_call_limit: 10,
      from_numbers_count: 2,
    })
  })

  it.each([
    [{ authorization: 'Bearer dgr_x' }, 'Invalid or expired token'],
    [{}, 'Authorization header required'],
    [{ 'x-api-key': '' }, 'Authorization header required'],
  ])('refuses %j with its own error', async (headers, detail) => {
    const seen = await sendForText(createTestService(), '/api/v1/auth/me', { key: null, headers })
    expect(seen).toEqual({ status: 401, text: JSON.stringify({ detail }) })
  })
})
