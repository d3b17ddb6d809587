import { expect, it } from 'vitest'
import { frameBase, rowHeight, tallestFrame } from '../../../../src/renderer/runs/rows/use-frame.ts'

it('lays out no more than a browser can draw', () => {
  expect(tallestFrame * rowHeight).toBeLessThan(2 ** 25)
})

it('leaves a list that fits where it is', () => {
  for (const first of [0, 10, 400_000, 799_960]) expect(frameBase(0, first, first + 40, tallestFrame)).toBe(0)
})

it('moves on near an edge, holds the rows in sight, and does not flutter', () => {
  const count = 3_000_000
  let base = 0
  for (let first = 0; first < count - 40; first += 997) {
    const next = frameBase(base, first, first + 40, count)
    expect(first).toBeGreaterThanOrEqual(next)
    expect(first + 40).toBeLessThanOrEqual(next + tallestFrame)
    expect(frameBase(next, first, first + 40, count)).toBe(next)
    base = next
  }
  expect(base).toBe(count - tallestFrame)
  for (let first = count - 40; first >= 0; first -= 997) {
    const next = frameBase(base, first, first + 40, count)
    expect(frameBase(next, first, first + 40, count)).toBe(next)
    base = next
  }
  expect(base).toBe(0)
})

it('comes back into a list that became shorter', () => {
  expect(frameBase(900_000, 900_000, 900_040, 1_000)).toBe(0)
})
