import { afterEach, describe, expect, it } from 'vitest'
import { createPracticeHost } from '../../../src/main/practice/practice-host.ts'
import { seededRandom } from './a-practice-service.ts'

const host = createPracticeHost({
  clock: { now: () => 0 },
  random: seededRandom(),
  firstRunId: 48_001,
  pace: { dialMs: 0 },
})
afterEach(() => host.stop())

const statusOf = async (origin: string, key: string) =>
  (await fetch(`${origin}/api/v1/auth/me`, { headers: { 'x-api-key': key } })).status

describe('the practice host', () => {
  it('starts once, however often it is asked', async () => {
    const [first, second] = await Promise.all([host.start(), host.start()])
    expect(second).toEqual(first)
    expect(await statusOf(first.origin, first.key)).toBe(200)
  })

  it('makes a key for the session, in the organization Practice, that is none of the seeded ones', async () => {
    const { key, service } = await host.start()
    expect(key).toMatch(/^dgr_[\w-]{43}$/)
    expect(service.facts[0]?.name).toBe('Practice')
    expect(service.facts.flatMap(({ keys }) => [keys.active, keys.archived])).not.toContain(key)
    expect(service.world.keys.find((one) => one.prefix === key.slice(0, 8))).toMatchObject({
      organizationId: 1,
      name: 'This computer',
    })
  })

  it('frees its port and begins afresh with another key', async () => {
    const before = await host.start()
    await host.stop()
    await expect(fetch(before.origin)).rejects.toThrow('fetch failed')
    const after = await host.start()
    expect(after.key).not.toBe(before.key)
    expect(await statusOf(after.origin, before.key)).toBe(401)
  })

  it('counts its runs from where it is told', async () => {
    const { origin, key, service } = await host.start()
    const response = await fetch(`${origin}/api/v1/public/agent/workflow/${service.facts[0]?.agents[0]?.uuid ?? ''}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{"phone_number":"+14155550200"}',
    })
    expect(await response.json()).toMatchObject({ workflow_run_id: 48_001 })
  })

  it('opens no control calls', async () => {
    const { origin } = await host.start()
    expect((await fetch(`${origin}/practice/runs`)).status).toBe(404)
  })

  it('may be stopped when nothing runs', async () => {
    await expect(host.stop()).resolves.toBeUndefined()
  })
})
