import { expect, it } from 'vitest'
import type { HealthHour, HealthSample } from '../../../src/contract/health.ts'
import { figuresOf, marksOf, topOf } from '../../../src/renderer/support/health/health-hour.ts'
import { words } from '../../../src/renderer/words/words.ts'

const until = Date.parse('2026-11-21T10:00:00.000Z')
const sample = (minutesAgo: number, milliseconds: number | null, version = '1.45.0'): HealthSample => ({
  at: new Date(until - minutesAgo * 60_000).toISOString(),
  milliseconds,
  version: milliseconds === null ? null : version,
  failure: milliseconds === null ? { kind: 'unavailable', cause: 'timedOut' } : null,
})
const hourOf = (...samples: HealthSample[]): HealthHour => ({
  from: new Date(until - 3_600_000).toISOString(),
  until: new Date(until).toISOString(),
  samples,
})

it('counts and measures, and tells when another version began to answer', () => {
  const hour = hourOf(sample(50, 80, '1.44.2'), sample(40, null), sample(30, 120), sample(20, 900), sample(10, 90))
  expect(figuresOf(hour)).toEqual({
    asked: 5,
    failed: 1,
    median: 120,
    slowest: 900,
    versions: [
      { version: '1.44.2', since: '2026-11-21T09:10:00.000Z' },
      { version: '1.45.0', since: '2026-11-21T09:30:00.000Z' },
    ],
  })
  expect(marksOf(hour).map(({ newVersion }) => newVersion)).toEqual([false, false, true, false, false])
})

it('says it in one sentence, whatever there is', () => {
  const say = (...samples: HealthSample[]) => words.support.hour.sentence(figuresOf(hourOf(...samples)))
  expect(say(sample(9, 80), sample(8, null))).toBe(
    'Asked 2 times in the last hour: answers took 80 ms as a rule, 80 ms at most; 1 got none.',
  )
  expect(say(sample(9, 80))).toBe(
    'Asked once in the last hour: answers took 80 ms as a rule, 80 ms at most; every question got one.',
  )
  expect(say(sample(9, null))).toBe('Asked once in the last hour: no answer came.')
})

it('draws quick answers low, slow ones high, and what got no answer over the whole height', () => {
  expect(topOf(hourOf(sample(1, 80)))).toBe(200)
  expect(topOf(hourOf(sample(1, 1_234)))).toBe(2_000)
  const [first, second, third] = marksOf(hourOf(sample(60, 100), sample(30, null), sample(0, 200)))
  expect([first?.at, first?.height, first?.failed]).toEqual([0, 0.5, false])
  expect([second?.at, second?.height, second?.failed]).toEqual([0.5, 1, true])
  expect([third?.at, third?.height]).toEqual([1, 1])
})
