import { expect, it } from 'vitest'
import { findMatch } from '../../../../../src/renderer/features/runs/list/run-list.tsx'
import { maxWindowRows, rowHeight, windowBase } from '../../../../../src/renderer/lib/row-window.ts'

it.each([
  ['+1 415 555 0123', '0123', '0123'],
  ['+1 415 555 0123', '+14155550123', '+1 415 555 0123'],
  ['+1 415 555 0123', '5550', '555 0'],
  ['Renewal reminder', 'REMIND', 'remind'],
  ['Renewal reminder', '.*', null],
  ['48213', '', null],
])('finds in %s for %j: %j', (text, search, part) => {
  const at = findMatch(text, search)
  expect(at && text.slice(...at)).toBe(part)
})

it('never lays out more height than Chromium can draw', () => {
  expect(maxWindowRows * rowHeight).toBeLessThan(2 ** 25)
})

it('does not move the window of a list that fits', () => {
  for (const first of [0, 10, 400_000, 799_960]) expect(windowBase(0, first, first + 40, maxWindowRows)).toBe(0)
})

it('moves the window near its edge, keeps the visible rows in it, and does not move right back', () => {
  const count = 3_000_000
  let base = 0
  for (let first = 0; first < count - 40; first += 997) {
    const next = windowBase(base, first, first + 40, count)
    expect(first).toBeGreaterThanOrEqual(next)
    expect(first + 40).toBeLessThanOrEqual(next + maxWindowRows)
    expect(windowBase(next, first, first + 40, count)).toBe(next)
    base = next
  }
  expect(base).toBe(count - maxWindowRows)
  for (let first = count - 40; first >= 0; first -= 997) {
    const next = windowBase(base, first, first + 40, count)
    expect(windowBase(next, first, first + 40, count)).toBe(next)
    base = next
  }
  expect(base).toBe(0)
})

it('moves the window back into a list that has become shorter', () => {
  expect(windowBase(900_000, 900_000, 900_040, 1_000)).toBe(0)
})
