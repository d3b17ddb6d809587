import { describe, expect, it } from 'vitest'
import { type CallFilter, everyCall, type SavedView } from '../../../src/contract/call-list.ts'
import { longestDial, runIdsOf } from '../../../src/domain/call-state.ts'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import { aCall, anId, accepted } from '../../support/a-call.ts'
import { at, newFile, open, place, placeSettled, settle, untilIndexed, value, worker } from './open-storage.ts'

const find = async (storage: Storage, search: string, filter: Partial<CallFilter> = {}) =>
  (
    await value(storage.run('listCalls', { search, filter: { ...everyCall, ...filter }, after: null, limit: 50 }))
  ).calls.map(({ callId }) => callId)

/** Three calls that differ in every filter. */
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
  it('filters by state, agent, profile, practice and day, alone and combined, before and after indexing', async () => {
    const file = newFile()
    const storage = open(file)
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
    await untilIndexed(file, 3)
    await expectAll()
  })

  it('finds a number in any format, even in the context of another call', async () => {
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

  it('finds calls by the run of any profile', async () => {
    const storage = open(newFile())
    const [one, other] = [aCall(), aCall({ profileId: anId(), phoneNumber: '+14155550102' })]
    await placeSettled(storage, one)
    await placeSettled(storage, other)
    await placeSettled(storage, aCall({ phoneNumber: '+14155550103' }), { ...accepted, workflowRunId: 5 })
    expect((await value(storage.run('callsOfRun', { workflowRunId: 48213 }))).map(({ callId }) => callId)).toEqual([
      other.callId,
      one.callId,
    ])
  })

  it('finds a call by the run that was found before its response, also after the response was lost', async () => {
    const file = newFile()
    const storage = open(file)
    const outcome = { state: 'sending', since: at } as const
    const call = aCall({ outcome })
    const { callId } = call
    await place(storage, call)
    const found = { ...outcome, foundRunId: 48213 }
    await value(storage.run('moveCall', { callId, from: ['sending'], expected: outcome, outcome: found, at }))
    const expectFound = async () => {
      const calls = await value(storage.run('callsOfRun', { workflowRunId: 48213 }))
      expect(calls.map((one) => [one.callId, runIdsOf(one)])).toEqual([[callId, [48213]]])
    }
    await expectFound()
    await untilIndexed(file, 1)
    expect(await find(storage, '48213')).toEqual([callId])
    await settle(storage, callId, { state: 'unknown', cause: 'interrupted', status: null, detail: '' })
    await expectFound()
  })

  it('lists candidate calls of a run after its own calls, and matches no partial run ID', async () => {
    const storage = open(newFile())
    const candidate = aCall({ phoneNumber: '+442079460018', phoneNumberDisplay: '+44 20 7946 0018' })
    const [sure, settled] = [aCall(), aCall({ phoneNumber: '+14155550102' })]
    await placeSettled(storage, candidate, { state: 'candidate', runIds: [48212, 48213] })
    await placeSettled(storage, sure)
    await placeSettled(storage, settled, { state: 'notFound', since: at })
    const ofRun = async (workflowRunId: number) =>
      (await value(storage.run('callsOfRun', { workflowRunId }))).map(({ callId }) => callId)
    expect(await ofRun(48213)).toEqual([sure.callId, candidate.callId])
    expect(await ofRun(48212)).toEqual([candidate.callId])
    expect(await ofRun(4821)).toEqual([])
  })

  it('filters calls that are being dialed by the state in which they are shown', async () => {
    const file = newFile()
    const storage = open(file)
    const preparedAt = (age: number) => new Date(Date.now() - age).toISOString()
    const old = aCall({ preparedAt: preparedAt(longestDial + 1) })
    const young = aCall({ preparedAt: preparedAt(0), phoneNumber: '+442079460018' })
    const lost = aCall({ preparedAt: preparedAt(longestDial + 2), phoneNumber: '+442079460019' })
    for (const call of [old, young]) await placeSettled(storage, call, { ...accepted, progress: 'dialing' })
    await placeSettled(storage, lost, { state: 'unknown', cause: 'cut', status: null, detail: '' })
    const expectAll = async () => {
      expect(await find(storage, '', { states: ['dialing', 'reached'] })).toEqual([young.callId])
      // Both states have the same word.
      for (const state of ['unknown', 'toCheck'] as const) {
        expect(await find(storage, 'jane', { states: [state] })).toEqual([lost.callId, old.callId])
        const all = [lost.callId, young.callId, old.callId]
        expect(await find(storage, '', { states: [state, 'dialing'] })).toEqual(all)
      }
    }
    await expectAll()
    await untilIndexed(file, 3)
    await expectAll()
  })

  it('finds calls that the user resolved by every known run', async () => {
    const storage = open(newFile())
    const resolved = { state: 'closedByOperator', decision: 'placed', who: 'ana', at, note: 'x' } as const
    const [own, several] = [aCall(), aCall({ phoneNumber: '+442079460018', phoneNumberDisplay: '+44 20 7946 0018' })]
    await placeSettled(storage, several, { state: 'candidate', runIds: [48212, 48213] })
    await placeSettled(storage, own, { ...accepted, progress: 'dialing' })
    for (const [{ callId }, runIds, from] of [
      [own, [48213], 'accepted'],
      [several, [48212, 48213], 'candidate'],
    ] as const)
      await value(storage.run('moveCall', { callId, from: [from], outcome: { ...resolved, runIds: [...runIds] }, at }))
    const ofRun = async (workflowRunId: number) =>
      (await value(storage.run('callsOfRun', { workflowRunId }))).map(({ callId }) => callId)
    expect(await ofRun(48213)).toEqual([own.callId, several.callId])
    expect(await ofRun(48212)).toEqual([several.callId])
    expect(await ofRun(4821)).toEqual([])
  })

  it('searches notes, and follows their changes and removal', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    const call = aCall()
    await placeSettled(first, call)
    const note = (storage: Storage, text: string) =>
      value(storage.run('setCallNote', { callId: call.callId, note: { text, at } }))
    expect(await note(first, 'Wants a letter')).toBe(true)
    await first.close()
    const storage = open(file)
    expect(await find(storage, 'LETTER wants')).toEqual([call.callId])
    const { notes } = await value(storage.run('listCalls', { search: '', after: null, limit: 5 }))
    expect(notes).toEqual({ [call.callId]: 'Wants a letter' })
    await note(storage, 'Wants a call')
    expect(await find(storage, 'letter')).toEqual([])
    expect((await value(storage.run('getCall', { callId: call.callId })))?.note).toEqual({ text: 'Wants a call', at })
    await note(storage, '')
    expect((await value(storage.run('getCall', { callId: call.callId })))?.note).toBeNull()
    expect(await value(storage.run('setCallNote', { callId: anId(), note: { text: 'x', at } }))).toBe(false)
    // Notes are not part of the event chain.
    expect(await value(storage.run('verifyHistory', { now: at }))).toMatchObject({ events: 3, intact: true })
  })

  it('exports every field of a call, page by page', async () => {
    const storage = open(newFile())
    const calls = ['1', '2', '3'].map((last) => aCall({ phoneNumber: `+1415555010${last}` }))
    for (const call of calls) await place(storage, call, { name: call.callId })
    const exported: string[] = []
    let next: number | null = null
    do {
      const page: { calls: { initialContext: Record<string, unknown> }[]; next: number | null } = await value(
        storage.run('exportCalls', { search: '', next, limit: 2 }),
      )
      exported.push(...page.calls.map(({ initialContext }) => String(initialContext['name'])))
      next = page.next
    } while (next !== null)
    expect(exported).toEqual(calls.map(({ callId }) => callId).toReversed())
  })

  it('exports no end of a request during which Rundesk was interrupted', async () => {
    const storage = open(newFile())
    const [answered, killed] = [aCall(), aCall({ phoneNumber: '+14155550102' })]
    for (const call of [answered, killed]) await place(storage, call)
    await settle(storage, answered.callId)
    await settle(storage, killed.callId, { state: 'unknown', cause: 'interrupted', status: null, detail: '' })
    // Its run was found later.
    await value(
      storage.run('moveCall', {
        callId: killed.callId,
        from: ['unknown'],
        outcome: { ...accepted, reconciled: true },
        at,
      }),
    )
    const { calls } = await value(storage.run('exportCalls', { search: '', next: null, limit: 9 }))
    expect(calls.map(({ call }) => call.endedAt)).toEqual([null, at])
  })

  it('exports the end of a request that was still in flight after a restore of the history', async () => {
    const storage = open(newFile())
    const call = aCall({ outcome: { state: 'sending', since: at } })
    const later = '2026-11-21T09:16:00.000Z'
    await place(storage, call)
    await settle(storage, call.callId, { state: 'unknown', cause: 'historyLost', status: null, detail: '' }, later)
    await value(storage.run('restoreCall', { call, initialContext: {}, at: later }))
    await settle(storage, call.callId, accepted, later)
    const { calls } = await value(storage.run('exportCalls', { search: '', next: null, limit: 9 }))
    expect(calls.map((one) => one.call.endedAt)).toEqual([later])
  })

  it('shows the current state of a call rather than the indexed one', async () => {
    const file = newFile()
    const storage = open(file)
    const call = aCall()
    await place(storage, call)
    await find(storage, 'jane')
    await untilIndexed(file, 1)
    await settle(storage, call.callId)
    expect(await find(storage, '48213')).toEqual([call.callId])
    expect(await find(storage, '', { states: ['queued'] })).toEqual([])
    expect(await find(storage, '', { states: ['accepted'] })).toEqual([call.callId])
  })
})

describe('positions in the list', () => {
  it('counts more calls than one page has, up to a limit', async () => {
    const storage = open(newFile())
    const totalOf = async (search: string, filter: Partial<CallFilter>, after: string | null = null) => {
      const input = { search, filter: { ...everyCall, ...filter }, after, limit: 100 }
      const { total, totalIs, next } = await value(storage.run('listCalls', input))
      return { total, totalIs, next }
    }
    for (let count = 0; count < 130; count += 1) await place(storage, aCall({ phoneNumber: `+1415555${1000 + count}` }))
    const { next, ...first } = await totalOf('', { practice: false })
    expect(first).toEqual({ total: 130, totalIs: 'exact' })
    expect(await totalOf('', { practice: false }, next)).toEqual({ ...first, next: null })
    expect(await totalOf('jane', {})).toMatchObject({ total: 50, totalIs: 'atLeast' })
    expect(await totalOf('jane', { practice: true })).toEqual({ total: 0, totalIs: 'exact', next: null })
  })

  it('starts at any position of the history and returns that position', async () => {
    const storage = open(newFile())
    const calls = Array.from({ length: 7 }, (_, index) => aCall({ phoneNumber: `+1415555010${index}` }))
    for (const call of calls) await placeSettled(storage, call)
    const idAt = (one: number) => calls[one - 1]?.callId
    const page = (from: number, limit: number, filter: Partial<CallFilter> = {}) =>
      value(storage.run('listCalls', { search: '', filter: { ...everyCall, ...filter }, after: null, from, limit }))
    expect(await page(5, 2)).toMatchObject({ total: 7, position: 5, calls: [{ callId: idAt(5) }, { callId: idAt(4) }] })
    expect(await page(99, 1)).toMatchObject({ position: 7, next: idAt(7) })
    expect(await page(1, 5)).toMatchObject({ position: 1, more: false, next: null })
    expect(await page(4, 5, { practice: true })).toMatchObject({ position: 0, calls: [] })
    expect(await page(4, 5, { states: ['accepted'] })).toMatchObject({
      position: 4,
      calls: [4, 3, 2, 1].map((one) => ({ callId: idAt(one) })),
    })
    const named = await value(storage.run('listCalls', { search: idAt(3) ?? '', after: null, limit: 5 }))
    expect(named).toMatchObject({ position: 3, total: 1 })
  })

  it('lists the called agents, last called first with their last name, before and after indexing', async () => {
    const file = newFile()
    const storage = open(file)
    const { second, third } = await threeCalls(storage)
    const agents = [
      { agentUuid: third.agentUuid, name: third.agentName },
      { agentUuid: second.agentUuid, name: 'Survey' },
    ]
    expect(await value(storage.run('calledAgents', {}))).toEqual(agents)
    await find(storage, 'jane')
    await untilIndexed(file, 3)
    await place(storage, aCall({ agentUuid: second.agentUuid, agentName: 'Survey 2' }))
    expect(await value(storage.run('calledAgents', {}))).toEqual([
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

  it('survive a restart, are replaced by ID, and are deleted', async () => {
    const file = newFile()
    const first = createStorage({ file, worker })
    await value(first.run('saveView', { view: view('Mine') }))
    await value(first.run('saveView', { view: view('Unknown') }))
    await value(first.run('saveView', { view: { ...view('Mine'), search: 'doe' } }))
    await first.close()
    const storage = open(file)
    expect(await value(storage.run('listViews', {}))).toEqual([{ ...view('Mine'), search: 'doe' }, view('Unknown')])
    expect(await value(storage.run('deleteView', { viewId: view('Mine').viewId }))).toEqual([view('Unknown')])
  })
})
