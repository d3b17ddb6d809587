import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { callIdSchema } from '../../src/contract/call.ts'
import { createUlid } from '../../src/contract/ulid.ts'

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })

it('makes ids that sort by time and are taken by the schema', () => {
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

it('spells the example of the ULID specification', () => {
  expect(createUlid(1_469_918_176_385, new Uint8Array(16)).slice(0, 10)).toBe('01ARYZ6S41')
})
