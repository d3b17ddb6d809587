import { describe, expect, it } from 'vitest'
import type { Call } from '../../../../src/contract/call.ts'
import { fail } from '../../../../src/contract/failure.ts'
import { longestCall } from '../../../../src/domain/call-state.ts'
import { createRun } from '../../../support/run-samples.ts'
import { unknown } from './create-test-job.ts'
import { createWorld } from './create-world.ts'

const anyText: unknown = expect.any(String)

const ringing = { status: 'ringing', at: null }

describe('while the response is pending', () => {
  it('polling starts when it is late, and finds the run before the response arrives', async () => {
    const world = createWorld()
    const call = world.send()
    const run = world.make(call, { placedAt: 200_000 })
    await world.pass(9.9)
    expect(world.counts.requests).toBe(0)
    expect(world.jobOf(call)).toMatchObject({ step: 'waiting', foundRunId: null, quietUntil: null })
    await world.pass(0.4)
    expect(world.jobOf(call)).toMatchObject({
      foundRunId: run.id,
      lists: 'readable',
      step: 'waiting',
      nextAttemptAt: null,
    })
    expect(world.stateOf(call)).toEqual({
      ...call.outcome,
      foundRunId: run.id,
      workflowRunName: `WR-API-${run.id}`,
    })
    await world.pass(100)
    expect(world.counts.requests).toBe(1)
  })

  it('the run’s ID is kept when the app quits, and the lists still decide', async () => {
    const world = createWorld()
    const call = world.send()
    const run = world.make(call)
    await world.pass(11)
    const failure = { kind: 'forbidden', detail: '' } as const
    world.plan.refuses = { organization: failure, agent: failure }
    await world.restart()
    await world.pass(1)
    expect(world.stateOf(call)).toMatchObject({ state: 'unknown', cause: 'interrupted', foundRunId: run.id })
    world.plan.refuses = { organization: null, agent: null }
    const other = world.make(call)
    world.reconciliation().resume('p')
    await world.pass(1)
    expect(world.stateOf(call)).toEqual({ state: 'candidate', runIds: [run.id, other.id] })
  })

  it('a response ends it', async () => {
    const world = createWorld()
    const call = world.send()
    await world.pass(5)
    await world.end(call, { state: 'rejected', status: 404, detail: '', issues: [] })
    await world.pass(600)
    expect(world.jobOf(call)).toBeUndefined()
    expect(world.counts.requests).toBe(0)
  })

  it('a response during a reading is used', async () => {
    const world = createWorld()
    const call = world.send()
    world.make(call)
    await world.pass(10.1)
    expect(world.jobOf(call)?.step).toBe('polling')
    const accepted = {
      state: 'accepted',
      workflowRunId: 4,
      workflowRunName: 'x',
      status: 'initiated',
      reconciled: false,
    } as const
    await world.end(call, { ...accepted, progress: 'started' })
    await world.pass(600)
    expect(world.stateOf(call)).toMatchObject({ workflowRunId: 4, reconciled: false })
    expect(world.reconciliation().list()).toEqual([])
  })

  it('a response that is lost during a reading starts another one', async () => {
    const world = createWorld()
    const call = world.send()
    await world.pass(10.1)
    const run = world.make(call)
    await world.end(call)
    await world.pass(0.5)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', workflowRunId: run.id, reconciled: true })
  })
})

describe('when the response is lost', () => {
  it('the run is found immediately by its reference', async () => {
    const world = createWorld()
    const call = world.send()
    const run = world.make(call)
    await world.pass(3)
    await world.end(call)
    await world.pass(0.3)
    expect(world.stateOf(call)).toEqual({
      state: 'accepted',
      workflowRunId: run.id,
      workflowRunName: `WR-API-${run.id}`,
      status: '',
      reconciled: true,
      progress: 'started',
    })
    expect(world.reconciliation().list()).toEqual([])
    expect(world.counts.requests).toBe(1)
  })

  it('a run that is still dialing is followed until the carrier has it', async () => {
    const world = createWorld()
    const call = world.send()
    world.make(call, { placedAt: 60_000 })
    await world.end(call)
    await world.pass(20)
    expect(world.stateOf(call)).toMatchObject({ progress: 'dialing' })
    await world.pass(80)
    expect(world.stateOf(call)).toMatchObject({ progress: 'started' })
  })

  it('a run that dials longer than the longest dial time is left to the user to decide', async () => {
    const world = createWorld()
    const call = world.send()
    world.make(call, { placedAt: null })
    await world.end(call)
    await world.pass(305)
    expect(world.stateOf(call)).toMatchObject({ progress: 'dialing' })
    await world.pass(20)
    expect(world.stateOf(call)).toMatchObject({ progress: 'orphaned' })
    expect(world.jobOf(call)).toMatchObject({ step: 'waiting' })
    await world.pass(3_600)
    expect(world.stateOf(call)).toMatchObject({ progress: 'orphaned' })
    expect(world.counts.requests).toBeLessThan(12)
  })

  it('a carrier report settles the call, although the lists never show reports', async () => {
    const world = createWorld()
    const call = world.send()
    world.make(call, { placedAt: null, reportedAt: 6_000 })
    await world.end(call)
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ progress: 'dialing' })
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', progress: 'started' })
    expect(world.reconciliation().list()).toEqual([])
  })

  it('a late carrier report settles the call when the user checks it', async () => {
    const world = createWorld()
    const call = world.send()
    world.make(call, { placedAt: null, reportedAt: 320_000 })
    await world.end(call)
    await world.pass(321)
    const record = world.recordOf(call)
    expect(record?.outcome).toMatchObject({ progress: 'orphaned' })
    const requested = record && world.reconciliation().reconcileNow(record)
    await world.pass(0.5)
    expect(await requested).toMatchObject({ value: { outcome: { state: 'accepted', progress: 'started' } } })
  })

  it('a carrier report settles a doubtful failure', async () => {
    const world = createWorld()
    const call = world.send()
    world.make(call, { placedAt: null, failedAt: 1_000, error: 'Server disconnected', reportedAt: 20_000 })
    await world.pass(1.5)
    await world.end(call)
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ state: 'failedAtProvider', doubt: true })
    await world.pass(60)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', progress: 'started' })
  })

  it('a run that another feature has read settles the call immediately', async () => {
    const world = createWorld()
    const call = world.send()
    const { id } = world.make(call, { placedAt: null })
    await world.end(call)
    await world.pass(1)
    const report = createRun({ workflowRunId: id })
    await world.reconciliation().settleByRun(call.callId, { ...report, steps: [] })
    expect(world.stateOf(call)).toMatchObject({ progress: 'dialing' })
    await world.reconciliation().settleByRun(call.callId, { ...report, workflowRunId: id + 1, steps: [ringing] })
    expect(world.stateOf(call)).toMatchObject({ progress: 'dialing' })
    await world.reconciliation().settleByRun(call.callId, { ...report, steps: [ringing] })
    expect(world.stateOf(call)).toMatchObject({ progress: 'started' })
    expect(world.reconciliation().list()).toEqual([])
  })

  it('a reading of the run by another feature is the last check, but does not move the next one', async () => {
    const world = createWorld()
    const call = world.send()
    const { id } = world.make(call, { placedAt: null })
    await world.end(call)
    await world.pass(400)
    const before = world.jobOf(call)
    expect(world.stateOf(call)).toMatchObject({ progress: 'orphaned' })
    await world.pass(5)
    await world.reconciliation().settleByRun(call.callId, { ...createRun({ workflowRunId: id }), steps: [] })
    expect(world.jobOf(call)).toEqual({ ...before, lastAttemptAt: new Date(world.time.wall()).toISOString() })
  })

  it('the run of a call that the carrier refused is found, and the call’s outcome stays', async () => {
    const world = createWorld()
    const error = 'Failed to initiate call: 400: Invalid To'
    const call = world.send()
    const run = world.make(call, { placedAt: null, failedAt: 0, error })
    const refused = {
      state: 'failedAtProvider',
      status: 400,
      detail: error,
      doubt: false,
      workflowRunId: null,
    } as const
    await world.end(call, refused)
    expect(world.reconciliation().list()).toEqual([])
    await world.pass(1)
    expect(world.stateOf(call)).toEqual({ ...refused, workflowRunId: run.id, workflowRunName: `WR-API-${run.id}` })
    await world.pass(600)
    expect(world.counts.requests).toBe(1)
  })

  it('the run of a refused call that is not in the lists is looked up only briefly', async () => {
    const world = createWorld()
    const call = world.send()
    await world.end(call, { state: 'rejected', status: 402, detail: 'x', issues: [] })
    await world.pass(3_600)
    expect(world.stateOf(call)).toMatchObject({ state: 'rejected' })
    expect(world.counts.requests).toBe(3)
  })

  it('"not found" takes at most fifteen requests, even among many runs', async () => {
    const world = createWorld()
    for (let count = 0; count < 400; count += 1) world.makeOther({ madeAt: -count * 5_000 })
    const call = world.send()
    await world.end(call)
    await world.pass(145)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
    expect(world.counts.requests).toBeLessThanOrEqual(15)
  })

  it('a failed run is reported with its ID, and if it is doubtful, only the user can continue', async () => {
    const world = createWorld()
    const error = 'Failed to initiate call: Expecting value: line 1 column 1 (char 0)'
    const [sure, doubtful] = [world.send(), world.send()]
    const runs = [
      world.make(sure, { placedAt: null, failedAt: 0, error: 'Failed to initiate call: 400: Invalid To' }),
      world.make(doubtful, { placedAt: null, failedAt: 0, error }),
    ]
    await world.end(sure)
    await world.end(doubtful, { state: 'failedAtProvider', status: 400, detail: 'x', doubt: true, workflowRunId: null })
    await world.pass(1)
    expect(world.stateOf(sure)).toMatchObject({ state: 'failedAtProvider', doubt: false, workflowRunId: runs[0]?.id })
    expect(world.stateOf(doubtful)).toMatchObject({
      status: 400,
      doubt: true,
      detail: error,
      workflowRunId: runs[1]?.id,
    })
    expect(world.jobOf(sure)).toBeUndefined()
    expect(world.jobOf(doubtful)).toMatchObject({ step: 'waiting' })
  })

  it('and no run was created, "not found" is decided after 120 s and before 150 s', async () => {
    const world = createWorld()
    world.makeOther()
    const call = world.send()
    await world.pass(4)
    await world.end(call)
    expect(world.jobOf(call)?.quietUntil).toBe(new Date(world.time.wall() + 120_000).toISOString())
    await world.pass(120)
    expect(world.stateOf(call)).toEqual(unknown)
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
    expect(world.reconciliation().list()).toEqual([])
  })

  it('a run that is created late is found', async () => {
    const world = createWorld()
    const call = world.send()
    await world.end(call)
    await world.pass(118.5)
    const run = world.make(call)
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
  })

  it('the run is found when the list is read for another call, before its own poll is due', async () => {
    const world = createWorld()
    const first = world.send()
    await world.end(first)
    await world.pass(5)
    const run = world.make(first)
    const second = world.send({ phoneNumber: '+14155550102' })
    await world.end(second)
    await world.pass(2)
    expect(world.stateOf(first)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    expect(world.stateOf(second)).toMatchObject({ state: 'unknown' })
  })

  it('runs to the same number without a reference are left to the user to decide', async () => {
    const world = createWorld()
    const call = world.send()
    const runs = [
      world.makeOther({ number: '+1 (415) 555-0101', workflowId: 7 }),
      world.makeOther({ number: '+14155550101', workflowId: 8 }),
    ]
    await world.end(call)
    await world.pass(125)
    expect(world.stateOf(call)).toEqual({ state: 'candidate', runIds: runs.map(({ id }) => id) })
    expect(world.jobOf(call)).toMatchObject({ step: 'stopped', nextAttemptAt: null })
  })

  it('two runs with its reference are left to the user to decide', async () => {
    const world = createWorld()
    const call = world.send()
    const runs = [world.make(call), world.make(call)]
    await world.end(call)
    await world.pass(1)
    expect(world.stateOf(call)).toEqual({ state: 'candidate', runIds: runs.map(({ id }) => id) })
  })

  it('nothing is decided from lists without the agent, which belong to another organization', async () => {
    const world = createWorld({ agents: [{ workflowId: 7, agentUuid: '00000000-0000-4000-8000-000000000000' }] })
    const call = world.send()
    await world.end(call)
    await world.pass(3_600)
    expect(world.stateOf(call)).toEqual(unknown)
    expect(world.jobOf(call)).toMatchObject({ step: 'waiting' })
  })
})

describe('implausible lists', () => {
  const faults = [
    'shuffled',
    'shortTotal',
    'longTotal',
    'zeroTotal',
    'negativeTotal',
    'pageTotal',
    'lostRows',
    'wrongPages',
  ] as const

  it.each(faults)('prove nothing: %s', async (listFault) => {
    const world = createWorld({ listFault })
    for (let count = 0; count < 250; count += 1) world.makeOther({ madeAt: -count * 1_000 })
    const call = world.send({ referenceName: null })
    world.make(call)
    await world.end(call)
    await world.pass(1_200)
    expect(world.stateOf(call)?.state).not.toBe('notFound')
  })

  it.each(['oldestFirst', 'mixed'] as const)('do not hide a run in another order: %s', async (listFault) => {
    const world = createWorld({ listFault })
    for (let count = 0; count < 250; count += 1) world.makeOther({ madeAt: -count * 1_000 })
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    const run = world.make(there)
    await world.end(there)
    await world.end(not)
    await world.pass(1)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    await world.pass(144)
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })

  it.each([
    { calledNumber: null, initialContext: {} },
    { calledNumber: '+1415***0101', initialContext: {} },
    { workflowId: 4_711, initialContext: {} },
    { createdAt: 'hidden', calledNumber: null, initialContext: {}, mode: null, callType: null },
  ])('and a run that shows too little is left to the user: %j', async (listedAs) => {
    const world = createWorld()
    const call = world.send()
    const run = world.make(call, { listedAs })
    await world.end(call)
    await world.pass(145)
    expect(world.stateOf(call)).toEqual({ state: 'candidate', runIds: [run.id] })
  })

  it('and runs from browsers, campaigns and incoming calls leave no doubt', async () => {
    const world = createWorld()
    const call = world.send()
    const without = { calledNumber: null, initialContext: {} }
    world.makeOther({ listedAs: { ...without, mode: 'smallwebrtc' } })
    world.makeOther({ listedAs: { ...without, callType: 'inbound' } })
    world.makeOther({
      listedAs: { ...without, workflowRunName: 'WR-CAMPAIGN-3-1', initialContext: { campaign_id: 3 } },
    })
    await world.end(call)
    await world.pass(145)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })
})

describe('clocks', () => {
  const hour = 3_600_000

  it.each([
    ['hours ahead', { offset: 7 * hour }],
    ['hours behind', { offset: -11 * hour }],
    ['that is not reported', { offset: 9 * hour, tellsDate: false }],
  ])('of a service %s neither hide nor invent a run', async (_what, change) => {
    const world = createWorld(change)
    for (let count = 0; count < 150; count += 1) world.makeOther({ madeAt: -count * 60_000 })
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    const run = world.make(there)
    await world.end(there)
    await world.end(not)
    await world.pass(1)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    await world.pass(130)
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })

  it('that are set forward by hours locally change nothing', async () => {
    const world = createWorld()
    const [there, not] = [world.send({ referenceName: null }), world.send({ phoneNumber: '+14155550199' })]
    const run = world.make(there)
    await world.end(there)
    await world.end(not)
    await world.pass(20)
    world.time.setWall(6 * hour)
    await world.pass(110)
    expect(world.stateOf(there)).toEqual({ state: 'candidate', runIds: [run.id] })
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })

  it('pause while the computer sleeps, and the run is found after it wakes', async () => {
    const world = createWorld()
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    await world.end(there)
    await world.end(not)
    await world.pass(1.5)
    const run = world.make(there)
    world.time.sleep(8 * hour)
    await world.pass(8 * 3_600 + 14)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    expect(world.stateOf(not)).toEqual(unknown)
    await world.pass(122)
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })
})

describe('a restart', () => {
  it('looks for calls that were in flight when the app exited', async () => {
    const world = createWorld()
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    const run = world.make(there)
    await world.pass(2)
    await world.restart()
    expect(world.recordOf(there)).toMatchObject({ outcome: { state: 'unknown', cause: 'interrupted' } })
    await world.pass(1)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    await world.pass(130)
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })

  it('finds a call from last week among thousands of runs', async () => {
    const world = createWorld()
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    const run = world.make(there)
    for (let count = 1; count <= 3_000; count += 1) world.makeOther({ madeAt: count * 200_000 })
    world.reconciliation().stop()
    await world.pass(7 * 24 * 3_600)
    await world.restart()
    await world.pass(5)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    await world.pass(130)
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })

  it('leaves a call without a reference to the user, because clocks may have been set', async () => {
    const world = createWorld()
    const call = world.send({ referenceName: null })
    await world.restart()
    await world.pass(3_600)
    expect(world.stateOf(call)).toMatchObject({ state: 'unknown' })
  })

  it('sends few requests for two hundred unresolved calls', async () => {
    const world = createWorld()
    const calls = Array.from({ length: 200 }, (_, index) => world.send({ phoneNumber: `+1415555${1000 + index}` }))
    for (const call of calls.slice(0, 150)) world.make(call)
    await world.restart()
    await world.pass(2)
    expect(calls.filter((call) => world.stateOf(call)?.state === 'accepted').length).toBe(150)
    await world.pass(130)
    expect(calls.filter((call) => world.stateOf(call)?.state === 'notFound').length).toBe(50)
    expect(world.counts.mostAtOnce).toBe(1)
    expect(world.counts.requests).toBeLessThan(80)
  })

  it('announces two hundred simultaneous changes once', async () => {
    const world = createWorld()
    for (let count = 0; count < 200; count += 1) world.send()
    await world.restart()
    await world.pass(0)
    expect(world.announced.length).toBeLessThan(5)
  })
})

describe('unreadable runs', () => {
  it('of other callers are skipped, and "not found" is decided in time', async () => {
    const world = createWorld()
    for (let count = 0; count < 130; count += 1)
      world.makeOther({ madeAt: -count * 9_000, breaksLists: count % 40 === 7 })
    await world.pass(300)
    const call = world.send()
    await world.pass(2)
    await world.end(call)
    await world.pass(145)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })

  it.each([false, true])(
    'from the time of the call may belong to it, so nothing is decided (after a restart: %s)',
    async (restarts) => {
      const world = createWorld()
      const call = world.send()
      world.makeOther({ breaksLists: true, workflowId: 8 })
      await world.pass(2)
      if (restarts) await world.restart()
      else await world.end(call)
      await world.pass(1_200)
      expect(world.stateOf(call)).toMatchObject({ state: 'unknown' })
    },
  )

  it('from other times are excluded by the service', async () => {
    const world = createWorld()
    world.makeOther({ madeAt: -7_200_000, breaksLists: true, workflowId: 7 })
    const call = world.send()
    await world.pass(2)
    await world.restart()
    await world.pass(145)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })
})

describe('a user', () => {
  const closed = {
    state: 'closedByOperator',
    decision: 'placed',
    who: 'ana',
    at: '2026-11-21T12:00:00.000Z',
    note: 'x',
  } as const

  it('who resolves the call during a poll has priority', async () => {
    const world = createWorld()
    const call = world.send()
    world.make(call)
    await world.end(call)
    await world.pass(0.1)
    expect(world.jobOf(call)?.step).toBe('polling')
    const record = world.recordOf(call)
    const moved = record && (await world.outcomes.resolve(record, closed))
    if (moved?.ok !== true || moved.value === null) throw new Error('not closed')
    world.reconciliation().watch(moved.value)
    await world.pass(300)
    expect(world.stateOf(call)).toMatchObject(closed)
  })

  it('who resolved it without a report to reconciliation also has priority', async () => {
    const world = createWorld()
    const call = world.send()
    world.make(call)
    await world.end(call)
    const record = world.recordOf(call)
    if (record !== undefined) await world.outcomes.resolve(record, closed)
    await world.pass(1)
    expect(world.stateOf(call)).toMatchObject(closed)
    expect(world.reconciliation().list()).toEqual([])
  })

  const resolveManually = async (
    world: ReturnType<typeof createWorld>,
    call: Call,
    decision: 'placed' | 'notPlaced',
  ) => {
    const record = world.recordOf(call)
    const at = world.outcomes.now()
    const moved = record && (await world.outcomes.resolve(record, { ...closed, decision, at }))
    if (moved?.ok !== true || moved.value === null) throw new Error('not resolved')
    world.reconciliation().watch(moved.value)
  }

  it('who resolves a call as not placed gets that the service has no run, as soon as an unresolved call', async () => {
    const world = createWorld()
    const [call, other] = [world.send(), createWorld()]
    const unresolved = other.send()
    await world.end(call)
    await other.end(unresolved)
    await world.pass(1)
    await other.pass(1)
    await resolveManually(world, call, 'notPlaced')
    expect(world.reconciliation().list()).toEqual([])
    await world.pass(145)
    await other.pass(145)
    expect(other.stateOf(unresolved)).toMatchObject({ state: 'notFound' })
    expect(world.stateOf(call)).toMatchObject({ ...closed, decision: 'notPlaced', at: anyText })
    expect(world.stateOf(call)).toHaveProperty('noRunAt')
    // The decision causes one more.
    expect(world.counts.requests).toBe(other.counts.requests + 1)
    const { requests } = world.counts
    await world.pass(3_600)
    expect(world.counts.requests).toBe(requests)
  })

  it.each([11, 60])(
    'who resolves a call as not placed %i minutes after it gets its run at once, or within a minute',
    async (minutes) => {
      for (const isLate of [false, true]) {
        // Without its agent, the lists prove nothing, so that the call stays unresolved.
        const world = createWorld({ agents: [] })
        const call = world.send()
        await world.end(call)
        await world.pass(minutes * 60 + 5)
        const made = isLate ? null : world.make(call)
        await resolveManually(world, call, 'notPlaced')
        await world.pass(isLate ? 300 : 1)
        const run = made ?? world.make(call)
        expect(world.stateOf(call)).toMatchObject(isLate ? { decision: 'notPlaced' } : { runIds: [run.id] })
        await world.pass(61)
        expect(world.stateOf(call)).toMatchObject({ runIds: [run.id] })
      }
    },
  )

  it('who resolves a call as not placed gets its run if the service is back right before the end of the look-up', async () => {
    const world = createWorld({ agents: [] })
    const call = world.send()
    await world.end(call)
    await world.pass(660)
    const end = world.time.now() + longestCall
    const failure = { kind: 'unavailable', cause: 'serverError' } as const
    world.plan.outages.push({ from: world.time.now(), to: end - 17_000, failure, hangs: false })
    await resolveManually(world, call, 'notPlaced')
    const run = world.make(call)
    await world.pass(longestCall / 1000 - 10)
    expect(world.stateOf(call)).toMatchObject({ runIds: [run.id] })
  })

  it('who resolves a call as not placed gets a run that the service shows later', async () => {
    const world = createWorld()
    const call = world.send()
    await world.end(call)
    await world.pass(1)
    await resolveManually(world, call, 'notPlaced')
    const run = world.make(call)
    await world.pass(30)
    expect(world.stateOf(call)).toMatchObject({ state: 'closedByOperator', decision: 'notPlaced', runIds: [run.id] })
    const { requests } = world.counts
    await world.pass(3_600)
    expect(world.counts.requests).toBe(requests)
  })

  it('who resolves a call as placed gets its run, but no run that only may be its', async () => {
    for (const isOwn of [true, false]) {
      const world = createWorld()
      const call = world.send()
      await world.end(call)
      await world.pass(1)
      await resolveManually(world, call, 'placed')
      const run = world.make(call, isOwn ? {} : { context: {} })
      await world.pass(1_800)
      const outcome = { ...closed, at: anyText }
      const found = { runIds: [run.id], ownRunIds: [run.id], workflowRunName: anyText }
      expect(world.stateOf(call)).toEqual(isOwn ? { ...outcome, ...found } : outcome)
      const { requests } = world.counts
      await world.pass(3_600)
      expect(world.counts.requests).toBe(requests)
    }
  })

  it('who resolves a call while the service refuses the key has it looked up for 25 minutes, also with a new key', async () => {
    const refusal = { kind: 'unauthorized', detail: '' } as const
    const world = createWorld({ refuses: { organization: refusal, agent: refusal } })
    const call = world.send()
    await world.end(call)
    await world.pass(10)
    await resolveManually(world, call, 'notPlaced')
    world.plan.refuses = { organization: null, agent: null }
    const run = world.make(call)
    await world.pass(600)
    expect(world.stateOf(call)).not.toHaveProperty('runIds')
    world.reconciliation().resume('p')
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ runIds: [run.id] })
  })

  it('who resolved a call before a restart gets its run, but not that there is none', async () => {
    for (const hasRun of [true, false]) {
      const world = createWorld()
      const call = world.send()
      await world.end(call)
      await world.pass(1)
      await resolveManually(world, call, 'notPlaced')
      if (hasRun) world.make(call, { id: 7 })
      await world.restart()
      const record = world.recordOf(call)
      if (record !== undefined) world.reconciliation().watch(record)
      await world.pass(300)
      const found = hasRun ? { runIds: [7], ownRunIds: [7], workflowRunName: anyText } : {}
      expect(world.stateOf(call)).toEqual({ ...closed, decision: 'notPlaced', at: anyText, ...found })
    }
  })

  it.each(['rundesk_call_id', null])(
    'who resolved a call before a restart causes few requests, although nothing can be proved (reference name: %s)',
    async (referenceName) => {
      const world = createWorld()
      for (let index = 0; index < 2_000; index += 1) world.makeOther()
      const call = world.send({ referenceName })
      await world.end(call)
      await world.pass(1)
      await resolveManually(world, call, 'notPlaced')
      await world.pass(1)
      await world.restart()
      const record = world.recordOf(call)
      if (record !== undefined) world.reconciliation().watch(record)
      const { requests } = world.counts
      await world.pass(1_000)
      expect(world.counts.requests - requests).toBeLessThan(60)
    },
  )

  it('who resolved a call without a reference before a restart gets a run to its number', async () => {
    const world = createWorld()
    const call = world.send({ referenceName: null })
    const run = world.make(call)
    for (let index = 0; index < 200; index += 1) world.makeOther()
    await world.end(call)
    await resolveManually(world, call, 'notPlaced')
    await world.restart()
    const record = world.recordOf(call)
    if (record !== undefined) world.reconciliation().watch(record)
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ runIds: [run.id] })
  })

  it('who resolves a call without a reference as placed causes no request', async () => {
    const world = createWorld()
    const call = world.send({ referenceName: null })
    await world.end(call)
    await world.pass(1)
    const { requests } = world.counts
    await resolveManually(world, call, 'placed')
    await world.pass(3_600)
    expect(world.counts.requests).toBe(requests)
  })

  it('can start a reading, and gets the current call', async () => {
    const world = createWorld()
    const call = world.send()
    const run = world.make(call)
    await world.pass(1)
    const requested = world.reconciliation().reconcileNow(call)
    await world.pass(0.5)
    expect(await requested).toMatchObject({ ok: true, value: { outcome: { state: 'sending' } } })
    expect(world.jobOf(call)?.foundRunId).toBe(run.id)
    await world.end(call)
    const record = world.recordOf(call)
    const again = record && world.reconciliation().reconcileNow(record)
    await world.pass(0.5)
    expect(await again).toMatchObject({ value: { outcome: { state: 'accepted', workflowRunId: run.id } } })
  })

  it('gets the stored record, not the last reported one', async () => {
    const world = createWorld()
    const call = world.send()
    await world.pass(20)
    // The response was stored, but this was not reported.
    await world.outcomes.settle(call.callId, unknown, { endedAt: world.outcomes.now(), serverDate: null })
    const record = world.recordOf(call)
    const requested = record && world.reconciliation().reconcileNow(record)
    await world.pass(1)
    expect(await requested).toMatchObject({ ok: true, value: { outcome: unknown } })
    expect(world.jobOf(call)?.quietUntil).not.toBeNull()
    await world.pass(130)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })

  it('can check a "not found" call again, and a run found later replaces that outcome', async () => {
    const world = createWorld()
    const call = world.send()
    await world.end(call)
    await world.pass(130)
    const run = world.make(call, { placedAt: world.time.now() })
    const record = world.recordOf(call)
    const requested = record && world.reconciliation().reconcileNow(record)
    await world.pass(0.5)
    expect(await requested).toMatchObject({ value: { outcome: { state: 'accepted', workflowRunId: run.id } } })
    expect(world.reconciliation().list()).toEqual([])
  })

  it('causes no request for a settled call', async () => {
    const world = createWorld()
    const call = world.send()
    await world.end(call, { state: 'notSent', cause: 'refused' })
    const record = world.recordOf(call)
    expect(record && (await world.reconciliation().reconcileNow(record))).toMatchObject({ ok: true })
    expect(world.counts.requests).toBe(0)
  })
})

describe('failing lists', () => {
  it('are retried with back-off until they work', async () => {
    const world = createWorld()
    const [from, failure] = [0, { kind: 'unavailable', cause: 'serverError' } as const]
    world.plan.outages.push({ from, to: 200_000, failure, hangs: false })
    const call = world.send()
    const run = world.make(call)
    await world.end(call)
    await world.pass(199)
    expect(world.jobOf(call)).toMatchObject({ lists: 'untried', lastFailure: failure })
    expect(world.counts.requests).toBeLessThan(60)
    await world.pass(13)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
  })

  it('of the organization are replaced by the agent’s list, which proves no absence', async () => {
    const world = createWorld({ refuses: { organization: { kind: 'forbidden', detail: '' }, agent: null } })
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    const run = world.make(there)
    await world.end(there)
    await world.end(not)
    await world.pass(2)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    await world.pass(1_200)
    expect(world.stateOf(not)).toEqual(unknown)
    expect(world.jobOf(not)).toMatchObject({ lists: 'ofAgent' })
  })

  it('that are all refused stop the job until the key is replaced', async () => {
    const failure = { kind: 'unauthorized', detail: '' } as const
    const world = createWorld({ refuses: { organization: failure, agent: failure } })
    const call = world.send()
    const run = world.make(call)
    await world.end(call)
    await world.pass(3_600)
    expect(world.jobOf(call)).toMatchObject({ step: 'stopped', lists: 'refused', lastFailure: failure })
    expect(world.counts.requests).toBeLessThan(5)
    world.plan.refuses = { organization: null, agent: null }
    world.reconciliation().resume('another profile')
    await world.pass(60)
    expect(world.stateOf(call)).toEqual(unknown)
    world.reconciliation().resume('p')
    await world.pass(1)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
  })

  it('stop the job if the keychain is locked, until the user retries', async () => {
    let locked = true
    const world = createWorld({
      clientOf: (client) =>
        Promise.resolve(locked ? fail({ kind: 'keychain', reason: 'locked' }) : { ok: true, value: client }),
    })
    const call = world.send()
    await world.end(call)
    await world.pass(600)
    expect(world.jobOf(call)).toMatchObject({ step: 'stopped', lists: 'untried' })
    locked = false
    const requested = world.reconciliation().reconcileNow(call)
    await world.pass(1)
    expect(await requested).toMatchObject({ ok: true, value: { outcome: unknown } })
    expect(world.jobOf(call)).toMatchObject({ step: 'waiting', lists: 'readable' })
    await world.pass(60)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })

  it('are retried after an unexpected error', async () => {
    let broken = true
    const world = createWorld({
      clientOf: (client) =>
        broken ? Promise.reject(new Error('unforeseen')) : Promise.resolve({ ok: true, value: client }),
    })
    const call = world.send()
    world.make(call)
    await world.end(call)
    await world.pass(1)
    expect(world.jobOf(call)).toMatchObject({ step: 'waiting', lastFailure: { kind: 'internal' } })
    expect(world.unexpectedErrors).toEqual([new Error('unforeseen')])
    broken = false
    await world.pass(10)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted' })
  })
})

describe('a service that sends Retry-After', () => {
  const busy = { kind: 'unavailable', cause: 'busy', retryAfterSeconds: 90 } as const
  const day = 86_400_000

  it('gets no request for any call of the profile for that time', async () => {
    const world = createWorld({ outages: [{ from: 0, to: day + 60_000, failure: busy, hangs: false }] })
    const yesterday = world.send({ phoneNumber: '+14155550198' })
    await world.end(yesterday)
    world.reconciliation().stop()
    await world.pass(24 * 3_600)
    await world.restart()
    const call = world.send()
    await world.end(call)
    await world.pass(1)
    expect(world.counts.requests).toBe(1)
    expect([world.jobOf(yesterday)?.step, world.jobOf(call)?.step]).toEqual(['waiting', 'waiting'])
    world.send({ phoneNumber: '+14155550197' })
    await world.pass(88)
    expect(world.counts.requests).toBe(1)
    await world.pass(140)
    expect([world.stateOf(yesterday)?.state, world.stateOf(call)?.state]).toEqual(['notFound', 'notFound'])
    expect(world.counts.tooSoon).toBe(0)
  })

  it('is reported on the screen, and can still be polled by the user', async () => {
    const world = createWorld({ outages: [{ from: 0, to: 60_000, failure: busy, hangs: false }] })
    const call = world.send()
    const run = world.make(call)
    await world.end(call)
    await world.pass(1)
    const nextAttemptAt = world.jobOf(call)?.nextAttemptAt ?? ''
    expect(world.jobOf(call)?.lastFailure).toEqual(busy)
    expect(Date.parse(nextAttemptAt) - world.time.wall()).toBeGreaterThan(88_000)
    await world.pass(60)
    const record = world.recordOf(call)
    const requested = record && world.reconciliation().reconcileNow(record)
    await world.pass(1)
    expect(await requested).toMatchObject({ value: { outcome: { state: 'accepted', workflowRunId: run.id } } })
  })

  it('is polled again after an hour even if it asks for a week', async () => {
    const week = { ...busy, retryAfterSeconds: 7 * 86_400 }
    const world = createWorld({ outages: [{ from: 0, to: 60_000, failure: week, hangs: false }] })
    const call = world.send()
    world.make(call)
    await world.end(call)
    await world.pass(3_590)
    expect(world.counts.requests).toBe(1)
    await world.pass(20)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted' })
  })
})

describe('a found outcome', () => {
  it('is stored as soon as the disk accepts it', async () => {
    let full = false
    const world = createWorld({ isDiskFull: () => full })
    const call = world.send()
    world.make(call)
    await world.end(call)
    full = true
    await world.pass(30)
    expect(world.jobOf(call)).toMatchObject({ lastFailure: { kind: 'storage', reason: 'full' } })
    full = false
    await world.pass(12)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted' })
  })

  it('is not stored after the app has exited, and no other page is requested', async () => {
    const world = createWorld()
    for (let count = 0; count < 500; count += 1) world.makeOther({ madeAt: -count })
    const call = world.send()
    await world.end(call)
    await world.pass(0.2)
    const requested = world.reconciliation().reconcileNow(call)
    world.reconciliation().stop()
    const before = world.counts.requests
    world.make(call)
    await world.pass(600)
    expect(await requested).toMatchObject({ ok: true })
    expect(world.stateOf(call)).toEqual(unknown)
    expect(world.counts.requests).toBe(before)
    expect(world.reconciliation().list()).toEqual([])
  })
})

it('finds the late run of an earlier call once a later call to the number is decided', async () => {
  const world = createWorld()
  const call = world.send({ referenceName: null })
  await world.end(call)
  await world.pass(1_200)
  expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  const run = world.make(call, { madeAt: 0 })
  const later = world.send({ referenceName: null })
  await world.end(later)
  await world.pass(1_200)
  expect(world.stateOf(later)).toMatchObject({ state: 'notFound' })
  expect(world.stateOf(call)).toEqual({ state: 'candidate', runIds: [run.id] })
})
