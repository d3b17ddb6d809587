import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noCounts, type RowState, rowStates } from '../../../src/contract/list.ts'
import { mayCallRowAgain } from '../../../src/domain/lists/retry.ts'
import { sumOf } from '../../../src/domain/lists/row-sum.ts'
import {
  countLeftovers,
  countNotOffered,
  countOutcomes,
  leftoverStates,
  outcomeOfRow,
  rowOutcomes,
  rowsByState,
  statesOf,
  sumsOf,
  totalsOf,
} from '../../../src/renderer/lib/list-totals.ts'
import { accepted } from '../../support/a-call.ts'

const failed = { ...accepted, end: { kind: 'failed', disposition: null, durationSeconds: null } } as const
const anyCounts = fc.record(
  // Every state becomes a key.
  Object.fromEntries(rowStates.map((state) => [state, fc.nat(1_000_000)])) as Record<RowState, fc.Arbitrary<number>>,
)

it('counts every row in exactly one part of each total', () => {
  fc.assert(
    fc.property(anyCounts, (counts) => {
      const all = rowStates.reduce((sum, state) => sum + counts[state], 0)
      const totals = totalsOf(counts)
      expect(totals.rows).toBe(all)
      expect(totals.called + totals.notCalled + totals.unknown).toBe(all)
      const { finished, unresolved, active, waiting, held, refused, left, stopped } = totals
      expect(finished + unresolved + active + waiting + held + refused + left + stopped).toBe(all)
      const outcomes = countOutcomes(counts)
      expect(rowOutcomes.reduce((sum, outcome) => sum + outcomes[outcome], 0)).toBe(
        all - held - refused - left - stopped,
      )
    }),
  )
})

it('never counts a row with an unknown outcome as finished, called or not called', () => {
  const none = Object.fromEntries(rowStates.map((state) => [state, 0])) as Record<RowState, number>
  for (const state of ['unknown', 'toCheck'] as const) {
    const { unknown, finished, called, notCalled } = totalsOf({ ...none, [state]: 1 })
    expect({ unknown, finished, called, notCalled }).toEqual({ unknown: 1, finished: 0, called: 0, notCalled: 0 })
  }
})

it('counts a row whose call is being requested or dialed as unknown, as the report does, and as in progress', () => {
  for (const state of ['queued', 'sending', 'dialing'] as const) {
    const list = { counts: { ...noCounts(), [state]: 1 }, unclear: noCounts() }
    expect(totalsOf(list.counts)).toMatchObject({ called: 0, notCalled: 0, unknown: 1, active: 1, unresolved: 0 })
    expect(rowsByState('unknown', list)).toEqual([{ state, rows: 1 }])
  }
  expect(totalsOf({ ...noCounts(), accepted: 1 })).toMatchObject({ called: 1, unknown: 0, active: 1 })
})

it('counts calls in progress of a list that may go on as its page does, and of other lists as the report does', () => {
  const counts = { ...noCounts(), reached: 8, accepted: 2, dialing: 1, unknown: 3, ready: 20 }
  const list = { counts, unclear: noCounts() }
  const { active, unresolved } = totalsOf(counts)
  const open = { called: 8, notCalled: 20, unknown: unresolved, inProgress: active }
  expect(sumsOf({ ...list, state: 'paused' })).toEqual(open)
  expect(sumsOf({ ...list, state: 'running' })).toEqual(open)
  expect(sumsOf({ ...list, state: 'stopped' })).toEqual({ called: 10, notCalled: 20, unknown: 4, inProgress: 0 })
})

it('counts a row that may have been called as unknown unless it was called', () => {
  fc.assert(
    fc.property(anyCounts, anyCounts, (unclear, others) => {
      const counts = noCounts()
      for (const state of rowStates) counts[state] = unclear[state] + others[state]
      const totals = totalsOf(counts, unclear)
      expect(totals.called + totals.notCalled + totals.unknown).toBe(totals.rows)
      expect(totals.called).toBe(totalsOf(counts).called)
      expect(totals.notCalled).toBe(totalsOf(others).notCalled)
      for (const sum of ['called', 'notCalled', 'unknown'] as const)
        expect(rowsByState(sum, { counts, unclear }).reduce((all, { rows }) => all + rows, 0)).toBe(totals[sum])
    }),
  )
})

it('lists states with the same word once, with the rows of both', () => {
  const list = { counts: { ...noCounts(), unknown: 1, toCheck: 2 }, unclear: noCounts() }
  expect(rowsByState('unknown', list)).toEqual([{ state: 'unknown', rows: 3 }])
})

it('finds the state of every called row by its outcome, and no state twice', () => {
  const found = rowOutcomes.flatMap((outcome) => statesOf([outcome]))
  expect(found.toSorted((one, other) => one.localeCompare(other))).toEqual(
    rowStates.filter((state) => outcomeOfRow[state] !== null).toSorted((one, other) => one.localeCompare(other)),
  )
})

it('counts the same leftover rows before and after a list is stopped, and every other one as not offered', () => {
  fc.assert(
    fc.property(anyCounts, anyCounts, anyCounts, anyCounts, (unclear, notCopied, others, called) => {
      const stopped = { ...others, ready: 0, stopped: others.stopped + others.ready }
      const before = { ...others }
      // Ready rows with an earlier call get the state of that call.
      for (const state of rowStates.filter((one) => mayCallRowAgain(one, failed))) {
        before.ready += called[state]
        stopped[state] += called[state]
      }
      expect(countLeftovers(stopped)).toBe(countLeftovers(before))
      const counts = noCounts()
      for (const state of rowStates) counts[state] = unclear[state] + notCopied[state] + stopped[state]
      const rest = countNotOffered({ counts, unclear }, stopped)
      const sum = leftoverStates.reduce((all, [state]) => all + counts[state], 0)
      expect(countLeftovers(stopped) + rest.unclear + rest.others).toBe(sum)
    }),
  )
})

it('offers to copy the rows in every state that counts as not called', () => {
  const offered = leftoverStates.map(([state]) => state)
  // No row of a list that has ended is ready.
  const notCalled = rowStates.filter((state) => sumOf(state) === 'notCalled' && state !== 'ready')
  expect(notCalled.filter((state) => !offered.includes(state))).toEqual([])
})
