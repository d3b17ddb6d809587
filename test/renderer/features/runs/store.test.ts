import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { invalid } from '../../../../src/contract/failure.ts'
import { noFilters } from '../../../../src/renderer/features/runs/filters/filters.ts'
import { createRunsStore, type RunsStore } from '../../../../src/renderer/features/runs/store.ts'
import { createFakeApi } from '../../../support/fake-api.ts'
import { aDraft } from '../../../support/a-call.ts'
import { acme, fakeHistory } from '../../../support/fake-api/data.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const open = (count: number) => {
  const api = createFakeApi({ profiles: [acme], calls: fakeHistory(count, now), now: () => now })
  const runs = createRunsStore({ api, now: () => now, randomBytes: (length) => new Uint8Array(length) })
  const state = () => runs.store.getState()
  /** Returns the loaded calls, newest first. */
  const calls = () =>
    Array.from({ length: state().rows.count }, (_, index) => state().rows.at(index)).filter(
      (call) => call !== undefined,
    )
  return { api, runs, state, calls }
}

/** Opens a filtered list with a selected row that is in view, past the first hundred rows. */
const openFarDown = async () => {
  const opened = open(600)
  const { runs } = opened
  runs.setFilters({ profileIds: [acme.id] })
  await vi.advanceTimersByTimeAsync(0)
  runs.showRange(95, 125)
  await vi.advanceTimersByTimeAsync(0)
  runs.selectRow(110)
  return opened
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the Runs screen', () => {
  it('loads each visible row and some rows around them once, newest first', async () => {
    const { runs, state, calls, api } = open(1_250)
    const listCalls = vi.spyOn(api, 'listCalls')
    await runs.reload()
    expect(state()).toMatchObject({ total: 1_250, selectedRow: 0, selectedCallId: calls()[0]?.callId })
    expect(state().rows.count).toBe(1_250)
    await vi.advanceTimersByTimeAsync(0)
    expect(state().rows.at(150)).toBeDefined()
    expect(state().rows.at(600)).toBeUndefined()
    runs.showRange(600, 630)
    await vi.advanceTimersByTimeAsync(0)
    const ids = Array.from({ length: 330 }, (_, offset) => state().rows.at(450 + offset)?.callId)
    expect(ids.every((id) => id !== undefined)).toBe(true)
    expect(ids.every((id, index) => index === 0 || String(id) < String(ids[index - 1]))).toBe(true)
    expect(new Set(ids).size).toBe(330)
    const before = listCalls.mock.calls.length
    runs.showRange(601, 631)
    expect(listCalls).toHaveBeenCalledTimes(before)
  })

  it('searches only for the latest text, once typing pauses', async () => {
    const { runs, state, calls, api } = open(40)
    const listCalls = vi.spyOn(api, 'listCalls')
    for (const text of ['0', '01', '0123']) runs.typeSearch(text)
    await vi.advanceTimersByTimeAsync(500)
    expect(listCalls).toHaveBeenCalledTimes(1)
    expect(state().query.search).toBe('0123')
    expect(calls().every(({ phoneNumber }) => phoneNumber.includes('0123'))).toBe(true)
  })

  it('ignores the response to an older search', async () => {
    const { runs, state, api } = open(3)
    const list = api.listCalls
    api.listCalls = async (input) => {
      await new Promise((resolve) => setTimeout(resolve, input.search === 'slow' ? 1_000 : 10))
      return list(input)
    }
    runs.typeSearch('slow')
    await vi.advanceTimersByTimeAsync(200)
    runs.typeSearch('')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(state()).toMatchObject({ query: { search: '' }, total: 3 })
  })

  it('moves the selection within the list and updates the open drawer', async () => {
    const { runs, state, calls } = open(3)
    await runs.reload()
    const [first, second, last] = calls().map(({ callId }) => callId)
    runs.moveSelection(-1)
    expect(state().selectedCallId).toBe(first)
    runs.open(first ?? '')
    runs.moveSelection(1)
    expect(state()).toMatchObject({ selectedCallId: second, opened: { callId: second } })
    runs.moveSelection(9)
    expect(state().selectedCallId).toBe(last)
  })

  it('reloads after a change and keeps the selection', async () => {
    const { runs, state, api } = open(5)
    await runs.reload()
    runs.moveSelection(2)
    const { selectedCallId } = state()
    await api.triggerCall(aDraft({ profileId: acme.id }))
    await vi.advanceTimersByTimeAsync(100)
    expect(state().total).toBe(6)
    expect(state().selectedCallId).toBe(selectedCallId)
  })

  it('filters immediately, and clears the search and filters together', async () => {
    const { runs, state, calls, api } = open(60)
    const listCalls = vi.spyOn(api, 'listCalls')
    runs.setFilters({ states: ['rejected'] })
    await vi.advanceTimersByTimeAsync(0)
    expect(listCalls).toHaveBeenCalledTimes(1)
    expect(calls().length).toBeGreaterThan(0)
    expect(calls().every(({ outcome }) => outcome.state === 'rejected')).toBe(true)
    runs.typeSearch('0123')
    runs.setFilters({ practice: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(listCalls.mock.lastCall?.[0]).toMatchObject({ search: '0123', filter: { practice: true } })
    expect(state().total).toBe(0)
    runs.clearQuery()
    await vi.advanceTimersByTimeAsync(500)
    expect(state()).toMatchObject({ typed: '', query: { search: '' }, total: 60 })
    expect(listCalls).toHaveBeenCalledTimes(3)
  })

  it('selects no other call when the selected one leaves the filtered list', async () => {
    const { runs, state, calls, api } = open(40)
    runs.setFilters({ states: ['unknown', 'rejected'] })
    await vi.advanceTimersByTimeAsync(0)
    const [unknown, next] = calls().map(({ callId }) => callId)
    expect(state().selectedCallId).toBe(unknown)
    await api.resolveCall({ callId: unknown ?? '', decision: 'placed', note: 'It rang.' })
    await vi.advanceTimersByTimeAsync(100)
    expect(calls()[0]?.callId).toBe(next)
    expect(state()).toMatchObject({ selectedRow: -1, selectedCallId: null })
    runs.moveSelection(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ selectedRow: 0, selectedCallId: next })
  })

  it('loads the chosen filter even if a call changes while its list is loading', async () => {
    const { runs, state, calls, api } = open(40)
    await runs.reload()
    const list = api.listCalls
    api.listCalls = async (input) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return list(input)
    }
    runs.setFilters({ states: ['rejected'] })
    await vi.advanceTimersByTimeAsync(10)
    await api.triggerCall(aDraft({ profileId: acme.id }))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(state().query.filters.states).toEqual(['rejected'])
    expect(calls().every(({ outcome }) => outcome.state === 'rejected')).toBe(true)
  })

  it('keeps the selected row of a filtered list past the first hundred if it is in view', async () => {
    const { state, api } = await openFarDown()
    const { selectedCallId } = state()
    expect(selectedCallId).not.toBeNull()
    await api.triggerCall(aDraft({ profileId: acme.id }))
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ selectedRow: 110, selectedCallId })
  })

  it('updates a changed call among the first hundred rows while a selected row below them keeps its place', async () => {
    const { calls, api } = await openFarDown()
    const call = calls().find(({ outcome }) => outcome.state === 'unknown')
    if (call === undefined) throw new Error('No call is unknown.')
    await api.resolveCall({ callId: call.callId, decision: 'notPlaced', note: 'The dashboard has no such run.' })
    await vi.advanceTimersByTimeAsync(100)
    expect(calls().find(({ callId }) => callId === call.callId)?.outcome.state).toBe('closedByOperator')
  })

  it('says that it could not load a changed call, and loads it with the next load', async () => {
    const { runs, state, calls, api } = open(40)
    await runs.reload()
    const call = calls().find(({ outcome }) => outcome.state === 'unknown')
    if (call === undefined) throw new Error('No call is unknown.')
    const { listCalls } = api
    const failure = { kind: 'storage', reason: 'locked' } as const
    api.listCalls = async () => ({ ok: false, failure })
    await api.resolveCall({ callId: call.callId, decision: 'notPlaced', note: 'The dashboard has no such run.' })
    await vi.advanceTimersByTimeAsync(100)
    expect(state().status).toEqual({ step: 'failed', failure })
    api.listCalls = listCalls
    await runs.reload()
    expect(state().status).toEqual({ step: 'shown' })
    expect(calls().find(({ callId }) => callId === call.callId)?.outcome.state).toBe('closedByOperator')
  })

  it('lists no call of the day before with the filter of today once midnight has passed', async () => {
    vi.setSystemTime(new Date(2026, 10, 21, 23, 59, 50))
    const api = createFakeApi({ profiles: [acme], calls: fakeHistory(150, Date.now()), now: Date.now })
    const runs = createRunsStore({ api, now: Date.now, randomBytes: (length) => new Uint8Array(length) })
    runs.setFilters({ days: { kind: 'today' } })
    await vi.advanceTimersByTimeAsync(0)
    expect(runs.store.getState()).toMatchObject({ selectedRow: 0, total: 150 })
    runs.showRange(110, 140)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(runs.store.getState()).toMatchObject({ selectedRow: -1, rows: { count: 0 }, total: 0 })
    runs.close()
  })

  it('opens the selected call and edits its note', async () => {
    const { runs, state, api } = open(3)
    await runs.reload()
    const callId = state().selectedCallId ?? ''
    await api.setCallNote({ callId, note: 'left a message' })
    await runs.writeNote()
    expect(state().opened?.callId).toBe(callId)
    expect(runs.notes.store.getState()[callId]).toEqual({ step: 'open', text: 'left a message' })
  })

  it('updates rows far down in place and keeps the selection', async () => {
    const { runs, state, api } = open(600)
    await runs.reload()
    runs.showRange(400, 430)
    await vi.advanceTimersByTimeAsync(0)
    runs.selectRow(410)
    const call = state().rows.at(412)
    const { selectedCallId } = state()
    if (!call) throw new Error('The row is not there.')
    await api.setCallNote({ callId: call.callId, note: 'rang back' })
    await api.triggerCall(aDraft({ profileId: acme.id }))
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ selectedRow: 411, selectedCallId, rows: { shifted: 1 } })
    expect(state().rows.at(413)?.callId).toBe(call.callId)
    expect(state().notes[call.callId]).toBe('rang back')
  })

  it.each([
    ['after', 1, 251],
    ['before', -1, 249],
  ])(
    'moves to the call %s the selected one, although a reload of the filtered list has removed its row',
    async (_where, by, row) => {
      const { runs, state, api } = open(600)
      runs.setFilters({ profileIds: [acme.id] })
      await vi.advanceTimersByTimeAsync(0)
      runs.showRange(240, 270)
      await vi.advanceTimersByTimeAsync(0)
      runs.selectRow(250)
      const next = state().rows.at(row)?.callId
      runs.showRange(0, 30)
      await api.triggerCall(aDraft({ profileId: acme.id }))
      await vi.advanceTimersByTimeAsync(100)
      expect(state()).toMatchObject({ selectedRow: -1, selectedCallId: null })
      runs.moveSelection(by)
      await vi.advanceTimersByTimeAsync(100)
      expect(next).toBeDefined()
      expect(state()).toMatchObject({ selectedRow: row + 1, selectedCallId: next })
    },
  )

  it('moves to the call after the selected one, although its row was evicted before the list was loaded again', async () => {
    const { runs, state, api } = open(6_000)
    runs.setFilters({ profileIds: [acme.id] })
    await vi.advanceTimersByTimeAsync(0)
    runs.selectRow(150)
    await vi.advanceTimersByTimeAsync(0)
    const next = state().rows.at(151)?.callId
    runs.showRange(5_000, 5_030)
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ selectedRow: 150, selectedCallId: null })
    runs.showRange(0, 30)
    await api.triggerCall(aDraft({ profileId: acme.id }))
    await vi.advanceTimersByTimeAsync(100)
    runs.moveSelection(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(next).toBeDefined()
    expect(state()).toMatchObject({ selectedRow: 152, selectedCallId: next })
  })

  it('moves to the call after the selected one in the whole history after a failure has removed its row', async () => {
    const { runs, state, api } = open(600)
    await runs.reload()
    runs.showRange(400, 430)
    await vi.advanceTimersByTimeAsync(0)
    runs.selectRow(410)
    const next = state().rows.at(411)?.callId
    const { listCalls } = api
    api.listCalls = async () => ({ ok: false, failure: { kind: 'storage', reason: 'locked' } })
    await runs.reload()
    api.listCalls = listCalls
    await runs.reload()
    expect(state()).toMatchObject({ selectedRow: -1, selectedCallId: null })
    runs.moveSelection(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(next).toBeDefined()
    expect(state()).toMatchObject({ selectedRow: 411, selectedCallId: next })
  })

  it('moves to the first result of a new search that does not find the open call', async () => {
    const { runs, state } = open(600)
    await runs.reload()
    runs.showRange(400, 430)
    await vi.advanceTimersByTimeAsync(0)
    runs.selectRow(410)
    runs.open(state().selectedCallId ?? '')
    runs.showRange(0, 30)
    runs.typeSearch('012')
    await vi.advanceTimersByTimeAsync(500)
    expect(state()).toMatchObject({ query: { search: '012' }, selectedRow: -1, selectedCallId: state().opened?.callId })
    runs.moveSelection(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ selectedRow: 0, selectedCallId: state().rows.at(0)?.callId })
  })

  it('finds a call that another screen opens in the whole history, and selects it', async () => {
    const { runs, state, calls } = open(600)
    runs.typeSearch('nothing has this')
    await vi.advanceTimersByTimeAsync(500)
    expect(state().rows.count).toBe(0)
    runs.clearQuery()
    await vi.advanceTimersByTimeAsync(0)
    runs.showRange(500, 530)
    await vi.advanceTimersByTimeAsync(0)
    const wanted = state().rows.at(505)?.callId ?? ''
    expect(calls().length).toBeGreaterThan(100)
    runs.setFilters({ states: ['rejected'] })
    runs.showCall(wanted)
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ selectedRow: 505, selectedCallId: wanted, opened: { callId: wanted } })
  })

  it('closes the open call and selects the first result when another screen searches', async () => {
    const { runs, state, calls } = open(60)
    await runs.reload()
    const [first, second] = calls()
    if (!first || !second) throw new Error('There are no calls.')
    runs.notes.edit(first.callId, 'Text')
    // The second search finds the same list, in which the first call was open.
    for (let searches = 0; searches < 2; searches += 1) {
      runs.open(first.callId)
      runs.search(second.callId)
      expect(state()).toMatchObject({ opened: null, selectedCallId: null })
      await vi.advanceTimersByTimeAsync(0)
      expect(state()).toMatchObject({ opened: null, total: 1, selectedRow: 0, selectedCallId: second.callId })
    }
    expect(runs.notes.store.getState()[first.callId]?.text).toBe('Text')
  })

  it('goes to the oldest search result, unless the user selects another call first', async () => {
    const { runs, state } = open(600)
    runs.setFilters({ practice: false })
    await vi.advanceTimersByTimeAsync(0)
    runs.moveSelection(Infinity)
    expect(state().goingToEnd).toBe(true)
    runs.moveSelection(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ goingToEnd: false, selectedRow: 1 })
    runs.moveSelection(Infinity)
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ goingToEnd: false, selectedRow: 599 })
    runs.moveSelection(-Infinity)
    expect(state().selectedRow).toBe(0)
  })

  it('finds a run by its ID regardless of the filters, and opens it first', async () => {
    const { runs, state } = open(60)
    runs.setFilters({ states: ['rejected'] })
    await vi.advanceTimersByTimeAsync(0)
    runs.typeSearch('#48002')
    await runs.openFirst()
    expect(state().runById).toMatchObject({ runId: 48_002, calls: [{ outcome: { workflowRunId: 48_002 } }] })
    expect(state().opened?.callId).toBe(state().runById?.calls[0]?.callId)
    runs.typeSearch('48002 ')
    await vi.advanceTimersByTimeAsync(500)
    expect(state().runById?.runId).toBe(48_002)
    for (const text of ['999', 'Renewal', '']) {
      runs.typeSearch(text)
      await vi.advanceTimersByTimeAsync(500)
      expect(state().runById).toBeNull()
    }
    runs.setFilters({ states: [] })
    await vi.advanceTimersByTimeAsync(0)
    await runs.openFirst()
    expect(state().selectedRow).toBe(0)
  })

  it('selects the row of the run that was opened by its ID while another call was open', async () => {
    const { runs, state, calls } = open(60)
    await runs.reload()
    runs.open(calls()[0]?.callId ?? '')
    runs.typeSearch('48002')
    await runs.openFirst()
    const { opened, rows, selectedRow } = state()
    expect(rows.at(selectedRow)?.callId).toBe(opened?.callId)
  })

  it('applies a saved view and clears it with the query', async () => {
    const { runs, state } = open(60)
    await runs.views.save('Rejected 0104', { search: '0104', filters: { ...state().filters, states: ['rejected'] } })
    const [view] = runs.views.store.getState().views
    if (!view) throw new Error('Nothing was saved.')
    runs.applyView(view)
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ typed: '0104', filters: { states: ['rejected'] }, query: { search: '0104' } })
    runs.search('0123')
    await vi.advanceTimersByTimeAsync(0)
    expect(runs.views.store.getState().appliedId).toBeNull()
    expect(state()).toMatchObject({ typed: '0123', filters: noFilters, query: { search: '0123', filters: noFilters } })
    runs.applyView(view)
    runs.clearQuery()
    await vi.advanceTimersByTimeAsync(0)
    expect(runs.views.store.getState().appliedId).toBeNull()
    expect(state().total).toBe(60)
  })

  it.each<[string, (runs: RunsStore, callId: string) => void]>([
    ['a search', (runs) => runs.typeSearch('0123')],
    ['a filter', (runs) => runs.setFilters({ states: ['rejected'] })],
    ['opening a call', (runs, callId) => runs.open(callId)],
  ])('hides the notice of a finished export after %s', async (_what, act) => {
    const { runs, calls } = open(3)
    await runs.reload()
    await runs.exports.start(runs.store.getState().query, 'csv')
    runs.moveSelection(1)
    expect(runs.exports.store.getState().step).toBe('written')
    act(runs, calls()[0]?.callId ?? '')
    expect(runs.exports.store.getState().step).toBe('none')
  })

  it('keeps a failed export until it is closed', async () => {
    const { runs, api } = open(3)
    await runs.reload()
    api.exportCalls = async () => invalid(['file'], 'exportFile', 'ENOSPC')
    await runs.exports.start(runs.store.getState().query, 'csv')
    runs.typeSearch('0123')
    expect(runs.exports.store.getState().step).toBe('failed')
  })

  it('reports why the history cannot be read', async () => {
    const api = createFakeApi({ failing: { listCalls: { kind: 'storage', reason: 'corrupt' } } })
    const runs = createRunsStore({ api, now: () => now, randomBytes: (length) => new Uint8Array(length) })
    await runs.reload()
    expect(runs.store.getState().status).toEqual({ step: 'failed', failure: { kind: 'storage', reason: 'corrupt' } })
  })
})
