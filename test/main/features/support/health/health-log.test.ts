import { expect, it } from 'vitest'
import { fail, succeed } from '../../../../../src/contract/failure.ts'
import { createHealthLog } from '../../../../../src/main/features/support/index.ts'

const start = Date.parse('2026-11-21T09:00:00.000Z')
const minute = 60_000

const setUp = () => {
  let now = start
  const log = createHealthLog(() => now)
  const at = (): string => new Date(now).toISOString()
  return {
    log,
    pass: (milliseconds: number) => (now += milliseconds),
    up: (profileId = 'a') =>
      log.add(profileId, succeed({ status: 'ok', version: '1.45.0', milliseconds: 84, checkedAt: at() })),
    down: (profileId = 'a') => log.add(profileId, fail({ kind: 'unreachable', cause: 'refused' })),
  }
}

it('returns the samples in order, and every result unchanged', () => {
  const { log, up, down, pass } = setUp()
  expect(up()).toMatchObject({ ok: true, value: { milliseconds: 84 } })
  pass(minute)
  expect(down()).toEqual(fail({ kind: 'unreachable', cause: 'refused' }))
  expect(log.lastHour('a').samples).toEqual([
    { at: '2026-11-21T09:00:00.000Z', milliseconds: 84, version: '1.45.0', failure: null },
    {
      at: '2026-11-21T09:01:00.000Z',
      milliseconds: null,
      version: null,
      failure: { kind: 'unreachable', cause: 'refused' },
    },
  ])
})

it('drops samples older than an hour, per profile', () => {
  const { log, up, pass } = setUp()
  up('a')
  pass(30 * minute)
  up('b')
  pass(31 * minute)
  expect(log.lastHour('a').samples).toEqual([])
  expect(log.lastHour('b').samples).toHaveLength(1)
  expect(log.lastHour('b')).toMatchObject({ from: '2026-11-21T09:01:00.000Z', until: '2026-11-21T10:01:00.000Z' })
})

it('returns the time of its oldest sample, and drops samples from the future', () => {
  const { log, up, pass } = setUp()
  pass(5 * minute)
  up()
  expect(log.lastHour('a').from).toBe('2026-11-21T09:00:00.000Z')
  pass(-3 * minute)
  expect(log.lastHour('a').samples).toEqual([])
})

it('keeps at most 600 samples', () => {
  const { log, up } = setUp()
  for (let times = 0; times < 2_000; times += 1) up()
  expect(log.lastHour('a').samples).toHaveLength(600)
})
