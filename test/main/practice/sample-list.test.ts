import { describe, expect, it } from 'vitest'
import { faultByNumber } from '../../../src/main/practice/faults.ts'
import { watchableTimings } from '../../../src/main/practice/practice.ts'
import { timelineOf } from '../../../src/main/practice/runs/timeline.ts'
import { isShortCallNumber, sampleList } from '../../../src/main/practice/sample-list.ts'
import { createTestService, triggerCall } from '../../service/test-service.ts'

const rows = sampleList()
  .trim()
  .split('\r\n')
  .slice(1)
  .map((line) => line.split(','))

describe('the practice list', () => {
  it('has 150 rows', () => expect(rows).toHaveLength(150))

  it('contains each number of a good row once, and its failing numbers are practice faults', () => {
    const numbers = rows.slice(0, 76).map(([, phone = '']) => phone)
    expect(new Set(numbers).size).toBe(76)
    const others = numbers.filter((number) => !isShortCallNumber(number))
    expect(others).toHaveLength(11)
    expect(others.filter((number) => faultByNumber(number) === undefined)).toEqual([])
    expect(others.map((number) => faultByNumber(number)?.name)).toContain('do-not-call')
  })

  it('shortens only its own calls', async () => {
    const service = createTestService({ timings: watchableTimings })
    await triggerCall(service, '+1 406 555 0101')
    await triggerCall(service, '+1 415 555 0101')
    const lengths = service.world.runs.map((run) => (timelineOf(run, watchableTimings).completedAt ?? 0) - run.dialedAt)
    expect(lengths).toEqual([2_000, 26_000])
  })
})
