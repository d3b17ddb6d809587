import { describe, expect, it } from 'vitest'
import { fail } from '../../../src/contract/failure.ts'
import { unknown } from './a-case.ts'
import { aWorld } from './a-world.ts'

describe('while the answer is out', () => {
  it('nobody looks before it is late; then the run’s id is known before the answer is', async () => {
    const world = aWorld()
    const call = world.send()
    const run = world.make(call, { placedAt: 200_000 })
    await world.pass(9.9)
    expect(world.counts.requests).toBe(0)
    expect(world.lookUpOf(call)).toMatchObject({ step: 'waiting', foundRunId: null, attempts: 0, quietUntil: null })
    await world.pass(0.4)
    expect(world.lookUpOf(call)).toMatchObject({
      foundRunId: run.id,
      lists: 'readable',
      step: 'waiting',
      nextAskAt: null,
    })
    expect(world.stateOf(call)?.state).toBe('sending')
    await world.pass(100)
    expect(world.counts.requests).toBe(1)
  })

  it('an answer that comes ends it', async () => {
    const world = aWorld()
    const call = world.send()
    await world.pass(5)
    await world.end(call, { state: 'rejected', status: 404, detail: '', issues: [] })
    await world.pass(600)
    expect(world.lookUpOf(call)).toBeUndefined()
    expect(world.counts.requests).toBe(0)
  })

  it('an answer that comes while the lists are read stands', async () => {
    const world = aWorld()
    const call = world.send()
    world.make(call)
    await world.pass(10.1)
    expect(world.lookUpOf(call)?.step).toBe('asking')
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
    expect(world.lookUps().list()).toEqual([])
  })

  it('an answer that is lost while the lists are read is looked for anew', async () => {
    const world = aWorld()
    const call = world.send()
    await world.pass(10.1)
    const run = world.make(call)
    await world.end(call)
    await world.pass(0.5)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', workflowRunId: run.id, reconciled: true })
  })
})

describe('when the answer is lost', () => {
  it('the run is found at once by its reference', async () => {
    const world = aWorld()
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
    expect(world.lookUps().list()).toEqual([])
    expect(world.counts.requests).toBe(1)
  })

  it('a run that is still dialled is followed until the carrier has it', async () => {
    const world = aWorld()
    const call = world.send()
    world.make(call, { placedAt: 60_000 })
    await world.end(call)
    await world.pass(20)
    expect(world.stateOf(call)).toMatchObject({ progress: 'dialling' })
    await world.pass(51)
    expect(world.stateOf(call)).toMatchObject({ progress: 'started' })
  })

  it('or until no dial takes that long, and then a person decides', async () => {
    const world = aWorld()
    const call = world.send()
    world.make(call, { placedAt: null })
    await world.end(call)
    await world.pass(305)
    expect(world.stateOf(call)).toMatchObject({ progress: 'dialling' })
    await world.pass(20)
    expect(world.stateOf(call)).toMatchObject({ progress: 'orphaned' })
    expect(world.lookUpOf(call)).toMatchObject({ step: 'stopped', nextAskAt: null })
  })

  it('a run that failed says so, with its id; in doubt only a person can go on', async () => {
    const world = aWorld()
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
    expect(world.lookUpOf(sure)).toBeUndefined()
    expect(world.lookUpOf(doubtful)).toMatchObject({ step: 'stopped' })
  })

  it('and no run was made, "not found" is said after two minutes and before two and a half', async () => {
    const world = aWorld()
    world.makeOther()
    const call = world.send()
    await world.pass(4)
    await world.end(call)
    expect(world.lookUpOf(call)?.quietUntil).toBe(new Date(world.time.wall() + 120_000).toISOString())
    await world.pass(120)
    expect(world.stateOf(call)).toEqual(unknown)
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
    expect(world.lookUps().list()).toEqual([])
  })

  it('a run that the service makes late is found', async () => {
    const world = aWorld()
    const call = world.send()
    await world.end(call)
    await world.pass(118.5)
    const run = world.make(call)
    await world.pass(5)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
  })

  it('runs to the same number without a reference are for a person to judge, and only theirs', async () => {
    const world = aWorld()
    const call = world.send()
    const like = world.makeOther({ number: '+1 (415) 555-0101', workflowId: 7 })
    world.makeOther({ number: '+14155550101', workflowId: 8 })
    await world.end(call)
    await world.pass(125)
    expect(world.stateOf(call)).toEqual({ state: 'candidate', runIds: [like.id] })
    expect(world.lookUpOf(call)).toMatchObject({ step: 'stopped', nextAskAt: null })
  })

  it('two runs with its one reference are for a person to judge', async () => {
    const world = aWorld()
    const call = world.send()
    const runs = [world.make(call), world.make(call)]
    await world.end(call)
    await world.pass(1)
    expect(world.stateOf(call)).toEqual({ state: 'candidate', runIds: runs.map(({ id }) => id) })
  })

  it('nothing is said from lists in which the agent does not exist: they are another organization’s', async () => {
    const world = aWorld({ agents: [{ workflowId: 7, agentUuid: '00000000-0000-4000-8000-000000000000' }] })
    const call = world.send()
    await world.end(call)
    await world.pass(3_600)
    expect(world.stateOf(call)).toEqual(unknown)
    expect(world.lookUpOf(call)).toMatchObject({ step: 'waiting' })
  })
})

describe('clocks', () => {
  const hour = 3_600_000

  it.each([
    ['hours ahead', { offset: 7 * hour }],
    ['hours behind', { offset: -11 * hour }],
    ['that is not told', { offset: 9 * hour, tellsDate: false }],
  ])('of a service %s hide no run and make none up', async (_what, change) => {
    const world = aWorld(change)
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

  it('of ours that is put forward by hours changes nothing', async () => {
    const world = aWorld()
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

  it('stand still while the computer sleeps: the quiet time is not over sooner, and the run is found on waking', async () => {
    const world = aWorld()
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    await world.end(there)
    await world.end(not)
    await world.pass(1.5)
    const run = world.make(there)
    world.time.sleep(8 * hour)
    await world.pass(8 * 3_600 + 3)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    expect(world.stateOf(not)).toEqual(unknown)
    await world.pass(122)
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })
})

describe('a restart', () => {
  it('looks for what was on its way when the app ended', async () => {
    const world = aWorld()
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

  it('finds a call of last week among thousands of runs', async () => {
    const world = aWorld()
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    const run = world.make(there)
    for (let count = 1; count <= 3_000; count += 1) world.makeOther({ madeAt: count * 200_000 })
    world.lookUps().stop()
    await world.pass(7 * 24 * 3_600)
    await world.restart()
    await world.pass(5)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    await world.pass(130)
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })

  it('leaves a call without a reference to a person: only minutes could find it, and clocks may have been set', async () => {
    const world = aWorld()
    const call = world.send({ referenceName: null })
    await world.restart()
    await world.pass(3_600)
    expect(world.stateOf(call)).toMatchObject({ state: 'unknown' })
  })

  it('asks little although two hundred calls are unresolved', async () => {
    const world = aWorld()
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

  it('tells of two hundred changes at once as of one', async () => {
    const world = aWorld()
    for (let count = 0; count < 200; count += 1) world.send()
    await world.restart()
    await world.pass(0)
    expect(world.announced.length).toBeLessThan(5)
  })
})

describe('poisoned runs', () => {
  it('of other people are read around: "not found" is said in time', async () => {
    const world = aWorld()
    for (let count = 0; count < 130; count += 1) world.makeOther({ madeAt: -count * 9_000, poisoned: count % 40 === 7 })
    const call = world.send()
    world.makeOther({ poisoned: true, workflowId: 7 })
    await world.pass(2)
    await world.end(call)
    await world.pass(145)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })

  it('of the minutes in which the app was away may be ours: nothing is said', async () => {
    const world = aWorld()
    const call = world.send()
    world.makeOther({ poisoned: true, workflowId: 7 })
    await world.pass(2)
    await world.restart()
    await world.pass(1_200)
    expect(world.stateOf(call)).toMatchObject({ state: 'unknown' })
  })

  it('of other minutes are counted out by the service itself', async () => {
    const world = aWorld()
    world.makeOther({ madeAt: -7_200_000, poisoned: true, workflowId: 7 })
    const call = world.send()
    await world.pass(2)
    await world.restart()
    await world.pass(145)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })
})

describe('a person', () => {
  const closed = {
    state: 'closedByOperator',
    verdict: 'placed',
    who: 'ana',
    at: '2026-11-21T12:00:00.000Z',
    note: 'x',
  } as const

  it('who closes the call while a look runs has the last word', async () => {
    const world = aWorld()
    const call = world.send()
    world.make(call)
    await world.end(call)
    await world.pass(0.1)
    expect(world.lookUpOf(call)?.step).toBe('asking')
    const record = world.recordOf(call)
    const moved = record && (await world.ledger.resolve(record, closed))
    if (moved?.ok !== true || moved.value === null) throw new Error('not closed')
    world.lookUps().watch(moved.value)
    await world.pass(300)
    expect(world.stateOf(call)).toEqual(closed)
    expect(world.counts.requests).toBe(1)
  })

  it('who has closed it where nobody told the look-ups has it too', async () => {
    const world = aWorld()
    const call = world.send()
    world.make(call)
    await world.end(call)
    const record = world.recordOf(call)
    if (record !== undefined) await world.ledger.resolve(record, closed)
    await world.pass(1)
    expect(world.stateOf(call)).toEqual(closed)
    expect(world.lookUps().list()).toEqual([])
  })

  it('may have the lists read now, and learns how the call stands', async () => {
    const world = aWorld()
    const call = world.send()
    const run = world.make(call)
    await world.pass(1)
    const asked = world.lookUps().lookNow(call)
    await world.pass(0.5)
    expect(await asked).toMatchObject({ ok: true, value: { outcome: { state: 'sending' } } })
    expect(world.lookUpOf(call)?.foundRunId).toBe(run.id)
    await world.end(call)
    const record = world.recordOf(call)
    const again = record && world.lookUps().lookNow(record)
    await world.pass(0.5)
    expect(await again).toMatchObject({ value: { outcome: { state: 'accepted', workflowRunId: run.id } } })
  })

  it('hears of the record, and not of what was last told to the look-ups', async () => {
    const world = aWorld()
    const call = world.send()
    await world.pass(20)
    // Its answer was written, and nobody said so.
    await world.ledger.settle(call.callId, unknown, { endedAt: world.ledger.now(), serverDate: null })
    const record = world.recordOf(call)
    const asked = record && world.lookUps().lookNow(record)
    await world.pass(1)
    expect(await asked).toMatchObject({ ok: true, value: { outcome: unknown } })
    expect(world.lookUpOf(call)?.quietUntil).not.toBeNull()
    await world.pass(130)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })

  it('may doubt a "not found": a run that shows up after it is the truth', async () => {
    const world = aWorld()
    const call = world.send()
    await world.end(call)
    await world.pass(130)
    const run = world.make(call, { placedAt: world.time.now() })
    const record = world.recordOf(call)
    const asked = record && world.lookUps().lookNow(record)
    await world.pass(0.5)
    expect(await asked).toMatchObject({ value: { outcome: { state: 'accepted', workflowRunId: run.id } } })
    expect(world.lookUps().list()).toEqual([])
  })

  it('asks in vain about a call that is settled: nothing is asked', async () => {
    const world = aWorld()
    const call = world.send()
    await world.end(call, { state: 'notSent', cause: 'refused' })
    const record = world.recordOf(call)
    expect(record && (await world.lookUps().lookNow(record))).toMatchObject({ ok: true })
    expect(world.counts.requests).toBe(0)
  })
})

describe('lists that do not answer', () => {
  it('are asked again, less and less often, until they do', async () => {
    const world = aWorld()
    const [from, failure] = [0, { kind: 'unavailable', cause: 'serverError' } as const]
    world.plan.troubles.push({ from, to: 200_000, failure, hangs: false })
    const call = world.send()
    const run = world.make(call)
    await world.end(call)
    await world.pass(199)
    expect(world.lookUpOf(call)).toMatchObject({ lists: 'untried', lastFailure: failure })
    expect(world.counts.requests).toBeLessThan(60)
    await world.pass(13)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
  })

  it('refused by the organization are had from the agent', async () => {
    const world = aWorld({ refuses: { organization: { kind: 'forbidden', detail: '' }, agent: null } })
    const [there, not] = [world.send(), world.send({ phoneNumber: '+14155550199' })]
    const run = world.make(there)
    await world.end(there)
    await world.end(not)
    await world.pass(2)
    expect(world.stateOf(there)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
    await world.pass(130)
    expect(world.stateOf(not)).toMatchObject({ state: 'notFound' })
  })

  it('refused altogether leave it to a person, until somebody replaces the key', async () => {
    const failure = { kind: 'unauthorized', detail: '' } as const
    const world = aWorld({ refuses: { organization: failure, agent: failure } })
    const call = world.send()
    const run = world.make(call)
    await world.end(call)
    await world.pass(3_600)
    expect(world.lookUpOf(call)).toMatchObject({ step: 'stopped', lists: 'refused', lastFailure: failure })
    expect(world.counts.requests).toBeLessThan(5)
    world.plan.refuses = { organization: null, agent: null }
    world.lookUps().resume('somebody else')
    await world.pass(60)
    expect(world.stateOf(call)).toEqual(unknown)
    world.lookUps().resume('p')
    await world.pass(1)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted', workflowRunId: run.id })
  })

  it('because the keychain is locked leave it to a person, who may ask again', async () => {
    let locked = true
    const world = aWorld({
      clientOf: (client) =>
        Promise.resolve(locked ? fail({ kind: 'keychain', reason: 'locked' }) : { ok: true, value: client }),
    })
    const call = world.send()
    await world.end(call)
    await world.pass(600)
    expect(world.lookUpOf(call)).toMatchObject({ step: 'stopped', lists: 'untried', attempts: 1 })
    locked = false
    const asked = world.lookUps().lookNow(call)
    await world.pass(1)
    expect(await asked).toMatchObject({ ok: true, value: { outcome: unknown } })
    expect(world.lookUpOf(call)).toMatchObject({ step: 'waiting', lists: 'readable' })
    await world.pass(60)
    expect(world.stateOf(call)).toMatchObject({ state: 'notFound' })
  })

  it('because something broke that nobody foresaw are asked again', async () => {
    let broken = true
    const world = aWorld({
      clientOf: (client) =>
        broken ? Promise.reject(new Error('unforeseen')) : Promise.resolve({ ok: true, value: client }),
    })
    const call = world.send()
    world.make(call)
    await world.end(call)
    await world.pass(1)
    expect(world.lookUpOf(call)).toMatchObject({ step: 'waiting', lastFailure: { kind: 'internal' } })
    expect(world.unforeseen).toEqual([new Error('unforeseen')])
    broken = false
    await world.pass(10)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted' })
  })
})

describe('a service that asks to be left alone', () => {
  const busy = { kind: 'unavailable', cause: 'busy', retryAfterSeconds: 90 } as const
  const day = 86_400_000

  it('is left alone for so long by every call of its profile, also those of another hour and those sent since', async () => {
    const world = aWorld({ troubles: [{ from: 0, to: day + 60_000, failure: busy, hangs: false }] })
    const yesterday = world.send({ phoneNumber: '+14155550198' })
    await world.end(yesterday)
    world.lookUps().stop()
    await world.pass(24 * 3_600)
    await world.restart()
    const call = world.send()
    await world.end(call)
    await world.pass(1)
    expect(world.counts.requests).toBe(1)
    expect([world.lookUpOf(yesterday)?.step, world.lookUpOf(call)?.step]).toEqual(['waiting', 'waiting'])
    world.send({ phoneNumber: '+14155550197' })
    await world.pass(88)
    expect(world.counts.requests).toBe(1)
    await world.pass(140)
    expect([world.stateOf(yesterday)?.state, world.stateOf(call)?.state]).toEqual(['notFound', 'notFound'])
    expect(world.counts.tooSoon).toBe(0)
  })

  it('says so on the screen, and may be asked by a person all the same', async () => {
    const world = aWorld({ troubles: [{ from: 0, to: 60_000, failure: busy, hangs: false }] })
    const call = world.send()
    const run = world.make(call)
    await world.end(call)
    await world.pass(1)
    const nextAskAt = world.lookUpOf(call)?.nextAskAt ?? ''
    expect(world.lookUpOf(call)?.lastFailure).toEqual(busy)
    expect(Date.parse(nextAskAt) - world.time.wall()).toBeGreaterThan(88_000)
    await world.pass(60)
    const record = world.recordOf(call)
    const asked = record && world.lookUps().lookNow(record)
    await world.pass(1)
    expect(await asked).toMatchObject({ value: { outcome: { state: 'accepted', workflowRunId: run.id } } })
  })

  it('for a week is asked again after an hour', async () => {
    const week = { ...busy, retryAfterSeconds: 7 * 86_400 }
    const world = aWorld({ troubles: [{ from: 0, to: 60_000, failure: week, hangs: false }] })
    const call = world.send()
    world.make(call)
    await world.end(call)
    await world.pass(3_590)
    expect(world.counts.requests).toBe(1)
    await world.pass(20)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted' })
  })
})

describe('what was found', () => {
  it('is written as soon as the disk takes it', async () => {
    let full = false
    const world = aWorld({ isDiskFull: () => full })
    const call = world.send()
    world.make(call)
    await world.end(call)
    full = true
    await world.pass(30)
    expect(world.lookUpOf(call)).toMatchObject({ lastFailure: { kind: 'storage', reason: 'full' } })
    full = false
    await world.pass(12)
    expect(world.stateOf(call)).toMatchObject({ state: 'accepted' })
  })

  it('is written no more once the app ends, and no further page is asked for', async () => {
    const world = aWorld()
    for (let count = 0; count < 500; count += 1) world.makeOther({ madeAt: -count })
    const call = world.send()
    await world.end(call)
    await world.pass(0.2)
    const asked = world.lookUps().lookNow(call)
    world.lookUps().stop()
    const before = world.counts.requests
    world.make(call)
    await world.pass(600)
    expect(await asked).toMatchObject({ ok: true })
    expect(world.stateOf(call)).toEqual(unknown)
    expect(world.counts.requests).toBe(before)
    expect(world.lookUps().list()).toEqual([])
  })
})
