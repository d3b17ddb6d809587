import { expect, it } from 'vitest'
import type { HistoryHealth } from '../../../src/contract/app-status.ts'
import type { QueryState } from '../../../src/renderer/lib/query.ts'
import { messages } from '../../../src/messages/index.ts'
import { type List, noCounts } from '../../../src/contract/list.ts'
import { acme } from '../../support/fake-api/data.ts'
import { historyProblem, interruptedList } from '../../../src/renderer/app/banners.tsx'

const at = '2026-11-21T09:14:00.000Z'
const fine: HistoryHealth = {
  stopped: null,
  check: { events: 12, intact: true, firstBroken: null, at },
  backups: { count: 1, newestAt: at, failed: null },
  recovered: null,
  unfinishedErasures: null,
  lastRecovery: null,
}
const broken = { check: { events: 12, intact: false, firstBroken: 7, at } }
const loss = {
  cause: 'damaged',
  missing: null,
  lostLists: null,
  at,
  gapFrom: null,
  damagedFile: null,
  startedFrom: null,
  lostAll: false,
  salvaged: 3,
  unreadable: 1,
} as const
const recovered = { recovered: loss }
const shorter = { recovered: { ...loss, cause: 'shorter', missing: 2, gapFrom: at } } as const

const text = messages.settings.history
const problemOf = (change: Partial<HistoryHealth> = {}) =>
  historyProblem({ step: 'ready', data: { value: { ...fine, ...change }, at: 0 } })

it('returns null for a healthy history, before the first check and before the first response', () => {
  expect([problemOf(), problemOf({ check: null }), historyProblem({ step: 'idle', data: null })]).toEqual([
    null,
    null,
    null,
  ])
})

it.each<[string, Partial<HistoryHealth>, string, string]>([
  ['cannot be written', { stopped: 'full' }, 'bad', text.stopped],
  ['was changed by another program', broken, 'bad', text.brokenTitle],
  ['lacks calls', recovered, 'check', text.recovered(loss)],
  ['is shorter than it was', shorter, 'check', text.recovered(shorter.recovered)],
  ['cannot be written and was changed', { ...broken, stopped: 'readOnly' }, 'bad', text.stopped],
  ['was changed and lacks calls', { ...broken, ...recovered }, 'bad', text.brokenTitle],
])('shows the most serious problem of a history that %s', (_what, change, tone, title) => {
  expect(problemOf(change)).toMatchObject({ tone, title })
})

it.each<[string, QueryState<HistoryHealth>['data']]>([
  ['at first', null],
  ['after it was healthy', { value: fine, at: 0 }],
])('shows why the state of the history cannot be read, %s', (_when, data) => {
  const failure = { kind: 'storage', reason: 'corrupt' } as const
  const problem = historyProblem({ step: 'failed', failure, at: 0, data })
  expect(problem).toMatchObject({ tone: 'bad', title: text.failed })
  expect(problem?.text).toContain(text.why('corrupt'))
})

it('still shows why the state of the history could not be read while it is read again', () => {
  const data = { value: fine, at: 0 }
  const failed = { step: 'failed', failure: { kind: 'storage', reason: 'corrupt' }, at: 0, data } as const
  expect(historyProblem({ step: 'loading', since: 0, data, failed })).toEqual(historyProblem(failed))
})

it('shows the text of a failure that is not about storage', () => {
  const failure = { kind: 'internal', reference: 'Q7' } as const
  const { why } = messages.failure.describe(failure)
  expect(historyProblem({ step: 'failed', failure, at: 0, data: null })?.text).toContain(why)
})

it('says that a part was lost only if it is known to be, not if only the mark is missing', () => {
  const lost = text.recovered({ ...loss, missing: 1 })
  expect(text.recovered({ ...loss, cause: 'shorter', missing: 0 })).toBe(lost)
  expect(text.recovered({ ...loss, lostLists: 2 })).toBe(lost)
  expect([text.recovered({ ...loss, cause: 'unverified' }), text.recovered(loss)]).not.toContain(lost)
})

it('says that the history was lost, not a part of it, if Rundesk started with an empty one', () => {
  for (const cause of ['damaged', 'shorter', 'unverified'] as const)
    expect(text.recovered({ ...loss, cause, missing: 1, lostAll: true })).not.toMatch(/part/i)
  expect(text.recovered({ ...loss, missing: 1 })).toMatch(/part/i)
})

it.each(['damaged', 'shorter', 'unverified'] as const)(
  'says how many calls are missing at least, and that other changes may be missing, too: %s',
  (cause) => {
    const shown = problemOf({ recovered: { ...loss, cause, missing: 5 } })?.text
    for (const lost of [
      /\bleast 5 calls\b/,
      /call lists/,
      /profiles/,
      /do-not-call/,
      /erasures/,
      /compromised/,
      /settings/,
    ])
      expect(shown).toMatch(lost)
  },
)

it('says which button ends the questions before each call, and so does the pause of a list', () => {
  expect(problemOf(recovered)?.text).toContain(text.acknowledge)
  expect(messages.lists.run.brake('historyGap').text).toContain(text.acknowledge)
})

it('says how many calls are missing before the questions before each call end', () => {
  expect(text.acknowledgeText({ ...loss, missing: 5 }, null)).toMatch(/\bleast 5 calls\b/)
  expect(text.acknowledgeText({ ...loss, missing: null }, null)).not.toMatch(/\d/)
})

it('says before the questions end that personal data is removed again because of its age, if the setting is known', () => {
  expect(text.acknowledgeText(loss, 90)).toMatch(/resumes removing .* older than 90 days/)
  expect(text.acknowledgeText(loss, 1)).toMatch(/older than 1 day\b/)
  expect(text.acknowledgeText(loss, null)).not.toMatch(/remov/)
})

it('says where to end the questions only outside of that place', () => {
  const place = /Settings > History/
  expect(problemOf(recovered)?.text).toMatch(place)
  expect(text.before).not.toMatch(place)
})

it('says when the history was checked last', () => {
  expect(text.checkedAt(at, text.intact(0))).toContain(messages.time.full(at))
})

it('says how many lists are missing at least, if that is known', () => {
  const shownFor = (lostLists: number | null) => problemOf({ recovered: { ...loss, missing: 5, lostLists } })?.text
  expect(shownFor(2)).toMatch(/\bleast 5 calls\b.*\bleast 2 call lists\b/)
  expect(shownFor(1)).toMatch(/\bleast 1 call list is\b/)
  for (const lostLists of [0, null]) expect(shownFor(lostLists)).not.toMatch(/\d call list/)
})

it('says what Rundesk started from only if the file was missing', () => {
  const kept = { ...loss, damagedFile: 'rundesk.db.damaged' }
  const [empty, backup] = (['empty', 'backup'] as const).map((startedFrom) => text.gap({ ...loss, startedFrom }))
  expect(new Set([empty, backup, text.gap(kept)]).size).toBe(3)
  expect(empty).toMatch(/\bempty\b/)
  expect(backup).not.toMatch(/\bempty\b/)
  expect(text.lostCalls(loss)).toEqual([])
  expect(text.lostCalls(kept).join(' ')).toContain(kept.damagedFile)
})

it('shows no number of unreadable calls if it is unknown', () => {
  const replaced = { ...loss, damagedFile: 'rundesk.db.damaged', salvaged: 5 }
  const sentenceOf = (unreadable: number | null) => text.lostCalls({ ...replaced, unreadable })[0]
  expect(sentenceOf(7)?.match(/\d+/g)).toEqual(['5', '7'])
  expect(sentenceOf(null)?.match(/\d+/g)).toEqual(['5'])
  const none = text.lostCalls({ ...replaced, salvaged: 0, unreadable: null })[0]
  expect(none).not.toMatch(/\d|unknown/)
})

it('names the first event that was changed, and all later ones', () => {
  expect(problemOf(broken)?.text).toBe(text.brokenText(7))
  expect(text.brokenText(7)).toMatch(/\bevent 7\b/i)
})

it('offers to resume an interrupted list that calls real people before a practice list', () => {
  const aList = (listId: string, practice: boolean, reason: 'restarted' | 'noCredit' = 'restarted', ready = 1) => {
    const counts = { ...noCounts(), ready, held: 2 }
    // The other fields are not read.
    return { listId, practice, profileId: acme.id, state: 'paused', brake: { reason, detail: '', at }, counts } as List
  }
  const lists = [aList('credit', false, 'noCredit'), aList('practice', true), aList('real', false), aList('old', false)]
  expect(interruptedList(lists, [acme])?.list.listId).toBe('real')
  expect(interruptedList(lists.slice(0, 2), [acme])?.list.listId).toBe('practice')
  expect(interruptedList(lists, [])).toBeUndefined()
  // No row of the newest list can be called.
  const over = aList('over', false, 'restarted', 0)
  expect(interruptedList([over, ...lists], [acme])?.list.listId).toBe('real')
  expect(interruptedList([over], [acme])).toBeUndefined()
})
