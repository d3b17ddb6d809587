import { describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../../../src/contract/call.ts'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import { runIdOf } from '../../../../src/domain/call-state.ts'
import { createRecentRuns, type RecentRunsDeps } from '../../../../src/main/features/numbers/index.ts'
import type { RunFilter } from '../../../../src/main/service/client.ts'
import type { RunListItem } from '../../../../src/main/service/wire/runs.ts'
import type { RecentCallTo } from '../../../../src/main/storage/call-reader.ts'
import { aCall, anId } from '../../../support/a-call.ts'
import { valueOf } from '../../../support/test-app.ts'

const phone = '+14155550123'
const noon = Date.parse('2026-11-21T12:00:00Z')

const aProfile = (change: Partial<Extract<Profile, { kind: 'service' }>> = {}): Profile => ({
  kind: 'service',
  id: anId(),
  name: 'Acme',
  color: 'blue',
  createdAt: '2026-11-01T00:00:00.000Z',
  referenceName: 'rundesk_call_id',
  origin: 'https://voice.acme.example',
  keyStorage: 'keychain',
  ...change,
})

const aRun = (workflowRunId: number, change: Partial<RunListItem> = {}): RunListItem => ({
  workflowRunId,
  workflowRunName: `WR-API-${workflowRunId}`,
  workflowId: 1,
  createdAt: '2026-11-21T09:00:00Z',
  isCompleted: null,
  calledNumber: phone,
  callerNumber: '+18005550100',
  mode: null,
  callType: null,
  carrierCallId: 'CA1',
  error: null,
  disposition: null,
  durationSeconds: 0,
  initialContext: {},
  ...change,
})

const accepted = (workflowRunId: number, change: Partial<Call> = {}): Call =>
  aCall({
    phoneNumber: phone,
    outcome: {
      state: 'accepted',
      workflowRunId,
      workflowRunName: '',
      status: '',
      reconciled: false,
      progress: 'started',
    },
    ...change,
  })

/** Sets up services that list these runs (null: the request fails), and records their requests. */
const open = (
  listed: [Profile, RunListItem[] | null][],
  calls: Call[] = [],
  selected: string | null = null,
  total = 0,
  erased: Call[] = [],
) => {
  const requests: [string, RunFilter][] = []
  const clock = { now: noon }
  const clientOf: RecentRunsDeps['clientOf'] = (profileId) => {
    const runs = listed.find(([{ id }]) => id === profileId)?.[1] ?? null
    if (runs === null) return Promise.resolve(fail({ kind: 'keychain', reason: 'locked' }))
    return Promise.resolve(
      succeed({
        runsOfOrganization: (which: RunFilter = {}) => {
          requests.push([profileId, which])
          return Promise.resolve(
            succeed({ runs, totalCount: Math.max(total, runs.length), page: 1, totalPages: 1, serverDate: null }),
          )
        },
      }),
    )
  }
  const remembered: RecentCallTo[] = []
  const { recentRuns } = createRecentRuns({
    rememberCalls: (found) => void remembered.push(...found),
    recordRuns: () => Promise.resolve(),
    profiles: { list: () => Promise.resolve(succeed({ profiles: listed.map(([one]) => one), selectedId: selected })) },
    clientOf,
    callsTo: () => Promise.resolve(succeed(calls)),
    callsOfRun: (workflowRunId) => Promise.resolve(succeed(erased.filter((call) => runIdOf(call) === workflowRunId))),
    clock: () => clock.now,
  })
  return {
    requests,
    remembered,
    clock,
    read: (practice = false, fresh = false) => valueOf(recentRuns({ phoneNumber: phone, practice, fresh })),
  }
}

describe('recent runs', () => {
  it('are listed per profile, separating those of this computer from those from elsewhere', async () => {
    const [acme, beta] = [aProfile(), aProfile({ name: 'Beta', origin: 'https://beta.example' })]
    const lost = aCall({
      phoneNumber: phone,
      profileId: acme.id,
      outcome: { state: 'unknown', cause: 'cut', status: null, detail: '' },
    })
    const own = accepted(1, { profileId: acme.id })
    const { read } = open(
      [
        [acme, [aRun(1), aRun(2, { initialContext: { rundesk_call_id: lost.callId } }), aRun(3)]],
        [beta, [aRun(1)]],
      ],
      [own, lost],
    )
    const { since, profiles } = await read()
    expect(since).toBe('2026-11-14T12:00:00.000Z')
    expect(
      profiles.map(({ profileName, runs }) => [profileName, runs.map(({ from, callId }) => [from, callId])]),
    ).toEqual([
      [
        'Acme',
        [
          ['thisComputer', own.callId],
          ['thisComputer', lost.callId],
          ['elsewhere', null],
        ],
      ],
      // The same ID at another service is a different run.
      ['Beta', [['elsewhere', null]]],
    ])
  })

  it('include the run of a call of this computer whose number was erased', async () => {
    const acme = aProfile()
    const erased = accepted(1, { profileId: acme.id, phoneNumber: '' })
    const { read, remembered } = open([[acme, [aRun(1), aRun(2)]]], [], null, 0, [erased])
    const { profiles } = await read()
    expect(profiles[0]?.runs.map(({ from, callId }) => [from, callId])).toEqual([
      ['thisComputer', erased.callId],
      ['elsewhere', null],
    ])
    const { callId, preparedAt } = erased
    expect(remembered).toEqual([{ callId, preparedAt, phoneNumber: phone, practice: false }])
  })

  it('name the profile that placed the call if another profile of its organization lists its run', async () => {
    const [one, two] = [aProfile({ name: 'One' }), aProfile({ name: 'Two' })]
    const erased = accepted(1, { profileId: one.id, profileName: 'One', phoneNumber: '' })
    const { read } = open([[two, [aRun(1), aRun(2)]]], [], two.id, 0, [
      { ...erased, origin: 'https://voice.acme.example' },
    ])
    expect((await read()).profiles[0]?.runs.map(({ callProfileName }) => callProfileName)).toEqual(['One', null])
  })

  it.each<CallState>([
    { state: 'candidate', runIds: [1, 2] },
    { state: 'closedByOperator', decision: 'placed', who: 'Ana', at: '', note: '', runIds: [1, 2] },
  ])('include each run that may be that of a call of this computer: %j', async (outcome) => {
    const acme = aProfile()
    const call = aCall({ phoneNumber: phone, profileId: acme.id, outcome })
    const own = accepted(1, { profileId: acme.id })
    const { profiles } = await open([[acme, [aRun(1), aRun(2), aRun(3)]]], [call, own]).read()
    expect(profiles[0]?.runs.map(({ callId }) => callId)).toEqual([own.callId, call.callId, null])
  })

  it.each([
    [{}, 'placed'],
    [{ carrierCallId: null }, 'noReport'],
    [{ carrierCallId: '' }, 'noReport'],
    [{ carrierCallId: null, createdAt: '2026-11-15T09:00:00Z' }, 'noReport'],
    [{ disposition: 'qualified' }, 'ended'],
    [{ isCompleted: true }, 'ended'],
    [{ carrierCallId: null, error: 'Failed to initiate call: 400: Invalid To' }, 'failed'],
    [{ carrierCallId: null, error: 'Failed to initiate call: Server disconnected' }, 'unknown'],
    [{ carrierCallId: null, error: 'Failed to initiate call: ' }, 'unknown'],
    [{ error: 'pipeline_error', disposition: 'error' }, 'ended'],
  ] as const)('with %j are %s', async (change, state) => {
    const { read } = open([[aProfile(), [aRun(7, change)]]])
    expect((await read()).profiles[0]?.runs).toMatchObject([{ workflowRunId: 7, state }])
  })

  it('are only those to exactly this number in any notation', async () => {
    const { read, requests } = open([
      [
        aProfile(),
        [
          aRun(1),
          aRun(2, { calledNumber: '4155550123' }),
          aRun(3, { calledNumber: '+24155550123' }),
          aRun(4, { calledNumber: null }),
          aRun(5, { calledNumber: '+1 (415) 555-0123' }),
        ],
      ],
    ])
    expect((await read()).profiles[0]?.runs.map(({ workflowRunId }) => workflowRunId)).toEqual([1, 2, 5])
    expect(requests[0]?.[1]).toEqual({
      calledNumber: '5550123',
      from: '2026-11-14T12:00:00.000Z',
      limit: 100,
      once: true,
    })
  })

  it('are listed once if two profiles share an organization', async () => {
    const { read } = open([
      [aProfile({ name: 'One' }), [aRun(1)]],
      [aProfile({ name: 'Two' }), [aRun(1), aRun(2)]],
    ])
    expect((await read()).profiles.map(({ runs }) => runs.map(({ workflowRunId }) => workflowRunId))).toEqual([
      [1],
      [2],
    ])
  })

  it('are listed for the selected profile if another one shares its organization', async () => {
    const [one, two] = [aProfile({ name: 'One' }), aProfile({ name: 'Two' })]
    const { read } = open(
      [
        [one, [aRun(1)]],
        [two, [aRun(1)]],
      ],
      [],
      two.id,
    )
    expect((await read()).profiles.map(({ profileName }) => profileName)).toEqual(['Two'])
  })

  it('leave out a profile whose runs an earlier one lists, but not one whose organization has none', async () => {
    const { read } = open([
      [aProfile({ name: 'One' }), [aRun(1)]],
      [aProfile({ name: 'Two' }), [aRun(1)]],
      [aProfile({ name: 'Three' }), []],
    ])
    expect((await read()).profiles.map(({ profileName, runs }) => [profileName, runs.length])).toEqual([
      ['One', 1],
      ['Three', 0],
    ])
  })

  it('are empty for a service that cannot be read, which is marked and not treated as a failure', async () => {
    const [locked, open_] = [aProfile({ name: 'Locked' }), aProfile({ origin: 'https://beta.example' })]
    const { read } = open([
      [locked, null],
      [open_, [aRun(1)]],
    ])
    expect((await read()).profiles).toMatchObject([
      { profileName: 'Locked', failure: { kind: 'keychain', reason: 'locked' }, runs: [] },
      { failure: null, runs: [{ workflowRunId: 1 }] },
    ])
  })

  it('are not marked as unread for a profile whose organization another profile could read', async () => {
    const organization = { id: 7, providerId: 'org-7' }
    const unread = [
      aProfile({ name: 'No key', organization }),
      aProfile({ name: 'Another organization', organization: { id: 8, providerId: 'org-8' } }),
      aProfile({ name: 'Unknown organization' }),
      aProfile({
        name: 'Same number elsewhere',
        origin: 'https://beta.example',
        organization: { id: 7, providerId: null },
      }),
    ]
    const { read } = open([
      ...unread.map((profile): [Profile, null] => [profile, null]),
      [aProfile({ name: 'Works', organization }), [aRun(1)]],
    ])
    expect((await read()).profiles.map(({ profileName }) => profileName)).toEqual([
      'Another organization',
      'Unknown organization',
      'Same number elsewhere',
      'Works',
    ])
  })

  it('show the state of this computer’s call, whatever the list of runs says', async () => {
    const own = accepted(1)
    const acme = aProfile({ id: own.profileId })
    const { read } = open([[acme, [aRun(1, { carrierCallId: null }), aRun(2)]]], [own])
    expect((await read()).profiles[0]?.runs).toMatchObject([{ outcome: own.outcome }, { outcome: null }])
  })

  it('are marked as incomplete if the service has more than it returns at once', async () => {
    const listed: [Profile, RunListItem[]][] = [[aProfile(), [aRun(1)]]]
    expect((await open(listed).read()).profiles).toMatchObject([{ more: false }])
    expect((await open(listed, [], null, 101).read()).profiles).toMatchObject([{ more: true }])
  })

  it('are requested at most once a minute', async () => {
    const { read, requests, clock } = open([[aProfile(), [aRun(1)]]])
    await Promise.all([read(), read(), read()])
    clock.now += 59_000
    await read()
    expect(requests).toHaveLength(1)
    clock.now += 2_000
    await read()
    expect(requests).toHaveLength(2)
    // After the clock was set back, the cached response is not reused.
    clock.now -= 3_600_000
    await read()
    expect(requests).toHaveLength(3)
  })

  it('are requested again within the minute for a refresh, which replaces the cached response', async () => {
    const runs = [aRun(1)]
    const { read, requests } = open([[aProfile(), runs]])
    await read()
    runs.push(aRun(2))
    expect((await read(false, true)).profiles[0]?.runs).toHaveLength(2)
    expect((await read()).profiles[0]?.runs).toHaveLength(2)
    expect(requests).toHaveLength(2)
  })

  it('come from services for a real call, and from the selected practice profile for a practice call', async () => {
    const practice = (name: string): Profile => ({
      kind: 'practice',
      id: anId(),
      name,
      color: 'teal',
      createdAt: '2026-11-01T00:00:00.000Z',
      referenceName: null,
    })
    const [real, chosen, other] = [aProfile(), practice('Open'), practice('Closed')]
    const { read, requests } = open(
      [
        [real, [aRun(1)]],
        [chosen, [aRun(2)]],
        [other, [aRun(3)]],
      ],
      [],
      chosen.id,
    )
    expect((await read()).profiles.map(({ practice: isPractice }) => isPractice)).toEqual([false])
    expect((await read(true)).profiles.map(({ profileName }) => profileName)).toEqual(['Open'])
    expect(requests.map(([id]) => id)).toEqual([real.id, chosen.id])
  })
})
