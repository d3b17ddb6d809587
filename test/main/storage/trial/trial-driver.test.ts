import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const run = async (exercise: string, flags: readonly string[]): Promise<unknown> => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const args = [...flags, join(import.meta.dirname, exercise), file]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
}

const trial = ['--import', join(import.meta.dirname, 'use-trial-driver.ts')]

it('answers as node:sqlite does: placing, locks, backups, erasing, recovery, newer versions', async () => {
  const [told, trialTold] = await Promise.all([run('exercise.ts', []), run('exercise.ts', trial)])
  expect(told).toEqual([
    'now',
    true,
    'now',
    true,
    'now',
    true,
    { ok: true, value: null },
    { ok: false, failure: { kind: 'storage', reason: 'inUse' } },
    { ok: false, failure: { kind: 'storage', reason: 'locked' } },
    { ok: true, value: { erased: true, calls: 1, remaining: [] } },
    [],
    { ok: true, value: { events: 9, intact: true, firstBroken: null } },
    1,
    '2026-11-21T09:15:00.000Z',
    { ok: true, value: { failures: [] } },
    1,
    { ok: false, failure: { kind: 'storage', reason: 'newerVersion' } },
    { ok: false, failure: { kind: 'storage', reason: 'unavailable' } },
  ])
  expect(trialTold).toEqual(told)
}, 120_000)

it('searches as node:sqlite does, with the same index', async () => {
  const told = await run('search-exercise.ts', [])
  expect(told).toMatchObject({ 0: 0, 1: [], length: 85 })
  expect(told).toEqual(await run('search-exercise.ts', trial))
  // What the index finds is what a look at every call finds.
  const asked = Array.isArray(told) ? told.filter((one) => Array.isArray(one) && one.length === 4) : []
  expect(asked.map((one: unknown[]) => one[3])).toEqual(Array.from({ length: 80 }, () => true))
}, 120_000)
