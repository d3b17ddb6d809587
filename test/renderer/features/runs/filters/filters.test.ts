import { describe, expect, it } from 'vitest'
import { messages } from '../../../../../src/messages/index.ts'
import {
  boundsOf,
  daysBetween,
  type Days,
  filterOf,
  isFiltered,
  noFilters,
  stateOptionsOf,
} from '../../../../../src/renderer/features/runs/filters/filters.ts'
import { readCost, readDuration } from '../../../../../src/renderer/features/runs/filters/removable-filters.tsx'

const local = (text: string): string => new Date(text).toISOString()
const now = new Date('2026-11-21T15:30:00').getTime()

it('has one option for the states with the same word, also for a saved view that has only one of them', () => {
  const words = messages.runs.stateNames.map(([, word]) => word)
  expect(new Set(words).size).toBe(words.length)
  expect(stateOptionsOf(['toCheck'])).toEqual(['unknown'])
  expect(stateOptionsOf(['reached', 'toCheck', 'unknown'])).toEqual(['reached', 'unknown'])
})

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

it('passes on a range with an open end, and omits one that limits nothing', () => {
  const duration = { from: 30, to: null }
  const credits = { from: null, to: 0.5 }
  expect(filterOf({ ...noFilters, duration, credits }, now)).toMatchObject({ duration, credits })
  expect(Object.keys(filterOf(noFilters, now))).not.toEqual(expect.arrayContaining(['duration']))
  expect(Object.keys(filterOf(noFilters, now))).not.toEqual(expect.arrayContaining(['credits']))
  for (const limited of [{ duration }, { credits }]) expect(isFiltered({ ...noFilters, ...limited })).toBe(true)
})

it.each([
  ['90', 90],
  ['1:30', 90],
  ['0:05', 5],
  ['120:00', 7_200],
  ['1:5', null],
  ['1:60', null],
  [':30', null],
  ['1:30:00', null],
  ['-5', null],
  ['1.5', null],
  ['two', null],
])('reads %j as a duration', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds)
})

it('reads the durations that it shows', () => {
  for (const seconds of [0, 59, 60, 3_600, 4_321]) expect(readDuration(messages.time.duration(seconds))).toBe(seconds)
})

it.each([
  ['0.5', 0.5],
  ['0,5', 0.5],
  ['12', 12],
  ['.5', 0.5],
  ['1,204.5', null],
  ['-1', null],
  ['1e3', null],
  ['$1', null],
])('reads %j as a cost', (text, credits) => {
  expect(readCost(text)).toBe(credits)
})
