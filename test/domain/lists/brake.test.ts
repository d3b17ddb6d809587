import { describe, expect, it } from 'vitest'
import type { CallState } from '../../../src/contract/call.ts'
import type { Failure } from '../../../src/contract/failure.ts'
import { messages } from '../../../src/messages/index.ts'
import {
  afterAnswered,
  afterRefused,
  brakeOf,
  createPace,
  type Pace,
  slotsOf,
  isCalledLater,
  type Recent,
  refusalOf,
  usesSlot,
  type CallEffect,
  effectOf,
  withOutcome,
} from '../../../src/domain/lists/brake.ts'

const rejected = (status: number, detail = '', path: string | null = null): CallState => ({
  state: 'rejected',
  status,
  detail,
  issues: path === null ? [] : [{ path: [path], code: 'service' }],
})
const accepted = (kind?: 'failed' | 'busy'): CallState => ({
  state: 'accepted',
  workflowRunId: 1,
  workflowRunName: 'WR',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
  ...(kind === undefined ? {} : { end: { kind, disposition: null, durationSeconds: null } }),
})
const carrier = (doubt: boolean): CallState => ({
  state: 'failedAtProvider',
  status: 400,
  detail: '',
  doubt,
  workflowRunId: null,
})
const brake = (reason: string) => ({ kind: 'brake', reason })

describe('the effect of a call’s outcome on its list', () => {
  it.each<[string, CallState, object | null]>([
    ['sending', { state: 'sending', since: '2026-01-01T00:00:00.000Z' }, null],
    ['a refused key', rejected(401, 'Invalid API key'), brake('keyRefused')],
    ['a key without permission', rejected(403, 'Access denied'), brake('keyRefused')],
    ['no credit', rejected(402, 'You have exhausted your credits'), brake('noCredit')],
    ['an archived agent', rejected(404, 'Workflow is not active'), brake('agentArchived')],
    ['an unknown configuration', rejected(404, 'Telephony configuration not found'), brake('configurationNotReady')],
    ['an agent without an owner', rejected(409, 'Workflow has no execution owner'), brake('agentArchived')],
    [
      'a configuration that is not ready',
      rejected(400, "'Main' is not ready for outbound calls."),
      brake('configurationNotReady'),
    ],
    ['an invalid caller ID', rejected(400, 'from_phone_number_not_found'), brake('configurationNotReady')],
    ['a body that cannot be parsed', rejected(400, 'There was an error parsing the body'), { kind: 'rowRefused' }],
    ['a refused number', rejected(422, '', 'phone_number'), { kind: 'rowRefused' }],
    ['another refused field', rejected(422, '', 'telephony_configuration_id'), brake('configurationNotReady')],
    ['too many calls', rejected(429, 'Concurrent call limit reached'), { kind: 'busy' }],
    ['a full disk', { state: 'notSent', cause: 'notRecorded' }, brake('diskRefused')],
    ['an untrusted certificate', { state: 'notSent', cause: 'certificate' }, brake('serviceUnavailable')],
    ['a refused connection', { state: 'notSent', cause: 'refused' }, { kind: 'notSent' }],
    ['a call that is not in the lists', { state: 'notFound', since: '2026-01-01T00:00:00.000Z' }, { kind: 'notSent' }],
    ['a carrier that refused', carrier(false), { kind: 'carrierFailed' }],
    ['a carrier that may ring', carrier(true), { kind: 'unknown' }],
    ['a lost response', { state: 'unknown', cause: 'cut', status: null, detail: '' }, { kind: 'unknown' }],
    ['a placed call', accepted(), { kind: 'placed' }],
    [
      'a call that the user resolved',
      { state: 'closedByOperator', decision: 'notPlaced', who: 'Ada', at: '2026-01-01T00:00:00.000Z', note: '' },
      { kind: 'rowRefused' },
    ],
    ['a busy line', accepted('busy'), { kind: 'placed' }],
    ['a call that the carrier gave up on', accepted('failed'), { kind: 'carrierFailed' }],
  ])('%s', (_name, outcome, effect) => expect(effectOf(outcome)).toEqual(effect))

  it('calls a row later only if the service proved that nothing was dialed, for a reason unrelated to the row', () => {
    const later = (outcome: CallState): boolean => isCalledLater(effectOf(outcome) ?? { kind: 'unknown' })
    expect([rejected(402), rejected(401), rejected(429), carrier(false)].map(later)).toEqual([true, true, true, false])
    expect([rejected(422, '', 'phone_number'), carrier(true), accepted()].map(later)).toEqual([false, false, false])
  })
})

describe('a concurrency slot of the organization', () => {
  it('is used from the request to the end of the call, and while its outcome is unknown', () => {
    const sending: CallState = { state: 'sending', since: '2026-01-01T00:00:00.000Z' }
    const unknown: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
    const candidate: CallState = { state: 'candidate', runIds: [1] }
    const using = [sending, accepted(), carrier(true), unknown, candidate]
    expect(using.filter((outcome) => !usesSlot(outcome))).toEqual([])
    expect([accepted('busy'), carrier(false), rejected(402)].filter(usesSlot)).toEqual([])
  })
})

const recentOf = (...kinds: CallEffect['kind'][]): Recent => kinds.map((kind, at) => ({ callId: String(at), kind }))

describe('the last outcomes of a list', () => {
  it('pause it after five carrier failures in ten calls', () => {
    const four = recentOf(
      'carrierFailed',
      'placed',
      'carrierFailed',
      'placed',
      'carrierFailed',
      'carrierFailed',
      'placed',
    )
    expect(brakeOf(four)).toBeNull()
    const fifth = withOutcome(four, 'fifth', { kind: 'carrierFailed' })
    expect(brakeOf(fifth)).toBe('carrierFailures')
    const later = ['a', 'b', 'c'].reduce((recent, id) => withOutcome(recent, id, { kind: 'placed' }), fifth)
    // The first failure is no longer among the last ten.
    expect(brakeOf(later)).toBeNull()
    expect(later).toHaveLength(10)
  })

  it('pause it after three calls with an unknown outcome in ten, and after three unsent requests in a row', () => {
    expect(brakeOf(recentOf('unknown', 'placed', 'unknown', 'placed'))).toBeNull()
    expect(brakeOf(recentOf('unknown', 'placed', 'unknown', 'placed', 'unknown'))).toBe('serviceUnavailable')
    expect(brakeOf(recentOf('notSent', 'notSent', 'placed', 'notSent'))).toBeNull()
    expect(brakeOf(recentOf('placed', 'notSent', 'notSent', 'notSent'))).toBe('serviceUnavailable')
  })

  it('include only the latest outcome of a call, and no refusal because of load', () => {
    const placed = recentOf('placed', 'placed')
    expect(withOutcome(placed, '1', { kind: 'carrierFailed' })).toEqual(recentOf('placed', 'carrierFailed'))
    expect(withOutcome(placed, '2', { kind: 'busy' })).toEqual(placed)
  })

  it('still include lost responses whose runs were found', () => {
    const found = withOutcome(recentOf('unknown', 'unknown'), '1', { kind: 'placed' })
    expect(brakeOf(withOutcome(found, '2', { kind: 'unknown' }))).toBe('serviceUnavailable')
  })
})

const earlier = { callId: 'x', at: '2026-01-01T00:00:00.000Z', profileName: 'P', phoneNumberDisplay: '+1' }
const repeat = (reason: 'calledRecently' | 'historyGap' | 'doNotCall' | 'shortNumber' | 'inProgress'): Failure => ({
  kind: 'repeat',
  reason,
  call: null,
  confirmation: '7a1f0c30-5b2e-4d8a-9c61-2f90e4d7b616',
})

describe('a refusal before the call is recorded', () => {
  it.each<[string, Failure, object]>([
    ['quitting', { kind: 'closing' }, { kind: 'over' }],
    [
      'a row outside its hours',
      { kind: 'invalid', issues: [{ path: ['listRow'], code: 'invalid', words: 'hours' }] },
      { kind: 'notNow', isChanged: true },
    ],
    [
      'a row whose next call is a different one',
      { kind: 'invalid', issues: [{ path: ['listRow'], code: 'invalid', words: 'row' }] },
      { kind: 'notNow', isChanged: false },
    ],
    [
      'a list that is no longer running',
      { kind: 'invalid', issues: [{ path: ['listRow'], code: 'invalid', words: 'list' }] },
      { kind: 'over' },
    ],
    ['a full disk', { kind: 'storage', reason: 'full' }, brake('diskRefused')],
    ['a locked keychain', { kind: 'keychain', reason: 'locked' }, brake('keyUnreadable')],
    [
      'a number that is being called',
      { kind: 'numberLocked', call: { ...earlier, state: 'sending' } },
      { kind: 'later' },
    ],
    [
      'an earlier call with an unknown outcome',
      { kind: 'numberLocked', call: { ...earlier, state: 'unknown' } },
      { kind: 'held', finding: 'unresolvedCall' },
    ],
    ['a history with a gap', repeat('historyGap'), brake('historyGap')],
    ['a do-not-call entry', repeat('doNotCall'), { kind: 'refused', finding: 'doNotCall' }],
    ['a short number', repeat('shortNumber'), { kind: 'refused', finding: 'shortNumber' }],
    ['a recent call', repeat('calledRecently'), { kind: 'held', finding: 'calledRecently' }],
    [
      'an emergency number',
      { kind: 'invalid', issues: [{ path: ['phoneNumber'], code: 'emergencyNumber' }] },
      { kind: 'refused', finding: 'emergencyNumber' },
    ],
    [
      'an invalid number',
      { kind: 'invalid', issues: [{ path: ['phoneNumber'], code: 'phoneNumber' }] },
      { kind: 'refused', finding: 'invalidNumber' },
    ],
    [
      'a context that is too large',
      { kind: 'invalid', issues: [{ path: ['initialContext'], code: 'tooLarge' }] },
      { kind: 'held', finding: 'contextTooLarge' },
    ],
    [
      'a key in the context',
      { kind: 'invalid', issues: [{ path: ['initialContext', 'comment'], code: 'containsKey' }] },
      { kind: 'held', finding: 'containsKey' },
    ],
    [
      'a removed profile',
      { kind: 'invalid', issues: [{ path: ['profileId'], code: 'profile' }] },
      brake('profileRemoved'),
    ],
    ['an unreachable service', { kind: 'unreachable', cause: 'noHost' }, brake('serviceUnavailable')],
  ])('%s', (_name, failure, refusal) => expect(refusalOf(failure)).toEqual(refusal))
})

const chosen = { atOnce: 10, freeSlots: 2 }
const placed = (pace: Pace, times: number): Pace =>
  Array.from({ length: times }).reduce<Pace>((next) => afterAnswered(next), pace)
const refused = (pace: Pace, inProgress: number, now: number, retryAfterSeconds: number | null = null): Pace =>
  afterRefused(pace, { inProgress, now, retryAfterSeconds })

describe('the pace of a list', () => {
  it('starts with one call, then three, then the chosen number', () => {
    const pace = createPace(chosen, null)
    expect([0, 1, 3, 4, 50].map((times) => slotsOf(placed(pace, times), 0))).toEqual([1, 3, 3, 10, 10])
  })

  it('never exceeds the chosen number, and leaves slots of the organization free', () => {
    const few = placed(createPace({ atOnce: 2, freeSlots: 0 }, 10), 9)
    expect(slotsOf(few, 0)).toBe(2)
    expect(slotsOf(placed(createPace(chosen, 8), 9), 0)).toBe(6)
    // At least one call at a time: a list without any slot would never end.
    expect(slotsOf(placed(createPace({ atOnce: 10, freeSlots: 9 }, 3), 9), 0)).toBe(1)
  })

  it('does not count calls from an earlier start toward the slow start', () => {
    expect(slotsOf(createPace(chosen, null), 0, 4)).toBe(5)
    expect(slotsOf(createPace(chosen, 8), 0, 9)).toBe(6)
  })

  it('waits after a refusal, longer after each one, and as long as the service requests, up to an hour', () => {
    const pace = placed(createPace(chosen, null), 20)
    const once = refused(pace, 6, 1_000)
    expect([slotsOf(once, 5_999), slotsOf(once, 6_000)]).toEqual([0, 4])
    const twice = refused(once, 5, 6_000)
    expect([slotsOf(twice, 15_999), slotsOf(twice, 16_000)]).toEqual([0, 3])
    expect(refused(pace, 6, 0, 120).resumeAt).toBe(120_000)
    expect(refused(pace, 6, 0, 1e9).resumeAt).toBe(3_600_000)
    expect(afterAnswered(twice).refusals).toBe(0)
  })

  it('learns the limit from a refusal, and tries one more concurrent call after twenty calls', () => {
    const pace = refused(placed(createPace(chosen, null), 20), 6, 0)
    const slots = (times: number): number => slotsOf(placed(pace, times), 1e6)
    expect([0, 19, 20, 40, 1_000].map(slots)).toEqual([4, 4, 5, 6, 10])
  })

  it('keeps a limit that the service reports', () => {
    expect(slotsOf(placed(createPace(chosen, 8), 1_000), 0)).toBe(6)
  })
})

it('does not say that the service was silent if it responded with an error', () => {
  const effect = effectOf(rejected(500, 'Internal error'))
  expect(effect).toEqual({ kind: 'brake', reason: 'serviceUnavailable' })
  const { title, text } = messages.lists.run.brake('serviceUnavailable')
  expect(`${title} ${text}`).not.toMatch(/respond/i)
})
