import { expect, it } from 'vitest'
import { createOutdatedHealth } from '../../../../src/main/features/profiles/outdated-health.ts'

const profileId = '3b9f3f7e-0000-4000-8000-000000000001'

it('asks for a check after an unreachable request at most every 5 s, even if each check succeeds', () => {
  const announced: string[] = []
  let time = 0
  const health = createOutdatedHealth({ announce: (name) => void announced.push(name), monotonic: () => time })
  const failAt = (milliseconds: number): number => {
    time = milliseconds
    health.unreachable(profileId)
    health.checked(profileId, true)
    return announced.length
  }
  // Before the first check, the page shows no state that could be outdated.
  expect(failAt(0)).toBe(0)
  expect(failAt(1_000)).toBe(1)
  expect(failAt(5_999)).toBe(1)
  expect(failAt(6_000)).toBe(2)
})
