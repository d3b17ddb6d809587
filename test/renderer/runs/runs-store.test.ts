import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRunsStore } from '../../../src/renderer/runs/runs-store.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { aDraft } from '../../support/a-call.ts'
import { acme, fakeHistory } from '../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const open = (count: number) => {
  const desk = createFakeDesk({ profiles: [acme], calls: fakeHistory(count, now), now: () => now })
  const runs = createRunsStore({ desk, now: () => now, randomBytes: (length) => new Uint8Array(length) })
  const state = () => runs.store.getState()
  /** The calls that are here, from the newest on. */
  const calls = () =>
    Array.from({ length: state().rows.count }, (_, index) => state().rows.at(index)).filter(
      (call) => call !== undefined,
    )
  return { desk, runs, state, calls }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the history on the screen', () => {
  it('fetches what comes into sight and a little more, newest first, without a gap or a double', async () => {
    const { runs, state, calls, desk } = open(1_250)
    const asked = vi.spyOn(desk, 'listCalls')
    await runs.reload()
    expect(state()).toMatchObject({ total: 1_250, chosen: 0, selected: calls()[0]?.callId })
    expect(state().rows.count).toBe(1_250)
    await vi.advanceTimersByTimeAsync(0)
    expect(state().rows.at(150)).toBeDefined()
    expect(state().rows.at(600)).toBeUndefined()
    runs.see(600, 630)
    await vi.advanceTimersByTimeAsync(0)
    const ids = Array.from({ length: 330 }, (_, offset) => state().rows.at(450 + offset)?.callId)
    expect(ids.every((id) => id !== undefined)).toBe(true)
    expect(ids.every((id, index) => index === 0 || String(id) < String(ids[index - 1]))).toBe(true)
    expect(new Set(ids).size).toBe(330)
    const before = asked.mock.calls.length
    runs.see(601, 631)
    expect(asked).toHaveBeenCalledTimes(before)
  })

  it('searches once typing pauses, and shows the answer to the last text only', async () => {
    const { runs, state, calls, desk } = open(40)
    const asked = vi.spyOn(desk, 'listCalls')
    for (const text of ['0', '01', '0123']) runs.type(text)
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(state().asked.search).toBe('0123')
    expect(calls().every(({ phoneNumber }) => phoneNumber.includes('0123'))).toBe(true)
  })

  it('drops the answer of a search that was overtaken', async () => {
    const { runs, state, desk } = open(3)
    const list = desk.listCalls
    desk.listCalls = async (input) => {
      await new Promise((resolve) => setTimeout(resolve, input.search === 'slow' ? 1_000 : 10))
      return list(input)
    }
    runs.type('slow')
    await vi.advanceTimersByTimeAsync(200)
    runs.type('')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(state()).toMatchObject({ asked: { search: '' }, total: 3 })
  })

  it('moves the selection within the list, and takes the open drawer with it', async () => {
    const { runs, state, calls } = open(3)
    await runs.reload()
    const [first, second, last] = calls().map(({ callId }) => callId)
    runs.move(-1)
    expect(state().selected).toBe(first)
    runs.open(first ?? '')
    runs.move(1)
    expect(state()).toMatchObject({ selected: second, opened: { callId: second } })
    runs.move(9)
    expect(state().selected).toBe(last)
  })

  it('reads again when a call is announced, and keeps the selection', async () => {
    const { runs, state, desk } = open(5)
    await runs.reload()
    runs.move(2)
    const { selected } = state()
    await desk.triggerCall(aDraft({ profileId: acme.id }))
    await vi.advanceTimersByTimeAsync(100)
    expect(state().total).toBe(6)
    expect(state().selected).toBe(selected)
  })

  it('narrows at once by what is ticked, tells that it did, and clears with one act', async () => {
    const { runs, state, calls, desk } = open(60)
    const asked = vi.spyOn(desk, 'listCalls')
    runs.narrow({ states: ['rejected'] })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(calls().length).toBeGreaterThan(0)
    expect(calls().every(({ outcome }) => outcome.state === 'rejected')).toBe(true)
    runs.type('0123')
    runs.narrow({ practice: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.mock.lastCall?.[0]).toMatchObject({ search: '0123', filter: { practice: true } })
    expect(state().total).toBe(0)
    runs.clear()
    await vi.advanceTimersByTimeAsync(500)
    expect(state()).toMatchObject({ typed: '', asked: { search: '' }, total: 60 })
    expect(asked).toHaveBeenCalledTimes(3)
  })

  it('begins the note of the chosen call with what is written there, and opens it for that', async () => {
    const { runs, state, desk } = open(3)
    await runs.reload()
    const callId = state().selected ?? ''
    await desk.noteCall({ callId, note: 'left a message' })
    await runs.writeNote()
    expect(state().opened?.callId).toBe(callId)
    expect(runs.notes.store.getState()[callId]).toEqual({ step: 'open', text: 'left a message' })
  })

  it('changes the rows of calls that are far down in their place, and leaves the choice where it is', async () => {
    const { runs, state, desk } = open(600)
    await runs.reload()
    runs.see(400, 430)
    await vi.advanceTimersByTimeAsync(0)
    runs.choose(410)
    const call = state().rows.at(412)
    const { selected } = state()
    if (!call) throw new Error('The row is not there.')
    await desk.noteCall({ callId: call.callId, note: 'rang back' })
    await desk.triggerCall(aDraft({ profileId: acme.id }))
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ chosen: 411, selected, rows: { shifted: 1 } })
    expect(state().rows.at(413)?.callId).toBe(call.callId)
    expect(state().notes[call.callId]).toBe('rang back')
  })

  it('shows a call from elsewhere in its place of the whole history', async () => {
    const { runs, state, calls } = open(600)
    runs.type('nothing has this')
    await vi.advanceTimersByTimeAsync(500)
    expect(state().rows.count).toBe(0)
    runs.clear()
    await vi.advanceTimersByTimeAsync(0)
    runs.see(500, 530)
    await vi.advanceTimersByTimeAsync(0)
    const wanted = state().rows.at(505)?.callId ?? ''
    expect(calls().length).toBeGreaterThan(100)
    runs.narrow({ states: ['rejected'] })
    runs.show(wanted)
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ chosen: 505, selected: wanted, opened: { callId: wanted } })
  })

  it('goes to the oldest of what was found, unless another wish comes in between', async () => {
    const { runs, state } = open(600)
    runs.narrow({ practice: false })
    await vi.advanceTimersByTimeAsync(0)
    runs.move(Infinity)
    expect(state().goingToEnd).toBe(true)
    runs.move(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ goingToEnd: false, chosen: 1 })
    runs.move(Infinity)
    await vi.advanceTimersByTimeAsync(100)
    expect(state()).toMatchObject({ goingToEnd: false, chosen: 599 })
    runs.move(-Infinity)
    expect(state().chosen).toBe(0)
  })

  it('finds a run by its id at once, whatever the filters leave out, and opens it first', async () => {
    const { runs, state } = open(60)
    runs.narrow({ states: ['rejected'] })
    await vi.advanceTimersByTimeAsync(0)
    runs.type('#48002')
    await runs.openFirst()
    expect(state().runById).toMatchObject({ runId: 48_002, calls: [{ outcome: { workflowRunId: 48_002 } }] })
    expect(state().opened?.callId).toBe(state().runById?.calls[0]?.callId)
    runs.type('48002 ')
    await vi.advanceTimersByTimeAsync(500)
    expect(state().runById?.runId).toBe(48_002)
    for (const text of ['999', 'Renewal', '']) {
      runs.type(text)
      await vi.advanceTimersByTimeAsync(500)
      expect(state().runById).toBeNull()
    }
    runs.narrow({ states: [] })
    await vi.advanceTimersByTimeAsync(0)
    await runs.openFirst()
    expect(state().chosen).toBe(0)
  })

  it('puts a saved view on, and takes it off with everything else', async () => {
    const { runs, state } = open(60)
    await runs.views.save('Rejected 0104', { search: '0104', wish: { ...state().wish, states: ['rejected'] } })
    const [view] = runs.views.store.getState().views
    if (!view) throw new Error('Nothing was saved.')
    runs.applyView(view)
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toMatchObject({ typed: '0104', wish: { states: ['rejected'] }, asked: { search: '0104' } })
    runs.clear()
    await vi.advanceTimersByTimeAsync(0)
    expect(runs.views.store.getState().appliedId).toBeNull()
    expect(state().total).toBe(60)
  })

  it('says why when the history cannot be read', async () => {
    const desk = createFakeDesk({ failing: { listCalls: { kind: 'storage', reason: 'corrupt' } } })
    const runs = createRunsStore({ desk, now: () => now, randomBytes: (length) => new Uint8Array(length) })
    await runs.reload()
    expect(runs.store.getState().at).toEqual({ step: 'failed', failure: { kind: 'storage', reason: 'corrupt' } })
  })
})
