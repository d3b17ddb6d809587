import { expect, it } from 'vitest'
import { succeed } from '../../../src/contract/failure.ts'
import type { Export } from '../../../src/contract/call-filter.ts'
import { createExport } from '../../../src/renderer/runs/export/export-store.ts'
import { anyCall } from '../../../src/renderer/runs/filters/wish.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { acme, fakeHistory } from '../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const all = { search: '', wish: anyCall }

const open = () => {
  const desk = createFakeDesk({ profiles: [acme], calls: fakeHistory(30, now), now: () => now })
  return { desk, exports: createExport(desk, () => now) }
}

/** A desk whose export ends when it is told to. */
const openSlow = () => {
  const { desk, exports } = open()
  const { promise, resolve } = Promise.withResolvers<Export>()
  let asked = 0
  desk.exportCalls = async () => {
    asked += 1
    return succeed(await promise)
  }
  return { desk, exports, end: resolve, asked: () => asked }
}

it('writes what is asked for and says where to', async () => {
  const { exports } = open()
  await exports.begin({ search: '', wish: { ...anyCall, states: ['rejected'] } }, 'csv')
  expect(exports.store.getState()).toEqual({
    step: 'written',
    file: 'rundesk-calls-2026-11-21.csv',
    calls: 5,
    format: 'csv',
  })
  exports.clear()
  expect(exports.store.getState()).toEqual({ step: 'none' })
})

it('tells how far it has come, one export at a time', async () => {
  const { desk, exports, end, asked } = openSlow()
  const done = exports.begin(all, 'jsonLines')
  expect(exports.store.getState()).toEqual({ step: 'choosing' })
  desk.announce('exportChanged', { calls: 12_400 })
  expect(exports.store.getState()).toEqual({ step: 'writing', calls: 12_400 })
  await exports.begin(all, 'csv')
  expect(asked()).toBe(1)
  end({ file: 'calls.jsonl', calls: 20_000 })
  await done
  expect(exports.store.getState()).toMatchObject({ step: 'written', calls: 20_000 })
  // What comes late belongs to no export that is under way.
  desk.announce('exportChanged', { calls: 1 })
  expect(exports.store.getState()).toMatchObject({ step: 'written' })
})

it('says nothing more where no file was chosen or it was stopped, and why where it could not be written', async () => {
  const { desk, exports, end } = openSlow()
  const done = exports.begin(all, 'csv')
  end({ file: null, calls: 0 })
  await done
  expect(exports.store.getState()).toEqual({ step: 'none' })
  const failure = { kind: 'storage', reason: 'diskError' } as const
  desk.exportCalls = () => Promise.resolve({ ok: false, failure })
  await exports.begin(all, 'csv')
  expect(exports.store.getState()).toEqual({ step: 'failed', failure })
})
