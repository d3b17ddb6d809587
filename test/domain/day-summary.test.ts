import { expect, it } from 'vitest'
import { displayStates } from '../../src/contract/call-list.ts'
import { dayOutcomes } from '../../src/contract/day.ts'
import { type DayCall, summarizeDay } from '../../src/domain/day-summary.ts'

const at = (hour: number): string => new Date(2026, 10, 21, hour, 30).toISOString()
const aDayCall = (change: Partial<DayCall>): DayCall => ({
  at: at(9),
  state: 'reached',
  agent: { id: 'a', name: 'Renewal reminder' },
  talkSeconds: 0,
  ...change,
})

it('counts every call once: by outcome, by hour without gaps, by agent, and adds the talk time', () => {
  const other = { id: 'b', name: null }
  const summary = summarizeDay([
    aDayCall({ talkSeconds: 72 }),
    aDayCall({ state: 'busy' }),
    aDayCall({ at: at(11), state: 'noAnswer', agent: other }),
    aDayCall({ at: at(11), state: 'voicemail', talkSeconds: 8 }),
    aDayCall({ at: at(11), state: 'unknown' }),
    aDayCall({ at: at(11), state: 'toCheck' }),
    aDayCall({ at: at(11), state: 'notSent' }),
    // Its run was found after a user resolved it as not placed.
    aDayCall({ at: at(11), state: 'resolvedNotPlaced', talkSeconds: 5 }),
  ])
  expect(summary.calls).toBe(8)
  expect(summary.counts).toEqual({ reached: 1, busy: 1, noAnswer: 1, unknown: 2, notPlaced: 2, other: 1 })
  expect(summary.hours.map(({ hour, calls, counts }) => [hour, calls, counts.unknown])).toEqual([
    [9, 2, 0],
    [10, 0, 0],
    [11, 6, 2],
  ])
  expect(summary.agents.map(({ name, calls, counts }) => [name, calls, counts.noAnswer])).toEqual([
    ['Renewal reminder', 7, 0],
    [null, 1, 1],
  ])
  expect(summary.talkSeconds).toBe(72)
  expect(summarizeDay([])).toMatchObject({ calls: 0, hours: [], agents: [], talkSeconds: 0 })
})

it('counts a call in any state as one outcome, and an uncertain call as having an unknown outcome', () => {
  for (const state of displayStates) {
    const { counts } = summarizeDay([aDayCall({ state })])
    expect(dayOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)).toBe(1)
  }
  for (const state of ['unknown', 'toCheck'] as const)
    expect(summarizeDay([aDayCall({ state })]).counts.unknown).toBe(1)
})

it('takes the name of an agent from the calls that contain it', () => {
  const agent = { id: 'a', name: null }
  expect(summarizeDay([aDayCall({ agent }), aDayCall({})]).agents).toMatchObject([
    { name: 'Renewal reminder', calls: 2 },
  ])
})
