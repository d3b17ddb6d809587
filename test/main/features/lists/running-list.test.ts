import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '../../../../src/contract/call.ts'
import { fail, invalid, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import { defaultListOptions, type List } from '../../../../src/contract/list.ts'
import { createCallSlots } from '../../../../src/main/features/lists/call-slots.ts'
import { createRunningList, type RunningListDeps } from '../../../../src/main/features/lists/running-list.ts'
import type { ListRow } from '../../../../src/main/features/calls/record-call.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { longestCall } from '../../../../src/domain/call-state.ts'
import { createUlid } from '../../../../src/domain/ids.ts'
import { aCall, accepted } from '../../../support/a-call.ts'

afterEach(() => vi.useRealTimers())

const about = { phoneNumber: '', phoneNumberDisplay: '', context: {}, attempts: 0 }
const aRow = (row: number, callId: string) => ({ ...about, row, callId })

type Taken = { limit: number; except: readonly string[] }

type Parts = Pick<RunningListDeps, 'triggerCall'> &
  Partial<Pick<RunningListDeps, 'after' | 'clock' | 'monotonic' | 'onBrake' | 'onIdle'>> & {
    rows: number
    atOnce?: number
    /** Returns the rows that are due. */
    due: (taken: Taken) => ReturnType<typeof aRow>[]
    /** Replaces the storage that `due` describes. */
    run?: (name: string, input: Taken) => Promise<unknown>
  }

type TimedRow = { row: number; callId: string; dueAt: number }

/**
 * Starts a list with these ready rows at the time 0 of a fake clock. `answer` returns the result of a row's call. Returns
 * the list, when each row was called, and how many times rows were read.
 */
const startTimed = (rows: TimedRow[], answer: (row: number) => Promise<Outcome<Call>>) => {
  vi.useFakeTimers({ now: 0 })
  const ready = new Map(rows.map((row) => [row.row, row]))
  const called: { row: number; at: number }[] = []
  const reads: number[] = []
  const operations: Record<string, (input: never) => unknown> = {
    takeDueRows({ now, except }: Taken & { now: number }) {
      reads.push(now)
      const due = [...ready.values()].filter(({ callId, dueAt }) => dueAt <= now && !except.includes(callId))
      return due.map(({ row, callId }) => aRow(row, callId))
    },
    readList({ now }: { now: number }) {
      const later = [...ready.values()].map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > now)
      const until = later.length === 0 ? null : new Date(Math.min(...later)).toISOString()
      return { counts: { ready: ready.size, unknown: 0 }, waiting: { until } }
    },
    callListRowAgain: ({ row, callId, dueAt }: TimedRow) => ready.set(row, { row, callId: `${callId}, again`, dueAt }),
    deferListRow: ({ row, callId, until }: TimedRow & { until: number }) =>
      ready.set(row, { row, callId, dueAt: until }),
  }
  const running = startList({
    rows: rows.length,
    due: () => [],
    run: (name, input) => Promise.resolve({ ok: true, value: operations[name]?.(input as never) }),
    clock: Date.now,
    monotonic: Date.now,
    after(milliseconds, action) {
      const timer = setTimeout(action, milliseconds)
      return () => clearTimeout(timer)
    },
    async triggerCall(draft, { row, onAnswer }) {
      called.push({ row, at: Date.now() })
      const result = await answer(row)
      if (!result.ok) return result
      ready.delete(row)
      onAnswer({ outcome: accepted, serverDate: null })
      return succeed(aCall(draft))
    },
  })
  return { running, called, reads }
}

/** Starts a list that places up to ten calls at once, or `atOnce`. Its clocks stand still. */
const startList = ({ rows, due, run: otherRun, atOnce = 10, ...parts }: Parts) => {
  const retry = { ...defaultListOptions.retry, attempts: 1 }
  const list = {
    options: { ...defaultListOptions, atOnce, retry },
    counts: { ready: rows },
    waiting: { until: null },
  }
  const run = (name: string, input: Taken) =>
    Promise.resolve({ ok: true, value: name === 'takeDueRows' ? due(input) : list })
  const running = createRunningList(
    {
      storage: { run: (otherRun ?? run) as unknown as Storage['run'] },
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

const [request, tomorrow] = [400, 86_400_000]
const place = async (): Promise<Outcome<Call>> => {
  await new Promise((resolve) => setTimeout(resolve, request))
  return succeed(aCall())
}

describe('an unknown call', () => {
  const unknown = { kind: 'unknown' } as const

  /** Starts a list, and returns its slots after the first call became unknown; `expire` ends the time of its slot. */
  const afterUnknown = (atOnce: number) => {
    const timers: { milliseconds: number; action: () => void }[] = []
    const slots = createCallSlots({
      monotonic: () => 0,
      after: (milliseconds, action) => (timers.push({ milliseconds, action }), () => undefined),
      onFree: () => undefined,
    })
    slots.start({ ...defaultListOptions, atOnce, freeSlots: 0 }, null, [])
    slots.take('call', { row: 1, attempts: 1 })
    slots.note('call', unknown, null)
    slots.written('call', unknown)
    const expire = () => timers.forEach(({ milliseconds, action }) => milliseconds === longestCall && action())
    return { slots, expire }
  }

  it('uses a slot until its outcome is known', () => {
    const { slots } = afterUnknown(1)
    expect(slots.free()).toBe(0)
    slots.note('call', { kind: 'placed' }, null)
    slots.written('call', { kind: 'placed' })
    expect(slots.free()).toBe(0)
    slots.release('call')
    expect(slots.free()).toBe(1)
  })

  it('uses a slot for at most 25 minutes', () => {
    const { slots, expire } = afterUnknown(1)
    expire()
    expect(slots.free()).toBe(1)
    expect(slots.rowOf('call')).toMatchObject({ row: 1 })
  })

  it('neither keeps the list from the next trial call nor from its end', () => {
    const { slots } = afterUnknown(5)
    expect([slots.free(), slots.isIdle()]).toEqual([1, true])
  })

  it('of an earlier process uses a slot, but does not keep the list from its end', () => {
    const slots = createCallSlots({ monotonic: () => 0, after: () => () => undefined, onFree: () => undefined })
    const earlier = { callId: 'call', row: 1, attempts: 1, left: longestCall }
    const options = { ...defaultListOptions, atOnce: 1, freeSlots: 0 }
    slots.start(options, null, [{ ...earlier, isUnknown: true }])
    expect([slots.free(), slots.isIdle()]).toEqual([0, true])
    slots.start(options, null, [{ ...earlier, callId: 'accepted', isUnknown: false }])
    expect(slots.isIdle()).toBe(false)
  })

  it('of a list with one call at once makes the next row wait until its outcome is known', async () => {
    const rows = [aRow(0, 'call 0'), aRow(1, 'call 1')]
    const requested: { callId: string; row: ListRow }[] = []
    const running = startList({
      rows: rows.length,
      atOnce: 1,
      due: () => rows.slice(requested.length),
      triggerCall({ callId }, row) {
        requested.push({ callId, row })
        return Promise.resolve(succeed(aCall({ callId })))
      },
    })
    await nextTurn()
    const outcome = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
    requested[0]?.row.onAnswer({ outcome, serverDate: null })
    await running.callMoved(aCall({ callId: 'call 0', outcome }), { row: 0, attempts: 1 })
    await nextTurn()
    expect(requested.map(({ callId }) => callId)).toEqual(['call 0'])
    const resolved = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at: '', note: '' } as const
    await running.callMoved(aCall({ callId: 'call 0', outcome: resolved }), { row: 0, attempts: 1 })
    await nextTurn()
    expect(requested.map(({ callId }) => callId)).toEqual(['call 0', 'call 1'])
    running.stop()
  })
})

it('calls a row that becomes due while the call of another one is in progress', async () => {
  const rows = [15_000, 19_000, tomorrow].map((dueAt, row) => ({ row, callId: `call ${row}`, dueAt }))
  const { running, called } = startTimed(rows, place)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(called).toEqual([
    { row: 0, at: 15_000 },
    { row: 1, at: 19_000 },
  ])
  running.stop()
})

it('calls a row as soon as it is due because its earlier call is known to be over', async () => {
  const row = { row: 0, callId: 'call 0', dueAt: tomorrow }
  const { running, called } = startTimed([row], place)
  await vi.advanceTimersByTimeAsync(1_000)
  row.dueAt = 0
  const end = { kind: 'busy', disposition: null, durationSeconds: null } as const
  const resolved = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at: '', note: '' } as const
  const outcome = { ...resolved, runIds: [7], ownRunIds: [7], end }
  await running.callMoved(aCall({ callId: 'earlier', outcome }), { row: 0, attempts: 1 })
  await vi.advanceTimersByTimeAsync(1)
  expect(called).toEqual([{ row: 0, at: 1_000 }])
  running.stop()
})

it('calls rows again that are due at different times', async () => {
  const rows = [0, 0, tomorrow].map((dueAt, row) => ({ row, callId: `call ${row}`, dueAt }))
  const { running, called } = startTimed(rows, place)
  await vi.advanceTimersByTimeAsync(30_000)
  const first = called.map(({ row }) => row)
  for (const row of first) {
    const end = { kind: 'noAnswer' as const, disposition: null, durationSeconds: null }
    await running.callMoved(aCall({ callId: `call ${row}`, outcome: { ...accepted, end } }), { row, attempts: 1 })
    await vi.advanceTimersByTimeAsync(4_000)
  }
  await vi.advanceTimersByTimeAsync(defaultListOptions.retry.gapMinutes * 60_000)
  expect(first).toEqual([0, 1])
  const gap = 30_000 + defaultListOptions.retry.gapMinutes * 60_000
  expect(called.slice(first.length)).toEqual([
    { row: 0, at: gap },
    { row: 1, at: gap + 4_000 },
  ])
  running.stop()
})

it('tries a row whose number is in use once a minute', async () => {
  const rows = [0, 0, tomorrow].map((dueAt, row) => ({ row, callId: `call ${row}`, dueAt }))
  const { callId, profileName, phoneNumberDisplay, preparedAt } = aCall()
  const call = { callId, state: 'dialing', at: preparedAt, profileName, phoneNumberDisplay }
  const busy = fail({ kind: 'numberLocked', call })
  const { running, called, reads } = startTimed(rows, (row) => (row === 0 ? place() : Promise.resolve(busy)))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(called.filter(({ row }) => row === 1).length).toBe(10)
  expect(reads.length).toBeLessThan(50)
  running.stop()
})
