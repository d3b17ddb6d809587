import { describe, expect, it } from 'vitest'
import { type Failure, succeed } from '../../../src/contract/failure.ts'
import { createLookQueue } from '../../../src/main/look-ups/look-queue.ts'
import type { LookUpCase } from '../../../src/main/look-ups/look-up-case.ts'
import { aCall, anId } from '../../support/a-call.ts'
import { aWatchedCase, unknown } from './a-case.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A queue whose looks end when they are told to. */
const aQueue = () => {
  const cases = new Map<string, LookUpCase>()
  const looks: { group: string[]; end: (failure: Failure | null) => void }[] = []
  const timers: (() => void)[] = []
  const queue = createLookQueue(
    { after: (_wait, act) => (timers.push(act), () => {}) },
    { get: (callId) => cases.get(callId) },
    (group) => new Promise((end) => looks.push({ group: group.map(({ call }) => call.callId), end })),
  )
  const open = (profileId: string): LookUpCase => {
    const known = aWatchedCase({ call: aCall({ profileId, outcome: unknown }) })
    cases.set(known.call.callId, known)
    return known
  }
  const gather = async (): Promise<void> => {
    for (const act of timers.splice(0)) act()
    await turn()
  }
  return { queue, cases, looks, open, gather }
}

describe('looks', () => {
  it('that are due together are one look', async () => {
    const { queue, looks, open, gather } = aQueue()
    const profileId = anId()
    const all = Array.from({ length: 200 }, () => open(profileId))
    for (const known of all) void queue.ask(known)
    await gather()
    expect(looks.map(({ group }) => group.length)).toEqual([200])
  })

  it('of one profile come one after the other; another profile’s do not wait for them', async () => {
    const { queue, looks, open, gather } = aQueue()
    const [one, other] = [anId(), anId()]
    void queue.ask(open(one))
    await gather()
    void queue.ask(open(one))
    void queue.ask(open(other))
    await gather()
    expect(looks.length).toBe(2)
    looks[0]?.end(null)
    await turn()
    expect(looks.length).toBe(3)
  })

  it('are answered with the call as it stands then, for everybody who asked', async () => {
    const { queue, looks, open, gather } = aQueue()
    const known = open(anId())
    const answers = [queue.ask(known), queue.ask(known)]
    await gather()
    answers.push(queue.ask(known))
    const moved = { ...known.call, changedAt: '2026-11-21T10:00:00.000Z' }
    queue.note(moved)
    looks[0]?.end(null)
    expect(await Promise.all(answers)).toEqual([succeed(moved), succeed(moved), succeed(moved)])
  })

  it('tell the failure that stood in their way', async () => {
    const { queue, looks, open, gather } = aQueue()
    const answer = queue.ask(open(anId()))
    await gather()
    looks[0]?.end({ kind: 'unavailable', cause: 'busy' })
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
  })

  it('come again when their time came while they were looked at', async () => {
    const { queue, looks, open, gather } = aQueue()
    const known = open(anId())
    void queue.ask(known)
    await gather()
    void queue.ask(known)
    looks[0]?.end(null)
    await turn()
    expect(looks.length).toBe(2)
    looks[1]?.end(null)
    await turn()
    expect(looks.length).toBe(2)
  })

  it('are spared for a call that was settled while it waited its turn', async () => {
    const { queue, cases, looks, open, gather } = aQueue()
    const known = open(anId())
    const answer = queue.ask(known)
    cases.clear()
    await gather()
    expect(await answer).toEqual(succeed(known.call))
    expect(looks).toEqual([])
  })

  it('leave nobody waiting when all looking ends', async () => {
    const { queue, cases, looks, open, gather } = aQueue()
    const known = open(anId())
    const answer = queue.ask(known)
    await gather()
    cases.clear()
    queue.stop()
    expect(await answer).toEqual(succeed(known.call))
    looks[0]?.end(null)
    await turn()
    expect(looks.length).toBe(1)
  })
})
