import { describe, expect, it } from 'vitest'
import type { PracticeService } from '../../src/main/practice/practice-service.ts'
import { createTestService, sendForBody, triggerCall, sendForText, textContaining } from './test-service.ts'

const token = 'open-sesame'
const controlled = () => createTestService({ controlToken: token })
const control = (service: PracticeService, path: string, sent?: object) =>
  sendForText(service, `/practice/${path}`, {
    ...(sent === undefined ? {} : { body: sent }),
    method: sent === undefined ? 'GET' : 'POST',
    headers: { 'x-practice-token': token },
  })

describe('the control API', () => {
  it.each(['runs', 'faults', 'nothing'])(
    '/practice/%s is not found without the token, or with another',
    async (path) => {
      const refused = { status: 404, text: '{"detail":"Not Found"}' }
      expect(await sendForText(controlled(), `/practice/${path}`)).toEqual(refused)
      expect(await sendForText(controlled(), `/practice/${path}`, { headers: { 'x-practice-token': 'x' } })).toEqual(
        refused,
      )
      expect(
        await sendForText(createTestService(), `/practice/${path}`, { headers: { 'x-practice-token': '' } }),
      ).toEqual(refused)
      expect(
        await sendForText(createTestService(), `/practice/${path}`, { headers: { 'x-practice-token': 'undefined' } }),
      ).toEqual(refused)
    },
  )

  it('counts phones that ring', async () => {
    const service = controlled()
    await triggerCall(service, '+14155550200', { initial_context: { reference: 'a' } })
    await triggerCall(service, '+14155550133')
    await triggerCall(service, '+14155550110')
    const { text } = await control(service, 'runs')
    expect(JSON.parse(text)).toMatchObject({
      runs: 2,
      dials: 1,
      redirects_followed: 0,
      keys_at_storage: 0,
      list: [
        { id: 7001, phone_number: '+14155550200', start: 'dialed', dials: 1, initial_context: { reference: 'a' } },
        { id: 7002, phone_number: '+14155550133', start: 'failed', dials: 0 },
      ],
    })
  })

  it('lists the faults', async () => {
    const { text } = await control(controlled(), 'faults')
    expect(JSON.parse(text)).toContainEqual({
      name: 'busy',
      phone_number: '+14155550170',
      sentence: 'The line is busy.',
    })
  })

  it('arms a fault for the next requests of a path', async () => {
    const service = controlled()
    expect(
      (await control(service, 'faults', { fault: 'bad-gateway', times: 2, path: '/api/v1/workflow' })).status,
    ).toBe(200)
    const statuses = []
    for (const path of [
      '/api/v1/health',
      '/api/v1/workflow/fetch',
      '/api/v1/workflow/fetch',
      '/api/v1/workflow/fetch',
    ]) {
      statuses.push((await sendForText(service, path)).status)
    }
    expect(statuses).toEqual([200, 502, 502, 200])
  })

  it('arms a fault that loses the response after a key was created', async () => {
    const service = controlled()
    await control(service, 'faults', { fault: 'bad-gateway-after', path: '/api/v1/user' })
    expect((await sendForText(service, '/api/v1/user/api-keys', { body: { name: 'Lost' } })).status).toBe(502)
    expect(await sendForBody(service, '/api/v1/user/api-keys')).toContainEqual(
      expect.objectContaining({ name: 'Lost' }),
    )
  })

  it.each([
    ['faults', { fault: 'nonsense' }],
    ['faults', { fault: 'busy', times: 0 }],
    ['faults', {}],
    ['pace', { dialMs: -1 }],
    ['pace', { dials: 1 }],
  ])('refuses /practice/%s %j', async (path, sent) =>
    expect((await control(controlled(), path, sent)).status).toBe(422),
  )

  it('changes some timings', async () => {
    const { text } = await control(controlled(), 'pace', { slowMs: 5 })
    expect(JSON.parse(text)).toMatchObject({ slowMs: 5, verySlowMs: 65_000, dialMs: 0 })
  })

  it('restores everything, including keys', async () => {
    const service = controlled()
    const { organizations } = service
    await control(service, 'pace', { slowMs: 5 })
    await control(service, 'faults', { fault: 'bad-gateway', times: 9 })
    await sendForText(service, `/api/v1/user/api-keys/${organizations[0]?.keys.activeId ?? 0}`, {
      method: 'DELETE',
      headers: { 'x-practice-fault': '' },
    })
    await triggerCall(service, '+14155550200')
    await control(service, 'reset', {})
    expect(service.world).toMatchObject({ runs: [], dials: [] })
    expect(service.organizations).toEqual(organizations)
    expect(await triggerCall(service, '+14155550200')).toEqual({
      status: 200,
      text: textContaining('"workflow_run_id":7001'),
    })
    expect(JSON.parse((await control(service, 'pace', {})).text)).toMatchObject({ slowMs: 8000 })
  })

  it('counts clients that follow a redirect', async () => {
    const service = controlled()
    await sendForText(service, '/practice/redirected', { body: {} })
    expect((await control(service, 'runs')).text).toContain('"redirects_followed":1')
  })
})
