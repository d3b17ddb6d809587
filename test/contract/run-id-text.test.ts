import { expect, it } from 'vitest'
import { runIdIn } from '../../src/contract/run-id-text.ts'

it.each([
  ['48213', 48213],
  ['  48213\n', 48213],
  ['run 48213', 48213],
  ['Run #48213', 48213],
  ['#48213', 48213],
  ['2147483647', 2147483647],
])('reads the run id in %j', (text, id) => {
  expect(runIdIn(text)).toBe(id)
})

it.each(['', '0', '-1', '048213', '48213a', '48 213', '1.5', '2147483648', '+14155550123', 'WR-API-7823'])(
  'reads no run id in %j',
  (text) => {
    expect(runIdIn(text)).toBeNull()
  },
)

it('reads nothing in a long text, whatever stands in it', () => {
  expect(runIdIn(`${' '.repeat(60)}48213`)).toBeNull()
})
