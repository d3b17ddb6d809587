import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { invalid, succeed } from '../../../../src/contract/failure.ts'
import { defaultListOptions, type List } from '../../../../src/contract/list.ts'
import { createCallSlots } from '../../../../src/main/features/lists/call-slots.ts'
import { createRunningList, type RunningListDeps } from '../../../../src/main/features/lists/running-list.ts'
import type { ListRow } from '../../../../src/main/features/calls/record-call.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { createUlid } from '../../../../src/domain/ids.ts'
import { aCall, accepted } from '../../../support/a-call.ts'

const about = { phoneNumber: '', phoneNumberDisplay: '', context: {}, attempts: 0 }
const aRow = (row: number, callId: string) => ({ ...about, row, callId })

type Taken = { limit: number; except: readonly string[] }

type Parts = Pick<RunningListDeps, 'triggerCall'> &
  Partial<Pick<RunningListDeps, 'after' | 'onBrake' | 'onIdle'>> & {
    rows: number
    /** Returns the rows that are due. */
    due: (taken: Taken) => ReturnType<typeof aRow>[]
  }

/** Starts a list that places up to ten calls at once. Its clocks stand still. */
const startList = ({ rows, due, ...parts }: Parts) => {
  const list = { options: { ...defaultListOptions, atOnce: 10 }, counts: { ready: rows }, waiting: { until: null } }
  const run = (name: string, input: Taken) =>
    Promise.resolve({ ok: true, value: name === 'takeDueRows' ? due(input) : list })
  const running = createRunningList(
    {
      storage: { run: run as unknown as Storage['run'] },
      clock: () => 0,
      monotonic: () => 0,
      after: () => () => undefined,
      announce: () => undefined,
      onBrake: () => undefined,
      onIdle: () => undefined,
      ...parts,
    },
    'list',
  )
  const agent = { agentUuid: '', agentName: '', version: null }
  // The other fields of a list are not read.
  running.start({ ...list, agent, route: {}, profileId: '' } as unknown as List, null, [])
  return running
}

/**
 * Runs a list whose calls are all refused; rows refused because of their hours are no longer due. Returns what it
 * reported.
 */
const runRefused = async (rows: number, reason: 'hours' | 'row') => {
  const all = Array.from({ length: rows }, (_, at) => aRow(at, createUlid(at, new Uint8Array(16))))
  const refused = new Set<string>()
  const brakes: string[] = []
  const listEnded = Promise.withResolvers<void>()
  const running = startList({
    rows,
    due: ({ limit, except }) =>
      all
        .filter(({ callId }) => !(reason === 'hours' && refused.has(callId)) && !except.includes(callId))
        .slice(0, limit),
    triggerCall: ({ callId }) => {
      refused.add(callId)
      if (reason === 'hours' && refused.size === rows) listEnded.resolve()
      return Promise.resolve(invalid(['listRow'], 'invalid', reason))
    },
    onBrake(why) {
      brakes.push(why)
      listEnded.resolve()
    },
    onIdle: () => listEnded.resolve(),
  })
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
  const requested = Promise.withResolvers<ListRow>()
  const running = startList({
    rows: 1,
    due: ({ except }) => (except.includes('call') ? [] : [aRow(0, 'call')]),
    triggerCall({ callId }, row) {
      requested.resolve(row)
      return Promise.resolve(succeed(aCall({ callId })))
    },
    // Only short waits end.
    after(milliseconds, action) {
      if (milliseconds <= 100) queueMicrotask(action)
      return () => undefined
    },
  })
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
  const rows = [0, 1, 2].map((row) => aRow(row, `call ${row}`))
  const requested: ListRow[] = []
  const running = startList({
    rows: rows.length,
    due: () => rows.slice(requested.length),
    triggerCall({ callId }, row) {
      requested.push(row)
      return Promise.resolve(succeed(aCall({ callId })))
    },
  })
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
