import { describe, expect, it } from 'vitest'
import {
  createConfirmationTokens,
  createInFlightCalls,
  createKeyedMutex,
  createRecentCalls,
} from '../../../../src/main/features/calls/guards.ts'
import { aCall } from '../../../support/a-call.ts'

const number = '+14155550160'

const createTokens = () => {
  let [now, ids] = [0, 0]
  const tokens = createConfirmationTokens({ monotonic: () => now, createId: () => `token ${(ids += 1)}` })
  return { tokens, pass: (milliseconds: number): void => void (now += milliseconds) }
}

describe('a repeat confirmation token', () => {
  it('is valid once, for the earlier calls it names', () => {
    const { tokens } = createTokens()
    const [one, other] = [tokens.issue(number, ['a']), tokens.issue(number, ['b', 'gap'])]
    expect(tokens.redeem(other, number)).toEqual(['b', 'gap'])
    expect(tokens.redeem(one, number)).toEqual(['a'])
    expect(tokens.redeem(one, number)).toEqual([])
  })

  it('is valid for two minutes', () => {
    const { tokens, pass } = createTokens()
    const [one, other] = [tokens.issue(number, ['a']), tokens.issue(number, ['b'])]
    pass(119_999)
    expect(tokens.redeem(one, number)).toEqual(['a'])
    pass(1)
    expect(tokens.redeem(other, number)).toEqual([])
  })

  it('is invalid if it was not issued', () => {
    const { tokens } = createTokens()
    expect(tokens.redeem(null, number)).toEqual([])
    expect(tokens.redeem('made up', number)).toEqual([])
  })

  it('is valid only for its number, in any format', () => {
    const { tokens } = createTokens()
    const [one, other] = [tokens.issue(number, ['gap']), tokens.issue(number, ['gap'])]
    expect(tokens.redeem(one, '+14155550199')).toEqual([])
    expect(tokens.redeem(other, '0014155550160')).toEqual(['gap'])
  })

  it('is invalid once its number was erased', () => {
    const { tokens } = createTokens()
    const [one, other] = [tokens.issue(number, ['a']), tokens.issue('+14155550199', ['b'])]
    tokens.forget('0014155550160')
    expect(tokens.redeem(one, number)).toEqual([])
    expect(tokens.redeem(other, '+14155550199')).toEqual(['b'])
  })
})

const open = () => {
  let now = 0
  const recent = createRecentCalls(() => now)
  return { recent, pass: (minutes: number) => (now += minutes * 60_000) }
}
const tenMinutes = 600_000

it('keeps a call as long as it may require a confirmation, in any format', () => {
  const { recent, pass } = open()
  recent.add('a', '+14155550160', false)
  pass(9)
  expect(recent.within(tenMinutes, '+1 (415) 555-0160', false)).toEqual(['a'])
  pass(2)
  expect(recent.within(tenMinutes, '+14155550160', false)).toEqual([])
})

it('forgets calls of more than a day ago without another call', () => {
  const { recent, pass } = open()
  recent.add('a', '+14155550160', false)
  pass(60)
  recent.add('b', '+14155550160', false)
  pass(24 * 60 - 30)
  recent.removeOld()
  expect(recent.within(48 * 60 * 60_000, '+14155550160', false)).toEqual(['b'])
})

it('adds calls of the history by their age, before the calls that this process recorded later', () => {
  const { recent, pass } = open()
  const now = Date.parse('2026-11-21T09:15:00.000Z')
  const ofHistory = (callId: string, minutes: number) => ({
    callId,
    phoneNumber: '+14155550160',
    practice: false,
    preparedAt: new Date(now - minutes * 60_000).toISOString(),
  })
  recent.add('own', '+14155550160', false)
  recent.addOfHistory([ofHistory('own', 0), ofHistory('earlier', 4), ofHistory('ahead', -90)], now)
  expect(recent.within(tenMinutes, '+14155550160', false)).toEqual(['earlier', 'own', 'ahead'])
  pass(6)
  expect(recent.within(tenMinutes, '+14155550160', false)).toEqual(['own', 'ahead'])
  pass(24 * 60 - 5)
  recent.removeOld()
  expect(recent.within(48 * 60 * 60_000, '+14155550160', false)).toEqual([])
})

it('separates practice calls from real calls, and numbers from each other', () => {
  const { recent } = open()
  recent.add('a', '+14155550160', true)
  expect(recent.within(tenMinutes, '+14155550160', false)).toEqual([])
  expect(recent.within(tenMinutes, '+14155550161', true)).toEqual([])
})

it('returns nothing if the setting is off', () => {
  const { recent } = open()
  recent.add('a', '+14155550160', false)
  expect(recent.within(0, '+14155550160', false)).toEqual([])
})

it('runs tasks with the same name in sequence, even after a failure, and others in parallel', async () => {
  const inTurn = createKeyedMutex()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const work = (name: string, what: string, wait?: Promise<void>) =>
    inTurn(name, async () => {
      order.push(`${what} starts`)
      await wait
      order.push(`${what} ends`)
      return what
    })
  const first = work('a', 'one', gate.promise)
  const failing = inTurn('a', () => Promise.reject(new Error('no')))
  const third = work('a', 'three')
  expect(await work('b', 'two')).toBe('two')
  expect(order).toEqual(['one starts', 'two starts', 'two ends'])
  gate.resolve()
  await expect(failing).rejects.toThrow('no')
  expect(await Promise.all([first, third])).toEqual(['one', 'three'])
  expect(order.slice(3)).toEqual(['one ends', 'three starts', 'three ends'])
  expect(await work('a', 'four')).toBe('four')
})

describe('calls made by this process', () => {
  const callTo = (phoneNumber: string, practice = false) => ({
    call: aCall({ phoneNumber, practice }),
    initialContext: {},
    until: 0,
    answered: false,
  })

  it('are found by their number in any format while they are in flight', () => {
    const calls = createInFlightCalls()
    const [one, other] = [callTo('+14155550160'), callTo('+14155550161')]
    calls.add(one)
    calls.add(other)
    expect(calls.callTo('sip:%2B1(415)555-0160:secret@carrier.example', false)).toBe(one.call)
    expect(calls.callTo('+14155550160', true)).toBeUndefined()
    calls.remove(one.call.callId)
    expect(calls.callTo('+14155550160', false)).toBeUndefined()
    expect(calls.callTo('9,4155550161', false)).toBe(other.call)
    expect(calls.sentCall(one.call.callId)).toBe(one.call)
  })

  it('are forgotten after 2,000 later calls, but never while they are in flight', () => {
    const calls = createInFlightCalls()
    const [flying, first] = [callTo('+14155550160'), callTo('+14155550161')]
    calls.add(flying)
    calls.add(first)
    calls.remove(first.call.callId)
    for (let count = 0; count < 2_000; count += 1) {
      const next = callTo(`+1212${String(count).padStart(7, '0')}`)
      calls.add(next)
      calls.remove(next.call.callId)
    }
    expect(calls.sentCall(first.call.callId)).toBeUndefined()
    expect(calls.sentCall(flying.call.callId)).toBe(flying.call)
    expect(calls.callTo('+14155550160', false)).toBe(flying.call)
  })

  it('keep only their ID once their number was erased, so that they are not sent again', () => {
    const calls = createInFlightCalls()
    const [erased, other] = [callTo('+14155550160'), callTo('+14155550161')]
    for (const one of [erased, other]) {
      calls.add(one)
      calls.remove(one.call.callId)
    }
    calls.forgetNumber('+1 (415) 555-0160')
    expect(calls.sentCall(erased.call.callId)).toBeNull()
    expect(calls.sentCall(other.call.callId)).toBe(other.call)
  })

  it('keep the newest 10,000 for the repeat confirmation', () => {
    const { recent } = open()
    for (let count = 0; count <= 10_000; count += 1) recent.add(String(count), `+1212${2_000_000 + count}`, false)
    expect(recent.within(tenMinutes, '+12122000000', false)).toEqual([])
    expect(recent.within(tenMinutes, '+12122000001', false)).toEqual(['1'])
  })
})
