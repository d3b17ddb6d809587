import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '../../../src/contract/failure.ts'
import type { ChosenRoute } from '../../../src/contract/route.ts'
import { createCallDesk } from '../../../src/renderer/call/call-desk.ts'
import { blankFrom } from '../../../src/renderer/call/calls-from.ts'
import { choiceOfRoute, choicePause, routeOfChoice } from '../../../src/renderer/call/calls-from-memory.ts'
import { readingPause } from '../../../src/renderer/call/number-reader.ts'
import { readinessOf } from '../../../src/renderer/call/readiness.ts'
import { createFakeDesk, type FakeDeskOptions } from '../../support/fake-desk.ts'
import { acme, fakeAgents, fakeCall } from '../../support/fake-desk/fake-world.ts'

const pause = () => vi.advanceTimersByTimeAsync(Math.max(choicePause, readingPause) + 20)
const [renewal, welcome] = [fakeAgents[0]?.agentUuid ?? '', fakeAgents[1]?.agentUuid ?? '']

const open = async (change: Partial<ReturnType<typeof createFakeDesk>> = {}, options: FakeDeskOptions = {}) => {
  const desk = { ...createFakeDesk({ profiles: [acme], ...options }), ...change }
  const rememberRoute = vi.fn<typeof desk.rememberRoute>(desk.rememberRoute)
  const parts = { desk: { ...desk, rememberRoute }, now: () => Date.now(), randomBytes: () => new Uint8Array(16) }
  const call = createCallDesk(parts, acme)
  await pause()
  const state = () => call.form.store.getState()
  const choose = (name: string) => call.form.typeAgent(name, fakeAgents)
  const readiness = () =>
    readinessOf(
      state(),
      {
        configurations: call.configurations.store.getState(),
        callerIds: call.callerIdsOf(11).store.getState(),
        past: [],
        labels: call.labels.list.store.getState().known?.value ?? [],
      },
      acme,
    )
  return { call, desk, rememberRoute, state, choose, readiness }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what calls to an agent go out through', () => {
  it('is what was chosen for it last', async () => {
    const { call, state, choose } = await open()
    choose('Renewal reminder')
    await pause()
    call.form.callFrom({ configurationId: 12, callerId: 'provider' })
    await pause()
    choose('Welcome call')
    await pause()
    expect(state().from).toEqual(blankFrom)
    choose('Renewal reminder')
    await pause()
    expect(state().from).toEqual({ ...blankFrom, configurationId: 12, callerId: 'provider' })
  })

  it('brings typed ids back, too', async () => {
    const { call, state, choose } = await open()
    choose('Renewal reminder')
    await pause()
    call.form.callFrom({ mode: 'ids', configurationText: '7', callerIdText: '' })
    await pause()
    choose('Welcome call')
    choose('Renewal reminder')
    await pause()
    expect(state().from).toMatchObject({ mode: 'ids', configurationText: '7', callerIdText: '' })
  })

  it('is remembered once the choice stands, and never a half of an id', async () => {
    const { call, rememberRoute, choose } = await open()
    choose('Renewal reminder')
    await pause()
    for (const configurationText of ['1', '12', '123']) call.form.callFrom({ mode: 'ids', configurationText })
    await pause()
    const route = { mode: 'ids', configurationId: 123, callerId: null }
    expect(rememberRoute.mock.calls).toEqual([[{ profileId: acme.id, agentUuid: renewal, route }]])
  })

  it('keeps what was chosen before there was an agent, as that agent’s', async () => {
    const { call, state, choose, rememberRoute } = await open()
    call.form.callFrom({ configurationId: 13 })
    choose('Welcome call')
    await pause()
    expect(state().from.configurationId).toBe(13)
    expect(rememberRoute.mock.calls[0]?.[0].agentUuid).toBe(welcome)
  })

  it('is nobody’s choice where nothing is listed', async () => {
    const { call, rememberRoute, state, choose } = await open()
    call.form.callFrom({ mode: 'ids' })
    choose('Renewal reminder')
    await pause()
    expect(rememberRoute).not.toHaveBeenCalled()
    expect(state().from.mode).toBe('ids')
  })

  it('is what a repeated call went out through', async () => {
    const { call, state, choose, rememberRoute } = await open()
    choose('Renewal reminder')
    await pause()
    const accepted = { state: 'notFound', since: new Date().toISOString() } as const
    const earlier = fakeCall(1, Date.now(), accepted, { telephonyConfigurationId: 12, fromPhoneNumberId: null })
    call.form.fillFrom(
      { call: earlier, initialContext: {}, events: [], note: null },
      call.configurations.store.getState().known?.value ?? [],
      'repeat',
    )
    await pause()
    expect(state().from).toMatchObject({ configurationId: 12, callerId: 'provider' })
    expect(rememberRoute.mock.calls.at(-1)?.[0].route).toMatchObject({ configurationId: 12 })
  })

  it('is waited for: the button is off until it is known what it will say', async () => {
    let answer: (route: ChosenRoute | null) => void = () => undefined
    const recallRoute = () =>
      new Promise<ReturnType<typeof succeed<{ route: ChosenRoute | null }>>>((resolve) => {
        answer = (route) => resolve(succeed({ route }))
      })
    const { call, choose, readiness } = await open({ recallRoute })
    call.form.typeNumber('+14155550123')
    void call.callerIdsOf(11).ask()
    choose('Renewal reminder')
    await pause()
    expect(readiness()).toEqual({ ready: false, missing: [{ what: 'route' }] })
    answer({ mode: 'ids', configurationId: 7, callerId: 9 })
    await pause()
    expect(readiness()).toMatchObject({
      ready: true,
      draft: { telephonyConfigurationId: 7, fromPhoneNumberId: 9 },
      dial: { configuration: 'configuration 7', callerId: 'caller ID 9' },
    })
  })

  it('is the default where it cannot be recalled, and a choice of now is never undone by a late answer', async () => {
    let answer: (route: ChosenRoute | null) => void = () => undefined
    const recallRoute = () =>
      new Promise<ReturnType<typeof succeed<{ route: ChosenRoute | null }>>>((resolve) => {
        answer = (route) => resolve(succeed({ route }))
      })
    const { call, state, choose } = await open({ recallRoute })
    choose('Renewal reminder')
    call.form.callFrom({ configurationId: 13 })
    answer({ mode: 'listed', configurationId: 12, callerId: null })
    await pause()
    expect(state()).toMatchObject({ isRecalling: false, from: { configurationId: 13 } })
    const failed = await open({}, { failing: { recallRoute: { kind: 'storage', reason: 'full' } } })
    failed.choose('Renewal reminder')
    await pause()
    expect(failed.state()).toMatchObject({ isRecalling: false, from: blankFrom })
  })
})

describe('typed ids', () => {
  it('wear the names that people gave them, on the button too', async () => {
    const { call, choose, readiness } = await open()
    choose('Renewal reminder')
    call.form.typeNumber('+14155550123')
    await pause()
    call.form.callFrom({ mode: 'ids', configurationText: '7', callerIdText: '9' })
    expect(await call.labels.label('configuration', 7, 'Main trunk')).toBe(true)
    expect(readiness()).toMatchObject({
      ready: true,
      draft: { telephonyConfigurationId: 7, telephonyConfigurationName: 'Main trunk (configuration 7)' },
      dial: { configuration: 'Main trunk (configuration 7)', callerId: 'caller ID 9' },
    })
  })

  it.each<[string, Parameters<typeof routeOfChoice>[0], ChosenRoute | null]>([
    ['nothing typed', { ...blankFrom, mode: 'ids' }, null],
    ['no id', { ...blankFrom, mode: 'ids', configurationText: 'x', callerIdText: '9' }, null],
    [
      'one of them',
      { ...blankFrom, mode: 'ids', callerIdText: '9' },
      { mode: 'ids', configurationId: null, callerId: 9 },
    ],
    [
      'the list',
      { ...blankFrom, callerId: 'provider' },
      { mode: 'listed', configurationId: null, callerId: 'provider' },
    ],
  ])('with %s are remembered as they are meant', (_name, from, route) => {
    expect(routeOfChoice(from)).toEqual(route)
    expect(route && routeOfChoice(choiceOfRoute(route))).toEqual(route)
  })
})
