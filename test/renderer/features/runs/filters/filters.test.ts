import { describe, expect, it } from 'vitest'
import {
  boundsOf,
  daysBetween,
  type Days,
  filterOf,
  isFiltered,
  noFilters,
} from '../../../../../src/renderer/features/runs/filters/filters.ts'

const local = (text: string): string => new Date(text).toISOString()
const now = new Date('2026-11-21T15:30:00').getTime()

describe('days as times', () => {
  it.each<[Days, string | null, string | null]>([
    [{ kind: 'any' }, null, null],
    [{ kind: 'today' }, local('2026-11-21T00:00:00'), null],
    [{ kind: 'yesterday' }, local('2026-11-20T00:00:00'), local('2026-11-21T00:00:00')],
    [{ kind: 'sevenDays' }, local('2026-11-15T00:00:00'), null],
    [{ kind: 'month' }, local('2026-11-01T00:00:00'), null],
    [
      { kind: 'between', from: '2026-10-31', until: '2026-11-02' },
      local('2026-10-31T00:00:00'),
      local('2026-11-03T00:00:00'),
    ],
    [{ kind: 'between', from: null, until: '2026-12-31' }, null, local('2027-01-01T00:00:00')],
    [{ kind: 'between', from: 'nonsense', until: null }, null, null],
  ])('%o starts and ends at local midnight', (days, from, until) => {
    expect(boundsOf(days, now)).toEqual({ from, until })
  })

  it('converts the bounds back to days, even across a daylight saving change', () => {
    for (const [from, until] of [
      ['2026-03-28', '2026-03-30'],
      ['2026-10-24', '2026-10-25'],
      ['2026-11-21', '2026-11-21'],
    ] as const) {
      const bounds = boundsOf({ kind: 'between', from, until }, now)
      expect(daysBetween(bounds.from, bounds.until)).toEqual({ kind: 'between', from, until })
    }
    expect(daysBetween(null, null)).toEqual({ kind: 'any' })
  })
})

it('passes on the learned values, and omits the filter if there are none', () => {
  const learned = [{ kind: 'tag', value: 'pays by card' }] as const
  expect(filterOf({ ...noFilters, learned }, now)).toMatchObject({ learned })
  expect(filterOf(noFilters, now)).not.toHaveProperty('learned')
  expect([isFiltered({ ...noFilters, learned }), isFiltered(noFilters)]).toEqual([true, false])
})
