import { expect, it } from 'vitest'
import { messages } from '../../../src/messages/index.ts'
import { healthAge } from '../../../src/renderer/app/shell.tsx'

it('calls a health check recent only for a few seconds, and then shows no seconds that it would not update', () => {
  const { time, shell } = messages
  expect([-1, 0, 4_999].map(healthAge)).toEqual([time.ago(0), time.ago(0), time.ago(0)])
  expect([5_000, 39_000, 59_999].map(healthAge)).toEqual(Array(3).fill(shell.health.lessThanMinute))
  expect(healthAge(60_000)).toBe(time.ago(60_000))
})
