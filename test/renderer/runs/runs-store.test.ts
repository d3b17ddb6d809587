import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRunsStore } from '../../../src/renderer/runs/runs-store.ts'
import { createFakeDesk } from '../../support/fake-desk.ts'
import { aDraft } from '../../support/a-call.ts'
import { acme, fakeHistory } from '../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const open = (count: number) => {
  const desk = createFakeDesk({ profiles: [acme], calls: fakeHistory(count, now), now: () => now })
  const runs = createRunsStore({ desk, now: () => now, randomBytes: (length) => new Uint8Array(length) })
  return { desk, runs, state: () => runs.store.getState() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the history on the screen', () => {
  it('shows a page, newest first, and goes on from its end without a gap or a double', async () => {
    const { runs, state } = open(250)
    await runs.reload()
    expect(state()).toMatchObject({ total: 250, more: true, selected: state().calls[0]?.callId })
    await Promise.all([runs.loadMore(), runs.loadMore()])
    await runs.loadMore()
    const ids = state().calls.map(({ callId }) => callId)
    expect(ids).toHaveLength(250)
    expect(new Set(ids).size).toBe(250)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(state().more).toBe(false)
  })

  it('searches once typing pauses, and shows the answer to the last text only', async () => {
    const { runs, state, desk } = open(40)
    const asked = vi.spyOn(desk, 'listCalls')
    for (const text of ['0', '01', '0123']) runs.type(text)
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(state().search).toBe('0123')
    expect(state().calls.every(({ phoneNumber }) => phoneNumber.includes('0123'))).toBe(true)
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
    expect(state()).toMatchObject({ search: '', total: 3 })
  })

  it('moves the selection within the list, and takes the open drawer with it', async () => {
    const { runs, state } = open(3)
    await runs.reload()
    const [first, second, last] = state().calls.map(({ callId }) => callId)
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
    const { runs, state, desk } = open(60)
    const asked = vi.spyOn(desk, 'listCalls')
    runs.narrow({ states: ['rejected'] })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(state().calls.length).toBeGreaterThan(0)
    expect(state().calls.every(({ outcome }) => outcome.state === 'rejected')).toBe(true)
    runs.type('0123')
    runs.narrow({ practice: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.mock.lastCall?.[0]).toMatchObject({ search: '0123', filter: { practice: true } })
    expect(state().total).toBe(0)
    runs.clear()
    await vi.advanceTimersByTimeAsync(500)
    expect(state()).toMatchObject({ typed: '', search: '', total: 60 })
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

  it('says why when the history cannot be read', async () => {
    const desk = createFakeDesk({ failing: { listCalls: { kind: 'storage', reason: 'corrupt' } } })
    const runs = createRunsStore({ desk, now: () => now, randomBytes: (length) => new Uint8Array(length) })
    await runs.reload()
    expect(runs.store.getState().at).toEqual({ step: 'failed', failure: { kind: 'storage', reason: 'corrupt' } })
  })
})
