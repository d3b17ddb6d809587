import { expect, it } from 'vitest'
import { succeed } from '../../../../../src/contract/failure.ts'
import type { Export } from '../../../../../src/contract/call-list.ts'
import { createExport } from '../../../../../src/renderer/features/runs/export/export-store.ts'
import { noFilters } from '../../../../../src/renderer/features/runs/filters/filters.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'
import { acme, fakeHistory } from '../../../../support/fake-api/data.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const all = { search: '', filters: noFilters }

const open = () => {
  const api = createFakeApi({ profiles: [acme], calls: fakeHistory(30, now), now: () => now })
  return { api, exports: createExport(api, () => now) }
}

/** Creates an export that ends when the test calls `end`. */
const openSlow = () => {
  const { api, exports } = open()
  const { promise, resolve } = Promise.withResolvers<Export>()
  let requests = 0
  api.exportCalls = async () => {
    requests += 1
    return succeed(await promise)
  }
  return { api, exports, end: resolve, requests: () => requests }
}

it('exports the query and shows the file', async () => {
  const { exports } = open()
  await exports.start({ search: '', filters: { ...noFilters, states: ['rejected'] } }, 'csv')
  expect(exports.store.getState()).toEqual({
    step: 'written',
    file: 'rundesk-calls-2026-11-21.csv',
    calls: 5,
    format: 'csv',
  })
  exports.clear()
  expect(exports.store.getState()).toEqual({ step: 'none' })
})

it('shows its progress, one export at a time', async () => {
  const { api, exports, end, requests } = openSlow()
  const done = exports.start(all, 'jsonLines')
  expect(exports.store.getState()).toEqual({ step: 'choosing' })
  api.announce('exportChanged', { calls: 12_400 })
  expect(exports.store.getState()).toEqual({ step: 'writing', calls: 12_400 })
  await exports.start(all, 'csv')
  expect(requests()).toBe(1)
  end({ file: 'calls.jsonl', calls: 20_000 })
  await done
  expect(exports.store.getState()).toMatchObject({ step: 'written', calls: 20_000 })
  // Late progress does not belong to a running export.
  api.announce('exportChanged', { calls: 1 })
  expect(exports.store.getState()).toMatchObject({ step: 'written' })
})

it('shows nothing after it is canceled, and shows any failure', async () => {
  const { api, exports, end } = openSlow()
  const done = exports.start(all, 'csv')
  end({ file: null, calls: 0 })
  await done
  expect(exports.store.getState()).toEqual({ step: 'none' })
  const failure = { kind: 'storage', reason: 'diskError' } as const
  api.exportCalls = () => Promise.resolve({ ok: false, failure })
  await exports.start(all, 'csv')
  expect(exports.store.getState()).toEqual({ step: 'failed', failure })
})
