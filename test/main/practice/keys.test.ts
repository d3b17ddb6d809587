import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import {
  anyText,
  createTestService,
  sendForBody,
  movingClock,
  sendForText,
  seededRandom,
  textContaining,
} from '../../service/test-service.ts'

const path = '/api/v1/user/api-keys'
const rows = z.array(z.looseObject({ id: z.int(), name: z.string(), last_used_at: z.string().nullable() }))

describe('keys', () => {
  it('are stored as a hash and a prefix', async () => {
    const service = createTestService()
    const { api_key: text } = z
      .object({ api_key: z.string() })
      .parse(await sendForBody(service, path, { body: { name: 'One' } }))
    expect(JSON.stringify(service.world.keys)).not.toContain(text)
    expect(service.world.keys.at(-1)?.prefix).toBe(text.slice(0, 8))
  })

  it('move to the end of the list when they are used, with the time of use', async () => {
    const clock = movingClock()
    const service = createTestService({ clock })
    clock.pass(1500)
    const list = rows.parse(await sendForBody(service, path))
    expect(list.map(({ name }) => name)).toEqual(['Default API Key', 'Front office'])
    expect(list[1]?.last_used_at).toBe('2026-11-21T10:00:02Z')
  })

  it('report whether they are active', async () => {
    const list = rows.parse(await sendForBody(createTestService(), `${path}?include_archived=true`))
    const states = Object.fromEntries(list.map((row) => [row.name, [row['is_active'], row['archived_at'] === null]]))
    expect(states).toEqual({
      'Default API Key': [true, true],
      'Front office': [true, true],
      'Retired laptop': [false, false],
    })
  })

  it('keep the time of their last use when archived and reactivated', async () => {
    const service = createTestService()
    const { activeId, archivedId } = service.organizations[0]?.keys ?? { activeId: 0, archivedId: 0 }
    await sendForText(service, `${path}/${archivedId}/reactivate`, { method: 'PUT' })
    await sendForText(service, '/api/v1/auth/me', { key: service.organizations[0]?.keys.archived ?? '' })
    await sendForText(service, `${path}/${archivedId}`, { method: 'DELETE' })
    await sendForText(service, `${path}/${archivedId}/reactivate`, { method: 'PUT' })
    const list = rows.parse(await sendForBody(service, path))
    expect(list.find(({ id }) => id === archivedId)).toMatchObject({
      archived_at: null,
      last_used_at: anyText,
    })
    expect(activeId).not.toBe(archivedId)
  })

  it.each([
    ['an empty name', '', 200],
    ['a name of 300 characters', 'x'.repeat(300), 200],
    ['a name that is already in use', 'Front office', 200],
    ['a NUL character in the name', 'a\0b', 500],
  ])('answers a name with %s: %i', async (_what, name, status) => {
    expect((await sendForText(createTestService(), path, { body: { name } })).status).toBe(status)
  })

  it.each([
    ['1', 3],
    ['true', 3],
    ['0', 2],
    ['false', 2],
  ])('include_archived=%s lists %i', async (flag, count) => {
    expect(rows.parse(await sendForBody(createTestService(), `${path}?include_archived=${flag}`))).toHaveLength(count)
  })

  it('refuse include_archived=maybe', async () => {
    const { status, text } = await sendForText(createTestService(), `${path}?include_archived=maybe`)
    expect([status, text]).toEqual([422, textContaining('"type":"bool_parsing","loc":["query","include_archived"]')])
  })

  it.each([
    ['DELETE', '2147483648', 404],
    ['DELETE', 'abc', 422],
    ['PUT', '2147483648/reactivate', 404],
  ])('%s of ID %s answers %i', async (method, rest, status) => {
    expect((await sendForText(createTestService(), `${path}/${rest}`, { method })).status).toBe(status)
  })

  it('are served under one prefix only if so configured', async () => {
    const service = createPracticeService({ clock: { now: () => 0 }, random: seededRandom(), keyPrefixes: [''] })
    expect([(await sendForText(service, path)).status, (await sendForText(service, '/user/api-keys')).status]).toEqual([
      404, 200,
    ])
  })
})
