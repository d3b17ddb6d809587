import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { invalid, succeed } from '../../../../src/contract/failure.ts'
import { defaultListOptions, type List } from '../../../../src/contract/list.ts'
import { createCallSlots } from '../../../../src/main/features/lists/call-slots.ts'
import { createRunningList } from '../../../../src/main/features/lists/running-list.ts'
import type { ListRow } from '../../../../src/main/features/calls/record-call.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { createUlid } from '../../../../src/domain/ids.ts'
import { aCall, accepted } from '../../../support/a-call.ts'

/**
 * Runs a list whose calls are all refused; rows refused because of their hours are no longer due. Returns what it
 * reported.
 */
const runRefused = async (rows: number, reason: 'hours' | 'row') => {
  const callIds = Array.from({ length: rows }, (_, at) => createUlid(at, new Uint8Array(16)))
  const refused = new Set<string>()
  const brakes: string[] = []
  const listEnded = Promise.withResolvers<void>()
  const due = (limit: number, except: readonly string[]) =>
    callIds
      .map((callId, row) => ({ row, callId, phoneNumber: '', phoneNumberDisplay: '', context: {}, attempts: 0 }))
      .filter(({ callId }) => !(reason === 'hours' && refused.has(callId)) && !except.includes(callId))
      .slice(0, limit)
  const list = { options: { ...defaultListOptions, atOnce: 10 }, counts: { ready: rows }, waiting: { until: null } }
  const running = createRunningList(
    {
      storage: {
        run: ((name: string, { limit, except }: { limit: number; except: string[] }) => {
          return Promise.resolve({ ok: true, value: name === 'takeDueRows' ? due(limit, except) : list })
        }) as unknown as Storage['run'],
      },
      triggerCall: ({ callId }) => {
        refused.add(callId)
        if (reason === 'hours' && refused.size === rows) listEnded.resolve()
        return Promise.resolve(invalid(['listRow'], 'invalid', reason))
      },
      clock: () => 0,
      monotonic: () => 0,
      after: () => () => undefined,
      announce: () => undefined,
      onBrake(why) {
        brakes.push(why)
        listEnded.resolve()
      },
      onIdle: () => listEnded.resolve(),
    },
    'list',
  )
  const agent = { agentUuid: '', agentName: '', version: null }
  // The other fields of a list are not read.
  running.start({ ...list, agent, route: {}, profileId: '' } as unknown as List, null, [])
  await listEnded.promise
  running.stop()
  return { refused: refused.size, brakes }
}

it('keeps waiting if every row of a long list is outside its calling hours', async () => {
  expect(await runRefused(1_500, 'hours')).toEqual({ refused: 1_500, brakes: [] })
})

it('pauses if rows that are ready and due are refused again and again', async () => {
  expect((await runRefused(5, 'row')).brakes).toEqual(['guardsUnreadable'])
})

it('waits for a slow connection before it reports that all requests have left, but a pause does not', async () => {
  const due = { row: 0, callId: 'call', phoneNumber: '', phoneNumberDisplay: '', context: {}, attempts: 0 }
  const list = { options: defaultListOptions, counts: { ready: 1 }, waiting: { until: null } }
  const requested = Promise.withResolvers<ListRow>()
  const call = aCall({ callId: due.callId })
  const running = createRunningList(
    {
      storage: {
        run: ((name: string, { except }: { except: string[] }) =>
          Promise.resolve({
            ok: true,
            value: name === 'takeDueRows' && !except.includes('call') ? [due] : name === 'takeDueRows' ? [] : list,
          })) as unknown as Storage['run'],
      },
      triggerCall(_draft, row) {
        requested.resolve(row)
        return Promise.resolve(succeed(call))
      },
      clock: () => 0,
      monotonic: () => 0,
      // Only short waits end.
      after(milliseconds, action) {
        if (milliseconds <= 100) queueMicrotask(action)
        return () => undefined
      },
      announce: () => undefined,
      onBrake: () => undefined,
      onIdle: () => undefined,
    },
    'list',
  )
  const agent = { agentUuid: '', agentName: '', version: null }
  // The other fields of a list are not read.
  running.start({ ...list, agent, route: {}, profileId: '' } as unknown as List, null, [])
  const { onMayHaveLeft } = await requested.promise
  await running.pause()
  let hasLeft = false
  const left = running.untilLeft().then(() => expect(hasLeft).toBe(true))
  await nextTurn()
  hasLeft = true
  onMayHaveLeft()
  await left
  running.stop()
})

it('places more calls after the first response, while the first call is still in progress', async () => {
  const about = { phoneNumber: '', phoneNumberDisplay: '', context: {}, attempts: 0 }
  const rows = [0, 1, 2].map((row) => ({ ...about, row, callId: `call ${row}` }))
  const list = { options: { ...defaultListOptions, atOnce: 10 }, counts: { ready: 3 }, waiting: { until: null } }
  const requested: ListRow[] = []
  const running = createRunningList(
    {
      storage: {
        run: ((name: string) =>
          Promise.resolve({
            ok: true,
            value: name === 'takeDueRows' ? rows.slice(requested.length) : list,
          })) as unknown as Storage['run'],
      },
      triggerCall({ callId }, row) {
        requested.push(row)
        return Promise.resolve(succeed(aCall({ callId })))
      },
      clock: () => 0,
      monotonic: () => 0,
      after: () => () => undefined,
      announce: () => undefined,
      onBrake: () => undefined,
      onIdle: () => undefined,
    },
    'list',
  )
  const agent = { agentUuid: '', agentName: '', version: null }
  // The other fields of a list are not read.
  running.start({ ...list, agent, route: {}, profileId: '' } as unknown as List, null, [])
  await nextTurn()
  expect(requested.length).toBe(1)
  requested[0]?.onAnswer({ outcome: accepted, serverDate: null })
  await nextTurn()
  expect(requested.length).toBe(3)
  running.stop()
})

it('spreads its calls over the service’s response time, with gaps of at most 100 ms', () => {
  let now = 0
  const gaps: number[] = []
  const slots = createCallSlots({
    monotonic: () => now,
    after(milliseconds, action) {
      if (milliseconds > 100) return () => undefined
      gaps.push(milliseconds)
      expect(slots.free()).toBe(0)
      action()
      return () => undefined
    },
    onFree: () => undefined,
  })
  slots.start({ ...defaultListOptions, atOnce: 1, freeSlots: 0 }, null, [])
  for (const milliseconds of [80, 60_000, 80]) {
    slots.take(String(milliseconds), { row: 0, attempts: 1 })
    now += milliseconds
    slots.note(String(milliseconds), { kind: 'placed' }, null)
    slots.release(String(milliseconds))
  }
  expect(gaps).toEqual([56, 100])
})
