import { describe, expect, it } from 'vitest'
import { createEndCalls } from '../../../src/main/calls/end-calls.ts'
import { createVirtualTime } from '../../labs/reconcile/virtual-time.ts'

type Waits = { calls: number; unwritten: number; milliseconds: number }

/** Calls whose answers come, and are written, when the test says so. */
const someCalls = (begin: Waits) => {
  const time = createVirtualTime(0)
  const settled = Promise.withResolvers<void>()
  const listeners = new Set<() => void>()
  const told: (Waits & { mayLeave: boolean })[] = []
  let [now, placing] = [begin, true]
  const endCalls = createEndCalls({
    calls: {
      stopPlacing: () => (placing = false),
      settled: () => settled.promise,
      waits: () => now,
      onProgress: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    monotonic: time.monotonic,
    after: time.after,
    tell: (waits) => void told.push(waits),
  })
  let ended: { unwritten: number; sentence: string } | null = null
  return {
    endCalls,
    told,
    listeners,
    isPlacing: () => placing,
    end: (): void => void endCalls.end().then((end) => (ended = end)),
    ended: () => ended,
    become: (waits: Waits): void => {
      now = waits
      if (waits.calls + waits.unwritten === 0) settled.resolve()
      for (const listener of listeners) listener()
    },
    pass: (seconds: number) => time.pass(time.now() + seconds * 1000),
  }
}

const out = (calls: number, milliseconds = 300_000): Waits => ({ calls, unwritten: 0, milliseconds })
const nothing: Waits = { calls: 0, unwritten: 0, milliseconds: 0 }
const refused = (unwritten: number): Waits => ({ calls: 0, unwritten, milliseconds: 0 })

describe('ending', () => {
  it('with nothing on its way is over at once, and says nothing', async () => {
    const calls = someCalls(nothing)
    calls.become(nothing)
    calls.end()
    await calls.pass(0)
    expect([calls.ended()?.unwritten, calls.told, calls.isPlacing()]).toEqual([0, [], false])
  })

  it('tells how many answers are out, and for how long at most, again with each that comes', async () => {
    const calls = someCalls(out(2, 300_000))
    calls.end()
    await calls.pass(100)
    calls.become({ calls: 1, unwritten: 1, milliseconds: 200_000 })
    calls.become(out(1, 199_990))
    expect(calls.told.map(({ calls: count, milliseconds, mayLeave }) => [count, milliseconds, mayLeave])).toEqual([
      [2, 300_000, false],
      [1, 200_000, false],
      [1, 199_990, false],
    ])
    await calls.pass(600)
    expect(calls.ended()).toBeNull()
    calls.become(nothing)
    await calls.pass(0)
    expect(calls.ended()?.unwritten).toBe(0)
    expect(calls.listeners.size).toBe(0)
  })

  it('is never over, and offers nobody to go, while an answer is out', async () => {
    const calls = someCalls({ calls: 1, unwritten: 3, milliseconds: 300_000 })
    calls.end()
    calls.endCalls.leave()
    await calls.pass(3_600)
    expect(calls.ended()).toBeNull()
    expect(calls.told.some(({ mayLeave }) => mayLeave)).toBe(false)
  })
})

describe('a disk that refuses a known answer', () => {
  it('is told after a few seconds; then the app ends by itself within forty, and says what is true', async () => {
    const calls = someCalls(out(1))
    calls.end()
    await calls.pass(60)
    calls.become(refused(1))
    await calls.pass(4.9)
    expect(calls.told.at(-1)).toMatchObject({ calls: 1, mayLeave: false })
    await calls.pass(0.2)
    expect(calls.told.at(-1)).toEqual({ calls: 0, unwritten: 1, milliseconds: 30_000, mayLeave: true })
    await calls.pass(29.8)
    expect(calls.ended()).toBeNull()
    await calls.pass(0.2)
    expect(calls.ended()?.unwritten).toBe(1)
    expect(calls.ended()?.sentence).toContain('the disk did not take the answers of 1 call.')
  })

  it('that refused it before the app was asked to end does not keep it either', async () => {
    const calls = someCalls(refused(2))
    calls.end()
    expect(calls.told).toEqual([{ ...refused(2), mayLeave: false }])
    await calls.pass(35.1)
    expect(calls.ended()?.unwritten).toBe(2)
  })

  it('and takes it in the last moment is as if nothing had been', async () => {
    const calls = someCalls(refused(1))
    calls.end()
    await calls.pass(34)
    calls.become(nothing)
    await calls.pass(0)
    expect(calls.ended()).toMatchObject({ unwritten: 0 })
  })

  it('does not hold a person who has read it and goes', async () => {
    const calls = someCalls(refused(1))
    calls.end()
    await calls.pass(6)
    calls.endCalls.leave()
    await calls.pass(0)
    expect(calls.ended()?.unwritten).toBe(1)
  })

  it('and takes one of two tells of the other, with the time that is left', async () => {
    const calls = someCalls(refused(2))
    calls.end()
    await calls.pass(15)
    calls.become(refused(1))
    expect(calls.told.at(-1)).toEqual({ calls: 0, unwritten: 1, milliseconds: 20_000, mayLeave: true })
    await calls.pass(20.1)
    expect(calls.ended()?.unwritten).toBe(1)
  })
})
