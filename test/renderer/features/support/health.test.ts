import { expect, it } from 'vitest'
import type { HealthHour, HealthSample } from '../../../../src/contract/app-status.ts'
import {
  figuresOf,
  isDown,
  marksOf,
  sentenceOfHour as sentenceOf,
  topOf,
} from '../../../../src/renderer/features/support/health.tsx'
import { messages } from '../../../../src/messages/index.ts'

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

it('counts responses and their times, and marks a new version', () => {
  const hour = hourOf(sample(50, 80, '1.44.2'), sample(40, null), sample(30, 120), sample(20, 900), sample(10, 90))
  expect(figuresOf(hour)).toEqual({
    total: 5,
    failed: 1,
    median: 105,
    slowest: 900,
    since: null,
    versions: [
      { version: '1.44.2', since: '2026-11-21T09:10:00.000Z' },
      { version: '1.45.0', since: '2026-11-21T09:30:00.000Z' },
    ],
  })
  expect(marksOf(hour).map(({ newVersion }) => newVersion)).toEqual([false, false, true, false, false])
})

it('takes the mean of the two middle times of an even number of responses', () => {
  expect(figuresOf(hourOf(sample(9, 478), sample(8, 20))).median).toBe(249)
  expect(figuresOf(hourOf(sample(9, 80))).median).toBe(80)
})

it('mentions the launch of the app if main has been checking for less than an hour', () => {
  const started = new Date(until - 20 * 60_000).toISOString()
  const young = { ...hourOf(sample(9, 80)), from: started }
  expect(sentenceOf(young)).toContain(messages.time.clock(started))
  expect(sentenceOf(young)).not.toBe(sentenceOf(hourOf(sample(9, 80))))
})

it('has different sentences for hours with all, some and no responses', () => {
  const sentence = (...samples: HealthSample[]) => sentenceOf(hourOf(...samples))
  const sentences = [
    sentence(sample(9, 80), sample(8, null)),
    sentence(sample(9, 80)),
    sentence(sample(9, 80), sample(8, 80)),
    sentence(sample(9, null)),
  ]
  expect(new Set(sentences).size).toBe(4)
  expect(sentences.map((text) => text.includes(messages.time.milliseconds(80)))).toEqual([true, true, true, false])
})

it('counts and draws only checks that contacted the service', () => {
  const unsent: HealthSample = { ...sample(9, null), failure: { kind: 'keychain', reason: 'missing' } }
  expect(figuresOf(hourOf(unsent, sample(8, null), sample(7, 80)))).toMatchObject({ total: 2, failed: 1 })
  expect(marksOf(hourOf(unsent, sample(8, null)))).toHaveLength(1)
  expect(sentenceOf(hourOf(unsent))).toBe(sentenceOf(hourOf()))
  expect(sentenceOf(hourOf(unsent))).not.toContain(sentenceOf(hourOf(sample(9, null))))
})

it('draws short bars for fast responses, tall ones for slow responses, and full height for missing ones', () => {
  expect(topOf(hourOf(sample(1, 80)))).toBe(200)
  expect(topOf(hourOf(sample(1, 1_234)))).toBe(2_000)
  const [first, second, third] = marksOf(hourOf(sample(60, 100), sample(30, null), sample(0, 200)))
  expect([first?.at, first?.height, first?.failed]).toEqual([0, 0.5, false])
  expect([second?.at, second?.height, second?.failed]).toEqual([0.5, 1, true])
  expect([third?.at, third?.height]).toEqual([1, 1])
})

it('calls a service that was down still down during the next check', () => {
  const loading = { step: 'loading', since: until, data: null, failed: null } as const
  const failed = { step: 'failed', failure: { kind: 'unreachable', cause: 'refused' }, at: until, data: null } as const
  const local = { ...failed, failure: { kind: 'keychain', reason: 'locked' } } as const
  expect([failed, { ...loading, failed }].map(isDown)).toEqual([true, true])
  expect([loading, local, { ...loading, failed: local }].map(isDown)).toEqual([false, false, false])
})
