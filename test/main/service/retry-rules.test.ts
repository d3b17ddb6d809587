import { describe, expect, it } from 'vitest'
import { type Failure, unavailableCauses, unreachableCauses } from '../../../src/contract/failure.ts'
import { readRetryAfter } from '../../../src/main/service/read-answer.ts'
import { isTransient, retryDelay, retryRules } from '../../../src/main/service/retry.ts'

describe('automatic retries', () => {
  it.each([
    ['triggerCall', 'POST', 0],
    ['createKey', 'POST', 0],
    ['createWorkflow', 'POST', 0],
    ['reactivateKey', 'PUT', 2],
    ['archiveKey', 'DELETE', 1],
    ['read', 'GET', 3],
    ['readOnce', 'GET', 0],
    ['health', 'GET', 0],
  ] as const)('%s is a %s and is retried at most %i times', (name, method, retries) => {
    expect(retryRules[name]).toMatchObject({ method, retries })
  })

  it('has a row for every request, and never retries a POST', () => {
    expect(Object.keys(retryRules)).toHaveLength(8)
    const posts = Object.values(retryRules).filter(({ method }) => method === 'POST')
    expect(posts.map(({ retries }) => retries)).toEqual([0, 0, 0])
  })
})

describe('transient failures', () => {
  const connecting = ['refused', 'noHost', 'noRoute', 'connectTimeout', 'proxy', 'proxyTimeout', 'other']
  const passing = new Set<string>(connecting.concat('timedOut', 'cut', 'serverError', 'busy'))

  it.each(unreachableCauses)('classifies unreachable: %s', (cause) => {
    expect(isTransient({ kind: 'unreachable', cause })).toBe(passing.has(cause))
  })

  it.each(unavailableCauses)('classifies unavailable: %s', (cause) => {
    expect(isTransient({ kind: 'unavailable', cause })).toBe(passing.has(cause))
  })

  it.each<Failure>([
    { kind: 'unauthorized', detail: '' },
    { kind: 'forbidden', detail: '' },
    { kind: 'notFound', detail: '' },
    { kind: 'refused', status: 402, detail: '' },
    { kind: 'invalid', issues: [] },
    { kind: 'keychain', reason: 'locked' },
    { kind: 'storage', reason: 'full' },
    { kind: 'internal', reference: '' },
  ])('do not include $kind', (failure) => {
    expect(isTransient(failure)).toBe(false)
  })
})

describe('the delay before the next attempt', () => {
  it.each([
    [0, 0, 300],
    [1, 0, 600],
    [2, 0, 1_200],
    [0, 0.5, 225],
    [2, 0.999_999, 600],
  ])('for attempt %i with random value %f is %i ms', (tried, chance, milliseconds) => {
    expect(retryDelay(tried, null, () => chance)).toBeCloseTo(milliseconds, 0)
  })

  it.each([
    [0, 0],
    [2_000, 2_000],
    [10_000, 10_000],
    [10_001, null],
    [3_600_000, null],
  ])('is the time in Retry-After (%i ms), or null above the limit', (retryAfter, milliseconds) => {
    expect(retryDelay(0, retryAfter, () => 0.5)).toBe(milliseconds)
  })
})

describe('Retry-After', () => {
  const date = '2026-11-21T11:26:32.000Z'
  it.each([
    [null, date, null],
    ['3', date, 3_000],
    [' 0 ', null, 0],
    ['Sat, 21 Nov 2026 11:26:37 GMT', date, 5_000],
    ['Sat, 21 Nov 2026 11:26:30 GMT', date, 0],
    ['Sat, 21 Nov 2026 11:26:37 GMT', null, null],
    ['soon', date, null],
    ['-5', date, null],
    ['1.5', date, null],
    ['9'.repeat(20), date, null],
  ])('reads %s with the Date header %s as %s ms', (text, now, milliseconds) => {
    expect(readRetryAfter(text, now)).toBe(milliseconds)
  })
})
