import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { callIdSchema } from '../../src/contract/call.ts'
import { createUlid, runIdIn } from '../../src/domain/ids.ts'

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })

it('creates IDs that sort by time and match the schema', () => {
  const sorted = fc.property(
    fc.nat(2 ** 31),
    fc.integer({ min: 1, max: 2 ** 31 }),
    bytes,
    bytes,
    (time, later, one, other) => {
      const [first, second] = [createUlid(time, one), createUlid(time + later, other)]
      return first < second && callIdSchema.safeParse(first).success && callIdSchema.safeParse(second).success
    },
  )
  expect(() => fc.assert(sorted)).not.toThrow()
})

it('encodes the example from the ULID specification', () => {
  expect(createUlid(1_469_918_176_385, new Uint8Array(16)).slice(0, 10)).toBe('01ARYZ6S41')
})

it.each([
  ['48213', 48213],
  ['  48213\n', 48213],
  ['run 48213', 48213],
  ['Run #48213', 48213],
  ['#48213', 48213],
  ['run48213', 48213],
  ['Run: 48213', 48213],
  ['４８２１３', 48213],
  ['2147483647', 2147483647],
])('reads the run ID in %j', (text, id) => {
  expect(runIdIn(text)).toBe(id)
})

it.each(['', '0', '-1', '048213', '48213a', '48 213', '1.5', '2147483648', '+14155550123', 'WR-API-7823'])(
  'reads no run ID in %j',
  (text) => {
    expect(runIdIn(text)).toBeNull()
  },
)

it('finds no ID in long text, whatever its content', () => {
  expect(runIdIn(`${' '.repeat(60)}48213`)).toBeNull()
})
