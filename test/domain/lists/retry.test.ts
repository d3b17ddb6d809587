import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import { rowStates } from '../../../src/contract/list.ts'
import { displayStateOf, wasNotPlaced } from '../../../src/domain/call-state.ts'
import { mayCallAgain, mayCallRowAgain, retriesAfter, roomForCall } from '../../../src/domain/lists/retry.ts'
import { accepted } from '../../support/a-call.ts'
import { everyState } from '../../support/messages/every-state.ts'

const states: CallState[] = Object.values(everyState).flatMap((named) => Object.values(named))

const hour = 3_600_000
const day = 24 * hour
const now = Date.parse('2026-12-01T15:00:00Z')

describe('a row', () => {
  it('may be called again only after a call that provably reached no one', () => {
    const failed: CallState = { ...accepted, end: { kind: 'failed', disposition: null, durationSeconds: null } }
    expect(rowStates.filter((state) => mayCallRowAgain(state, failed)).toSorted()).toEqual(
      [
        'noAnswer',
        'busy',
        'failed',
        'notFound',
        'rejected',
        'carrierRefused',
        'notSent',
        'resolvedNotPlaced',
        'cancelled',
      ].toSorted(),
    )
    for (const state of states) {
      const reachedNoOne = wasNotPlaced(state) || ['noAnswer', 'busy', 'failed'].includes(displayStateOf(state))
      expect([state.state, mayCallAgain(state)]).toEqual([state.state, reachedNoOne])
      expect(mayCallRowAgain(displayStateOf(state), state)).toBe(reachedNoOne)
    }
  })

  it('may not be called again if its call failed after a conversation, or may have', () => {
    const failed: CallState = { ...accepted, end: { kind: 'failed', disposition: null, durationSeconds: 95 } }
    expect([mayCallAgain(failed), mayCallRowAgain('failed', failed), mayCallRowAgain('failed', undefined)]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('is called again automatically only after such a call', () => {
    const retried = states.filter(retriesAfter)
    expect(retried.length).toBeGreaterThan(3)
    expect(retried.filter((state) => !mayCallAgain(state))).toEqual([])
  })
})

describe('roomForCall', () => {
  const calls = fc.array(
    fc.integer({ min: -9 * day, max: day }).map((ago) => now + ago),
    { maxLength: 12 },
  )
  const maximum = fc.record({ perDay: fc.integer({ min: 1, max: 3 }), perWeek: fc.integer({ min: 1, max: 7 }) })

  it('returns now below both limits, and otherwise the time when an earlier call leaves the full day or week', () => {
    const most = { perDay: 3, perWeek: 7 }
    expect(roomForCall(now, [now - hour, now - 2 * hour], most)).toBe(now)
    expect(roomForCall(now, [now - hour, now - 3 * hour, now - 5 * hour], most)).toBe(now + 19 * hour)
    const daily = [6, 5, 4, 3, 2, 1, 0].map((days) => now - days * day)
    expect(roomForCall(now, daily, most)).toBe(now + day)
    // The clock was set back after a call.
    expect(roomForCall(now, [now + hour], { perDay: 1, perWeek: 7 })).toBe(now + hour + day)
  })

  it('never exceeds the limit for any 24 hours or seven days, and waits no longer than necessary', () => {
    fc.assert(
      fc.property(calls, maximum, (times, most) => {
        const next = roomForCall(now, times, most)
        const within = (moment: number, span: number): number => times.filter((time) => time > moment - span).length
        expect(within(next, day)).toBeLessThan(most.perDay)
        expect(within(next, 7 * day)).toBeLessThan(most.perWeek)
        const isNeeded = within(next - 1, day) >= most.perDay || within(next - 1, 7 * day) >= most.perWeek
        expect(next === now || isNeeded).toBe(true)
      }),
    )
  })
})
