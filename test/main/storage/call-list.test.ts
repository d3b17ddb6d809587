import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type CallFilter, everyCall, type SavedView } from '../../../src/contract/call-filter.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, anId, accepted } from '../../support/a-call.ts'
import { at, newFile, open, place, placeSettled, settle, value, worker } from './open-storage.ts'

const find = async (storage: Storage, search: string, filter: Partial<CallFilter> = {}) =>
  (
    await value(storage.ask('listCalls', { search, filter: { ...everyCall, ...filter }, after: null, limit: 50 }))
  ).calls.map(({ callId }) => callId)

/** Three calls that differ in everything a filter asks for. */
const threeCalls = async (storage: Storage) => {
  const agentUuid = '11111111-0000-4000-8000-000000000001'
  const first = aCall({ preparedAt: '2026-11-19T23:59:59.999Z', phoneNumber: '+442079460018' })
  const second = aCall({ preparedAt: '2026-11-20T00:00:00.000Z', agentUuid, agentName: 'Survey' })
  const third = aCall({ preparedAt: '2026-11-21T09:00:00.000Z', practice: true, phoneNumber: '+34911234567' })
  await placeSettled(storage, first)
  await placeSettled(storage, second, { state: 'notSent', cause: 'refused' })
  await place(storage, third)
  return { first, second, third }
}

describe('the list of calls', () => {
  it('is filtered by state, agent, profile, practice and day, alone and together, before and after it is indexed', async () => {
    const storage = open(newFile())
    const { first, second, third } = await threeCalls(storage)
    const expectAll = async () => {
      expect(await find(storage, '', { states: ['notSent', 'queued'] })).toEqual([third.callId, second.callId])
      expect(await find(storage, '', { agentUuids: [second.agentUuid] })).toEqual([second.callId])
      expect(await find(storage, '', { profileIds: [first.profileId] })).toEqual([first.callId])
      expect(await find(storage, '', { practice: true })).toEqual([third.callId])
      expect(await find(storage, '', { practice: false })).toEqual([second.callId, first.callId])
      const day = { from: '2026-11-20T00:00:00.000Z', until: '2026-11-21T00:00:00.000Z' }
      expect(await find(storage, '', day)).toEqual([second.callId])
      expect(await find(storage, '', { until: day.from })).toEqual([first.callId])
      expect(await find(storage, '', { from: day.from })).toEqual([third.callId, second.callId])
      expect(await find(storage, 'jane', { ...day, states: ['notSent'] })).toEqual([second.callId])
      expect(await find(storage, 'jane', { ...day, states: ['accepted'] })).toEqual([])
      expect(await find(storage, second.agentUuid)).toEqual([second.callId])
      expect(await find(storage, third.callId.toLowerCase())).toEqual([third.callId])
    }
    await expectAll()
    // By now the search file has followed.
    await wait(2_600)
    await expectAll()
  })

  it('finds a number in any spelling, in the context of another call as well', async () => {
    const storage = open(newFile())
    const call = aCall()
    const other = aCall({ phoneNumber: '+442079460018', phoneNumberDisplay: '+44 20 7946 0018' })
    await place(storage, call)
    await place(storage, other, { remark: 'her sister has +1 (415) 555-0101' })
    for (const search of ['415-555-0101', '+1 415 555 0101', '(415) 555 0101', '0101', '4155550101', '001 415 5550101'])
      expect(await find(storage, search)).toEqual([other.callId, call.callId])
    expect(await find(storage, '020 7946 0018')).toEqual([other.callId])
    expect(await find(storage, 'sister 0101')).toEqual([other.callId])
  })

  it('finds calls by a run of any profile', async () => {
    const storage = open(newFile())
    const [one, other] = [aCall(), aCall({ profileId: anId() })]
    await placeSettled(storage, one)
    await placeSettled(storage, other)
    await placeSettled(storage, aCall(), { ...accepted, workflowRunId: 5 })
    expect((await value(storage.ask('callsOfRun', { workflowRunId: 48213 }))).map(({ callId }) => callId)).toEqual([
      other.callId,
      one.callId,
    ])
  })

  it('finds a call that may have become the run, behind those that did, and never by a part of its number', async () => {
    const storage = open(newFile())
    // Its number is locked as long as nobody knows.
    const candidate = aCall({ phoneNumber: '+442079460018', phoneNumberDisplay: '+44 20 7946 0018' })
    const [sure, settled] = [aCall(), aCall()]
    await placeSettled(storage, candidate, { state: 'candidate', runIds: [48212, 48213] })
    await placeSettled(storage, sure)
    await placeSettled(storage, settled, { state: 'notFound', since: at })
    const ofRun = async (workflowRunId: number) =>
      (await value(storage.ask('callsOfRun', { workflowRunId }))).map(({ callId }) => callId)
    expect(await ofRun(48213)).toEqual([sure.callId, candidate.callId])
    expect(await ofRun(48212)).toEqual([candidate.callId])
    expect(await ofRun(4821)).toEqual([])
  })

  it('has the notes of its calls, which are searched, changed and removed', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    const call = aCall()
    await placeSettled(first, call)
    const note = (storage: Storage, text: string) =>
      value(storage.ask('noteCall', { callId: call.callId, note: { text, at } }))
    expect(await note(first, 'Wants a letter')).toBe(true)
    await first.close()
    const storage = open(file)
    expect(await find(storage, 'LETTER wants')).toEqual([call.callId])
    const { notes } = await value(storage.ask('listCalls', { search: '', after: null, limit: 5 }))
    expect(notes).toEqual({ [call.callId]: 'Wants a letter' })
    await note(storage, 'Wants a call')
    expect(await find(storage, 'letter')).toEqual([])
    expect((await value(storage.ask('getCall', { callId: call.callId })))?.note).toEqual({ text: 'Wants a call', at })
    await note(storage, '')
    expect((await value(storage.ask('getCall', { callId: call.callId })))?.note).toBeNull()
    expect(await value(storage.ask('noteCall', { callId: anId(), note: { text: 'x', at } }))).toBe(false)
    // Notes are no part of what happened.
    expect(await value(storage.ask('verifyHistory', { now: at }))).toMatchObject({ events: 3, intact: true })
  })

  it('gives everything of a call that is exported, page by page', async () => {
    const storage = open(newFile())
    const calls = ['1', '2', '3'].map((last) => aCall({ phoneNumber: `+1415555010${last}` }))
    for (const call of calls) await place(storage, call, { name: call.callId })
    const exported: string[] = []
    let next: number | null = null
    do {
      const page: { calls: { initialContext: Record<string, unknown> }[]; next: number | null } = await value(
        storage.ask('exportCalls', { search: '', next, limit: 2 }),
      )
      exported.push(...page.calls.map(({ initialContext }) => String(initialContext['name'])))
      next = page.next
    } while (next !== null)
    expect(exported).toEqual(calls.map(({ callId }) => callId).toReversed())
  })

  it('shows a call as it is now, and not as it was indexed', async () => {
    const storage = open(newFile())
    const call = aCall()
    await place(storage, call)
    await find(storage, 'jane')
    await wait(2_600)
    await settle(storage, call.callId)
    expect(await find(storage, '48213')).toEqual([call.callId])
    expect(await find(storage, '', { states: ['queued'] })).toEqual([])
    expect(await find(storage, '', { states: ['accepted'] })).toEqual([call.callId])
  })
})

describe('places in the list', () => {
  it('begins at any place of the whole history, and tells which one that is', async () => {
    const storage = open(newFile())
    const calls = Array.from({ length: 7 }, () => aCall())
    for (const call of calls) await placeSettled(storage, call)
    const idAt = (one: number) => calls[one - 1]?.callId
    const page = (from: number, limit: number, filter: Partial<CallFilter> = {}) =>
      value(storage.ask('listCalls', { search: '', filter: { ...everyCall, ...filter }, after: null, from, limit }))
    expect(await page(5, 2)).toMatchObject({ total: 7, place: 5, calls: [{ callId: idAt(5) }, { callId: idAt(4) }] })
    expect(await page(99, 1)).toMatchObject({ place: 7, next: idAt(7) })
    expect(await page(1, 5)).toMatchObject({ place: 1, more: false, next: null })
    expect(await page(4, 5, { practice: true })).toMatchObject({ place: 0, calls: [] })
    expect(await page(4, 5, { states: ['accepted'] })).toMatchObject({
      place: 4,
      calls: [4, 3, 2, 1].map((one) => ({ callId: idAt(one) })),
    })
    const named = await value(storage.ask('listCalls', { search: idAt(3) ?? '', after: null, limit: 5 }))
    expect(named).toMatchObject({ place: 3, total: 1 })
  })

  it('tells which agents were called, the last one first and under its last name, before and after it is indexed', async () => {
    const storage = open(newFile())
    const { second, third } = await threeCalls(storage)
    const agents = [
      { agentUuid: third.agentUuid, name: third.agentName },
      { agentUuid: second.agentUuid, name: 'Survey' },
    ]
    expect(await value(storage.ask('calledAgents', {}))).toEqual(agents)
    await find(storage, 'jane')
    await wait(2_600)
    await place(storage, aCall({ agentUuid: second.agentUuid, agentName: 'Survey 2' }))
    expect(await value(storage.ask('calledAgents', {}))).toEqual([
      { agentUuid: second.agentUuid, name: 'Survey 2' },
      agents[0],
    ])
  })
})

describe('saved views', () => {
  const view = (name: string): SavedView => ({
    viewId: `00000000-0000-4000-8000-0000000000${name.length}0`,
    name,
    search: 'jane',
    filter: { ...everyCall, states: ['unknown'] },
    days: name === 'Mine' ? 'today' : null,
  })

  it('are kept over a restart, replaced under their id, and removed', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await value(first.ask('saveView', { view: view('Mine') }))
    await value(first.ask('saveView', { view: view('Unknown') }))
    await value(first.ask('saveView', { view: { ...view('Mine'), search: 'doe' } }))
    await first.close()
    const storage = open(file)
    expect(await value(storage.ask('listViews', {}))).toEqual([{ ...view('Mine'), search: 'doe' }, view('Unknown')])
    expect(await value(storage.ask('deleteView', { viewId: view('Mine').viewId }))).toEqual([view('Unknown')])
  })
})
