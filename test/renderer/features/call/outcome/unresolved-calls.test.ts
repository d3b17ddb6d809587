import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Api } from '../../../../../src/contract/api.ts'
import type { Call, CallState } from '../../../../../src/contract/call.ts'
import { succeed } from '../../../../../src/contract/failure.ts'
import { longestDial } from '../../../../../src/domain/call-state.ts'
import { blankForm, type CallFormState } from '../../../../../src/renderer/features/call/form/call-form-state.ts'
import {
  createUnresolvedStore,
  keysCallOf,
  newestAndOpened,
} from '../../../../../src/renderer/features/call/outcome/unresolved-calls.tsx'
import { createQuery } from '../../../../../src/renderer/lib/query.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'
import { fakeCall } from '../../../../support/fake-api/data.ts'

const unknown: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const sending: CallState = { state: 'sending', since: '2026-11-21T09:14:00.000Z' }
const notFound: CallState = { state: 'notFound', since: '2026-11-21T09:14:00.000Z' }
const notSent: CallState = { state: 'notSent', cause: 'refused' }
const accepted = {
  state: 'accepted',
  workflowRunId: 48_213,
  workflowRunName: 'WR-API-1',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
} as const

const firstCall = (outcome: CallState): Call => fakeCall(1, 1_000, outcome)
const secondCall = fakeCall(2, 2_000, accepted)
const { callId: firstId } = firstCall(unknown)

const open = () => {
  const form = createStore<CallFormState>(() => blankForm('call'))
  const today = createQuery(() => Promise.resolve(succeed<Call[]>([])), Date.now)
  const api = createFakeApi()
  const unresolved = createUnresolvedStore({ api, form, today, now: Date.now })
  const idsOf = (calls: readonly Call[]) => calls.map(({ callId }) => callId)
  return {
    api,
    unresolved,
    today,
    waiting: () => idsOf(unresolved.store.getState().waiting),
    dialing: () => idsOf(unresolved.store.getState().dialing),
    resolved: () => idsOf(unresolved.store.getState().resolved),
    listed: (list: 'waiting' | 'resolved') => {
      const state = unresolved.store.getState()
      return idsOf(newestAndOpened(state[list], state.opened))
    },
    showInPanel: (call: Call) => form.setState({ last: { kind: 'call', call } }),
  }
}

// The calls of these tests were placed at 1 s.
beforeEach(() => void vi.useFakeTimers({ now: 3_000 }))
afterEach(() => void vi.useRealTimers())

describe('the unresolved calls', () => {
  it('include the latest call only after the panel shows the next one', () => {
    const { today, waiting, showInPanel } = open()
    showInPanel(firstCall(unknown))
    today.setData([firstCall(unknown)])
    expect(waiting()).toEqual([])
    showInPanel(secondCall)
    today.setData([secondCall, firstCall(unknown)])
    expect(waiting()).toEqual([firstId])
  })

  it('are other calls than that in the panel, while that is unknown, too', () => {
    const { unresolved, today, showInPanel } = open()
    const isPanelUnknown = () => unresolved.store.getState().isPanelUnknown
    today.setData([secondCall, firstCall(unknown)])
    expect(isPanelUnknown()).toBe(false)
    showInPanel(fakeCall(2, 2_000, unknown))
    expect(isPanelUnknown()).toBe(true)
    showInPanel(secondCall)
    expect(isPanelUnknown()).toBe(false)
  })

  it('keep a resolved call until it is dismissed', () => {
    const { unresolved, today, waiting, resolved, showInPanel } = open()
    today.setData([secondCall, firstCall(unknown)])
    showInPanel(secondCall)
    today.setData([secondCall, firstCall(notFound)])
    expect([waiting(), resolved()]).toEqual([[], [firstId]])
    today.setData([secondCall, firstCall(notFound)])
    expect(resolved()).toEqual([firstId])
    unresolved.dismiss(firstId)
    expect([waiting(), resolved()]).toEqual([[], []])
  })

  it('drop a resolved call once its number was called again, and no other', () => {
    const { today, resolved, showInPanel } = open()
    const again = fakeCall(3, 3_000, accepted)
    const other = fakeCall(4, 1_500, unknown, { phoneNumber: '+14155550142' })
    const ofPractice = fakeCall(5, 1_500, unknown, { practice: true })
    const later = fakeCall(6, 4_000, unknown)
    const notPlaced = [later, ofPractice, other, firstCall(unknown)].map((call) => ({ ...call, outcome: notFound }))
    today.setData([later, ofPractice, other, firstCall(unknown)])
    today.setData(notPlaced)
    expect(resolved()).toHaveLength(4)
    showInPanel(again)
    today.setData([again, ...notPlaced])
    expect(resolved()).toEqual([later, ofPractice, other].map(({ callId }) => callId))
  })

  it('hide a resolved call while it is unknown whether a later call to its number was placed', () => {
    const { today, waiting, resolved, showInPanel } = open()
    const again = (outcome: CallState) => fakeCall(3, 3_000, outcome)
    const other = fakeCall(4, 4_000, accepted, { phoneNumber: '+14155550142' })
    today.setData([firstCall(unknown)])
    today.setData([firstCall(notFound)])
    showInPanel(again(sending))
    today.setData([again(sending), firstCall(notFound)])
    expect(resolved()).toEqual([])
    today.setData([again(notSent), firstCall(notFound)])
    showInPanel(again(notSent))
    expect(resolved()).toEqual([firstId])
    showInPanel(other)
    today.setData([other, again(unknown), firstCall(notFound)])
    expect([waiting(), resolved()]).toEqual([[again(unknown).callId], []])
    today.setData([other, again(notFound), firstCall(notFound)])
    expect(resolved()).toEqual([again(notFound).callId, firstId])
  })

  it('drop a resolved call once a later call to its number is known to be placed', () => {
    const { today, resolved, showInPanel } = open()
    const again = (outcome: CallState) => fakeCall(3, 3_000, outcome)
    today.setData([firstCall(unknown)])
    today.setData([firstCall(notFound)])
    showInPanel(again(sending))
    showInPanel(again(accepted))
    today.setData([again(accepted), firstCall(notFound)])
    showInPanel(fakeCall(4, 4_000, accepted, { phoneNumber: '+14155550142' }))
    today.setData([firstCall(notFound)])
    today.setData([])
    expect(resolved()).toEqual([])
  })

  it('keep calls after midnight, with their current outcomes, until they are dismissed', async () => {
    const { api, unresolved, today, waiting, resolved, showInPanel } = open()
    const detail = { learned: null, note: null, initialContext: {}, erasedAt: null, events: [] }
    let outcome: CallState = unknown
    api.getCall = () => Promise.resolve(succeed({ ...detail, call: firstCall(outcome) }))
    showInPanel(firstCall(unknown))
    today.setData([firstCall(unknown)])
    today.setData([])
    await vi.advanceTimersByTimeAsync(0)
    expect([waiting(), resolved()]).toEqual([[], []])
    showInPanel(secondCall)
    expect([waiting(), resolved()]).toEqual([[firstId], []])
    outcome = notFound
    api.announce('callsChanged', { callIds: [firstId] })
    await vi.advanceTimersByTimeAsync(0)
    expect([waiting(), resolved()]).toEqual([[], [firstId]])
    unresolved.dismiss(firstId)
    today.setData([])
    await vi.advanceTimersByTimeAsync(0)
    expect([waiting(), resolved()]).toEqual([[], []])
  })

  it('are read again after midnight only when they leave today’s list and when they change', async () => {
    const { api, today, waiting, resolved } = open()
    const calls = [secondCall, firstCall(unknown)].map((call): Call => ({ ...call, outcome: unknown }))
    const getCall = vi.fn<Api['getCall']>(({ callId }) => {
      const call = calls.find((one) => one.callId === callId)
      if (!call) throw new Error('There is no such call.')
      const outcome: CallState = callId === firstId ? notFound : unknown
      return Promise.resolve(
        succeed({
          learned: null,
          note: null,
          initialContext: {},
          erasedAt: null,
          events: [],
          call: { ...call, outcome },
        }),
      )
    })
    api.getCall = getCall
    today.setData(calls)
    // The first call was resolved while today's list of the new day was loaded.
    today.setData([])
    await vi.advanceTimersByTimeAsync(0)
    expect([waiting(), resolved()]).toEqual([[secondCall.callId], [firstId]])
    const read = () => getCall.mock.calls.map(([{ callId }]) => callId)
    expect(read()).toEqual([secondCall.callId, firstId])
    today.setData([])
    api.announce('callsChanged', { callIds: [firstId, fakeCall(3, 3_000, accepted).callId] })
    await vi.advanceTimersByTimeAsync(0)
    expect(read()).toEqual([secondCall.callId, firstId, firstId])
  })

  it('do not include a call that was resolved in the panel', () => {
    const { today, waiting, resolved, showInPanel } = open()
    showInPanel(firstCall(unknown))
    today.setData([firstCall(unknown)])
    today.setData([firstCall(notFound)])
    expect([waiting(), resolved()]).toEqual([[], []])
  })

  it('do not include calls that were already resolved at the start', () => {
    const { today, waiting, resolved } = open()
    today.setData([secondCall, firstCall(notFound)])
    expect([waiting(), resolved()]).toEqual([[], []])
  })

  it('do not include a call of a list that is answered while it is being sent', () => {
    const { today, waiting, resolved } = open()
    for (const outcome of [sending, { ...accepted, progress: 'dialing' } as const, accepted]) {
      today.setData([secondCall, firstCall(outcome)])
      expect([waiting(), resolved()]).toEqual([[], []])
    }
  })

  it('keep a call that was unknown while it is dialed, but do not count it as unknown', () => {
    const { today, waiting, dialing, resolved } = open()
    today.setData([firstCall(unknown)])
    today.setData([firstCall({ ...accepted, progress: 'dialing' })])
    expect([waiting(), dialing(), resolved()]).toEqual([[], [firstId], []])
    today.setData([firstCall(unknown)])
    expect([waiting(), dialing(), resolved()]).toEqual([[firstId], [], []])
    today.setData([firstCall({ ...accepted, progress: 'dialing' })])
    today.setData([firstCall(accepted)])
    expect([waiting(), dialing(), resolved()]).toEqual([[], [], [firstId]])
  })

  it('include a call without a carrier report once dialing is over, before its record changes', async () => {
    const { today, waiting } = open()
    today.setData([firstCall({ ...accepted, progress: 'dialing' })])
    await vi.advanceTimersByTimeAsync(longestDial - 3_000)
    expect(waiting()).toEqual([])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(waiting()).toEqual([firstId])
  })

  it('change only when a listed call changes, and are read again only when a dialed call may be over', async () => {
    const { unresolved, today } = open()
    today.setData([firstCall({ ...accepted, progress: 'dialing' })])
    const changed = vi.fn()
    unresolved.store.subscribe(changed)
    today.setData([secondCall, firstCall({ ...accepted, progress: 'dialing' })])
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersToNextTimer()
    expect(Date.now()).toBeGreaterThan(longestDial)
    expect(vi.getTimerCount()).toBe(0)
    expect(changed).toHaveBeenCalledOnce()
  })
})

describe('the opened call', () => {
  const fiveCalls = (outcome: CallState): Call[] => [5, 4, 3, 2, 1].map((n) => fakeCall(n, n * 1_000, outcome))
  const idOf = (n: number): string => fakeCall(n, n * 1_000, unknown).callId

  it('takes the shortcuts until the panel shows a newer call, and again when it is opened again', () => {
    const { unresolved, today, showInPanel } = open()
    const takingKeys = () => keysCallOf(unresolved.store.getState())?.callId
    showInPanel(secondCall)
    today.setData([secondCall, firstCall(unknown)])
    unresolved.open(firstId)
    expect(takingKeys()).toBe(firstId)
    today.setData([secondCall, firstCall(notFound)])
    showInPanel({ ...secondCall })
    expect(takingKeys()).toBe(firstId)
    showInPanel({ ...fakeCall(3, 3_000, accepted), phoneNumber: '+14155550199' })
    expect(takingKeys()).toBeUndefined()
    expect(unresolved.store.getState().opened).toBe(firstId)
    unresolved.open(firstId)
    expect(takingKeys()).toBe(firstId)
  })

  it('is listed with the newest ones until another is opened', () => {
    const { unresolved, today, listed } = open()
    today.setData(fiveCalls(unknown))
    expect(listed('waiting')).toEqual([5, 4, 3].map(idOf))
    unresolved.open(idOf(1))
    expect(listed('waiting')).toEqual([5, 4, 3, 1].map(idOf))
    unresolved.open(idOf(4))
    expect(listed('waiting')).toEqual([5, 4, 3].map(idOf))
  })

  it('stays listed if it is resolved together with newer ones', () => {
    const { unresolved, today, listed } = open()
    today.setData(fiveCalls(unknown))
    unresolved.open(idOf(1))
    today.setData(fiveCalls(notFound))
    expect(listed('resolved')).toEqual([5, 4, 3, 1].map(idOf))
    unresolved.dismiss(idOf(1))
    today.setData(fiveCalls(notFound))
    expect(listed('resolved')).toEqual([5, 4, 3].map(idOf))
  })

  it('stays open when all resolved calls are dismissed, unless it is one of them', () => {
    const { unresolved, today, waiting, resolved } = open()
    today.setData(fiveCalls(unknown))
    unresolved.open(idOf(5))
    const calls = [fakeCall(5, 5_000, unknown), ...fiveCalls(notFound).slice(1)]
    today.setData(calls)
    unresolved.dismissAll()
    today.setData(calls)
    expect([waiting(), resolved(), unresolved.store.getState().opened]).toEqual([[idOf(5)], [], idOf(5)])
    today.setData(fiveCalls(notFound))
    unresolved.dismissAll()
    expect([resolved(), unresolved.store.getState().opened]).toEqual([[], null])
  })

  it('does not hide a call that was resolved together with newer ones once those are dismissed', () => {
    const { unresolved, today, resolved, listed } = open()
    today.setData(fiveCalls(unknown))
    today.setData(fiveCalls(notFound))
    expect(resolved()).toHaveLength(5)
    unresolved.dismiss(idOf(5))
    today.setData(fiveCalls(notFound))
    expect(listed('resolved')).toEqual([4, 3, 2].map(idOf))
  })
})
