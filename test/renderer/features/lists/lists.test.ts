import { describe, expect, it } from 'vitest'
import type { ListTarget, RowState } from '../../../../src/contract/list.ts'
import { namesOf, withTarget } from '../../../../src/renderer/features/lists/check/plan-settings.tsx'
import { contextOfRow } from '../../../../src/renderer/features/lists/check/row-preview.tsx'
import { barsOf } from '../../../../src/renderer/features/lists/outcome-chart.tsx'
import { expectedEnd } from '../../../../src/renderer/features/lists/run/run-screen.tsx'

const context = (name: string): ListTarget => ({ to: 'context', name })

describe('the columns', () => {
  it('removes a target from the column that previously had it', () => {
    const targets: ListTarget[] = [{ to: 'number' }, context('name'), { to: 'none' }]
    expect(withTarget(targets, 2, { to: 'number' })).toEqual([{ to: 'none' }, context('name'), { to: 'number' }])
    expect(withTarget(targets, 0, context('name'))).toEqual([context('name'), { to: 'none' }, { to: 'none' }])
    expect(withTarget(targets, 1, { to: 'none' })).toEqual([{ to: 'number' }, { to: 'none' }, { to: 'none' }])
  })

  it('does not offer names that the service sets', () => {
    expect(namesOf(null, [context('name'), context('telephony_configuration_id'), context('name')])).toEqual(['name'])
  })

  it('uses the agent’s names in the context, nests dotted names, and omits empty cells', () => {
    const targets = [
      { to: 'number' } as const,
      context('user.name'),
      context('amount'),
      context('initial_context.city'),
    ]
    expect(contextOfRow({ targets }, { cells: ['+1', 'Ada', '', 'Oslo'] })).toEqual({
      user: { name: 'Ada' },
      city: 'Oslo',
    })
  })
})

const period = (from: string, counts: Partial<Record<RowState, number>>) => ({
  from,
  // The chart reads only the counts of states that it knows.
  counts: counts as Record<RowState, number>,
})

describe('the outcomes over time', () => {
  const outcomes = {
    minutes: 5,
    periods: [
      period('2026-11-21T10:00:00.000Z', { reached: 4, noAnswer: 2 }),
      period('2026-11-21T10:15:00.000Z', { reached: 6, unknown: 1, held: 9 }),
    ],
  }

  it('shows a period without outcomes as a gap', () => {
    expect(barsOf(outcomes).map(({ from, rows }) => [from.slice(11, 16), rows])).toEqual([
      ['10:00', 6],
      ['10:05', 0],
      ['10:10', 0],
      ['10:15', 7],
    ])
    expect(barsOf({ minutes: 5, periods: [] })).toEqual([])
  })

  it('estimates the end from the pace of the last periods, but not before the first outcome', () => {
    const now = Date.parse('2026-11-21T10:20:00.000Z')
    // Thirteen rows in ten minutes: two periods, the second of which has just ended.
    expect(expectedEnd(outcomes, 26, now)).toBe(now + 20 * 60_000)
    expect(expectedEnd({ minutes: 5, periods: [] }, 26, now)).toBeNull()
  })
})
