import { afterEach, describe, expect, it } from 'vitest'
import { createPracticeHost } from '../../../src/main/practice/host.ts'
import { seededRandom } from '../../service/test-service.ts'

const host = createPracticeHost({
  clock: { now: () => 0 },
  random: seededRandom(),
  firstRunId: 48_001,
  timings: { dialMs: 0 },
})
afterEach(() => host.stop())

const statusOf = async (origin: string, key: string) =>
  (await fetch(`${origin}/api/v1/auth/me`, { headers: { 'x-api-key': key } })).status

describe('the practice host', () => {
  it('starts once for several calls', async () => {
    const [first, second] = await Promise.all([host.start(), host.start()])
    expect(second).toEqual(first)
    expect(await statusOf(first.origin, first.key)).toBe(200)
  })

  it('creates a new key for the session in the organization Practice', async () => {
    const { key, service } = await host.start()
    expect(key).toMatch(/^dgr_[\w-]{43}$/)
    expect(service.organizations[0]?.name).toBe('Practice')
    expect(service.organizations.flatMap(({ keys }) => [keys.active, keys.archived])).not.toContain(key)
    expect(service.world.keys.find((one) => one.prefix === key.slice(0, 8))).toMatchObject({
      organizationId: 1,
      name: 'This computer',
    })
  })

  it('frees its port and starts again with another key', async () => {
    const before = await host.start()
    await host.stop()
    await expect(fetch(before.origin)).rejects.toThrow('fetch failed')
    const after = await host.start()
    expect(after.key).not.toBe(before.key)
    expect(await statusOf(after.origin, before.key)).toBe(401)
  })

  it('counts its runs from firstRunId', async () => {
    const { origin, key, service } = await host.start()
    const response = await fetch(
      `${origin}/api/v1/public/agent/workflow/${service.organizations[0]?.agents[0]?.uuid ?? ''}`,
      {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: '{"phone_number":"+14155550200"}',
      },
    )
    expect(await response.json()).toMatchObject({ workflow_run_id: 48_001 })
  })

  it('has no control API', async () => {
    const { origin } = await host.start()
    expect((await fetch(`${origin}/practice/runs`)).status).toBe(404)
  })

  it('can be stopped when it is not running', async () => {
    await expect(host.stop()).resolves.toBeUndefined()
  })
})
