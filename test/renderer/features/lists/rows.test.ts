import { expect, it } from 'vitest'
import { longestCall } from '../../../../src/domain/call-state.ts'
import type { Api } from '../../../../src/contract/api.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import type { ListRow } from '../../../../src/contract/list.ts'
import type { LiveRun } from '../../../../src/contract/run.ts'
import { messages } from '../../../../src/messages/index.ts'
import { readWithNewFinding } from '../../../../src/renderer/features/lists/list-action.ts'
import { createListRows } from '../../../../src/renderer/features/lists/rows/list-rows.ts'
import {
  ageOf,
  callAgainSentences,
  callProgressOf,
  callsNoOne,
  hasNewFinding,
  hasRun,
  localTimeRange,
  localTimes,
  numberOf,
  putBackProblem,
  reasonOf,
  noEffectText,
  releaseSentences,
  waitText,
  shownColumns,
  textOfCall,
} from '../../../../src/renderer/features/lists/rows/row-tag.tsx'
import {
  countLines,
  keysOf,
  lineAt,
  lineOfRow,
  moveLine,
  type RowSection,
  showLines,
} from '../../../../src/renderer/features/lists/rows/sections.ts'
import { aCall } from '../../../support/a-call.ts'
import { createFakeApi } from '../../../support/fake-api.ts'
import { createRun } from '../../../support/run-samples.ts'

const aRow = (row: number): ListRow => ({
  row,
  state: 'ready',
  phoneNumber: '+14155550100',
  phoneNumberDisplay: '+1 415 555 0100',
  cells: [],
  timeZone: null,
  dueAt: null,
  findings: [],
  attempts: 0,
  callId: null,
  workflowRunId: null,
  changedAt: null,
  note: '',
  heldManually: false,
})

/** Creates an API whose rows are numbered from 1. It records the first row of each requested page. */
const withRows = (total: number) => {
  const requested: number[] = []
  const size = { total }
  const listRows: Api['listRows'] = ({ from, limit }) => {
    requested.push(from)
    const rows = Array.from({ length: Math.min(limit, Math.max(0, size.total - from)) }, (_, at) => aRow(from + at + 1))
    return Promise.resolve(succeed({ rows, total: size.total }))
  }
  return { api: Object.assign(createFakeApi(), { listRows }), requested, size }
}

const everyRow = { states: [], finding: null, search: '', order: 'file' } as const
const listId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b701'

it('shows no unused column as a value of the calls once an agent is chosen', () => {
  const headers = ['Phone', 'Name', 'Notes']
  const agent = { agentUuid: '', agentName: '', version: null }
  const [number, unused] = [{ to: 'number' as const }, { to: 'none' as const }]
  const named = { to: 'context' as const, name: 'name' }
  const note = { to: 'context' as const, name: 'note' }
  const unmapped = { headers, targets: [number, unused, unused] }
  expect(shownColumns({ ...unmapped, agent: null })).toEqual({ name: 1, values: [2] })
  expect(shownColumns({ ...unmapped, agent })).toEqual({ name: 1, values: [] })
  expect(shownColumns({ headers, agent, targets: [number, named, unused] })).toEqual({ name: 1, values: [] })
  expect(shownColumns({ headers, agent, targets: [number, named, note] })).toEqual({ name: 1, values: [2] })
})

it('loads each page around the viewport once, and keeps at most twenty pages of a million rows', async () => {
  const { api, requested } = withRows(1_000_000)
  const rows = createListRows(api, listId, everyRow)
  await rows.refresh()
  rows.showRange(0, 30)
  expect(requested).toEqual([0])
  for (let page = 1; page <= 40; page += 1) {
    rows.showRange(page * 200, page * 200 + 30)
    await expect.poll(() => rows.at(page * 200)?.row).toBe(page * 200 + 1)
  }
  expect(rows.store.getState().total).toBe(1_000_000)
  expect(rows.at(0)).toBeUndefined()
  expect(rows.at(30 * 200)?.row).toBe(6_001)
  rows.showRange(999_990, 1_000_000)
  await expect.poll(() => rows.at(999_999)?.row).toBe(1_000_000)
})

it('loads the next rows before they become visible, in the direction of scrolling', async () => {
  const { api, requested } = withRows(1_000)
  const rows = createListRows(api, listId, everyRow)
  rows.showRange(650, 680)
  await expect.poll(() => rows.at(650)?.row).toBe(651)
  rows.showRange(640, 670)
  expect(requested).toEqual([600, 400])
  rows.showRange(660, 690)
  rows.showRange(670, 700)
  expect(requested).toEqual([600, 400])
  rows.showRange(671, 701)
  rows.showRange(720, 750)
  expect(requested).toEqual([600, 400, 800])
  rows.showRange(970, 1_000)
  expect(requested).toEqual([600, 400, 800])
})

it('keeps showing the rows while they are being reloaded, and combines many changes into one reload', async () => {
  const { api, requested, size } = withRows(500)
  const rows = createListRows(api, listId, everyRow)
  await rows.refresh()
  size.total = 501
  const refreshed = Promise.all([rows.refresh(), rows.refresh(), rows.refresh(), rows.refresh()])
  expect(rows.at(3)?.row).toBe(4)
  await refreshed
  expect(rows.store.getState().total).toBe(501)
  expect(requested).toEqual([0, 0, 0])
})

const sectionsOf = async (totals: readonly number[]): Promise<RowSection[]> =>
  Promise.all(
    totals.map(async (total, index) => {
      const rows = createListRows(withRows(total).api, listId, everyRow)
      await rows.refresh()
      return { key: String(index), title: `Section ${index}`, note: '', rows }
    }),
  )

it('lists the rows of each section under its title, and omits empty sections', async () => {
  const sections = await sectionsOf([2, 0, 3])
  expect(countLines(sections)).toBe(7)
  const lines = Array.from({ length: 8 }, (_, at) => lineAt(sections, at))
  expect(lines.map((line) => (line?.kind === 'row' ? line.row?.row : line?.section.key))).toEqual([
    '0',
    1,
    2,
    '2',
    1,
    2,
    3,
    undefined,
  ])
  const keys = keysOf(lines)
  expect([keys[1], new Set(keys).size]).toEqual(['1', keys.length])
  expect(lineOfRow(sections, 3)).toBe(6)
  expect(lineOfRow(sections, 9)).toBe(-1)
})

it('skips titles when the selection moves, and stops at the first and the last row', async () => {
  const sections = await sectionsOf([2, 3])
  expect(moveLine(sections, -1, 1)).toBe(1)
  expect(moveLine(sections, 2, 1)).toBe(4)
  expect(moveLine(sections, 4, -1)).toBe(2)
  expect(moveLine(sections, 1, -1)).toBe(1)
  expect(moveLine(sections, 6, 5)).toBe(6)
})

it('loads only the visible rows of each section', async () => {
  const [first, second] = [withRows(1000), withRows(1000)]
  const sections = await Promise.all(
    [first, second].map(async ({ api }, index) => {
      const rows = createListRows(api, listId, everyRow)
      await rows.refresh()
      return { key: String(index), title: 'Section', note: '', rows }
    }),
  )
  showLines(sections, 1_220, 1_250)
  await expect.poll(() => sections[1]?.rows.at(230)?.row).toBe(231)
  expect(first.requested).toEqual([0])
  expect(second.requested).toEqual([0, 200])
})

it('says who holds a row: the user, a finding, one that no longer applies, or the missing check', () => {
  const held: ListRow = { ...aRow(1), state: 'held' }
  const findings: ListRow['findings'] = [{ code: 'noConsent', name: '' }]
  const reasons = [
    reasonOf({ ...held, phoneNumber: null }, false, 0, false),
    reasonOf({ ...held, findings }, false, 0, false),
    reasonOf(held, false, 0, false),
    reasonOf({ ...held, heldManually: true }, false, 0, false),
  ]
  expect(reasons[0]).toBe(messages.lists.check.notChecked)
  expect(new Set(reasons).size).toBe(4)
  expect(reasonOf({ ...held, heldManually: true, findings }, false, 0, false)).toBe(reasons[3])
})

it('says that a row can be released only on the screen of a list that can call it', () => {
  const held: ListRow = { ...aRow(1), state: 'held' }
  const states = ['draft', 'running', 'paused', 'finished', 'stopped'] as const
  const reasons = states.map((state) => reasonOf(held, true, 0, callsNoOne({ state }, false)))
  const [open, over] = [messages.lists.table.reason(held, true), messages.lists.table.reason(held)]
  expect(over).not.toBe(open)
  expect(reasons).toEqual([open, open, open, over, over])
  expect(reasonOf(held, true, 0, callsNoOne({ state: 'paused' }, true))).toBe(over)
})

it('gives a finding as the reason only if the row was not called, and otherwise that the list was stopped', () => {
  const reasonIn = (state: ListRow['state']) =>
    reasonOf({ ...aRow(1), state, findings: [{ code: 'missingValue', name: 'policy_number' }] }, true, 0, false)
  expect(reasonIn('held')).toContain('policy_number')
  expect(reasonIn('reached')).toBe('')
  expect(reasonIn('stopped')).toBe(messages.lists.table.reason({ ...aRow(1), state: 'stopped' }))
})

it('says why a row that was left out cannot be put back, also instead of calling it again later', () => {
  const { called, group } = messages.lists.drawer.notPutBack
  const left: ListRow = { ...aRow(7), state: 'skipped', cells: ['+14155550100'] }
  const row: ListRow = { ...left, attempts: 1 }
  expect(called(7, false)).not.toBe(called(7, true))
  expect(putBackProblem(row)).toBe(called(7, false))
  expect(putBackProblem({ ...row, mayBeCopied: true, foundRun: 'answered' })).toBe(called(7, true))
  expect(putBackProblem(left)).toBe(group(7))
  expect(putBackProblem({ ...left, canBePutBack: true })).toBeNull()
  expect(putBackProblem({ ...row, cells: [] })).toBeNull()
  expect(putBackProblem({ ...row, state: 'held' })).toBeNull()
  const call = aCall({ outcome: { state: 'unknown', cause: 'cut', status: null, detail: '' } })
  const text = { next: 'as before' }
  expect(textOfCall(call, text, 'left out')).toEqual(text)
  const run = { workflowRunId: 1, workflowRunName: '', status: '', reconciled: false, progress: 'started' } as const
  const end = { kind: 'noAnswer', disposition: null, durationSeconds: null } as const
  const unanswered = aCall({ outcome: { state: 'accepted', ...run, end } })
  expect(textOfCall(unanswered, text, 'left out')).toEqual({ next: 'left out' })
  expect(textOfCall(unanswered, text, null)).toEqual(text)
})

it('says that the number of a called row was erased', () => {
  const erased: ListRow = { ...aRow(1), phoneNumber: null, phoneNumberDisplay: '' }
  expect(numberOf({ ...erased, state: 'reached', attempts: 1 })).toBe(messages.common.numberErased)
  expect(numberOf({ ...erased, state: 'held' })).toBe(messages.common.none)
  expect(numberOf(aRow(1))).toBe(aRow(1).phoneNumberDisplay)
})

it('shows no age for a row that is ready again after its claim was released', () => {
  const now = Date.parse('2026-05-12T10:00:00.000Z')
  const released: ListRow = { ...aRow(1), changedAt: '2026-05-12T09:59:40.000Z' }
  expect(ageOf(released, now)).toBe(messages.common.none)
  expect(ageOf({ ...released, state: 'skipped' }, now)).toBe(messages.time.ago(20_000))
})

it('shows the progress of a call until it is over, because main does not have it after a restart', () => {
  const run = createRun({ workflowRunId: 48_213, isCompleted: true })
  const live: LiveRun = { callId: '', workflowRunId: 48_213, run, reportedAt: null, step: 'ended', failure: null }
  const progressIn = (state: ListRow['state']) => callProgressOf({ ...aRow(1), state }, live, 0)
  expect(progressIn('accepted')).toBe(messages.live.summary(live, null, 0))
  expect([progressIn('reached'), progressIn('noAnswer'), progressIn('ready')]).toEqual([null, null, null])
})

it('shows the local time of each time zone, and equal times once', () => {
  const now = Date.parse('2026-11-27T08:45:00.000Z')
  const zones = 'America/New_York, America/Los_Angeles, America/Toronto'
  const east = { time: '03:45', zones: ['America/New_York', 'America/Toronto'] }
  const times = [{ time: '00:45', zones: ['America/Los_Angeles'] }, east]
  expect(localTimes(zones, now)).toEqual(times)
  const { table, drawer } = messages.lists
  expect(localTimeRange(zones, now)).toBe(table.localTimes('00:45', '03:45'))
  expect(localTimeRange('America/New_York, America/Toronto', now)).toBe('03:45')
  expect(localTimeRange('Europe/Nowhere', now)).toBe(messages.common.none)
  expect(localTimeRange(null, now)).toBe(messages.common.none)
  for (const { time } of times) expect(drawer.localTimesOf(times)).toContain(time)
})

it('gives no time and no next call for a waiting row of a list whose profile was removed', () => {
  const waiting: ListRow = { ...aRow(1), dueAt: '2026-11-28T14:00:00.000Z', attempts: 1 }
  const now = Date.parse('2026-11-27T14:00:00.000Z')
  expect(reasonOf(waiting, true, now, false)).not.toBe('')
  expect(reasonOf(waiting, true, now, true)).toBe('')
})

it('says that a row whose call has a run waits unless that call is known to be over, although it was resolved as not placed', () => {
  const { lastCall, waits, why } = messages.lists.drawer.question
  const row = { ...aRow(1), state: 'resolvedNotPlaced' } as const
  const tag = messages.lists.rowTag(row.state)
  const now = Date.parse('2026-11-27T14:00:00.000Z')
  expect(callAgainSentences(row, null, now)).toEqual([why(row.phoneNumberDisplay, lastCall(tag, null))])
  const sentences = [why(row.phoneNumberDisplay, lastCall(tag, null, 'possible')), waits(25)]
  expect(callAgainSentences({ ...row, foundRun: 'possible' }, null, now)).toEqual(sentences)
  const resolved = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at: '', note: '' } as const
  expect(callAgainSentences({ ...row, foundRun: 'own' }, null, now)[0]).not.toContain('may be')
  const end = { kind: 'reached', disposition: null, durationSeconds: 9 } as const
  const answered = aCall({
    outcome: { ...resolved, runIds: [1, 2], ownRunIds: [1], end },
    preparedAt: '2026-11-27T13:59:00.000Z',
  })
  const question = [why(row.phoneNumberDisplay, lastCall(tag, answered.preparedAt, 'answered')), waits(25, true)]
  expect(callAgainSentences({ ...row, foundRun: 'answered' }, answered, now)).toEqual(question)
  // The run may be found while the question is shown.
  expect(callAgainSentences(row, answered, now)).toEqual(question)
  expect(callAgainSentences({ ...row, foundRun: 'answered' }, null, now)[0]).toContain('answered')
  const over = { ...answered, outcome: { ...resolved, runIds: [1], ownRunIds: [1], end } }
  expect(callAgainSentences(row, over, now)).toEqual(question.slice(0, 1))
  expect(callAgainSentences(row, answered, now + longestCall)).toEqual(question.slice(0, 1))
  expect(question[0]).not.toContain('may have rung')
  expect(waits(25)).toContain('holds the row')
  expect(waits(25, true)).not.toContain('holds the row')
})

it('says that a row waits while the run of a call is looked up that was resolved as not placed, and until when', () => {
  const now = Date.parse('2026-11-27T14:00:00.000Z')
  const [at, until] = ['2026-11-27T13:59:00.000Z', '2026-11-27T14:24:00.000Z']
  const { table, drawer } = messages.lists
  const waiting: ListRow = { ...aRow(1), dueAt: '2026-11-27T14:01:00.000Z', attempts: 1, lookUpEndsAt: until }
  expect(reasonOf(waiting, true, now, false)).toBe(table.waitsForRun(until, now))
  expect(reasonOf(waiting, true, now + 1_800_000, false)).toBe(table.again(1))
  const resolved = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at, note: '' } as const
  const row = { ...aRow(1), state: 'resolvedNotPlaced' } as const
  const call = aCall({ preparedAt: at, outcome: resolved })
  expect(callAgainSentences(row, call, now)).toContain(drawer.question.waitsForRun(until, now))
  // Other rows, calling hours, a pause and the maximum may delay the call, so no time is promised for it.
  expect(drawer.question.waitsForRun(until, now)).not.toContain('calls this row')
  const answered = aCall({ preparedAt: at, outcome: { ...resolved, noRunAt: at } })
  expect(callAgainSentences(row, answered, now)).toHaveLength(1)
})

it('says that a run was found although the row’s call was resolved as not placed', () => {
  const { runFound } = messages.lists.table
  const row = { ...aRow(1), state: 'resolvedNotPlaced' } as const
  expect(reasonOf(row, true, 0, false)).toBe('')
  expect(reasonOf({ ...row, foundRun: 'own' }, true, 0, false)).toBe(runFound.own)
  expect(reasonOf({ ...row, foundRun: 'possible' }, true, 0, true)).toBe(runFound.possible)
  expect(reasonOf({ ...row, foundRun: 'answered' }, true, 0, true)).toBe(runFound.answered)
  expect(reasonOf({ ...aRow(1), foundRun: 'own' }, true, 0, false)).toBe('')
})

it.each(['held', 'refused', 'skipped'] as const)(
  'says that an earlier call to the number of a %s row has a run although it was resolved as not placed',
  (state) => {
    const { table } = messages.lists
    const row: ListRow = { ...aRow(1), state, findings: [{ code: 'calledRecently', name: '' }] }
    expect(reasonOf(row, true, 0, false)).toBe(table.reason(row))
    const text = reasonOf({ ...row, foundRun: 'answered' }, true, 0, false)
    expect(text).toContain(table.runFound.answered)
    expect(text).toContain(table.reason(row))
  },
)

it('knows a run of a row whose call has one, may have one, or was resolved although it has one', () => {
  const row: ListRow = { ...aRow(1), state: 'rejected', callId: aCall().callId }
  expect(hasRun(row)).toBe(false)
  expect(hasRun({ ...row, state: 'resolvedNotPlaced' })).toBe(false)
  expect(hasRun({ ...row, state: 'resolvedNotPlaced', foundRun: 'possible' })).toBe(true)
  // The run of an earlier call to the number.
  for (const state of ['held', 'refused', 'skipped'] as const)
    expect(hasRun({ ...row, state, foundRun: 'own' })).toBe(false)
  expect(hasRun({ ...row, state: 'toCheck' })).toBe(true)
  expect(hasRun({ ...row, state: 'reached', workflowRunId: 7 })).toBe(true)
})

it('says before a release that a run was found for an earlier call that was resolved as not placed', () => {
  const { why, releaseDespiteRun } = messages.lists.drawer.question
  const held: ListRow = { ...aRow(1), state: 'held', findings: [{ code: 'calledRecently', name: '' }] }
  const reason = why(held.phoneNumberDisplay, messages.lists.table.reason(held))
  expect(releaseSentences(held, 0)).toEqual([reason])
  expect(releaseSentences({ ...held, foundRun: 'own' }, 0)).toEqual([reason, releaseDespiteRun('own')])
  expect(releaseSentences({ ...held, foundRun: 'possible' }, 0)).toEqual([reason, releaseDespiteRun('possible')])
  const answered = releaseSentences({ ...held, foundRun: 'answered' }, 0).join(' ')
  expect(answered).toMatch(/was answered/)
  expect(answered).not.toMatch(/may have rung/)
})

it('says before a release whether the call to the number is still unresolved or who has resolved it, and how', () => {
  const held: ListRow = { ...aRow(1), state: 'held', findings: [{ code: 'unresolvedCall', name: '' }] }
  const sentenceOf = (unresolvedCall: NonNullable<ListRow['unresolvedCall']>) =>
    releaseSentences({ ...held, unresolvedCall }, 0).join(' ')
  expect(releaseSentences(held, 0).join(' ')).toMatch(/\bhad\b/)
  const open = sentenceOf({ state: 'unknown', isResolved: false, who: '' })
  expect(open).toMatch(/\bhas\b/)
  expect(open).not.toMatch(/\bhad\b/)
  const decided = sentenceOf({ state: 'resolvedNotPlaced', isResolved: true, who: 'Ana' })
  expect(decided).toMatch(/\bhad\b.*\bAna\b.*not placed/)
  expect(sentenceOf({ state: 'resolvedPlaced', isResolved: true, who: '' })).toMatch(/\bhad\b.* as placed/)
  const byService = sentenceOf({ state: 'noAnswer', isResolved: true, who: '' })
  expect(byService).toContain(messages.callState.tagOf('noAnswer'))
})

it('says before a release when the number was last called and how that call ended', () => {
  const { why, lastCall } = messages.lists.drawer.question
  const at = '2026-11-28T15:48:00.000Z'
  const held: ListRow = { ...aRow(1), state: 'held', findings: [{ code: 'calledRecently', name: '' }] }
  const reason = `${messages.lists.table.reason(held)}, ${lastCall(messages.lists.rowTag('busy'), at)}`
  const sentences = releaseSentences({ ...held, lastCall: { state: 'busy', at } }, 0)
  expect(sentences).toEqual([why(held.phoneNumberDisplay, reason)])
})

it('asks again before a release if a finding or a call was not shown', () => {
  const finding = { code: 'calledRecently', name: '', event: 7 } as const
  const held: ListRow = { ...aRow(1), state: 'held', findings: [finding] }
  expect(hasNewFinding(held, [])).toBe(true)
  expect(hasNewFinding(held, [{ ...finding, event: 5 }])).toBe(true)
  expect(hasNewFinding(held, [finding])).toBe(false)
  expect(hasNewFinding({ ...held, state: 'ready' }, [])).toBe(false)
  expect(hasNewFinding({ ...held, findings: [{ code: 'missingValue', name: 'name' }] }, [])).toBe(false)
})

it('asks before a row is called again that was held because of a call that was not shown', async () => {
  const listRows = () => Promise.reject(new Error('The row is known.'))
  const action = { kind: 'callAgain', callId: null } as const
  const read = (state: ListRow['state']) =>
    readWithNewFinding({ listRows }, 'a', 1, { action, changed: { ok: true, value: { ...aRow(1), state } } })
  expect(await read('held')).toMatchObject({ row: 1, state: 'held' })
  expect(await read('ready')).toBeNull()
})

it('says when a row that was released or is called again is due, and why', () => {
  const { done, doneButWaits } = messages.lists.drawer
  const dueAt = '2026-11-29T15:33:00.000Z'
  const now = Date.parse('2026-11-28T15:48:00.000Z')
  const row: ListRow = { ...aRow(1), state: 'ready', dueAt, waitsForLimit: true }
  const wait = messages.lists.table.waitsUntil(dueAt, now, true)
  expect(waitText(row, now)).toBe(wait)
  expect(doneButWaits(done.callAgain(1), wait)).toMatch(/ Due .*\.$/)
  expect(waitText(row, Date.parse(dueAt))).toBe('')
  expect(doneButWaits(done.release(1), '')).toBe(done.release(1))
})

it('says why a key has no effect on a row', () => {
  const findings = [{ code: 'doNotCall', name: '' } as const]
  const refused = noEffectText({ ...aRow(1), state: 'refused', findings }, false)
  expect(refused).toContain(messages.lists.rowTag('refused'))
  expect(refused).toContain(messages.lists.table.reason({ ...aRow(1), state: 'refused', findings }))
  const reached = noEffectText({ ...aRow(1), state: 'reached' }, true)
  expect(reached).toContain(messages.lists.rowTag('reached'))
  expect(reached).toMatch(/reached no one/)
})

it('rounds the time at which a row is due up to the minute, as the buttons and the banner do', () => {
  const now = Date.parse('2026-11-27T14:00:00.000Z')
  const [exact, rounded] = ['2026-11-27T14:54:00.001Z', '2026-11-27T14:55:00.000Z']
  const due = (dueAt: string) => reasonOf({ ...aRow(1), dueAt }, true, now, false)
  const lookedUp = (lookUpEndsAt: string) => reasonOf({ ...aRow(1), lookUpEndsAt }, true, now, false)
  const { run, drawer } = messages.lists
  for (const textOf of [due, lookedUp, (at: string) => drawer.question.waitsForRun(at, now)])
    expect(textOf(exact)).toBe(textOf(rounded))
  expect(run.waitsFor(exact, now)).toBe(
    run.resume(1, null, { startsAt: rounded, later: 0 }, now).replace('Resume: 1 call', 'The next call is due') + '.',
  )
  expect(due(rounded)).not.toBe(due('2026-11-27T14:54:00.000Z'))
})
