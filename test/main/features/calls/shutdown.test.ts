import { describe, expect, it } from 'vitest'
import { nativeMessages } from '../../../../src/messages/native.ts'
import { createCallShutdown } from '../../../../src/main/features/calls/index.ts'
import { createVirtualTime } from '../../../labs/reconcile/virtual-time.ts'

type Waits = { calls: number; unwritten: number; milliseconds: number }

/** Creates calls whose responses arrive and are stored when the test decides. */
const someCalls = (begin: Waits) => {
  const time = createVirtualTime(0)
  const settled = Promise.withResolvers<void>()
  const listeners = new Set<() => void>()
  const reported: (Waits & { mayLeave: boolean })[] = []
  let [now, placing] = [begin, true]
  const shutdown = createCallShutdown({
    calls: {
      stopCalls: () => (placing = false),
      settled: () => settled.promise,
      pending: () => now,
      onProgress: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    monotonic: time.monotonic,
    after: time.after,
    show: (waits) => void reported.push(waits),
  })
  let ended: { unwritten: number; message: string } | null = null
  return {
    shutdown,
    reported,
    listeners,
    isPlacing: () => placing,
    end: (): void => void shutdown.end().then((end) => (ended = end)),
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

describe('shutdown', () => {
  it('ends immediately and without an announcement if no call is in flight', async () => {
    const calls = someCalls(nothing)
    calls.become(nothing)
    calls.end()
    await calls.pass(0)
    expect([calls.ended()?.unwritten, calls.reported, calls.isPlacing()]).toEqual([0, [], false])
  })

  it('reports the number of pending responses and the longest remaining time, again after each response', async () => {
    const calls = someCalls(out(2, 300_000))
    calls.end()
    await calls.pass(100)
    calls.become({ calls: 1, unwritten: 1, milliseconds: 200_000 })
    calls.become(out(1, 199_990))
    expect(calls.reported.map(({ calls: count, milliseconds, mayLeave }) => [count, milliseconds, mayLeave])).toEqual([
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

  it('does not end, and does not offer to quit, while a response is pending', async () => {
    const calls = someCalls({ calls: 1, unwritten: 3, milliseconds: 300_000 })
    calls.end()
    calls.shutdown.leave()
    await calls.pass(3_600)
    expect(calls.ended()).toBeNull()
    expect(calls.reported.some(({ mayLeave }) => mayLeave)).toBe(false)
  })
})

describe('a disk that refuses a known response', () => {
  it('is reported after a few seconds, and the app ends within 40 s with the unwritten outcomes', async () => {
    const calls = someCalls(out(1))
    calls.end()
    await calls.pass(60)
    calls.become(refused(1))
    await calls.pass(4.9)
    expect(calls.reported.at(-1)).toMatchObject({ calls: 1, mayLeave: false })
    await calls.pass(0.2)
    expect(calls.reported.at(-1)).toEqual({ calls: 0, unwritten: 1, milliseconds: 30_000, mayLeave: true })
    await calls.pass(29.8)
    expect(calls.ended()).toBeNull()
    await calls.pass(0.2)
    expect(calls.ended()?.unwritten).toBe(1)
    expect(calls.ended()?.message).toBe(nativeMessages.unwritten(1))
  })

  it('does not prevent the shutdown if it refused the response before', async () => {
    const calls = someCalls(refused(2))
    calls.end()
    expect(calls.reported).toEqual([{ ...refused(2), mayLeave: false }])
    await calls.pass(35.1)
    expect(calls.ended()?.unwritten).toBe(2)
  })

  it('leaves nothing to report if it accepts the response at the last moment', async () => {
    const calls = someCalls(refused(1))
    calls.end()
    await calls.pass(34)
    calls.become(nothing)
    await calls.pass(0)
    expect(calls.ended()).toMatchObject({ unwritten: 0 })
  })

  it('does not block a user who confirms', async () => {
    const calls = someCalls(refused(1))
    calls.end()
    await calls.pass(6)
    calls.shutdown.leave()
    await calls.pass(0)
    expect(calls.ended()?.unwritten).toBe(1)
  })

  it('leads to a report of one response, with the remaining time, if it accepts the other one', async () => {
    const calls = someCalls(refused(2))
    calls.end()
    await calls.pass(15)
    calls.become(refused(1))
    expect(calls.reported.at(-1)).toEqual({ calls: 0, unwritten: 1, milliseconds: 20_000, mayLeave: true })
    await calls.pass(20.1)
    expect(calls.ended()?.unwritten).toBe(1)
  })
})
