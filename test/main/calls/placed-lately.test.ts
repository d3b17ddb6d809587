import { expect, it } from 'vitest'
import { createPlacedLately } from '../../../src/main/calls/placed-lately.ts'

const open = () => {
  let now = 0
  const lately = createPlacedLately(() => now)
  return { lately, pass: (minutes: number) => (now += minutes * 60_000) }
}
const tenMinutes = 600_000

it('remembers for as long as it is asked about, in whatever spelling', () => {
  const { lately, pass } = open()
  lately.note('a', '+14155550160', false)
  pass(9)
  expect(lately.within(tenMinutes, '+1 (415) 555-0160', false)).toEqual(['a'])
  pass(2)
  expect(lately.within(tenMinutes, '+14155550160', false)).toEqual([])
})

it('keeps practice and real calls apart, and numbers too', () => {
  const { lately } = open()
  lately.note('a', '+14155550160', true)
  expect(lately.within(tenMinutes, '+14155550160', false)).toEqual([])
  expect(lately.within(tenMinutes, '+14155550161', true)).toEqual([])
})

it('asks about nothing where the setting is off', () => {
  const { lately } = open()
  lately.note('a', '+14155550160', false)
  expect(lately.within(0, '+14155550160', false)).toEqual([])
})
