import { afterEach, expect, it, vi } from 'vitest'
import type { Input } from '../../../../../src/contract/operations.ts'
import { longestDial } from '../../../../../src/domain/call-state.ts'
import { messages } from '../../../../../src/messages/index.ts'
import { createTodayCalls, dayCallOf } from '../../../../../src/renderer/features/call/today/today.tsx'
import { aCall, accepted } from '../../../../support/a-call.ts'
import { createFakeApi, type FakeApiOptions } from '../../../../support/fake-api.ts'
import { acme, fakeCall } from '../../../../support/fake-api/data.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const cancelled = { state: 'cancelled' } as const

afterEach(() => void vi.useRealTimers())

const open = (options: FakeApiOptions = {}, kind: 'service' | 'practice' = 'service') => {
  let time = noon
  const now = () => time
  const requests: Input<'readOrganizationDay'>[] = []
  const api = createFakeApi({ profiles: [acme], now, ...options })
  const counting: typeof api = {
    ...api,
    readOrganizationDay: (input) => {
      requests.push(input)
      return api.readOrganizationDay(input)
    },
  }
  const today = createTodayCalls({ api: counting, now, randomBytes: () => new Uint8Array(16) }, { id: acme.id, kind })
  const settled = async () => {
    await today.organization.load()
    return today.organization.store.getState()
  }
  return { today, requests, settled, pass: (milliseconds: number) => void (time += milliseconds) }
}

it('shows today’s calls of the profile, or of every profile, without mixing practice and real calls', async () => {
  const calls = [
    fakeCall(1, noon - 86_400_000, cancelled),
    fakeCall(2, noon - 3_600_000, cancelled),
    fakeCall(3, noon - 1_800_000, cancelled, { profileId: 'other' }),
    fakeCall(4, noon - 60_000, cancelled, { profileId: 'practice', practice: true }),
  ]
  const ids = (listed: readonly { callId: string }[]) => listed.map(({ callId }) => callId)
  const [, own, other, practice] = ids(calls)
  const real = open({ calls })
  await real.today.calls.load()
  expect(ids(real.today.calls.store.getState().data?.value ?? [])).toEqual([own])
  expect(ids(real.today.everyProfile.getState())).toEqual([other, own])
  const practicing = open({ calls }, 'practice')
  await practicing.today.calls.load()
  expect(ids(practicing.today.everyProfile.getState())).toEqual([practice])
  // The empty list says which calls it would show.
  expect([real.today.isPractice, practicing.today.isPractice]).toEqual([false, true])
  expect(messages.day.noCalls.everyProfile(true)).not.toBe(messages.day.noCalls.everyProfile(false))
  expect(messages.day.scopes(true).everyProfile).not.toBe(messages.day.scopes(false).everyProfile)
})

it('shows no call of the day before once midnight has passed', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 23, 59, 50) })
  const api = createFakeApi({ profiles: [acme], now: Date.now, calls: [fakeCall(1, Date.now() - 60_000, cancelled)] })
  const today = createTodayCalls({ api, now: Date.now, randomBytes: () => new Uint8Array(16) }, acme)
  const shown = () => [today.calls.store.getState().data?.value.length, today.everyProfile.getState().length]
  await today.calls.load()
  expect(shown()).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown()).toEqual([0, 0])
  today.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('requests the organization’s calls only when they are shown, and at most once a minute', async () => {
  const { today, requests, pass } = open()
  await today.calls.load()
  today.show('everyProfile')
  expect(requests).toEqual([])
  today.show('organization')
  await today.organization.load()
  expect(requests).toEqual([{ profileId: acme.id, since: new Date(2026, 10, 21).toISOString() }])
  today.show('profile')
  pass(59_000)
  today.show('organization')
  expect(requests).toHaveLength(1)
  pass(1_000)
  today.show('organization')
  expect(requests).toHaveLength(2)
})

it('keeps the counts when a later request fails, and reports why', async () => {
  const failing: FakeApiOptions['failing'] = {}
  const { today, settled } = open({ failing })
  today.show('organization')
  expect(await settled()).toMatchObject({ step: 'ready' })
  failing.readOrganizationDay = { kind: 'unreachable', cause: 'refused' }
  expect(await settled()).toMatchObject({
    step: 'failed',
    failure: { kind: 'unreachable' },
    data: { value: { read: 52 } },
  })
})

it('counts the talk time of an ended call, and the state in which a call is shown', () => {
  const end = { kind: 'reached', disposition: null, durationSeconds: 72 } as const
  expect(dayCallOf(aCall({ outcome: { ...accepted, end } }), 0)).toMatchObject({ state: 'reached', talkSeconds: 72 })
  expect(dayCallOf(aCall({ outcome: accepted }), 0)).toMatchObject({ state: 'accepted', talkSeconds: 0 })
  const dialing = aCall({ outcome: { ...accepted, progress: 'dialing' } })
  const since = Date.parse(dialing.preparedAt)
  expect(dayCallOf(dialing, since + longestDial)).toMatchObject({ state: 'dialing' })
  expect(dayCallOf(dialing, since + longestDial + 1)).toMatchObject({ state: 'toCheck' })
})
