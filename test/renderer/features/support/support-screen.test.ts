import { expect, it } from 'vitest'
import { fail, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import type { Health } from '../../../../src/contract/app-status.ts'
import { messages } from '../../../../src/messages/index.ts'
import { healthListOf } from '../../../../src/renderer/features/support/support-screen.tsx'
import { createQuery } from '../../../../src/renderer/lib/query.ts'
import { ageTextOf } from '../../../../src/renderer/ui/notice.tsx'

const checkedAt = '2026-11-21T10:00:00.000Z'
const healthy = { status: 'ok', version: '1.44.2', milliseconds: 135, checkedAt }

const text = messages.runs.drawer.updatedAt

it('shows after a failed check when it was made, and of the last success only the time', async () => {
  let answer: Outcome<Health> = succeed(healthy)
  let now = Date.parse(checkedAt)
  const health = createQuery(
    async () => answer,
    () => now,
  )
  await health.load()
  const values = healthListOf(health.store.getState()).map(([, value]) => value)
  expect(values).toContain(messages.time.milliseconds(healthy.milliseconds))
  answer = fail({ kind: 'unreachable', cause: 'noHost' })
  now += 52_000
  await health.load()
  const failed = health.store.getState()
  expect(healthListOf(failed)).toEqual([[messages.support.details.lastSuccess, messages.time.full(checkedAt)]])
  expect(ageTextOf({ query: failed, text, isCheck: true }, now)).toBe(text(messages.time.ago(0)))
})

it('shows when a later request failed, next to the age of the earlier data', async () => {
  let answer: Outcome<string> = succeed('run')
  let now = Date.parse(checkedAt)
  const run = createQuery(
    async () => answer,
    () => now,
  )
  await run.load()
  answer = fail({ kind: 'unavailable', cause: 'timedOut' })
  now += 50_000
  await run.load()
  now += 12_000
  const shown = ageTextOf({ query: run.store.getState(), text }, now)
  expect(shown).toContain(text(messages.time.ago(62_000)))
  expect(shown).toContain(messages.time.ago(12_000))
})

it('shows when the only request failed', async () => {
  let now = Date.parse(checkedAt)
  const run = createQuery(
    async () => fail({ kind: 'unavailable', cause: 'timedOut' }),
    () => now,
  )
  await run.load()
  now += 12_000
  expect(ageTextOf({ query: run.store.getState(), text }, now)).toBe(messages.common.lastTry(messages.time.ago(12_000)))
})

it('shows the time of a request that was made while the clock was ahead', () => {
  const at = Date.parse(checkedAt)
  const now = at - 3_600_000
  const query = { step: 'ready', data: { value: 'run', at } } as const
  expect(ageTextOf({ query, text }, now)).toBe(text(messages.time.agoOrAt(at, now)))
  expect(ageTextOf({ query, text }, now)).not.toContain(messages.time.ago(0))
})
