import { describe, expect, it } from 'vitest'
import { type Failure, succeed } from '../../../../src/contract/failure.ts'
import { createJobStore, createPollQueue, pickGroup } from '../../../../src/main/features/reconciliation/queue.ts'
import type { Job } from '../../../../src/main/features/reconciliation/job.ts'
import { aCall, anId } from '../../../support/a-call.ts'
import { createTestJob, sending, unknown } from './create-test-job.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A queue whose polls finish when the test calls `end`. */
const createQueue = () => {
  const jobs = new Map<string, Job>()
  const polls: { group: string[]; end: (failure: Failure | null) => void }[] = []
  const timers: (() => void)[] = []
  const queue = createPollQueue(
    { after: (_wait, act) => (timers.push(act), () => {}) },
    { get: (callId) => jobs.get(callId) },
    (group) => new Promise((end) => polls.push({ group: group.map(({ call }) => call.callId), end })),
  )
  const open = (profileId: string): Job => {
    const known = createTestJob({ call: aCall({ profileId, outcome: unknown }) })
    jobs.set(known.call.callId, known)
    return known
  }
  const gather = async (): Promise<void> => {
    for (const act of timers.splice(0)) act()
    await turn()
  }
  return { queue, jobs, polls, open, gather }
}

describe('polls', () => {
  it('that are due together are combined', async () => {
    const { queue, polls, open, gather } = createQueue()
    const profileId = anId()
    const all = Array.from({ length: 200 }, () => open(profileId))
    for (const known of all) void queue.poll(known)
    await gather()
    expect(polls.map(({ group }) => group.length)).toEqual([200])
  })

  it('of one profile are sequential, and other profiles do not wait for them', async () => {
    const { queue, polls, open, gather } = createQueue()
    const [one, other] = [anId(), anId()]
    void queue.poll(open(one))
    await gather()
    void queue.poll(open(one))
    void queue.poll(open(other))
    await gather()
    expect(polls.length).toBe(2)
    polls[0]?.end(null)
    await turn()
    expect(polls.length).toBe(3)
  })

  it('return the current call to every caller', async () => {
    const { queue, polls, open, gather } = createQueue()
    const known = open(anId())
    const answers = [queue.poll(known), queue.poll(known)]
    await gather()
    answers.push(queue.poll(known))
    const moved = { ...known.call, changedAt: '2026-11-21T10:00:00.000Z' }
    queue.note(moved)
    polls[0]?.end(null)
    expect(await Promise.all(answers)).toEqual([succeed(moved), succeed(moved), succeed(moved)])
  })

  it('return their failure', async () => {
    const { queue, polls, open, gather } = createQueue()
    const answer = queue.poll(open(anId()))
    await gather()
    polls[0]?.end({ kind: 'unavailable', cause: 'busy' })
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
  })

  it('are repeated if they became due during a poll', async () => {
    const { queue, polls, open, gather } = createQueue()
    const known = open(anId())
    void queue.poll(known)
    await gather()
    void queue.poll(known)
    polls[0]?.end(null)
    await turn()
    expect(polls.length).toBe(2)
    polls[1]?.end(null)
    await turn()
    expect(polls.length).toBe(2)
  })

  it('are skipped for a call that was settled while in the queue', async () => {
    const { queue, jobs, polls, open, gather } = createQueue()
    const known = open(anId())
    const answer = queue.poll(known)
    jobs.clear()
    await gather()
    expect(await answer).toEqual(succeed(known.call))
    expect(polls).toEqual([])
  })

  it('are all resolved when polling stops', async () => {
    const { queue, jobs, polls, open, gather } = createQueue()
    const known = open(anId())
    const answer = queue.poll(known)
    await gather()
    jobs.clear()
    queue.stop()
    expect(await answer).toEqual(succeed(known.call))
    polls[0]?.end(null)
    await turn()
    expect(polls.length).toBe(1)
  })
})

/** A job store whose timers fire when the test calls them. */
const createStore = () => {
  const timers = new Map<number, { wait: number; act: () => void }>()
  const polled: string[] = []
  let [announced, next, now] = [0, 0, Date.UTC(2026, 0, 1)]
  const jobs = createJobStore(
    {
      clock: () => now,
      monotonic: () => 1_000_000,
      after: (wait, act) => {
        const id = (next += 1)
        timers.set(id, { wait, act })
        return () => timers.delete(id)
      },
      announce: () => (announced += 1),
    },
    ({ call }) => polled.push(call.callId),
  )
  return { jobs, timers, polled, announced: () => announced, pass: (milliseconds: number) => (now += milliseconds) }
}

const unresolved = (change: Partial<Job> = {}): Job =>
  createTestJob({ call: aCall({ outcome: unknown }), endedAt: 1_000_000, ...change })

describe('a job store', () => {
  it('polls each job when it is due, and reports the time', () => {
    const { jobs, timers, polled } = createStore()
    const known = unresolved()
    jobs.schedule(known)
    expect(jobs.get(known.call.callId)).toMatchObject({
      step: 'waiting',
      nextPollWall: Date.UTC(2026, 0, 1, 0, 0, 13, 500),
    })
    expect([...timers.values()].map(({ wait }) => wait)).toEqual([13_500])
    for (const { act } of timers.values()) act()
    expect(polled).toEqual([known.call.callId])
  })

  it('keeps one timer per job', () => {
    const { jobs, timers } = createStore()
    const known = unresolved()
    jobs.schedule(known)
    jobs.schedule({ ...known, immediate: true })
    expect([...timers.values()].map(({ wait }) => wait)).toEqual([0])
  })

  it('removes resolved jobs', () => {
    const { jobs, timers, polled } = createStore()
    const known = unresolved()
    jobs.schedule(known)
    const [timer] = [...timers.values()]
    jobs.schedule({ ...known, call: aCall({ ...known.call, outcome: { state: 'cancelled' } }) })
    expect([jobs.all(), timers.size]).toEqual([[], 0])
    timer?.act()
    expect(polled).toEqual([])
  })

  it('reports that only the user can continue if no poll is scheduled and no response is pending', () => {
    const { jobs, timers } = createStore()
    const found = aCall({ outcome: { ...sending, foundRunId: 4 } })
    const [halted, out] = [unresolved({ halted: true }), createTestJob({ call: found })]
    jobs.schedule(halted)
    jobs.schedule(out)
    expect(jobs.get(halted.call.callId)).toMatchObject({ step: 'stopped', nextPollWall: null })
    expect(jobs.get(out.call.callId)).toMatchObject({ step: 'waiting', nextPollWall: null })
    expect(timers.size).toBe(0)
  })

  it('removes the halted job of a call that a user resolved once its look-up has ended, without a poll', () => {
    const { jobs, timers, polled, pass } = createStore()
    const at = new Date(Date.UTC(2026, 0, 1)).toISOString()
    const decision = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' } as const
    jobs.schedule(unresolved({ call: aCall({ outcome: decision, preparedAt: at }), halted: true }))
    const [[id, timer] = []] = [...timers]
    expect(jobs.all()).toHaveLength(1)
    pass(timer?.wait ?? 0)
    timers.delete(id ?? 0)
    timer?.act()
    expect([jobs.all(), timers.size, polled]).toEqual([[], 0, []])
  })

  it('announces simultaneous changes once', async () => {
    const { jobs, announced } = createStore()
    for (let count = 0; count < 200; count += 1) jobs.schedule(unresolved())
    await turn()
    expect(announced()).toBe(1)
    jobs.remove('unknown to it')
    await turn()
    expect(announced()).toBe(1)
  })

  it('clears its jobs and timers when it is stopped', () => {
    const { jobs, timers } = createStore()
    const known = unresolved()
    jobs.schedule(known)
    jobs.stop()
    expect([jobs.isStopped(), timers.size, jobs.all()]).toEqual([true, 0, []])
    jobs.schedule(known)
    jobs.set(known)
    expect([timers.size, jobs.all()]).toEqual([0, []])
  })
})

const profileId = anId()
const sentAt = (minutes: number, change: Partial<Job> = {}): Job =>
  createTestJob({ call: aCall({ profileId }), sent: { wall: minutes * 60_000, monotonic: null }, ...change })

describe('one reading covers', () => {
  it('the newest call and all that were sent within an hour of it', () => {
    const [old, near, newest] = [sentAt(0), sentAt(100), sentAt(159)]
    expect(pickGroup([old, newest, near])).toEqual([newest, near])
    expect(pickGroup([old])).toEqual([old])
    expect(pickGroup([])).toEqual([])
  })

  it('calls of one profile', () => {
    const other = sentAt(1, { call: aCall({ profileId: anId() }) })
    expect(pickGroup([sentAt(0), other])).toEqual([other])
  })

  it('calls with the same list, and in an agent’s list only that agent’s', () => {
    const organization = sentAt(3)
    const agent = sentAt(2, { list: 'agent' })
    const otherAgent = sentAt(1, {
      list: 'agent',
      call: aCall({ profileId, agentUuid: '00000000-0000-4000-8000-000000000000' }),
    })
    expect(pickGroup([organization, agent, otherAgent])).toEqual([organization])
    expect(pickGroup([agent, otherAgent])).toEqual([agent])
  })
})
