import { describe, expect, it, vi } from 'vitest'
import type { AgentText } from '../../../../../src/contract/agent.ts'
import type { CallState } from '../../../../../src/contract/call.ts'
import { type Failure, invalid, succeed } from '../../../../../src/contract/failure.ts'
import type { CalleeHour } from '../../../../../src/contract/phone-number.ts'
import type { PreflightCheck } from '../../../../../src/messages/en/preflight.ts'
import { messages } from '../../../../../src/messages/index.ts'
import { blankForm, type CallFormState } from '../../../../../src/renderer/features/call/form/call-form-state.ts'
import {
  createCallScreenModel,
  loadAgainWhenUp,
} from '../../../../../src/renderer/features/call/form/call-screen-model.ts'
import {
  preflightChecks,
  type PreflightInput,
  toneOfPreflight,
} from '../../../../../src/renderer/features/call/preflight/preflight-line.tsx'
import { blankRoute } from '../../../../../src/renderer/features/call/route/route.ts'
import { createQuery, type QueryState } from '../../../../../src/renderer/lib/query.ts'
import { aCall, accepted } from '../../../../support/a-call.ts'
import { createFakeApi, type FakeApiOptions } from '../../../../support/fake-api.ts'
import { fakeAgentText } from '../../../../support/fake-api/agents.ts'
import { readFakeNumber } from '../../../../support/fake-api/numbers.ts'
import { acme, fakeAgents, fakeCall, fakeCallerIds, fakeConfigurations } from '../../../../support/fake-api/data.ts'
import { waitFor } from '../../../../support/wait-for.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const ready = <T>(value: T, at = now): QueryState<T> => ({ step: 'ready', data: { value, at } })
const failed = <T>(failure: Failure, at = now, value: T | null = null): QueryState<T> => ({
  step: 'failed',
  failure,
  at,
  data: value === null ? null : { value, at: at - 1 },
})
const loading: QueryState<never> = { step: 'loading', since: now, data: null, failed: null }

const { id, name, color, createdAt, referenceName } = acme
const profileFields = { id, name, color, createdAt, referenceName }
const uuid = fakeAgents[0]?.agentUuid ?? ''

const form = (change: Partial<CallFormState> = {}): CallFormState => ({ ...blankForm('call'), ...change })

const formWithNumber = (text: string, change: Partial<CallFormState> = {}): CallFormState => {
  const asTyped = change.asTyped ?? false
  const reading = readFakeNumber(text, asTyped)
  if (!reading) throw new Error('not read')
  return form({ numberText: text, number: { step: 'read', text, asTyped, reading }, ...change })
}

const input = (change: Partial<PreflightInput> = {}): PreflightInput => ({
  form: form(),
  profile: acme,
  keyQueries: [ready(fakeAgents)],
  refused: null,
  today: [],
  agentText: null,
  configurations: ready(fakeConfigurations),
  callerIds: ready(fakeCallerIds),
  doNotCall: null,
  missing: null,
  repeatMinutes: 10,
  openedAt: 0,
  now,
  ...change,
})

const find = (change: Partial<PreflightInput>, check: PreflightCheck['check']): PreflightCheck | undefined =>
  preflightChecks(input(change)).find((one) => one.check === check)

/** Returns the tone and the state of a check, such as `good: works`; null if the check is absent. */
const summary = (change: Partial<PreflightInput>, kind: PreflightCheck['check']): string | null => {
  const check = find(change, kind)
  if (!check) return null
  const state =
    'state' in check
      ? check.state
      : 'validity' in check
        ? check.validity
        : 'quiet' in check
          ? check.quiet.state
          : check.check
  return `${toneOfPreflight(check, false)}: ${state}`
}

it('does not show as good what the service reported before it went down, unlike a valid number', () => {
  const works: PreflightCheck = { check: 'key', state: 'works', session: false, at: now }
  expect(toneOfPreflight(works, false)).toBe('good')
  expect(toneOfPreflight(works, true)).toBe('idle')
  expect(toneOfPreflight({ check: 'configuration', state: 'ready' }, true)).toBe('idle')
  expect(toneOfPreflight({ check: 'key', state: 'rejected', at: now }, true)).toBe('bad')
  expect(toneOfPreflight({ check: 'number', validity: 'valid' }, true)).toBe('good')
})

describe('the check of the key', () => {
  it.each<[string, PreflightInput['keyQueries'], string]>([
    [
      'works according to the latest response',
      [failed({ kind: 'unauthorized', detail: '' }, now - 9), ready(1)],
      'good: works',
    ],
    ['is rejected after it worked', [ready(1, now - 9), failed({ kind: 'unauthorized', detail: '' })], 'bad: rejected'],
    ['works if only something else is forbidden', [failed({ kind: 'forbidden', detail: '' })], 'good: works'],
    ['is lost without a key', [failed({ kind: 'keychain', reason: 'missing' })], 'bad: lost'],
    ['is unavailable in a locked keychain', [failed({ kind: 'keychain', reason: 'locked' })], 'bad: unavailable'],
    [
      'is unchecked without a response',
      [failed({ kind: 'unreachable', cause: 'refused' }), loading],
      'check: unchecked',
    ],
    ['is being checked before the first response', [loading], 'busy: checking'],
  ])('%s', (_title, keyQueries, expected) => expect(summary({ keyQueries }, 'key')).toBe(expected))

  const rejected = (status: number, at: number) =>
    aCall({ outcome: { state: 'rejected', status, detail: '', issues: [] }, changedAt: new Date(at).toISOString() })

  it('reflects the latest response to a call or a query', () => {
    const keyQueries = [ready(fakeAgents, now - 60_000)]
    const refused = rejected(401, now - 30_000)
    expect(summary({ keyQueries, today: [refused] }, 'key')).toBe('bad: rejected')
    for (const status of [402, 403])
      expect(summary({ keyQueries, today: [rejected(status, now - 10_000), refused] }, 'key')).toBe('good: works')
    expect(summary({ keyQueries: [ready(fakeAgents)], today: [refused] }, 'key')).toBe('good: works')
    expect(summary({ keyQueries: [ready(fakeAgents)], today: [rejected(401, now)] }, 'key')).toBe('bad: rejected')
  })

  it('is being checked until the first response, also after calls of an earlier session', () => {
    const keyQueries = [loading]
    const preparedAt = new Date(now - 660_000).toISOString()
    const earlier = aCall({
      outcome: accepted,
      preparedAt,
      // The service or a person changed it since.
      changedAt: new Date(now).toISOString(),
    })
    const check = (openedAt: number) => summary({ keyQueries, today: [earlier], openedAt }, 'key')
    expect(check(now - 660_001)).toBe('good: works')
    expect(check(now - 659_999)).toBe('busy: checking')
  })

  // The service sends a 422 before it checks the key, and a proxy may send the others.
  it.each([302, 400, 404, 405, 409, 413, 422, 429, 431])('ignores a call with response status %d', (status) => {
    const keyQueries = [ready(fakeAgents, now - 60_000)]
    const today = [rejected(status, now - 10_000), rejected(401, now - 30_000)]
    expect(summary({ keyQueries, today }, 'key')).toBe('bad: rejected')
    expect(summary({ keyQueries: [loading], today: [rejected(status, now - 10_000)] }, 'key')).toBe('busy: checking')
  })

  it.each<[string, Failure]>([
    ['a missing resource', { kind: 'notFound', detail: '' }],
    ['a refusal by a proxy', { kind: 'refused', status: 405, detail: '' }],
    ['an invalid request', { kind: 'invalid', issues: [] }],
  ])('keeps its state after %s', (_title, failure) => {
    const rejection = failed({ kind: 'unauthorized', detail: '' }, now - 60_000)
    expect(summary({ keyQueries: [rejection, failed(failure)] }, 'key')).toBe('bad: rejected')
    expect(summary({ keyQueries: [ready(1, now - 60_000), failed(failure)] }, 'key')).toBe('good: works')
    expect(summary({ keyQueries: [failed(failure)] }, 'key')).toBe('check: unchecked')
  })

  it('is rejected while main knows of a refusal, even if an earlier request with the key succeeded', () => {
    const refused = { profileId: id, at: new Date(now - 30_000).toISOString() }
    const keyQueries = [ready(fakeAgents)]
    expect(find({ keyQueries, refused }, 'key')).toEqual({ check: 'key', state: 'rejected', at: now - 30_000 })
    expect(summary({ keyQueries, refused: { ...refused, unreadable: 'locked' } }, 'key')).toBe('bad: unavailable')
  })

  it('says how long ago the service rejected the key, so that an old rejection is not mistaken for a current one', () => {
    const check = find({ keyQueries: [failed({ kind: 'unauthorized', detail: '' }, now - 3_600_000)] }, 'key')
    expect(check).toEqual({ check: 'key', state: 'rejected', at: now - 3_600_000 })
    expect(check && messages.preflight.short(check, now)).toContain(messages.time.ago(3_600_000))
  })

  it('counts the later one of two signs from the future', () => {
    const success = ready(fakeAgents, now + 7_200_000)
    const today = [rejected(401, now + 3_600_000)]
    expect(summary({ keyQueries: [success], today }, 'key')).toBe('good: works')
  })

  it('counts a sign from the future only without another one, and shows no age for it', () => {
    const ahead = ready(fakeAgents, now + 3_600_000)
    const rejection = failed({ kind: 'unauthorized', detail: '' }, now - 60_000)
    expect(summary({ keyQueries: [ahead, rejection] }, 'key')).toBe('bad: rejected')
    const check = find({ keyQueries: [ahead] }, 'key')
    expect(check).toMatchObject({ state: 'works' })
    expect(check && messages.preflight.detail(check, now)).not.toContain(messages.time.ago(0))
  })

  it('shows the time of the check and whether the key is kept only for the session', () => {
    const profile = {
      kind: 'service',
      ...profileFields,
      origin: 'https://voice.acme.example',
      keyStorage: 'session',
    } as const
    const check = find({ profile, keyQueries: [ready(1, now - 90_000)] }, 'key')
    expect(check).toEqual({ check: 'key', state: 'works', session: true, at: now - 90_000 })
    expect(check && messages.preflight.detail(check, now)).toContain(messages.time.ago(90_000))
  })

  it('is replaced by the practice check, because practice has no key', () => {
    const practice = { kind: 'practice', ...profileFields } as const
    expect(summary({ profile: practice }, 'key')).toBeNull()
    expect(summary({ profile: practice }, 'practice')).toBe('idle: practice')
  })
})

describe('a replaced key', () => {
  const unauthorized: Failure = { kind: 'unauthorized', detail: 'Invalid API key' }

  /** Opens the screen for a profile whose key has been archived. The first refused request was a call. */
  const openWithRejectedKey = async () => {
    let time = now
    const tick = () => (time += 1_000)
    const failing: NonNullable<FakeApiOptions['failing']> = {}
    const fake = createFakeApi({ profiles: [acme], failing })
    const api = {
      ...fake,
      listAgents: vi.fn(fake.listAgents),
      listCallerIds: vi.fn(fake.listCallerIds),
      readAgentText: vi.fn(fake.readAgentText),
    }
    const call = createCallScreenModel({ api, now: tick, randomBytes: (length) => new Uint8Array(length) }, acme)
    await Promise.all([call.agents.load(), call.configurations.load()])
    const refused = aCall({
      outcome: { state: 'rejected', status: 401, detail: '', issues: [] },
      changedAt: new Date(tick()).toISOString(),
    })
    const keyState = () =>
      summary(
        {
          keyQueries: [call.agents.store.getState(), call.configurations.store.getState()],
          today: [refused],
        },
        'key',
      )
    return { fake, api, failing, call, keyState }
  }

  it('is checked immediately', async () => {
    const { fake, keyState } = await openWithRejectedKey()
    expect(keyState()).toBe('bad: rejected')
    await fake.replaceKey({ profileId: acme.id, entryId: crypto.randomUUID(), keyStorage: 'keychain' })
    await waitFor(() => expect(keyState()).toBe('good: works'))
  })

  it('is checked again when another screen’s request shows that the service accepts it', async () => {
    const { fake, api, failing, call, keyState } = await openWithRejectedKey()
    Object.assign(failing, { listTelephonyConfigurations: unauthorized })
    await call.configurations.refresh()
    vi.spyOn(api, 'listRefusedKeys').mockResolvedValueOnce(succeed([{ profileId: acme.id, at: '' }]))
    fake.announce('peopleChanged', {})
    expect(keyState()).toBe('bad: rejected')
    delete failing.listTelephonyConfigurations
    fake.announce('peopleChanged', {})
    await waitFor(() => expect(keyState()).toBe('good: works'))
    await waitFor(() => expect(call.configurations.store.getState().step).toBe('ready'))
  })

  it('is checked again if the service had rejected it before the screen was opened', async () => {
    const failing: NonNullable<FakeApiOptions['failing']> = { listAgents: unauthorized }
    const refusedKeys = [{ profileId: acme.id, at: new Date(now).toISOString() }]
    const fake = createFakeApi({ profiles: [acme], failing, refusedKeys })
    const call = createCallScreenModel(
      { api: fake, now: () => now, randomBytes: (length) => new Uint8Array(length) },
      acme,
    )
    await waitFor(() => expect(call.agents.store.getState().step).toBe('failed'))
    delete failing.listAgents
    refusedKeys.pop()
    fake.announce('peopleChanged', {})
    await waitFor(() => expect(call.agents.store.getState().step).toBe('ready'))
  })

  it('is shown as rejected if it does not work either', async () => {
    const { fake, failing, call, keyState } = await openWithRejectedKey()
    await Promise.all([call.agents.load(), call.configurations.load()])
    expect(keyState()).toBe('good: works')
    Object.assign(failing, { listAgents: unauthorized, listTelephonyConfigurations: unauthorized })
    fake.announce('profilesChanged', { rekeyed: acme.id })
    await waitFor(() => expect(keyState()).toBe('bad: rejected'))
  })

  it('reloads only the caller IDs that had been loaded before', async () => {
    const { fake, api, call } = await openWithRejectedKey()
    const [first] = fakeConfigurations
    if (!first) throw new Error('no configuration')
    await call.callerIdsOf(first.id).load()
    fake.announce('profilesChanged', { rekeyed: acme.id })
    await waitFor(() => expect(api.listCallerIds).toHaveBeenCalledTimes(2))
    expect(api.listCallerIds.mock.calls.map(([{ telephonyConfigurationId }]) => telephonyConfigurationId)).toEqual([
      first.id,
      first.id,
    ])
  })

  it('of another organization no longer confirms the agent of the earlier one', async () => {
    const { fake, api, call } = await openWithRejectedKey()
    const { store, load } = call.agentQueries.textOf(uuid)
    await load()
    expect(store.getState().data?.value.state).toBe('published')
    const checkedAt = new Date(now).toISOString()
    api.readAgentText.mockResolvedValue(succeed({ state: 'notListed', agentUuid: uuid, checkedAt }))
    fake.announce('profilesChanged', { rekeyed: acme.id })
    await waitFor(() => expect(store.getState().data?.value.state).toBe('notListed'))
  })

  it('of another profile reloads nothing', async () => {
    const { fake, api, call } = await openWithRejectedKey()
    const count = api.listAgents.mock.calls.length
    fake.announce('profilesChanged', {})
    fake.announce('profilesChanged', { rekeyed: '01K00000000000000000000009' })
    call.close()
    fake.announce('profilesChanged', { rekeyed: acme.id })
    await Promise.resolve()
    expect(api.listAgents.mock.calls.length).toBe(count)
  })
})

describe('a service that responds again', () => {
  const noResponse: Failure = { kind: 'unavailable', cause: 'timedOut' }

  it('gets another request for what could not be loaded, but not with a key that it rejected', async () => {
    const failing: NonNullable<FakeApiOptions['failing']> = {}
    const fake = createFakeApi({ profiles: [acme], failing })
    const api = { ...fake, listTelephonyConfigurations: vi.fn(fake.listTelephonyConfigurations) }
    const call = createCallScreenModel({ api, now: () => now, randomBytes: (length) => new Uint8Array(length) }, acme)
    const { agents, agentQueries, configurations } = call
    const text = agentQueries.textOf(uuid)
    await Promise.all([agents.load(), configurations.load()])
    Object.assign(failing, {
      checkHealth: noResponse,
      listAgents: noResponse,
      readAgentText: noResponse,
      listTelephonyConfigurations: { kind: 'unauthorized', detail: '' },
    })
    const health = createQuery(
      () => api.checkHealth({ profileId: acme.id }),
      () => now,
    )
    const stop = loadAgainWhenUp(health, call)
    const all = () => Promise.all([agents.load(), configurations.load(), text.load(), health.load()])
    await all()
    const steps = () => [agents, text, configurations].map(({ store }) => store.getState().step)
    expect(steps()).toEqual(['failed', 'failed', 'failed'])
    const count = api.listTelephonyConfigurations.mock.calls.length
    for (const operation of ['checkHealth', 'listAgents', 'readAgentText'] as const) delete failing[operation]
    await health.load()
    await waitFor(() => expect(steps()).toEqual(['ready', 'ready', 'failed']))
    expect(api.listTelephonyConfigurations).toHaveBeenCalledTimes(count)
    stop()
  })
})

describe('the check of the agent', () => {
  const agent = { kind: 'agent', agentUuid: uuid, name: 'Renewal reminder', archived: false } as const
  const text = fakeAgentText(uuid, now)

  it.each<[string, QueryState<AgentText> | null, string]>([
    ['published', ready(text), 'good: published'],
    ['archived', ready({ ...text, archived: true } as AgentText), 'bad: archived'],
    ['not listed', ready({ state: 'notListed', agentUuid: uuid, checkedAt: '' }), 'check: notListed'],
    ['being read', loading, 'busy: checking'],
    ['unreachable', failed({ kind: 'unreachable', cause: 'refused' }), 'idle: unreported'],
    ['known from before', failed({ kind: 'unreachable', cause: 'refused' }, now, text), 'good: published'],
  ])('shows that the agent’s version is %s', (_title, agentText, expected) =>
    expect(summary({ form: form({ agent }), agentText }, 'agent')).toBe(expected),
  )

  it('mentions a draft that calls do not use', () => {
    const check = find({ form: form({ agent }), agentText: ready(text) }, 'agent')
    expect(check).toMatchObject({ state: 'published', draft: true })
    expect(check && 'draft' in check && messages.preflight.detail(check, now)).not.toBe(
      check && 'draft' in check && messages.preflight.detail({ ...check, draft: false }, now),
    )
  })

  it('is absent without an agent', () => expect(summary({}, 'agent')).toBeNull())
})

describe('the checks of the route', () => {
  const listed = (configurationId: number) => ({ form: form({ route: { ...blankRoute, configurationId } }) })
  it.each<[string, Partial<PreflightInput>, string, string | null]>([
    ['the default', {}, 'good: ready', 'good: active'],
    ['a configuration that is not ready', listed(12), 'check: notReady', 'good: active'],
    ['a deactivated configuration', listed(13), 'bad: deactivated', 'good: active'],
    [
      'an inactive caller ID',
      { form: form({ route: { ...blankRoute, callerId: 23 } }) },
      'good: ready',
      'bad: inactive',
    ],
    [
      'the provider’s choice',
      { form: form({ route: { ...blankRoute, callerId: 'provider' } }) },
      'good: ready',
      'idle: provider',
    ],
    ['configurations being loaded', { configurations: loading }, 'busy: checking', null],
    [
      'configurations that cannot be read',
      { configurations: failed({ kind: 'forbidden', detail: '' }) },
      'idle: none',
      'idle: provider',
    ],
    [
      'caller IDs that cannot be read',
      { callerIds: failed({ kind: 'forbidden', detail: '' }) },
      'good: ready',
      'check: failed',
    ],
    [
      'typed ids',
      { form: form({ route: { ...blankRoute, mode: 'ids', configurationText: '7', callerIdText: 'x' } }) },
      'bad: notListed',
      'bad: invalidId',
    ],
    [
      'typed ids that are in the lists',
      { form: form({ route: { ...blankRoute, mode: 'ids', configurationText: '11', callerIdText: '22' } }) },
      'good: ready',
      'good: active',
    ],
    [
      'typed ids that the lists describe as unusable',
      { form: form({ route: { ...blankRoute, mode: 'ids', configurationText: '12', callerIdText: '23' } }) },
      'check: notReady',
      'bad: inactive',
    ],
    [
      'a typed caller ID that is not listed',
      { form: form({ route: { ...blankRoute, mode: 'ids', configurationText: '11', callerIdText: '999' } }) },
      'good: ready',
      'bad: notListed',
    ],
    [
      'typed ids without the lists',
      {
        form: form({ route: { ...blankRoute, mode: 'ids', configurationText: '11', callerIdText: '22' } }),
        configurations: failed({ kind: 'forbidden', detail: '' }),
        callerIds: failed({ kind: 'forbidden', detail: '' }),
      },
      'idle: byId',
      'idle: byId',
    ],
    ['empty ids', { form: form({ route: { ...blankRoute, mode: 'ids' } }) }, 'idle: none', 'idle: provider'],
  ])('show %s', (_title, change, configuration, callerId) => {
    expect(summary(change, 'configuration')).toBe(configuration)
    expect(summary(change, 'callerId')).toBe(callerId)
  })

  it('include the service’s reason for a configuration that is not ready', () => {
    const reason = fakeConfigurations.find((one) => one.id === 12)?.blockedReason
    expect(find(listed(12), 'configuration')).toMatchObject({ state: 'notReady', reason })
  })
})

describe('the checks of the number', () => {
  it('show its validity', () => {
    expect(summary({ form: formWithNumber('+14155550123') }, 'number')).toBe('good: valid')
    expect(summary({ form: formWithNumber('+19995550123') }, 'number')).toBe('check: possible')
    expect(summary({ form: formWithNumber('sip:a@b.example', { asTyped: true }) }, 'number')).toBe('idle: unvalidated')
    expect(summary({}, 'number')).toBeNull()
  })

  it.each<[CalleeHour['quiet']['state'], string | null]>([
    ['off', null],
    ['no', 'good: no'],
    ['yes', 'check: yes'],
    ['maybe', 'check: maybe'],
    ['unknown', 'idle: unknown'],
  ])('show the quiet hours of a telephone number: %s', (state, expected) => {
    const hour: CalleeHour = {
      zones: [],
      localTimes: [],
      doubt: 'none',
      source: 'prefix',
      quiet: { state, from: '21:00', to: '08:00', endsAt: null },
    }
    const calleeHour = { dial: '', zone: null, hour }
    expect(summary({ form: formWithNumber('+14155550123', { calleeHour }) }, 'quiet')).toBe(expected)
    expect(summary({ form: formWithNumber('4711', { asTyped: true, calleeHour }) }, 'quiet')).toBeNull()
  })

  it('show an entry in the do-not-call list', () => {
    const entry = {
      entryId: 'e',
      phoneNumber: '+14155550123',
      phoneNumberDisplay: '+1 415 555 0123',
      practice: false,
      reason: 'asked us to stop',
      addedAt: '2026-11-20T09:00:00Z',
      addedBy: 'ana',
    }
    const listed = { form: formWithNumber('+1 415 555 0123'), doNotCall: entry }
    expect(summary({ form: listed.form }, 'doNotCall')).toBeNull()
    expect(summary(listed, 'doNotCall')).toBe('check: doNotCall')
    expect(messages.preflight.detail({ check: 'doNotCall', entry }, now)).toBe(messages.doNotCall.since(entry))
  })

  it('show a call of the last day that may have rung, and one that blocks the number', () => {
    const connectionCut = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
    const inProgress = {
      state: 'accepted',
      workflowRunId: 1,
      workflowRunName: '',
      status: '',
      reconciled: false,
      progress: 'started',
    } as const
    const ended = { ...inProgress, end: { kind: 'noAnswer', disposition: null, durationSeconds: null } } as const
    const recent = (call: ReturnType<typeof fakeCall>, repeatMinutes = 10) =>
      summary({ form: form({ recent: { dial: '', calls: [call], runs: [], unread: null } }), repeatMinutes }, 'recent')
    expect(recent(fakeCall(1, now - 60_000, connectionCut))).toBe('bad: locked')
    expect(recent(fakeCall(1, now - 60_000, inProgress))).toBe('check: repeat')
    expect(recent(fakeCall(1, now - 60_000, ended))).toBe('check: repeat')
    expect(recent(fakeCall(1, now - 660_000, ended))).toBe('idle: called')
    expect(recent(fakeCall(1, now - 60_000, ended), 0)).toBe('idle: called')
    expect(recent(fakeCall(1, now - 60_000, inProgress), 0)).toBe('check: repeat')
    const both = [fakeCall(1, now - 660_000, ended), fakeCall(2, now - 720_000, inProgress)]
    expect(summary({ form: form({ recent: { dial: '', calls: both, runs: [], unread: null } }) }, 'recent')).toBe(
      'check: repeat',
    )
    expect(recent(fakeCall(1, now - 90_000_000, inProgress))).toBeNull()
    expect(recent(fakeCall(1, now - 60_000, { state: 'notSent', cause: 'noRoute' }))).toBeNull()
  })
})

describe('the check of the context', () => {
  it('counts the missing values if the required ones are known', () => {
    expect(find({ missing: 0 }, 'context')).toEqual({ check: 'context', state: 'complete' })
    expect(find({ missing: 3 }, 'context')).toEqual({ check: 'context', state: 'missing', count: 3 })
    expect(find({ missing: null }, 'context')).toBeUndefined()
    const context = { value: null, written: null, notes: [], bytes: 0 }
    expect(summary({ form: form({ context }), missing: 0 }, 'context')).toBe('bad: invalid')
    const { failure: keyFailure } = invalid(['initialContext', 'notes'], 'containsKey')
    expect(summary({ form: form({ keyFailure }), missing: 0 }, 'context')).toBe('bad: invalid')
  })
})

it('says of an archived agent and a recent call only what is true on every screen', () => {
  const archived = { check: 'agent', state: 'archived' } as const
  expect(messages.preflight.detail(archived, now)).toBe(messages.call.agent.archivedWarning)
  // While a call is followed, no earlier call is shown below the number.
  const called = { check: 'recent', state: 'called', at: now - 38_000 } as const
  expect(messages.preflight.detail(called, now)).toBe(`Called ${messages.time.ago(38_000)}.`)
})

it('does not say that a number was called if its call was resolved as not placed although it has a run', () => {
  const detailFor = (decision: 'placed' | 'notPlaced') => {
    const outcome: CallState = { state: 'closedByOperator', decision, who: 'Ada', at: '', note: '', runIds: [7_002] }
    const calls = [fakeCall(1, now - 60_000, outcome)]
    const check = find({ form: form({ recent: { dial: '', calls, runs: [], unread: null } }) }, 'recent')
    return check && messages.preflight.detail(check, now)
  }
  expect(detailFor('placed')).toBe(
    messages.preflight.detail({ check: 'recent', state: 'repeat', at: now - 60_000 }, now),
  )
  expect(detailFor('notPlaced')).toContain(messages.time.ago(60_000))
  expect(detailFor('notPlaced')).not.toBe(detailFor('placed'))
})
