import { mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../../src/contract/settings.ts'
import type { Call, CallDraft, CallState } from '../../../../src/contract/call.ts'
import { aCall, anId } from '../../../support/a-call.ts'
import { createMemoryVault } from '../../../../src/main/vault/vault.ts'
import { openTestApp, valueOf } from '../../../support/test-app.ts'
import { openCallingApp, type CallingApp } from './open-calling-app.ts'
import { endOfTime } from '../../../../src/domain/call-state.ts'
import { messages } from '../../../../src/messages/index.ts'

const number = '+14155550101'
const at = '2026-11-21T09:15:00.000Z'
const cancelled = { state: 'cancelled' } as const

/** An earlier call with an unknown outcome. */
const unresolved = async (
  { storage, profileId }: CallingApp,
  change: Partial<Call> = {},
  confirmedAfter: string[] = [],
): Promise<string> => {
  const outcome = { state: 'sending', since: '2026-11-21T09:14:00.000Z' } as const
  const call = aCall({ profileId, phoneNumber: number, outcome, ...change })
  const placement = { call, initialContext: {}, repeatSince: endOfTime, confirmedAfter }
  await valueOf(storage.run('recordCall', placement))
  return call.callId
}

const confirmationOf = (answer: Awaited<ReturnType<CallingApp['operations']['triggerCall']>>): string => {
  if (answer.ok || answer.failure.kind !== 'repeat')
    throw new Error(`no confirmation required: ${JSON.stringify(answer)}`)
  return answer.failure.confirmation
}

/** Moves the newest run one hour into the past, so that it is over. */
const endNewestRun = ({ service }: CallingApp): void => {
  const run = service.world.runs.at(-1)
  if (run === undefined) throw new Error('There is no run.')
  Object.assign(run, { dialedAt: run.dialedAt - 3_600_000 })
}

const trigger = ({ operations, draft }: CallingApp, change: Partial<CallDraft> = {}) =>
  operations.triggerCall(draft({ phoneNumber: number, ...change }))

describe('a number with an unresolved call', () => {
  it.each(['+14155550101', '+1(415)555-0101', '0014155550101', '4155550101', 'tel:+14155550101', '+14155550101,,1'])(
    'is locked, even if it is written %s',
    async (phoneNumber) => {
      const app = await openCallingApp()
      const callId = await unresolved(app)
      expect(await trigger(app, { phoneNumber })).toMatchObject({
        ok: false,
        failure: { kind: 'numberLocked', call: { callId, state: 'sending' } },
      })
      expect(app.service.world.runs).toEqual([])
    },
  )

  it('is locked for every profile, and no confirmation unlocks it', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber: number })
    const confirmation = confirmationOf(await trigger(app))
    await unresolved(app, { phoneNumber: '+1.415.555.0101' }, [draft.callId])
    const profileId = await app.addProfile('Beta')
    for (const change of [{ confirmation }, { profileId }])
      expect(await trigger(app, change)).toMatchObject({ failure: { kind: 'numberLocked' } })
  })

  it('leaves other numbers free', async () => {
    const app = await openCallingApp()
    await unresolved(app)
    expect((await trigger(app, { phoneNumber: '+14155550102' })).ok).toBe(true)
    await app.app.settled()
  })

  it('does not lock real calls if it is a practice call, and vice versa', async () => {
    const app = await openCallingApp()
    const { profile } = await valueOf(app.operations.addProfile({ kind: 'practice', name: 'Practice', color: 'teal' }))
    await unresolved(app)
    const agents = await valueOf(app.operations.listAgents({ profileId: profile.id }))
    const agentUuid = agents.find((one) => one.status === 'active')?.agentUuid ?? ''
    const practice = { profileId: profile.id, agentUuid }
    expect((await trigger(app, practice)).ok).toBe(true)
    await app.app.settled()
    expect(await trigger(app, practice)).toMatchObject({ failure: { kind: 'repeat' } })
    expect(await trigger(app)).toMatchObject({ failure: { kind: 'numberLocked' } })
  })
})

describe('a recently called number', () => {
  it('requires a confirmation for any profile and format, and a token is valid once', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber: number })
    const profileId = await app.addProfile('Beta')
    const again = { profileId, phoneNumber: '+1(415)555-0101' }
    const answer = await trigger(app, again)
    expect(answer).toMatchObject({
      failure: { kind: 'repeat', reason: 'calledRecently', call: { callId: draft.callId } },
    })
    const confirmation = confirmationOf(answer)
    expect((await trigger(app, { ...again, confirmation })).ok).toBe(true)
    await app.app.settled()
    expect(await trigger(app, { ...again, confirmation })).toMatchObject({ failure: { kind: 'repeat' } })
    expect(app.service.world.dials.length).toBe(2)
  })

  it('requires another confirmation if the token is expired, invalid, or older than another call', async () => {
    const app = await openCallingApp()
    await app.call({ phoneNumber: number })
    const [first, second] = [confirmationOf(await trigger(app)), confirmationOf(await trigger(app))]
    await app.call({ phoneNumber: number, confirmation: first })
    expect(await trigger(app, { confirmation: second })).toMatchObject({ failure: { kind: 'repeat' } })
    const third = confirmationOf(await trigger(app))
    app.putForward(120_000)
    expect(await trigger(app, { confirmation: third })).toMatchObject({ failure: { kind: 'repeat' } })
    const madeUp = '00000000-0000-4000-8000-000000000000'
    expect(await trigger(app, { confirmation: madeUp })).toMatchObject({ failure: { kind: 'repeat' } })
    expect(app.service.world.dials.length).toBe(2)
  })

  it.each([11 * 60_000, -11 * 60_000])(
    'requires a confirmation even if the clock was set by %i ms',
    async (milliseconds) => {
      const app = await openCallingApp()
      const { draft } = await app.call({ phoneNumber: number })
      app.setClock(milliseconds)
      expect(await trigger(app)).toMatchObject({ failure: { kind: 'repeat', call: { callId: draft.callId } } })
    },
  )

  it("requires a confirmation even if the person's data was erased", async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber: number })
    await valueOf(app.operations.erasePerson({ phoneNumber: number }))
    expect(await trigger(app)).toMatchObject({ failure: { kind: 'repeat', call: { callId: draft.callId } } })
  })

  it.each([
    [0, 2],
    [10, 15],
  ])(
    "requires a confirmation while it may be in progress even if the person's data was erased: repeat %i, after %i minutes",
    async (repeatMinutes, minutes) => {
      const app = await openCallingApp({ parts: { after: () => () => undefined } })
      await valueOf(app.operations.changeSettings({ ...defaultSettings, repeatMinutes }))
      const { draft } = await app.call({ phoneNumber: number })
      app.putForward(minutes * 60_000)
      await valueOf(app.operations.erasePerson({ phoneNumber: number }))
      const failure = { kind: 'repeat', reason: 'inProgress', call: { callId: draft.callId } }
      expect(await trigger(app)).toMatchObject({ failure })
      endNewestRun(app)
      expect((await trigger(app)).ok).toBe(true)
      await app.app.settled()
    },
  )

  it("requires a confirmation after a restart even if the person's data was erased", async () => {
    const vault = createMemoryVault()
    const earlier = await openCallingApp({ vault })
    const { draft } = await earlier.call({ phoneNumber: number })
    await earlier.app.close()
    const { app, operations } = openTestApp({ file: earlier.file, vault })
    await valueOf(app.start())
    await valueOf(operations.erasePerson({ phoneNumber: number }))
    const again = await operations.triggerCall(earlier.draft({ phoneNumber: number }))
    expect(again).toMatchObject({ failure: { kind: 'repeat', call: { callId: draft.callId } } })
  })

  it('says in the settings when a confirmation is needed although the minutes are 0', () => {
    expect(messages.settings.calling.repeatHint).toMatch(/0 .*in progress.* 25 minutes .*not placed/)
  })

  it("says before an erasure that the service's runs to the number may cause a confirmation later", () => {
    const { stays } = messages.settings.erase
    expect(stays).toMatch(/until Rundesk quits/)
    expect(stays).toMatch(/service isn’t affected.*runs.*may ask/)
  })

  it("requires a confirmation of an erased call after a restart once the service's runs to its number were read", async () => {
    const vault = createMemoryVault()
    const earlier = await openCallingApp({ vault })
    const { draft } = await earlier.call({ phoneNumber: number })
    await valueOf(earlier.operations.erasePerson({ phoneNumber: number }))
    await earlier.app.close()
    const { app, operations } = openTestApp({ file: earlier.file, vault })
    await valueOf(app.start())
    await valueOf(operations.recentRuns({ phoneNumber: number, practice: false }))
    const again = await operations.triggerCall(earlier.draft({ phoneNumber: number }))
    expect(again).toMatchObject({ failure: { kind: 'repeat', call: { callId: draft.callId } } })
  })

  it('requires a confirmation after a call that was placed since an erasure that is finished after a restart', async () => {
    const vault = createMemoryVault()
    const earlier = await openCallingApp({ vault })
    await earlier.call({ phoneNumber: number })
    // A folder in the place of a backup can't be replaced.
    const folder = join(dirname(earlier.file), 'backups', 'rundesk-2026-11-20T10-00-00-000Z-e3.db')
    mkdirSync(folder, { recursive: true })
    await earlier.operations.erasePerson({ phoneNumber: number })
    const confirmation = confirmationOf(await trigger(earlier))
    const { draft } = await earlier.call({ phoneNumber: number, confirmation })
    await earlier.app.close()
    rmdirSync(folder)
    const { app, operations, storage } = openTestApp({ file: earlier.file, vault })
    await valueOf(app.start())
    await valueOf(storage.run('maintain', { now: new Date().toISOString(), keepPersonalDataDays: null }))
    expect(await valueOf(storage.run('storageHealth', {}))).toMatchObject({ unfinishedErasures: null })
    const again = await operations.triggerCall(earlier.draft({ phoneNumber: number }))
    expect(again).toMatchObject({ failure: { kind: 'repeat', call: { callId: draft.callId } } })
  })

  it('requires another confirmation after the data was erased, and sends an erased call only once', async () => {
    // In real time, so that neither the token nor the repeat guard expires during the test.
    const app = await openCallingApp({ parts: { monotonic: () => performance.now() } })
    const { draft } = await app.call({ phoneNumber: number })
    const confirmation = confirmationOf(await trigger(app))
    await valueOf(app.operations.erasePerson({ phoneNumber: number }))
    expect(await trigger(app, { confirmation })).toMatchObject({ failure: { kind: 'repeat' } })
    expect(await app.operations.triggerCall(draft)).toMatchObject({ ok: false })
    expect(app.service.world.dials.length).toBe(1)
  })

  it('requires no confirmation after ten minutes if the call is over', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber: number })
    endNewestRun(app)
    await app.readRun(draft)
    // On a slow machine, several seconds may pass before the next call.
    app.putForward(540_000)
    expect((await trigger(app)).ok).toBe(false)
    app.putForward(60_000)
    expect((await trigger(app)).ok).toBe(true)
    await app.app.settled()
  })

  it('asks the service after ten minutes whether the call is over', async () => {
    // No timeout ends the request.
    const app = await openCallingApp({ parts: { after: () => () => undefined } })
    const { draft } = await app.call({ phoneNumber: number })
    app.putForward(601_000)
    endNewestRun(app)
    expect((await trigger(app)).ok).toBe(true)
    expect(await app.recordOf(draft)).toMatchObject({
      outcome: { end: { kind: expect.stringMatching(/./) as unknown } },
    })
    await app.app.settled()
  })

  it.each([
    [601_000, false],
    [26 * 60_000, true],
  ])('after %i ms, counts a call whose run ID was reused as over: %s', async (milliseconds, isOver) => {
    const app = await openCallingApp({ parts: { after: () => () => undefined } })
    const { draft } = await app.call({ phoneNumber: number })
    for (const run of app.service.world.runs)
      Object.assign(run, { initialContext: new Map(run.initialContext).set('rundesk_call_id', anId()) })
    app.putForward(milliseconds)
    expect(await trigger(app)).toMatchObject(isOver ? { ok: true } : { failure: { reason: 'inProgress' } })
    const { outcome } = await app.recordOf(draft)
    expect('end' in outcome ? outcome.end : null).toEqual(
      isOver ? { kind: 'ended', disposition: null, durationSeconds: null } : null,
    )
    await app.app.settled()
  })

  it('records nothing if the app begins to quit while it asks', async () => {
    let onReadCalls = (): void => {}
    const app = await openCallingApp({
      parts: { after: () => () => undefined },
      wrapStorage: (storage) => ({
        ...storage,
        run(name, input) {
          // The main process reads this after the service has reported whether the earlier call is over.
          if (name === 'callsOfRun') onReadCalls()
          return storage.run(name, input)
        },
      }),
    })
    await app.call({ phoneNumber: number })
    app.putForward(601_000)
    endNewestRun(app)
    onReadCalls = app.app.stopCalls
    const draft = app.draft({ phoneNumber: number })
    expect(await app.operations.triggerCall(draft)).toMatchObject({ ok: false, failure: { kind: 'closing' } })
    expect(await app.operations.getCall({ callId: draft.callId })).toMatchObject({ failure: { kind: 'notFound' } })
    expect(app.service.world.runs.length).toBe(1)
  })

  it.each([601_000, 26 * 60_000, 48 * 3_600_000])(
    'requires a confirmation after %i ms if the call is not known to be over',
    async (milliseconds) => {
      const app = await openCallingApp({ parts: { after: () => () => undefined } })
      const { draft } = await app.call({ phoneNumber: number })
      app.putForward(milliseconds)
      const answer = await trigger(app, { phoneNumber: '4155550101' })
      expect(answer).toMatchObject({
        failure: { kind: 'repeat', reason: 'inProgress', call: { callId: draft.callId } },
      })
      expect((await trigger(app, { confirmation: confirmationOf(answer) })).ok).toBe(true)
      await app.app.settled()
    },
  )

  it('requires no confirmation if the setting is turned off and the call is over', async () => {
    const app = await openCallingApp()
    await valueOf(app.operations.changeSettings({ ...defaultSettings, repeatMinutes: 0 }))
    const { draft } = await app.call({ phoneNumber: number })
    endNewestRun(app)
    await app.readRun(draft)
    expect((await app.call({ phoneNumber: number })).answer.ok).toBe(true)
  })

  it('requires a confirmation although the setting is turned off if the call is not known to be over', async () => {
    const app = await openCallingApp({ parts: { after: () => () => undefined } })
    await valueOf(app.operations.changeSettings({ ...defaultSettings, repeatMinutes: 0 }))
    const { draft } = await app.call({ phoneNumber: number })
    const answer = await trigger(app, { phoneNumber: '4155550101' })
    expect(answer).toMatchObject({ failure: { kind: 'repeat', reason: 'inProgress', call: { callId: draft.callId } } })
    expect((await trigger(app, { confirmation: confirmationOf(answer) })).ok).toBe(true)
    await app.app.settled()
  })

  const resolvedAs = async (decision: 'placed' | 'notPlaced', repeatMinutes: number, found = {}) => {
    const app = await openCallingApp()
    await valueOf(app.operations.changeSettings({ ...defaultSettings, repeatMinutes }))
    const callId = await unresolved(app, { preparedAt: new Date().toISOString() })
    const outcome = { state: 'unknown', cause: 'cut', status: null, detail: '', ...found } as const
    await valueOf(app.storage.run('moveCall', { callId, from: ['sending'], outcome, at }))
    await valueOf(app.operations.resolveCall({ callId, decision, note: '' }))
    return { app, callId }
  }

  it.each([
    [10, 601_000],
    [0, 0],
  ])(
    'requires a confirmation if it was resolved as placed (%i minutes, after %i ms)',
    async (minutes, milliseconds) => {
      const { app, callId } = await resolvedAs('placed', minutes)
      app.putForward(milliseconds)
      const answer = await trigger(app)
      expect(answer).toMatchObject({
        failure: { kind: 'repeat', reason: 'inProgress', call: { callId, state: 'resolvedPlaced' } },
      })
      expect((await trigger(app, { confirmation: confirmationOf(answer) })).ok).toBe(true)
      await app.app.settled()
    },
  )

  const withOtherRun = { state: 'resolvedPlaced', hasOtherRun: true }
  it.each([
    [10, [7], { kind: 'repeat', reason: 'calledRecently', call: { state: 'resolvedPlaced', hasEnded: true } }],
    [0, [7], null],
    [10, [7, 8], { kind: 'repeat', reason: 'calledRecently', call: withOtherRun }],
    [0, [7, 8], { kind: 'repeat', reason: 'inProgress', call: withOtherRun }],
  ])(
    'counts as an ordinary recent call after its run ended, unless another run may be its own (%i minutes, %j)',
    async (minutes, runIds, failure) => {
      const app = await openCallingApp()
      await valueOf(app.operations.changeSettings({ ...defaultSettings, repeatMinutes: minutes }))
      const callId = await unresolved(app, { preparedAt: new Date().toISOString() })
      const end = { kind: 'reached', disposition: null, durationSeconds: 20 } as const
      const decision = { decision: 'placed', who: 'Ana', at, note: '' } as const
      const known = { runIds, ownRunIds: [7], end }
      const outcome: CallState = { state: 'closedByOperator', ...decision, ...known }
      await valueOf(app.storage.run('moveCall', { callId, from: ['sending'], outcome, at }))
      const answer = await trigger(app)
      expect(answer).toMatchObject(failure === null ? { ok: true } : { failure })
      await app.app.settled()
    },
  )

  it.each([
    [0, 24, false, false],
    [10, 24, false, false],
    [10, 26, false, true],
    [30, 29, false, false],
    [0, 24, true, false],
    [10, 24, true, false],
    [10, 26, true, true],
  ])(
    'requires a confirmation if it was resolved as not placed but its run was answered: repeat %i, after %i minutes, erased: %s',
    async (repeatMinutes, minutesAgo, isErased, isCalled) => {
      const app = await openCallingApp()
      await valueOf(app.operations.changeSettings({ ...defaultSettings, repeatMinutes }))
      const preparedAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
      const callId = await unresolved(app, { preparedAt })
      const end = { kind: 'reached', disposition: null, durationSeconds: 5 } as const
      const decision = { decision: 'notPlaced', who: 'Ana', at: preparedAt, note: '' } as const
      const outcome: CallState = { state: 'closedByOperator', ...decision, runIds: [7], ownRunIds: [7], end }
      await valueOf(app.storage.run('moveCall', { callId, from: ['sending'], outcome, at }))
      if (isErased) await valueOf(app.operations.erasePerson({ phoneNumber: number }))
      const answer = await trigger(app)
      const failure = { kind: 'repeat', reason: 'calledRecently', call: { callId, hasEnded: true } }
      expect(answer).toMatchObject(isCalled ? { ok: true } : { failure })
      const confirmation = isCalled ? null : confirmationOf(answer)
      const confirmed = isCalled ? answer : await trigger(app, { confirmation })
      expect(confirmed.ok).toBe(true)
      await app.app.settled()
    },
  )

  it('requires no confirmation if it was resolved as placed more than 25 minutes ago', async () => {
    const { app } = await resolvedAs('placed', 10)
    app.putForward(26 * 60_000)
    expect((await trigger(app)).ok).toBe(true)
    await app.app.settled()
  })

  it('requires no confirmation if it was resolved as not placed', async () => {
    const { app } = await resolvedAs('notPlaced', 10)
    expect((await trigger(app)).ok).toBe(true)
    await app.app.settled()
  })

  it.each([0, 10])(
    'requires a confirmation if it was resolved as not placed although a run was found: repeat %i',
    async (repeatMinutes) => {
      const { app, callId } = await resolvedAs('notPlaced', repeatMinutes, { foundRunId: 7_002 })
      const answer = await trigger(app)
      expect(answer).toMatchObject({ failure: { kind: 'repeat', call: { callId, state: 'resolvedNotPlaced' } } })
      expect((await trigger(app, { confirmation: confirmationOf(answer) })).ok).toBe(true)
      await app.app.settled()
    },
  )

  it('cannot be called together with another one, because the guards compare one number', async () => {
    const app = await openCallingApp()
    expect(await trigger(app, { phoneNumber: `+14155550102&${number}` })).toMatchObject({
      failure: { issues: [{ path: ['phoneNumber'], code: 'severalNumbers' }] },
    })
    expect(app.service.world.runs).toEqual([])
  })

  it.each([
    ['was refused', '+14155550112'],
    ['definitely failed at the carrier', '+14155550133'],
  ])('requires no confirmation if that call %s', async (_what, phoneNumber) => {
    const app = await openCallingApp()
    await app.call({ phoneNumber })
    expect((await app.call({ phoneNumber })).answer.ok).toBe(true)
  })
})

describe('an emergency number', () => {
  it.each([
    '112',
    '911',
    '9,911',
    '*67911',
    'sip:*67911@h',
    '+112',
    '01149112',
    'PJSIP/112&PJSIP/1001',
    'urn:service:sos',
    'sip:911@carrier.example',
    'PJSIP/112@trunk',
    '+49110',
    'tel:999',
  ])('%s is refused, and nothing is recorded', async (phoneNumber) => {
    const app = await openCallingApp()
    expect(await trigger(app, { phoneNumber })).toMatchObject({
      failure: { kind: 'invalid', issues: [{ path: ['phoneNumber'], code: 'emergencyNumber' }] },
    })
    expect((await valueOf(app.operations.listCalls({ search: '', after: null, limit: 5 }))).total).toBe(0)
    expect(app.service.world.runs).toEqual([])
  })

  it('is also refused if it belongs to the caller ID’s country', async () => {
    const app = await openCallingApp()
    const emergency = { phoneNumber: '000', fromPhoneNumberText: '+61 2 5550 1234' }
    expect(await trigger(app, emergency)).toMatchObject({ failure: { issues: [{ code: 'emergencyNumber' }] } })
  })
})

describe('another short number', () => {
  it('requires a confirmation, which is valid once', async () => {
    const app = await openCallingApp()
    const answer = await trigger(app, { phoneNumber: '1001' })
    expect(answer).toMatchObject({ failure: { kind: 'repeat', reason: 'shortNumber', call: null } })
    expect(app.service.world.runs).toEqual([])
    const confirmation = confirmationOf(answer)
    expect((await trigger(app, { phoneNumber: '1001', confirmation })).ok).toBe(true)
    await app.app.settled()
    expect(await trigger(app, { phoneNumber: '1001', confirmation })).toMatchObject({ failure: { kind: 'repeat' } })
    expect(app.service.world.runs.length).toBe(1)
  })
})

describe('a number that the button cannot show', () => {
  it.each(['', ' +14155550101', '+1 415 555 0101', '+1415555\u200b0101', '\uff0b14155550101'])(
    'is refused: %j',
    async (phoneNumber) => {
      const app = await openCallingApp()
      expect(await trigger(app, { phoneNumber })).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
      expect(app.service.world.runs).toEqual([])
    },
  )
})

describe('a call ID that already exists', () => {
  const refusedId = { ok: false, failure: { kind: 'invalid', issues: [{ path: ['callId'], code: 'invalid' }] } }

  it('returns the existing call for the same request, without sending it again', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ initialContext: { customer: 'Jane', nested: { count: 1 } } })
    expect(await app.operations.triggerCall({ ...draft, agentName: 'Renamed' })).toMatchObject({
      ok: true,
      value: { callId: draft.callId, outcome: { state: 'accepted' } },
    })
    expect(app.service.world.dials.length).toBe(1)
  })

  it.each<[string, Partial<CallDraft>]>([
    ['number', { phoneNumber: '+14155550199' }],
    ['agent', { agentUuid: '00000000-0000-4000-8000-000000000000' }],
    ['context', { initialContext: { customer: 'John' } }],
    ['line', { telephonyConfigurationId: 7 }],
    ['caller ID', { fromPhoneNumberId: 7 }],
  ])('is refused for a different %s', async (_what, change) => {
    const app = await openCallingApp()
    const { draft } = await app.call({ initialContext: { customer: 'Jane' } })
    expect(await app.operations.triggerCall({ ...draft, ...change })).toEqual(refusedId)
    expect(app.service.world.dials.length).toBe(1)
  })

  it('is refused for a request that differs from that of an earlier process', async () => {
    const app = await openCallingApp()
    const earlier = aCall({ profileId: app.profileId, phoneNumber: '+14155550177', outcome: { state: 'queued' } })
    const placement = { call: earlier, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }
    await valueOf(app.storage.run('recordCall', placement))
    await valueOf(app.storage.run('moveCall', { callId: earlier.callId, from: ['queued'], outcome: cancelled, at }))
    const other = app.draft({ callId: earlier.callId, phoneNumber: '+14155550178' })
    expect(await app.operations.triggerCall(other)).toEqual(refusedId)
    expect(app.service.world.runs).toEqual([])
  })
})

describe('a call that repeats another one', () => {
  const wrong = { failure: { kind: 'invalid', issues: [{ path: ['redialOf'], code: 'invalid' }] } }

  it('is placed if the other one was not placed, and refers to it', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ phoneNumber: '+14155550112' })
    const { draft: again } = await app.call({ phoneNumber: '1-415-555-0112', redialOf: draft.callId })
    expect(await app.recordOf(again)).toMatchObject({ redialOf: draft.callId })
  })

  it('is refused if the other one was placed, has a different number, or has an unknown outcome', async () => {
    const app = await openCallingApp()
    const { draft: placed } = await app.call({ phoneNumber: number })
    const { draft: refused } = await app.call({ phoneNumber: '+14155550112' })
    const confirmation = confirmationOf(await trigger(app))
    expect(await trigger(app, { confirmation, redialOf: placed.callId })).toMatchObject(wrong)
    const other = { phoneNumber: '+14155550199' }
    for (const redialOf of [placed.callId, refused.callId, '01JD0000000000000000000000'])
      expect(await trigger(app, { ...other, redialOf })).toMatchObject(wrong)
    expect(app.service.world.runs.length).toBe(1)
  })

  it('does not unlock a number', async () => {
    const app = await openCallingApp()
    const redialOf = await unresolved(app)
    expect(await trigger(app, { redialOf })).toMatchObject({ failure: { kind: 'numberLocked' } })
  })
})

describe('a computer that sleeps between the record of a call and its request', () => {
  it('does not send the request, because calling hours were checked for the time of the record', async () => {
    let sleep = 0
    const app = await openCallingApp({
      parts: {
        // A call is announced after its record is on disk, before its connection is opened.
        announce: (name) => {
          if (name !== 'callsChanged') return
          app.putForward(sleep)
          sleep = 0
        },
      },
    })
    sleep = 3 * 3_600_000
    const { draft } = await app.call({ phoneNumber: number })
    expect((await app.recordOf(draft)).outcome).toEqual({ state: 'notSent', cause: 'connectTimeout' })
    expect(app.service.world.runs).toEqual([])
    const again = await app.call({ phoneNumber: number })
    expect((await app.recordOf(again.draft)).outcome).toMatchObject({ state: 'accepted' })
  })
})

describe('the reference', () => {
  it('is sent in the context under its name, and is not stored', async () => {
    const app = await openCallingApp()
    const { draft } = await app.call({ initialContext: { customer: 'Jane' } })
    const sent = app.service.world.runs.at(-1)?.initialContext
    expect([sent?.get('rundesk_call_id'), sent?.get('customer')]).toEqual([draft.callId, 'Jane'])
    const { initialContext } = await valueOf(app.operations.getCall({ callId: draft.callId }))
    expect(initialContext).toEqual({ customer: 'Jane' })
  })

  it('is refused if its name is already in the context, and nothing is stored or sent', async () => {
    const app = await openCallingApp()
    const { answer } = await app.call({ initialContext: { rundesk_call_id: 'mine' } })
    expect(answer).toMatchObject({
      failure: {
        kind: 'invalid',
        issues: [{ path: ['initialContext', 'rundesk_call_id'], code: 'referenceName', words: 'rundesk_call_id' }],
      },
    })
    expect((await valueOf(app.operations.listCalls({ search: '', after: null, limit: 5 }))).total).toBe(0)
    expect(app.service.world.runs).toEqual([])
  })

  it('can be turned off, and the context is sent unchanged', async () => {
    const app = await openCallingApp()
    const label = { profileId: app.profileId, name: 'Acme', color: 'blue' } as const
    await valueOf(app.operations.updateProfile({ ...label, referenceName: null }))
    const { draft } = await app.call({ initialContext: { rundesk_call_id: 'mine' } })
    expect(app.service.world.runs.at(-1)?.initialContext.get('rundesk_call_id')).toBe('mine')
    expect(await app.recordOf(draft)).toMatchObject({ referenceName: null, outcome: { state: 'accepted' } })
  })
})
