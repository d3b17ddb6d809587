import { expect, it } from 'vitest'
import { createdSince, isSince } from '../../../src/renderer/keys/created-since.ts'
import { fakeKeys } from '../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-07-01T00:00:00Z')
const names = (since: Parameters<typeof createdSince>[1]) => createdSince(fakeKeys, since, now).map(({ id }) => id)

it.each([
  ['ever', [1, 2, 3]],
  ['year', [1, 2, 3]],
  ['month', [2]],
  ['day', []],
] as const)('shows the keys created since %s', (since, ids) => expect(names(since)).toEqual(ids))

it('shows a key always whose age is not told', () => {
  const keys = fakeKeys.map((key) => ({ ...key, createdAt: null }))
  expect(createdSince(keys, 'day', now).length).toBe(keys.length)
})

it('knows its own words only', () => expect([isSince('week'), isSince('toString')]).toEqual([true, false]))
