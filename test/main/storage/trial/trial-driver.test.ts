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

it('records, locks, backs up, erases, recovers and reads newer versions like node:sqlite', async () => {
  const [results, trialResults] = await Promise.all([run('exercise.ts', []), run('exercise.ts', trial)])
  expect(results).toEqual([
    'now',
    true,
    'now',
    true,
    'now',
    true,
    { ok: true, value: null },
    { ok: false, failure: { kind: 'storage', reason: 'inUse' } },
    [],
    { ok: false, failure: { kind: 'storage', reason: 'locked' } },
    1,
    [],
    { ok: true, value: { events: 9, intact: true, firstBroken: null } },
    1,
    '2026-11-21T09:15:00.000Z',
    { ok: true, value: { failures: [] } },
    1,
    { ok: false, failure: { kind: 'storage', reason: 'newerVersion' } },
    { ok: false, failure: { kind: 'storage', reason: 'unavailable' } },
  ])
  expect(trialResults).toEqual(results)
}, 120_000)

it('searches like node:sqlite, with the same index', async () => {
  const results = await run('search-exercise.ts', [])
  expect(results).toMatchObject({ 0: 0, 1: [], length: 85 })
  expect(results).toEqual(await run('search-exercise.ts', trial))
  // The index finds what a scan of every call finds.
  const queries = Array.isArray(results) ? results.filter((one) => Array.isArray(one) && one.length === 4) : []
  expect(queries.map((one: unknown[]) => one[3])).toEqual(Array.from({ length: 80 }, () => true))
}, 120_000)

it('reads the rows after a damaged page like node:sqlite', async () => {
  const results = await run('damage-exercise.ts', [])
  expect(results).toMatchObject({ 0: true, 29: false, 59: true, length: 60 })
  expect(await run('damage-exercise.ts', trial)).toEqual(results)
}, 120_000)
