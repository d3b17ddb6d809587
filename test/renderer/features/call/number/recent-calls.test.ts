import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import type { RecentRun } from '../../../../../src/contract/call-list.ts'
import type { Call, CallState } from '../../../../../src/contract/call.ts'
import { fail, succeed } from '../../../../../src/contract/failure.ts'
import { maxAge } from '../../../../../src/renderer/lib/query.ts'
import { parseDelay } from '../../../../../src/renderer/features/call/form/call-form.ts'
import type { CallFormState } from '../../../../../src/renderer/features/call/form/call-form-state.ts'
import { createCallScreenModel } from '../../../../../src/renderer/features/call/form/call-screen-model.ts'
import {
  causesWarning,
  entrySentence,
  recentEntries,
  runsDelay,
} from '../../../../../src/renderer/features/call/number/recent-calls.tsx'
import { messages } from '../../../../../src/messages/index.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'
import { calledElsewhere, fakeRecentRun } from '../../../../support/fake-api/numbers.ts'
import { acme, fakeCall } from '../../../../support/fake-api/data.ts'
import { afterParsing, openCallScreen } from '../open-call-screen.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const accepted: CallState = {
  state: 'accepted',
  workflowRunId: 48_230,
  workflowRunName: 'WR-API-48230',
  status: '',
  reconciled: false,
  progress: 'started',
}
const connectionCut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const callAt = (n: number, at: number, outcome: CallState = accepted, change: Partial<Call> = {}) =>
  fakeCall(n, at, outcome, { phoneNumber: calledElsewhere, ...change })

const open = async (calls: Call[] = []) => {
  const recentRuns = vi.fn<Api['recentRuns']>(createFakeApi({ profiles: [acme] }).recentRuns)
  const listeners: Parameters<Api['onProfilesChanged']>[0][] = []
  const onProfilesChanged: Api['onProfilesChanged'] = (listener) => {
    listeners.push(listener)
    return () => {}
  }
  const screen = await openCallScreen({ calls }, { recentRuns, onProfilesChanged })
  const replaceKey = async () => {
    for (const listener of listeners) listener({ rekeyed: acme.id })
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...screen, recentRuns, recent: () => screen.state().recent, replaceKey }
}

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

describe('the recent calls of a typed number', () => {
  it('include calls from this computer immediately, however their numbers were written', async () => {
    const { recent, typeNumber } = await open([callAt(1, now - 60_000, accepted, { phoneNumber: '0014155550266' })])
    await typeNumber('+1 415 555 0266')
    expect(recent().calls).toHaveLength(1)
  })

  it('include the services’ runs once the number remains unchanged', async () => {
    const { recentRuns, recent, typeNumber } = await open()
    await typeNumber('+1 415 555 02')
    await typeNumber(calledElsewhere)
    expect(recentRuns).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(runsDelay)
    expect(recentRuns.mock.calls).toEqual([[{ phoneNumber: calledElsewhere, practice: false }]])
    expect(recent().runs.map(({ run }) => run.workflowRunId)).toEqual([48_230, 48_101])
  })

  it('include runs that were started later, once the user edits the form or returns to it', async () => {
    const { call, recentRuns, recent, typeNumber } = await open()
    await typeNumber(calledElsewhere)
    await vi.advanceTimersByTimeAsync(runsDelay)
    const answer = await createFakeApi({ profiles: [acme] }).recentRuns({
      phoneNumber: calledElsewhere,
      practice: false,
    })
    if (!answer.ok) throw new Error(answer.failure.kind)
    const [profile] = answer.value.profiles
    if (!profile) throw new Error('No profile was queried.')
    const runs = [fakeRecentRun(48_300, now + 600_000), ...profile.runs]
    recentRuns.mockResolvedValue(succeed({ ...answer.value, profiles: [{ ...profile, runs }] }))
    call.form.typeContext('{ "customer_name": "Ada" }')
    await vi.advanceTimersByTimeAsync(900_000)
    expect(recentRuns).toHaveBeenCalledTimes(1)
    call.form.typeContext('{ "customer_name": "Ada B" }')
    await vi.advanceTimersByTimeAsync(0)
    expect(recent().runs[0]?.run.workflowRunId).toBe(48_300)
    await vi.advanceTimersByTimeAsync(maxAge)
    call.refreshOld()
    call.refreshOld()
    expect(recentRuns).toHaveBeenCalledTimes(3)
  })

  it('name the profiles whose runs could not be read, and keep the runs that they listed before', async () => {
    const { call, recentRuns, recent, typeNumber } = await open()
    await typeNumber(calledElsewhere)
    await vi.advanceTimersByTimeAsync(runsDelay)
    const known = recent()
    expect(known.unread).toBeNull()
    const failure = { kind: 'unavailable', cause: 'timedOut' } as const
    const profile = { profileId: acme.id, profileName: acme.name, profileColor: acme.color, practice: false }
    const profiles = [{ ...profile, failure, more: false, runs: [] }]
    recentRuns.mockResolvedValueOnce(succeed({ since: '', profiles })).mockResolvedValueOnce(fail(failure))
    for (const unread of [[acme.name], []]) {
      await vi.advanceTimersByTimeAsync(maxAge)
      call.refreshOld()
      await vi.advanceTimersByTimeAsync(0)
      expect(recent()).toEqual({ ...known, unread })
    }
  })

  it('are read again when a key is replaced whose profile could not be read', async () => {
    const { replaceKey, recentRuns, recent, typeNumber } = await open()
    const profile = { profileId: acme.id, profileName: acme.name, profileColor: acme.color, practice: false }
    const failure = { kind: 'keychain', reason: 'missing' } as const
    const profiles = [{ ...profile, failure, more: false, runs: [] }]
    recentRuns.mockResolvedValueOnce(succeed({ since: '', profiles }))
    await typeNumber(calledElsewhere)
    await vi.advanceTimersByTimeAsync(runsDelay)
    expect(recent().unread).toEqual([acme.name])
    await replaceKey()
    expect(recent().unread).toBeNull()
    expect(recentRuns).toHaveBeenLastCalledWith({ phoneNumber: calledElsewhere, practice: false, fresh: true })
    await replaceKey()
    expect(recentRuns).toHaveBeenCalledTimes(2)
  })

  it('list a run once if another profile of the organization lists it while the first cannot be read', async () => {
    const { call, recentRuns, recent, typeNumber } = await open()
    const failure = { kind: 'unavailable', cause: 'timedOut' } as const
    const { color: profileColor } = acme
    const readOf = (profileId: string, runs: RecentRun[] | null) => ({
      profileId,
      profileName: profileId,
      profileColor,
      practice: false,
      more: false,
      ...(runs === null ? { failure, runs: [] } : { failure: null, runs }),
    })
    const shared = fakeRecentRun(48_300, now - 60_000)
    const other = fakeRecentRun(48_301, now - 120_000)
    const ofOtherService = fakeRecentRun(48_300, now - 180_000)
    recentRuns
      .mockResolvedValueOnce(
        succeed({ since: '', profiles: [readOf('first', [shared, other]), readOf('elsewhere', [ofOtherService])] }),
      )
      .mockResolvedValueOnce(
        succeed({
          since: '',
          profiles: [readOf('first', null), readOf('second', [shared]), readOf('elsewhere', null)],
        }),
      )
    await typeNumber(calledElsewhere)
    await vi.advanceTimersByTimeAsync(runsDelay + maxAge)
    call.refreshOld()
    await vi.advanceTimersByTimeAsync(0)
    expect(recent().runs.map(({ profileId, run }) => [profileId, run])).toEqual([
      ['second', shared],
      ['first', other],
      ['elsewhere', ofOtherService],
    ])
  })

  it('name the profile of a call from this computer, whichever profile listed its run', async () => {
    const { recent, recentRuns, typeNumber } = await open()
    const own = fakeRecentRun(48_300, now - 60_000, {
      callId: 'erased',
      from: 'thisComputer',
      callProfileName: 'Early',
    })
    const profile = { profileId: acme.id, profileName: acme.name, profileColor: acme.color, practice: false }
    recentRuns.mockResolvedValue(
      succeed({
        since: '',
        profiles: [{ ...profile, failure: null, more: false, runs: [own, fakeRecentRun(7, now)] }],
      }),
    )
    await typeNumber(calledElsewhere)
    await vi.advanceTimersByTimeAsync(runsDelay)
    expect(recent().runs.map(({ profileId, profileName }) => [profileId, profileName])).toEqual([
      [acme.id, 'Early'],
      [acme.id, acme.name],
    ])
  })

  it('are removed with the number', async () => {
    const { call, recent, recentRuns, typeNumber } = await open([callAt(1, now - 60_000)])
    await typeNumber(calledElsewhere)
    call.form.typeNumber('+1 415 555 0299')
    await vi.advanceTimersByTimeAsync(runsDelay + parseDelay + 20)
    expect(recent()).toEqual({ dial: '+14155550299', calls: [], runs: [], unread: null })
    expect(recentRuns).toHaveBeenCalledTimes(1)
  })

  it('include practice calls only in practice', async () => {
    const api = createFakeApi()
    const recentCalls = vi.fn<Api['recentCalls']>(api.recentCalls)
    const deps = { api: { ...api, recentCalls }, now: () => now, randomBytes: () => new Uint8Array(16) }
    createCallScreenModel(deps, { id: acme.id, kind: 'practice' }).form.typeNumber(calledElsewhere)
    await afterParsing()
    expect(recentCalls).toHaveBeenCalledWith({ phoneNumber: calledElsewhere, practice: true })
  })
})

describe('the entries below the number field', () => {
  const listed = (id: number, at: number, change = {}) => ({
    profileId: acme.id,
    profileName: acme.name,
    run: fakeRecentRun(id, at, change),
  })
  const idsOf = (change: Partial<CallFormState['recent']>) =>
    recentEntries({ calls: [], runs: [], ...change }, false).map((entry) =>
      entry.kind === 'call' ? entry.call.callId : entry.listed.run.workflowRunId,
    )

  it('are limited to three, newest first and without duplicates', () => {
    const own = callAt(1, now - 30_000)
    const runs = [
      listed(5, now - 20_000),
      listed(48_230, now - 29_000, { callId: own.callId, from: 'thisComputer' }),
      listed(6, now - 60_000),
      listed(7, now - 90_000),
    ]
    expect(idsOf({ calls: [own], runs })).toEqual([5, own.callId, 6])
  })

  it('start with the call that blocks the number', () => {
    const locking = callAt(1, now - 600_000, connectionCut)
    const runs = [listed(5, now - 20_000), listed(6, now - 30_000), listed(7, now - 40_000)]
    expect(idsOf({ calls: [locking], runs })).toEqual([locking.callId, 5, 6])
  })

  it('are warnings only while another call needs a confirmation, or a run is as recent', () => {
    const ended = { ...accepted, end: { kind: 'noAnswer', disposition: null, durationSeconds: null } } as const
    const warnings = ({ calls = [], runs = [] }: Partial<CallFormState['recent']>, repeatMinutes: number) =>
      recentEntries({ calls, runs }, false).map((entry) => causesWarning(entry, repeatMinutes, now))
    const calls = [
      callAt(1, now - 60_000, ended),
      callAt(2, now - 1_200_000, accepted),
      callAt(3, now - 1_300_000, ended),
    ]
    expect(warnings({ calls }, 10)).toEqual([true, true, false])
    expect(warnings({ calls }, 0)).toEqual([false, true, false])
    const runs = [listed(5, now - 60_000), listed(6, now - 660_000)]
    expect(warnings({ runs }, 10)).toEqual([true, false])
    const ofErased = calls.map(({ outcome, preparedAt }, index) => {
      const one = listed(index, Date.parse(preparedAt))
      return { ...one, run: { ...one.run, outcome } }
    })
    expect(warnings({ runs: ofErased }, 10)).toEqual([true, true, false])
    expect(warnings({ runs: ofErased }, 0)).toEqual([false, true, false])
  })

  it('omit practice calls outside practice', () => {
    expect(idsOf({ calls: [callAt(1, now, accepted, { practice: true })] })).toEqual([])
  })
})

it('refers to the run of a locked call that was found before the response', () => {
  const call = callAt(1, now - 60_000, { state: 'sending', since: new Date(now).toISOString(), foundRunId: 7005 })
  const sentence = entrySentence({ kind: 'call', call, at: now - 60_000 }, now)
  expect(sentence).toBe(messages.call.number.lockedWithRun(messages.time.ago(60_000), call.profileName, 7005, null))
})

it.each<CallState>([
  { state: 'unknown', cause: 'timedOut', status: null, detail: '', foundRunId: 7005 },
  { state: 'accepted', workflowRunId: 7005, workflowRunName: 'x', status: '', reconciled: true, progress: 'orphaned' },
])('refers to the run of a locked call whose outcome is unknown: %j', (outcome) => {
  const call = callAt(1, now - 60_000, outcome)
  const { tag } = messages.callState.describe(outcome)
  const sentence = messages.call.number.lockedWithRun(messages.time.ago(60_000), call.profileName, 7005, tag)
  expect(entrySentence({ kind: 'call', call, at: now - 60_000 }, now)).toBe(sentence)
})

it('shows a run that was found although a person resolved the call as not placed', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '', note: '' } as const
  const closed: CallState = { state: 'closedByOperator', ...decision, runIds: [7005] }
  const call = callAt(1, now - 60_000, closed)
  const entry = { kind: 'call', call, at: now - 60_000 } as const
  const runs = messages.call.outcome.runs(call)
  const sentence = messages.call.number.resolvedDespiteRun(messages.time.ago(60_000), call.profileName, runs, [])
  expect(entrySentence(entry, now)).toBe(sentence)
  const own = callAt(1, now - 60_000, { ...closed, ownRunIds: [7005] })
  expect(entrySentence({ ...entry, call: own }, now)).not.toContain('may be')
  expect(causesWarning(entry, 10, now)).toBe(true)
  const end = { kind: 'reached', disposition: null, durationSeconds: 9 } as const
  const answered = callAt(1, now - 60_000, { ...closed, ownRunIds: [7005], end })
  const sentenceOfAnswered = entrySentence({ ...entry, call: answered }, now)
  expect(sentenceOfAnswered).toMatch(/7005 shows that the call was answered/)
  expect(sentenceOfAnswered).not.toMatch(/may have rung/)
  const warnsAfter = (minutes: number): boolean => {
    const at = now - minutes * 60_000
    const earlier = { ...answered, preparedAt: new Date(at).toISOString() }
    return causesWarning({ kind: 'call', call: earlier, at }, 10, now)
  }
  expect([24, 26].map(warnsAfter)).toEqual([true, false])
})
