import { describe, expect, it } from 'vitest'
import type { AgentText } from '../../../src/contract/agent-text.ts'
import type { CalleeHour } from '../../../src/contract/callee-hour.ts'
import type { Failure } from '../../../src/contract/failure.ts'
import { blankForm, type CallFormState } from '../../../src/renderer/call/call-state.ts'
import { blankFrom } from '../../../src/renderer/call/calls-from.ts'
import { lightsOf, toneOfLight, type LightParts } from '../../../src/renderer/call/lights.ts'
import type { Fact } from '../../../src/renderer/shell/fact.ts'
import { words } from '../../../src/renderer/words/words.ts'
import { fakeAgentText } from '../../support/fake-desk/fake-agent-texts.ts'
import { readFakeNumber } from '../../support/fake-desk/fake-service.ts'
import { aCall } from '../../support/a-call.ts'
import { acme, fakeAgents, fakeCall, fakeCallerIds, fakeConfigurations } from '../../support/fake-desk/fake-world.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const known = <T>(value: T, at = now): Fact<T> => ({ step: 'known', known: { value, at } })
const failed = <T>(failure: Failure, at = now, value: T | null = null): Fact<T> => ({
  step: 'failed',
  failure,
  at,
  known: value === null ? null : { value, at: at - 1 },
})
const asking: Fact<never> = { step: 'asking', since: now, known: null }

const { id, name, color, createdAt, referenceName } = acme
const desk = { id, name, color, createdAt, referenceName }
const uuid = fakeAgents[0]?.agentUuid ?? ''
const quietly = (verdict: CalleeHour['quiet']['verdict']): CalleeHour => ({
  zones: [],
  localTimes: [],
  doubt: 'none',
  source: 'prefix',
  quiet: { verdict, from: '21:00', to: '08:00', endsAt: null },
})

const form = (change: Partial<CallFormState> = {}): CallFormState => ({ ...blankForm('call'), ...change })

const numbered = (text: string, asTyped = false): CallFormState => {
  const reading = readFakeNumber(text, asTyped)
  if (!reading) throw new Error('not read')
  return form({ numberText: text, asTyped, number: { step: 'read', text, asTyped, reading } })
}

const parts = (change: Partial<LightParts> = {}): LightParts => ({
  form: form(),
  profile: acme,
  asked: [known(fakeAgents)],
  today: [],
  agentText: null,
  configurations: known(fakeConfigurations),
  callerIds: known(fakeCallerIds),
  hour: null,
  past: { dial: null, calls: [], runs: [] },
  missing: null,
  now,
  ...change,
})

/** A light as a person sees it: its tone and its words. */
const told = (change: Partial<LightParts>, light: string): string | null => {
  const fact = lightsOf(parts(change)).find((one) => one.light === light)
  return fact ? `${toneOfLight(fact)}: ${words.lights.inShort(fact, now)}` : null
}

describe('the light of the key', () => {
  it.each<[string, LightParts['asked'], string]>([
    [
      'works as the latest answer says',
      [failed({ kind: 'unauthorized', detail: '' }, now - 9), known(1)],
      'good: key works',
    ],
    [
      'was refused after it worked',
      [known(1, now - 9), failed({ kind: 'unauthorized', detail: '' })],
      'bad: key refused',
    ],
    ['works where something else is forbidden', [failed({ kind: 'forbidden', detail: '' })], 'good: key works'],
    ['cannot be had', [failed({ kind: 'keychain', reason: 'locked' })], 'bad: key not at hand'],
    ['was not looked at', [failed({ kind: 'unreachable', cause: 'refused' }), asking], 'check: key not checked'],
    ['is being looked at', [asking], 'busy: checking the key'],
  ])('%s', (_name, asked, said) => expect(told({ asked }, 'key')).toBe(said))

  const rejected = (status: number, at: number) =>
    aCall({ outcome: { state: 'rejected', status, detail: '', issues: [] }, changedAt: new Date(at).toISOString() })

  it('was refused to a call after it worked, and works again once it was taken', () => {
    const asked = [known(fakeAgents, now - 60_000)]
    const refused = rejected(401, now - 30_000)
    expect(told({ asked, today: [refused] }, 'key')).toBe('bad: key refused')
    for (const taken of [402, 403])
      expect(told({ asked, today: [rejected(taken, now - 10_000), refused] }, 'key')).toBe('good: key works')
    expect(told({ asked: [known(fakeAgents)], today: [refused] }, 'key')).toBe('good: key works')
    expect(told({ asked: [known(fakeAgents)], today: [rejected(401, now)] }, 'key')).toBe('bad: key refused')
  })

  // A 422 comes before the key is looked at; the others may come from whatever stands before the service.
  it.each([302, 400, 404, 405, 409, 413, 422, 429, 431])(
    'is not proved by a call that was answered with %d',
    (status) => {
      const asked = [known(fakeAgents, now - 60_000)]
      const today = [rejected(status, now - 10_000), rejected(401, now - 30_000)]
      expect(told({ asked, today }, 'key')).toBe('bad: key refused')
      expect(told({ asked: [asking], today: [rejected(status, now - 10_000)] }, 'key')).toBe('busy: checking the key')
    },
  )

  it.each<[string, Failure]>([
    ['is not there', { kind: 'notFound', detail: '' }],
    ['is refused by whoever stands before the service', { kind: 'refused', status: 405, detail: '' }],
    ['is found fault with', { kind: 'invalid', issues: [] }],
  ])('is neither proved nor disproved by what %s', (_name, failure) => {
    const proof = failed({ kind: 'unauthorized', detail: '' }, now - 60_000)
    expect(told({ asked: [proof, failed(failure)] }, 'key')).toBe('bad: key refused')
    expect(told({ asked: [known(1, now - 60_000), failed(failure)] }, 'key')).toBe('good: key works')
    expect(told({ asked: [failed(failure)] }, 'key')).toBe('check: key not checked')
  })

  it('says when it was checked, and that a session key goes with the session', () => {
    const [fact] = lightsOf(
      parts({
        profile: { kind: 'service', ...desk, origin: 'https://voice.acme.example', custody: 'session' },
        asked: [known(1, now - 90_000)],
      }),
    )
    if (!fact) throw new Error('no light')
    expect(words.lights.inShort(fact, now)).toBe('session key works')
    expect(words.lights.why(fact, now)).toBe('The service took the key 1 min ago. It is kept until Rundesk closes.')
  })

  it('is none in practice, which has no key', () => {
    const practice = { kind: 'practice', ...desk } as const
    expect(told({ profile: practice }, 'key')).toBeNull()
    expect(told({ profile: practice }, 'practice')).toBe('idle: practice: no phone rings')
  })
})

describe('the light of the agent', () => {
  const agent = { kind: 'agent', agentUuid: uuid, name: 'Renewal reminder', archived: false } as const
  const text = fakeAgentText(uuid, now)
  const published = text.state === 'published' ? text : null

  it.each<[string, Fact<AgentText> | null, string]>([
    ['published', known(text), 'good: agent published Nov 2'],
    ['archived', known({ ...text, archived: true } as AgentText), 'bad: agent archived'],
    ['not listed', known({ state: 'notListed', agentUuid: uuid, checkedAt: '' }), 'check: agent not listed'],
    ['being asked about', asking, 'busy: asking about the agent'],
    ['not told', failed({ kind: 'unreachable', cause: 'refused' }), 'idle: agent not checked'],
    ['told before', failed({ kind: 'unreachable', cause: 'refused' }, now, text), 'good: agent published Nov 2'],
  ])('that is %s', (_name, agentText, said) => expect(told({ form: form({ agent }), agentText }, 'agent')).toBe(said))

  it('tells a draft that calls do not run, and is none without an agent', () => {
    const fact = lightsOf(parts({ form: form({ agent }), agentText: known(text) })).find(
      ({ light }) => light === 'agent',
    )
    expect(published?.draftNumber).toBe(4)
    expect(fact && words.lights.why(fact, now)).toContain('newer draft')
    expect(told({}, 'agent')).toBeNull()
  })
})

describe('the lights of the way out', () => {
  const listed = (configurationId: number) => ({ form: form({ from: { ...blankFrom, configurationId } }) })
  it.each<[string, Partial<LightParts>, string, string | null]>([
    ['the default', {}, 'good: configuration ready', 'good: caller ID active'],
    ['one not ready', listed(12), 'check: configuration not ready', 'good: caller ID active'],
    ['one parked', listed(13), 'bad: configuration parked', 'good: caller ID active'],
    [
      'an inactive caller ID',
      { form: form({ from: { ...blankFrom, callerId: 23 } }) },
      'good: configuration ready',
      'bad: caller ID inactive',
    ],
    [
      'the provider’s choice',
      { form: form({ from: { ...blankFrom, callerId: 'provider' } }) },
      'good: configuration ready',
      'idle: caller ID by the provider',
    ],
    ['nothing told yet', { configurations: asking }, 'busy: asking for configurations', null],
    [
      'nothing to be told',
      { configurations: failed({ kind: 'forbidden', detail: '' }) },
      'check: configuration not checked',
      null,
    ],
    [
      'caller IDs not told',
      { callerIds: failed({ kind: 'forbidden', detail: '' }) },
      'good: configuration ready',
      'check: caller ID not checked',
    ],
    [
      'ids',
      { form: form({ from: { ...blankFrom, mode: 'ids', configurationText: '7', callerIdText: 'x' } }) },
      'idle: configuration by id',
      'bad: caller ID’s id not right',
    ],
    [
      'no ids',
      { form: form({ from: { ...blankFrom, mode: 'ids' } }) },
      'idle: default configuration',
      'idle: caller ID by the provider',
    ],
  ])('with %s', (_name, change, configuration, callerId) => {
    expect(told(change, 'configuration')).toBe(configuration)
    expect(told(change, 'callerId')).toBe(callerId)
  })

  it('give the service’s reason for one that is not ready', () => {
    const fact = lightsOf(parts(listed(12))).find(({ light }) => light === 'configuration')
    expect(fact && words.lights.why(fact, now)).toContain('no number')
  })
})

describe('the lights of the number', () => {
  it('tell how sure it is, and the quiet hours only where somebody wants to know', () => {
    expect(told({ form: numbered('+14155550123') }, 'number')).toBe('good: number valid')
    expect(told({ form: numbered('+19995550123') }, 'number')).toBe('check: number unlikely')
    expect(told({ form: numbered('sip:a@b.example', true) }, 'number')).toBe('idle: number as typed')
    expect(told({}, 'number')).toBeNull()
    const quiet = (verdict: CalleeHour['quiet']['verdict'], asTyped = false) =>
      told({ form: asTyped ? numbered('4711', true) : numbered('+14155550123'), hour: quietly(verdict) }, 'quiet')
    expect(
      ['off', 'no', 'yes', 'perhaps', 'unknown'].map((one) => quiet(one as CalleeHour['quiet']['verdict'])),
    ).toEqual([null, 'good: no quiet hours', 'check: quiet hours', 'check: maybe quiet hours', 'idle: hour unknown'])
    expect(quiet('unknown', true)).toBeNull()
  })

  it('tell a call of the last day that may have rung, and one that locks the number', () => {
    const cut = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
    const rung = { state: 'closedByOperator', verdict: 'placed', who: 'ana', at: '', note: '' } as const
    const recent = (call: ReturnType<typeof fakeCall>) =>
      told({ past: { dial: '', calls: [call], runs: [] } }, 'recent')
    expect(recent(fakeCall(1, now - 60_000, cut))).toBe('bad: number locked')
    expect(recent(fakeCall(1, now - 60_000, rung))).toBe('check: called recently')
    expect(recent(fakeCall(1, now - 90_000_000, rung))).toBeNull()
    expect(recent(fakeCall(1, now - 60_000, { state: 'notSent', cause: 'noRoute' }))).toBeNull()
  })
})

describe('the light of the context', () => {
  it('counts what is missing where somebody knows what is needed', () => {
    expect(told({ missing: 0 }, 'context')).toBe('good: context complete')
    expect(told({ missing: 1 }, 'context')).toBe('check: 1 value missing')
    expect(told({ missing: 3 }, 'context')).toBe('check: 3 values missing')
    expect(told({ missing: null }, 'context')).toBeNull()
    const context = { value: null, written: null, notes: [], bytes: 0 }
    expect(told({ form: form({ context }), missing: 0 }, 'context')).toBe('bad: context not right')
  })
})
