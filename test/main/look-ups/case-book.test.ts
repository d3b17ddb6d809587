import { describe, expect, it } from 'vitest'
import { createCaseBook } from '../../../src/main/look-ups/case-book.ts'
import type { LookUpCase } from '../../../src/main/look-ups/look-up-case.ts'
import { aCall } from '../../support/a-call.ts'
import { aWatchedCase, unknown } from './a-case.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A book whose timers ring when they are told to. */
const aBook = () => {
  const timers = new Map<number, { wait: number; act: () => void }>()
  const looked: string[] = []
  let [announced, next] = [0, 0]
  const book = createCaseBook(
    {
      clock: () => Date.UTC(2026, 0, 1),
      monotonic: () => 1_000_000,
      after: (wait, act) => {
        const id = (next += 1)
        timers.set(id, { wait, act })
        return () => timers.delete(id)
      },
      announce: () => (announced += 1),
    },
    ({ call }) => looked.push(call.callId),
  )
  return { book, timers, looked, announced: () => announced }
}

const unresolved = (change: Partial<LookUpCase> = {}): LookUpCase =>
  aWatchedCase({ call: aCall({ outcome: unknown }), endedAt: 1_000_000, ...change })

describe('a book of cases', () => {
  it('has each case looked at when its time has come, and tells when that is', () => {
    const { book, timers, looked } = aBook()
    const known = unresolved()
    book.schedule(known)
    expect(book.get(known.call.callId)).toMatchObject({ step: 'waiting', nextAskWall: Date.UTC(2026, 0, 1, 0, 0, 2) })
    expect([...timers.values()].map(({ wait }) => wait)).toEqual([2_000])
    for (const { act } of timers.values()) act()
    expect(looked).toEqual([known.call.callId])
  })

  it('keeps one time a case', () => {
    const { book, timers } = aBook()
    const known = unresolved()
    book.schedule(known)
    book.schedule({ ...known, hurry: true })
    expect([...timers.values()].map(({ wait }) => wait)).toEqual([0])
  })

  it('closes what is resolved', () => {
    const { book, timers, looked } = aBook()
    const known = unresolved()
    book.schedule(known)
    const [timer] = [...timers.values()]
    book.schedule({ ...known, call: aCall({ ...known.call, outcome: { state: 'cancelled' } }) })
    expect([book.all(), timers.size]).toEqual([[], 0])
    timer?.act()
    expect(looked).toEqual([])
  })

  it('says that only a person can go on where nothing is to come by itself; an answer that is out still may', () => {
    const { book, timers } = aBook()
    const [halted, out] = [unresolved({ halted: true }), aWatchedCase({ foundRunId: 4 })]
    book.schedule(halted)
    book.schedule(out)
    expect(book.get(halted.call.callId)).toMatchObject({ step: 'stopped', nextAskWall: null })
    expect(book.get(out.call.callId)).toMatchObject({ step: 'waiting', nextAskWall: null })
    expect(timers.size).toBe(0)
  })

  it('announces once what changed in one go', async () => {
    const { book, announced } = aBook()
    for (let count = 0; count < 200; count += 1) book.schedule(unresolved())
    await turn()
    expect(announced()).toBe(1)
    book.drop('unknown to it')
    await turn()
    expect(announced()).toBe(1)
  })

  it('keeps nothing and rings no more once it is stopped', () => {
    const { book, timers } = aBook()
    const known = unresolved()
    book.schedule(known)
    book.stop()
    expect([book.isStopped(), timers.size, book.all()]).toEqual([true, 0, []])
    book.schedule(known)
    book.set(known)
    expect([timers.size, book.all()]).toEqual([0, []])
  })
})
