import { expect, it } from 'vitest'
import type { HistoryHealth } from '../../../src/contract/history.ts'
import type { Fact } from '../../../src/renderer/shell/fact.ts'
import { historyTrouble } from '../../../src/renderer/shell/history-trouble.ts'

const at = '2026-11-21T09:14:00.000Z'
const fine: HistoryHealth = {
  stopped: null,
  check: { events: 12, intact: true, firstBroken: null },
  backups: { count: 1, newestAt: at, failed: null },
  recovered: null,
}
const broken = { check: { events: 12, intact: false, firstBroken: 7 } }
const recovered = { recovered: { at, gapFrom: null, damagedFile: null, salvaged: 3, unreadable: 1 } }

const told = (change: Partial<HistoryHealth> = {}) =>
  historyTrouble({ step: 'known', known: { value: { ...fine, ...change }, at: 0 } })

it('says nothing while all is well, nothing is known yet, or a check was not made yet', () => {
  expect([told(), told({ check: null }), historyTrouble({ step: 'unasked', known: null })]).toEqual([null, null, null])
})

it.each<[string, Partial<HistoryHealth>, string, string]>([
  ['cannot be written', { stopped: 'full' }, 'bad', 'Calls cannot be written down, so none is placed'],
  ['was changed from outside', broken, 'bad', 'The history was changed from outside'],
  ['lacks calls', recovered, 'check', 'A part of the history was lost'],
  [
    'cannot be written, and was changed',
    { ...broken, stopped: 'readOnly' },
    'bad',
    'Calls cannot be written down, so none is placed',
  ],
  ['was changed, and lacks calls', { ...broken, ...recovered }, 'bad', 'The history was changed from outside'],
])('tells the worst of a history that %s', (_what, change, tone, title) => {
  expect(told(change)).toMatchObject({ tone, title })
})

it.each<[string, Fact<HistoryHealth>]>([
  ['from the start', { step: 'failed', failure: { kind: 'storage', reason: 'corrupt' }, at: 0, known: null }],
  [
    'after it was well',
    { step: 'failed', failure: { kind: 'storage', reason: 'corrupt' }, at: 0, known: { value: fine, at: 0 } },
  ],
])('tells that it cannot even be asked, %s', (_when, fact) => {
  const trouble = historyTrouble(fact)
  expect(trouble).toMatchObject({ tone: 'bad', title: 'The state of the history could not be read' })
  expect(trouble?.text).toContain('The history file is damaged.')
})

it('tells a failure that is none of the history’s own in its words', () => {
  const failure = { kind: 'internal', reference: 'Q7' } as const
  expect(historyTrouble({ step: 'failed', failure, at: 0, known: null })?.text).not.toBe('')
})
