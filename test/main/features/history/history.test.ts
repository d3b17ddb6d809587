import { expect, it } from 'vitest'
import { defaultSettings } from '../../../../src/contract/settings.ts'
import { fail, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import { createHistory } from '../../../../src/main/features/history/index.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import type { Announce } from '../../../../src/main/app/runtime.ts'
import { createVirtualTime } from '../../../labs/reconcile/virtual-time.ts'

/** Returns the failures that a history reports within two hours if its maintenance ends with this outcome. */
const reportsOf = async (maintained: Outcome<{ failures: string[] }>): Promise<string[]> => {
  const time = createVirtualTime(0)
  const messages: string[] = []
  const runOperation = (name: string): Promise<Outcome<unknown>> =>
    Promise.resolve(name === 'maintain' ? maintained : fail({ kind: 'storage', reason: 'unavailable' }))
  const settings = { read: () => Promise.resolve(succeed(defaultSettings)) }
  const history = createHistory({
    // The module calls only these two operations.
    storage: { run: runOperation as Storage['run'] },
    settings,
    clock: time.wall,
    after: time.after,
    announce: () => {},
    beforeErasure: () => Promise.resolve(succeed(null)),
    personErased: () => {},
    rowsErased: () => Promise.resolve(),
    onMaintenanceFailure: (reason) => void messages.push(reason),
  })
  await history.start()
  await time.pass(2 * 3_600_000)
  history.stop()
  return messages
}

it('reports each failed maintenance task by its kind, each time', async () => {
  expect(await reportsOf(succeed({ failures: ['full', 'corrupt'] }))).toEqual(['full', 'corrupt', 'full', 'corrupt'])
})

it('reports that maintenance could not start', async () => {
  expect(await reportsOf(fail({ kind: 'storage', reason: 'readOnly' }))).toEqual(['readOnly', 'readOnly'])
})

it('reports nothing if maintenance succeeds', async () => {
  expect(await reportsOf(succeed({ failures: [] }))).toEqual([])
})

it.each<[Outcome<{ keepPersonalDataDays: number }>, number | null]>([
  [succeed({ keepPersonalDataDays: 3_650 }), 3_650],
  [fail({ kind: 'storage', reason: 'unavailable' }), null],
])('removes personal data according to the setting that it reads: %j', async (read, keepPersonalDataDays) => {
  const time = createVirtualTime(0)
  const maintained: unknown[] = []
  const runOperation = (name: string, input: unknown): Promise<Outcome<unknown>> => {
    if (name === 'maintain') maintained.push(input)
    return Promise.resolve(
      name === 'maintain' ? succeed({ failures: [] }) : fail({ kind: 'storage', reason: 'unavailable' }),
    )
  }
  const history = createHistory({
    // The module calls only these two operations.
    storage: { run: runOperation as Storage['run'] },
    settings: { read: () => Promise.resolve(read) },
    clock: time.wall,
    after: time.after,
    announce: () => {},
    beforeErasure: () => Promise.resolve(succeed(null)),
    personErased: () => {},
    rowsErased: () => Promise.resolve(),
  })
  await history.start()
  await time.pass(60_000)
  history.stop()
  expect(maintained).toMatchObject([{ keepPersonalDataDays }])
})

it.each([
  ['completely', null],
  ['except for the backups', { hasMentions: false, reason: 'full' }],
] as const)('announces the changed calls, people and lists when a person is erased %s', async (_title, unfinished) => {
  const time = createVirtualTime(0)
  const [callIds, mentioning] = [['01KFE9ZJR737KR6S0YQ4P1S7N0'], ['01KFE9ZJR737KR6S0YQ4P1S7N1']]
  const listIds = ['3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611']
  const announced: unknown[] = []
  const announce: Announce = (...event) => void announced.push(event)
  const runOperation = (name: string): Promise<Outcome<unknown>> =>
    Promise.resolve(
      name === 'erasePerson'
        ? succeed({ erased: true, callIds, mentioning, listRows: 1, listIds, remaining: [], unfinished })
        : fail({ kind: 'storage', reason: 'unavailable' }),
    )
  const history = createHistory({
    // The operation calls only `erasePerson`.
    storage: { run: runOperation as Storage['run'] },
    settings: { read: () => Promise.resolve(succeed(defaultSettings)) },
    clock: time.wall,
    after: time.after,
    announce,
    beforeErasure: () => Promise.resolve(succeed(null)),
    personErased: (...erased) => void announced.push(['personErased', ...erased]),
    rowsErased: (changed) => Promise.resolve(void announced.push(['rowsErased', changed])),
  })
  expect(await history.operations.erasePerson({ phoneNumber: '+14155550188', keepDoNotCall: true })).toEqual(
    succeed({ calls: 1, listRows: 1, remaining: [], unfinished }),
  )
  expect(announced).toContainEqual(['peopleChanged', {}])
  expect(announced).toContainEqual(['callsChanged', { callIds: [...callIds, ...mentioning] }])
  expect(announced).toContainEqual(['rowsErased', listIds])
  expect(announced).toContainEqual(['personErased', '+14155550188', callIds])
})

it('announces what changed when maintenance finishes an erasure', async () => {
  const time = createVirtualTime(0)
  const erased = { callIds: ['01KFE9ZJR737KR6S0YQ4P1S7N0'], listIds: ['3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611'] }
  const announced: unknown[] = []
  const runOperation = (name: string): Promise<Outcome<unknown>> =>
    Promise.resolve(
      name === 'maintain' ? succeed({ failures: [], erased }) : fail({ kind: 'storage', reason: 'unavailable' }),
    )
  const history = createHistory({
    // The module calls only these two operations.
    storage: { run: runOperation as Storage['run'] },
    settings: { read: () => Promise.resolve(succeed(defaultSettings)) },
    clock: time.wall,
    after: time.after,
    announce: (...event) => void announced.push(event),
    beforeErasure: () => Promise.resolve(succeed(null)),
    personErased: () => {},
    rowsErased: (changed) => Promise.resolve(void announced.push(['rowsErased', changed])),
  })
  await history.start()
  await time.pass(60_000)
  history.stop()
  expect(announced).toEqual([
    ['historyChanged', {}],
    ['auditChanged', {}],
    ['callsChanged', { callIds: erased.callIds }],
    ['peopleChanged', {}],
    ['rowsErased', erased.listIds],
  ])
})

it('announces a check after it finished, and announces nothing when the health is read', async () => {
  const time = createVirtualTime(0)
  const steps: string[] = []
  const runOperation = (name: string): Promise<Outcome<unknown>> => {
    steps.push(name)
    return Promise.resolve(
      name === 'verifyHistory'
        ? succeed({ events: 12, intact: false, firstBroken: 7 })
        : fail({ kind: 'storage', reason: 'unavailable' }),
    )
  }
  const history = createHistory({
    // The module calls only `verifyHistory` and `storageHealth`.
    storage: { run: runOperation as Storage['run'] },
    settings: { read: () => Promise.resolve(succeed(defaultSettings)) },
    clock: time.wall,
    after: time.after,
    announce: (name) => void steps.push(name),
    beforeErasure: () => Promise.resolve(succeed(null)),
    personErased: () => {},
    rowsErased: () => Promise.resolve(),
  })
  expect(await history.check()).toEqual(succeed({ events: 12, intact: false, firstBroken: 7 }))
  await history.health()
  expect(steps).toEqual(['verifyHistory', 'historyChanged', 'storageHealth'])
})

it('checks a history that cannot be written again by itself, and announces when it can', async () => {
  const time = createVirtualTime(0)
  const announced: string[] = []
  let stopped: string | null = 'locked'
  const runOperation = (): Promise<Outcome<unknown>> => Promise.resolve(succeed({ stopped, recovered: null }))
  const history = createHistory({
    // The module calls only `storageHealth`.
    storage: { run: runOperation as Storage['run'] },
    settings: { read: () => Promise.resolve(succeed(defaultSettings)) },
    clock: time.wall,
    after: time.after,
    announce: (name) => void announced.push(name),
    beforeErasure: () => Promise.resolve(succeed(null)),
    personErased: () => {},
    rowsErased: () => Promise.resolve(),
  })
  await history.health()
  await time.pass(9_000)
  expect(announced).toEqual([])
  stopped = null
  await time.pass(12_000)
  expect(announced).toEqual(['historyChanged'])
  await time.pass(30_000)
  expect(announced).toEqual(['historyChanged'])
  history.stop()
})
