import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../../../../../src/contract/api.ts'
import { fail, succeed } from '../../../../../src/contract/failure.ts'
import type { ChosenRoute } from '../../../../../src/contract/telephony.ts'
import { messages } from '../../../../../src/messages/index.ts'
import { parseDelay } from '../../../../../src/renderer/features/call/form/call-form.ts'
import {
  blankRoute,
  choiceOfRoute,
  rememberDelay,
  routeInUse,
  routeOfChoice,
} from '../../../../../src/renderer/features/call/route/route.ts'
import { createFakeApi, type FakeApiOptions } from '../../../../support/fake-api.ts'
import { acme, fakeAgents, fakeCall, fakeConfigurations } from '../../../../support/fake-api/data.ts'
import { openCallScreen } from '../open-call-screen.ts'

/** Advances the fake clock until a choice has been saved and a number has been parsed. */
const pause = () => vi.advanceTimersByTimeAsync(Math.max(rememberDelay, parseDelay) + 20)
const [renewal, welcome] = [fakeAgents[0]?.agentUuid ?? '', fakeAgents[1]?.agentUuid ?? '']

const open = async (overrides: Partial<Api> = {}, options: FakeApiOptions = {}) => {
  const saved = createFakeApi({ profiles: [acme], ...options })
  const saveLastRoute = vi.fn<Api['saveLastRoute']>(saved.saveLastRoute)
  const screen = await openCallScreen(options, { readLastRoute: saved.readLastRoute, ...overrides, saveLastRoute })
  await pause()
  const shownRoute = () => routeInUse(screen.state().route, screen.call.configurations.store.getState())
  return { ...screen, saveLastRoute, shownRoute }
}

/** Creates a `readLastRoute` that responds when the test tells it to. */
const slowRead = () => {
  const answers: ((route: ChosenRoute | null) => void)[] = []
  const readLastRoute: Api['readLastRoute'] = () =>
    new Promise((resolve) => answers.push((route) => resolve(succeed({ route }))))
  return { readLastRoute, answers, answer: (route: ChosenRoute | null) => answers[0]?.(route) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the route of an agent', () => {
  it('is the last one chosen for it', async () => {
    const { call, state, chooseAgent } = await open()
    chooseAgent('Renewal reminder')
    await pause()
    call.form.chooseRoute({ configurationId: 12, callerId: 'provider' })
    await pause()
    chooseAgent('Welcome call')
    await pause()
    expect(state().route).toEqual(blankRoute)
    chooseAgent('Renewal reminder')
    await pause()
    expect(state().route).toEqual({ ...blankRoute, configurationId: 12, callerId: 'provider' })
  })

  it('can consist of typed IDs', async () => {
    const { call, state, chooseAgent } = await open()
    chooseAgent('Renewal reminder')
    await pause()
    call.form.chooseRoute({ mode: 'ids', configurationText: '7', callerIdText: '' })
    await pause()
    chooseAgent('Welcome call')
    chooseAgent('Renewal reminder')
    await pause()
    expect(state().route).toMatchObject({ mode: 'ids', configurationText: '7', callerIdText: '' })
  })

  it('is saved once the choice remains unchanged, without partially typed IDs', async () => {
    const { call, saveLastRoute, chooseAgent } = await open()
    chooseAgent('Renewal reminder')
    await pause()
    for (const configurationText of ['1', '12', '123']) call.form.chooseRoute({ mode: 'ids', configurationText })
    await pause()
    const route = { mode: 'ids', configurationId: 123, callerId: null }
    expect(saveLastRoute.mock.calls).toEqual([[{ profileId: acme.id, agentUuid: renewal, route }]])
  })

  it('is the one chosen before the agent', async () => {
    const { call, state, chooseAgent, saveLastRoute } = await open()
    call.form.chooseRoute({ configurationId: 13 })
    chooseAgent('Welcome call')
    await pause()
    expect(state().route.configurationId).toBe(13)
    expect(saveLastRoute.mock.calls[0]?.[0].agentUuid).toBe(welcome)
  })

  it('is given as typed IDs while the configurations cannot be loaded, and is neither changed nor saved', async () => {
    const failing: NonNullable<FakeApiOptions['failing']> = {
      listTelephonyConfigurations: { kind: 'unavailable', cause: 'timedOut' },
    }
    const route = { mode: 'listed', configurationId: 11, callerId: null } as const
    const readLastRoute = () => Promise.resolve(succeed({ route }))
    const { call, readiness, saveLastRoute, chooseAgent } = await open({ readLastRoute }, { failing })
    call.form.typeNumber('+14155550123')
    chooseAgent('Renewal reminder')
    await pause()
    const draft = { telephonyConfigurationId: 11, fromPhoneNumberId: null }
    expect(readiness()).toMatchObject({ ready: true, draft })
    delete failing.listTelephonyConfigurations
    call.loadAgain()
    await pause()
    expect(readiness()).toMatchObject({ ready: true, draft: { ...draft, fromPhoneNumberId: 21 } })
    expect(saveLastRoute).not.toHaveBeenCalled()
  })

  it('keeps its caller ID if only the caller IDs cannot be loaded, but not for another configuration', async () => {
    const route = { mode: 'listed', configurationId: 11, callerId: 22 } as const
    const { call, readiness, preflight, chooseAgent } = await open({
      readLastRoute: () => Promise.resolve(succeed({ route })),
      listCallerIds: () => Promise.resolve(fail({ kind: 'unavailable', cause: 'timedOut' })),
    })
    call.form.typeNumber('+14155550123')
    chooseAgent('Renewal reminder')
    await call.routeLabels.label('callerId', 22, 'Sales')
    await pause()
    const callerId = messages.call.route.callerIdById(22, 'Sales')
    expect(readiness()).toMatchObject({
      ready: true,
      draft: { telephonyConfigurationId: 11, fromPhoneNumberId: 22, fromPhoneNumberText: callerId },
      dial: { callerId },
    })
    expect(preflight()).toContainEqual({ check: 'callerId', state: 'byId' })
    call.form.chooseRoute({ configurationId: 99 })
    expect(readiness()).toMatchObject({
      ready: true,
      draft: { telephonyConfigurationId: 11, fromPhoneNumberId: null, fromPhoneNumberText: null },
    })
    expect(preflight()).toContainEqual({ check: 'callerId', state: 'failed' })
  })

  it('has no caller ID of an unknown configuration if the caller IDs cannot be loaded', async () => {
    const route = { mode: 'listed', configurationId: null, callerId: 22 } as const
    const { call, readiness, preflight, chooseAgent } = await open({
      readLastRoute: () => Promise.resolve(succeed({ route })),
      listCallerIds: () => Promise.resolve(fail({ kind: 'unavailable', cause: 'timedOut' })),
    })
    call.form.typeNumber('+14155550123')
    chooseAgent('Renewal reminder')
    await pause()
    expect(readiness()).toMatchObject({
      ready: true,
      draft: { telephonyConfigurationId: 11, fromPhoneNumberId: null, fromPhoneNumberText: null },
      dial: { callerId: null },
    })
    expect(preflight()).toContainEqual({ check: 'callerId', state: 'failed' })
  })

  it('keeps IDs that the user typed while the configurations could not be loaded', async () => {
    const { call, state, shownRoute, saveLastRoute, chooseAgent } = await open({
      listTelephonyConfigurations: () => Promise.resolve(succeed([])),
    })
    chooseAgent('Renewal reminder')
    await pause()
    call.form.chooseRoute({ ...shownRoute(), configurationText: '77' })
    call.configurations.setData(fakeConfigurations)
    await pause()
    expect(state().route).toMatchObject({ mode: 'ids', configurationText: '77' })
    expect(saveLastRoute.mock.lastCall?.[0].route).toEqual({ mode: 'ids', configurationId: 77, callerId: null })
  })

  it('is that of a repeated call once it is used or edited', async () => {
    const { call, state, readiness, chooseAgent, saveLastRoute } = await open()
    chooseAgent('Welcome call')
    call.form.typeNumber('+14155550177')
    await pause()
    const accepted = { state: 'notFound', since: new Date().toISOString() } as const
    const earlier = fakeCall(1, Date.now(), accepted, { telephonyConfigurationId: 12, fromPhoneNumberId: null })
    const fill = async () => {
      const detail = { call: earlier, initialContext: {}, erasedAt: null, events: [], learned: null, note: null }
      call.form.fillFrom(detail, call.configurations.store.getState().data?.value ?? [], 'again', null)
      await pause()
    }
    const route = { mode: 'listed', configurationId: 12, callerId: 'provider' }
    await fill()
    expect(state().route).toMatchObject(route)
    expect(call.filledFrom.undo()).toBe(true)
    await pause()
    expect(saveLastRoute).not.toHaveBeenCalled()
    await fill()
    const ready = readiness()
    if (!ready.ready) throw new Error(JSON.stringify(ready.missing))
    await call.form.triggerCall(ready.draft)
    await pause()
    expect(saveLastRoute.mock.calls).toEqual([[{ profileId: acme.id, agentUuid: earlier.agentUuid, route }]])
    await fill()
    call.form.chooseRoute({ callerId: 21 })
    await pause()
    expect(saveLastRoute.mock.calls.slice(1)).toEqual([
      [{ profileId: acme.id, agentUuid: earlier.agentUuid, route: { ...route, callerId: 21 } }],
    ])
  })

  it('is that of a call that was filled in while the saved one was being read', async () => {
    const { readLastRoute, answers } = slowRead()
    const { call, state, chooseAgent, saveLastRoute } = await open({ readLastRoute })
    chooseAgent('Welcome call')
    const outcome = { state: 'notFound', since: new Date().toISOString() } as const
    const earlier = fakeCall(1, Date.now(), outcome, { telephonyConfigurationId: 12, fromPhoneNumberId: null })
    const detail = { call: earlier, initialContext: {}, erasedAt: null, events: [], learned: null, note: null }
    call.form.fillFrom(detail, call.configurations.store.getState().data?.value ?? [], 'again', null)
    for (const answer of answers) answer({ mode: 'listed', configurationId: 11, callerId: 22 })
    await pause()
    const route = { mode: 'listed', configurationId: 12, callerId: 'provider' }
    expect(state()).toMatchObject({ agent: { agentUuid: earlier.agentUuid }, isRecalling: false, route })
    expect(saveLastRoute).not.toHaveBeenCalled()
  })

  it('is awaited before the form is ready', async () => {
    const { readLastRoute, answer } = slowRead()
    const { call, chooseAgent, readiness } = await open({ readLastRoute })
    call.form.typeNumber('+14155550123')
    chooseAgent('Renewal reminder')
    await pause()
    expect(readiness()).toEqual({ ready: false, missing: [{ what: 'route' }] })
    answer({ mode: 'ids', configurationId: 7, callerId: 9 })
    await pause()
    expect(readiness()).toMatchObject({
      ready: true,
      draft: { telephonyConfigurationId: 7, fromPhoneNumberId: 9 },
      dial: {
        configuration: messages.call.route.configurationById(7, null),
        callerId: messages.call.route.callerIdById(9, null),
      },
    })
  })

  it('is the default if it cannot be read, and never replaces a newer choice', async () => {
    const { readLastRoute, answer } = slowRead()
    const { call, state, chooseAgent } = await open({ readLastRoute })
    chooseAgent('Renewal reminder')
    call.form.chooseRoute({ configurationId: 13 })
    answer({ mode: 'listed', configurationId: 12, callerId: null })
    await pause()
    expect(state()).toMatchObject({ isRecalling: false, route: { configurationId: 13 } })
    const failed = await open({}, { failing: { readLastRoute: { kind: 'storage', reason: 'full' } } })
    failed.chooseAgent('Renewal reminder')
    await pause()
    expect(failed.state()).toMatchObject({ isRecalling: false, route: blankRoute })
  })
})

describe('typed IDs', () => {
  it('show their labels in the record and on the button', async () => {
    const { call, chooseAgent, readiness } = await open()
    chooseAgent('Renewal reminder')
    call.form.typeNumber('+14155550123')
    await pause()
    call.form.chooseRoute({ mode: 'ids', configurationText: '7', callerIdText: '9' })
    expect(await call.routeLabels.label('configuration', 7, 'Main trunk')).toBe(true)
    const configuration = messages.call.route.configurationById(7, 'Main trunk')
    expect(readiness()).toMatchObject({
      ready: true,
      draft: { telephonyConfigurationId: 7, telephonyConfigurationName: configuration },
      dial: { configuration, callerId: messages.call.route.callerIdById(9, null) },
    })
  })

  it.each<[string, Parameters<typeof routeOfChoice>[0], ChosenRoute | null]>([
    ['nothing typed', { ...blankRoute, mode: 'ids' }, null],
    ['no id', { ...blankRoute, mode: 'ids', configurationText: 'x', callerIdText: '9' }, null],
    [
      'one of them',
      { ...blankRoute, mode: 'ids', callerIdText: '9' },
      { mode: 'ids', configurationId: null, callerId: 9 },
    ],
    [
      'the list',
      { ...blankRoute, callerId: 'provider' },
      { mode: 'listed', configurationId: null, callerId: 'provider' },
    ],
  ])('with %s are saved and restored', (_name, from, route) => {
    expect(routeOfChoice(from)).toEqual(route)
    expect(route && routeOfChoice(choiceOfRoute(route))).toEqual(route)
  })
})
