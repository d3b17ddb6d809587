import { beforeEach, describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../../src/contract/call.ts'
import { succeed } from '../../../src/contract/failure.ts'
import { blankForm, type CallFormState } from '../../../src/renderer/call/call-state.ts'
import { createUnsettled, shownOf } from '../../../src/renderer/call/unsettled-store.ts'
import { createFact } from '../../../src/renderer/shell/fact.ts'
import { words } from '../../../src/renderer/words/words.ts'
import { createStore } from 'zustand/vanilla'
import { fakeCall } from '../../support/fake-desk/fake-world.ts'

const unknown: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const notFound: CallState = { state: 'notFound', since: '2026-11-21T09:14:00.000Z' }
const accepted: CallState = {
  state: 'accepted',
  workflowRunId: 48_213,
  workflowRunName: 'WR-API-1',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
}
const calls = (first: CallState, second: CallState): Call[] => [fakeCall(2, 2_000, second), fakeCall(1, 1_000, first)]

const open = () => {
  const form = createStore<CallFormState>(() => blankForm('call'))
  const today = createFact(() => Promise.resolve(succeed<Call[]>([])), Date.now)
  const unsettled = createUnsettled({ form, today })
  const ids = () => {
    const { waiting, settled } = unsettled.store.getState()
    return { waiting: waiting.map(({ callId }) => callId), settled: settled.map(({ callId }) => callId) }
  }
  const tell = (call: Call | undefined) => {
    if (!call) throw new Error('No such call.')
    form.setState({ last: { kind: 'call', call } })
  }
  return { unsettled, today, ids, tell }
}

let desk = open()
beforeEach(() => void (desk = open()))

describe('a call that nobody can say anything of', () => {
  it('is told in the panel while it is the last one, and beside it once the next one is placed', () => {
    const [second, first] = calls(unknown, accepted)
    desk.tell(first)
    desk.today.learn(first ? [first] : [])
    expect(desk.ids()).toEqual({ waiting: [], settled: [] })
    desk.tell(second)
    desk.today.learn(calls(unknown, accepted))
    expect(desk.ids()).toEqual({ waiting: [first?.callId], settled: [] })
  })

  it('is told as settled when it is, until somebody has read that', () => {
    const [second, first] = calls(unknown, accepted)
    desk.today.learn(calls(unknown, accepted))
    desk.tell(second)
    desk.today.learn(calls(notFound, accepted))
    expect(desk.ids()).toEqual({ waiting: [], settled: [first?.callId] })
    desk.today.learn(calls(notFound, accepted))
    expect(desk.ids().settled).toEqual([first?.callId])
    desk.unsettled.read(first?.callId ?? '')
    expect(desk.ids()).toEqual({ waiting: [], settled: [] })
  })

  it('that settles in the panel itself needs no second line', () => {
    const [, first] = calls(unknown, accepted)
    desk.tell(first)
    desk.today.learn(first ? [first] : [])
    desk.today.learn([fakeCall(1, 1_000, notFound)])
    expect(desk.ids()).toEqual({ waiting: [], settled: [] })
  })

  it('is none of the calls that were settled from the beginning', () => {
    desk.today.learn(calls(accepted, notFound))
    expect(desk.ids()).toEqual({ waiting: [], settled: [] })
  })
})

describe('the call that somebody looks into', () => {
  const many = (outcome: (at: number) => CallState): Call[] =>
    [5, 4, 3, 2, 1].map((at) => fakeCall(at, at * 1_000, outcome(at)))
  const idOf = (at: number): string => fakeCall(at, at * 1_000, unknown).callId
  const shown = () => shownOf(desk.unsettled.store.getState()).map(({ callId }) => callId)

  it('stays in sight with the newest ones, until nobody looks any more', () => {
    desk.today.learn(many(() => unknown))
    expect(shown()).toEqual([5, 4, 3].map(idOf))
    desk.unsettled.open(idOf(1))
    expect(shown()).toEqual([5, 4, 3, 1].map(idOf))
    desk.unsettled.open(idOf(4))
    expect(shown()).toEqual([5, 4, 3].map(idOf))
  })

  it('stays in sight when it is settled with newer ones, whatever else may change after', () => {
    desk.today.learn(many(() => unknown))
    desk.unsettled.open(idOf(1))
    desk.today.learn(many(() => notFound))
    expect(desk.ids().settled).toEqual([5, 4, 3, 1].map(idOf))
    desk.unsettled.read(idOf(1))
    desk.today.learn(many(() => notFound))
    expect(desk.ids().settled).toEqual([5, 4, 3].map(idOf))
  })
})

describe('the line of what is not settled', () => {
  const said = words.unsettled
  it('counts what is unknown apart from what still waits for its answer', () => {
    const sending: CallState = { state: 'sending', since: '2026-11-21T09:14:00.000Z' }
    expect(said.title([unknown])).toBe('1 unknown')
    expect(said.title([unknown, unknown, sending])).toBe('2 unknown · 1 on its way')
    expect(said.title([sending])).toBe('1 on its way')
  })
})
