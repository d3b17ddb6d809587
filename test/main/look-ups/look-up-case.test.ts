import { describe, expect, it } from 'vitest'
import {
  continueCase,
  describeCase,
  isOfEarlierLife,
  learnTime,
  openCase,
  timeOfCase,
  timeToRead,
} from '../../../src/main/look-ups/look-up-case.ts'
import { aCall } from '../../support/a-call.ts'
import { aWatchedCase, sentWall, unknown } from './a-case.ts'

const hour = 3_600_000
const minute = 60_000
/** The service is two hours ahead; the call was sent at `sentWall`, 1,000 s by the forward clock. */
const serverAt = (seconds: number) => ({
  server: sentWall + 2 * hour + seconds * 1000,
  wall: sentWall + seconds * 1000,
  monotonic: 1_000_000 + seconds * 1000,
})
const ended = { outcome: unknown, endedAt: new Date(sentWall + 20_000).toISOString() }
const at20 = { wall: sentWall + 20_000, monotonic: 1_020_000 }

describe('the case of a call', () => {
  it('on its way waits for its answer', () => {
    const known = aWatchedCase()
    expect(known).toMatchObject({ endedAt: null, ended: null, hurry: false })
    expect(isOfEarlierLife(known)).toBe(false)
  })

  it('is past only when it was sent long before this life of the app began', () => {
    const opened = (minutes: number) => openCase(aCall(ended), { wall: sentWall + minutes * minute, monotonic: 5 })
    expect([25, 26].map((minutes) => opened(minutes).isPast)).toEqual([false, true])
    expect(aWatchedCase().isPast).toBe(false)
  })

  it('of an earlier life is looked at at once, and its quiet time begins now', () => {
    const known = openCase(aCall(ended), { wall: sentWall + 9 * hour, monotonic: 50_000 })
    expect(known).toMatchObject({ endedAt: 50_000, hurry: true, ended: { wall: sentWall + 20_000, monotonic: null } })
    expect(isOfEarlierLife(known)).toBe(true)
  })

  it('hurries when the answer is lost, and forgets what stood in the way before', () => {
    const known = continueCase(aWatchedCase({ failures: 6, halted: true }), aCall(ended), at20)
    expect(known).toMatchObject({ endedAt: 1_020_000, hurry: true, failures: 0, halted: false })
    expect(known.ended).toEqual(at20)
  })

  it('keeps the end it knows when its call moves on again', () => {
    const once = continueCase(aWatchedCase(), aCall(ended), at20)
    const again = continueCase({ ...once, hurry: false }, aCall(ended), { wall: 0, monotonic: 9_000_000 })
    expect(again).toMatchObject({ endedAt: 1_020_000, hurry: false, ended: at20 })
  })
})

describe('the time of a call', () => {
  it('is what the service told first: a clock that is set later changes nothing', () => {
    const known = aWatchedCase()
    const first = { ...known, onItsWay: learnTime(known, serverAt(10)) }
    expect(first.onItsWay).toEqual({ from: serverAt(0).server, to: Infinity })
    const over = continueCase(first, aCall(ended), at20)
    const told = { ...over, onItsWay: learnTime(over, serverAt(21)) }
    expect(told.onItsWay).toEqual({ from: serverAt(0).server, to: serverAt(20).server })
    const setBack = { ...serverAt(60), wall: sentWall - 5 * hour }
    expect(timeOfCase(told, setBack)).toEqual(told.onItsWay)
    expect(timeOfCase(over, setBack).from).toBe(serverAt(0).server)
    expect(Number.isFinite(timeToRead(over, setBack).to)).toBe(true)
  })

  it('of an earlier life is told by its own answer where that told the service’s clock', () => {
    const call = aCall({ ...ended, serverDate: new Date(serverAt(20).server).toISOString() })
    const known = openCase(call, { wall: sentWall + 99 * hour, monotonic: 5 })
    const now = { server: 0, wall: sentWall + 99 * hour, monotonic: 5 }
    expect(timeOfCase(known, now)).toEqual({ from: serverAt(0).server, to: serverAt(20).server })
  })

  it('is read with a margin: a quarter of an hour, or more than a day where only a clock on the wall tells', () => {
    const known = continueCase(aWatchedCase(), aCall(ended), at20)
    const time = { from: serverAt(0).server, to: serverAt(20).server }
    expect(timeToRead(known, serverAt(20))).toEqual({ from: time.from - 15 * minute, to: time.to + 15 * minute })
    const glance = openCase(aCall(ended), at20)
    expect(timeToRead(glance, serverAt(20))).toEqual({ from: time.from - 15 * minute, to: time.to + 15 * minute })
    const earlier = { ...glance, attempts: 1 }
    expect(timeToRead(earlier, serverAt(20))).toEqual({ from: time.from - 26 * hour, to: time.to + 26 * hour })
  })
})

describe('what the screen is told', () => {
  it('of a call whose answer is out: from when on, by our clock', () => {
    const shown = describeCase(aWatchedCase({ onItsWay: { from: 5, to: Infinity } }), at20)
    expect(shown).toMatchObject({
      step: 'waiting',
      quietUntil: null,
      window: { from: new Date(sentWall).toISOString(), to: new Date(sentWall + 20_000).toISOString() },
    })
  })

  it('of a call whose answer is lost: until when, by the service’s clock, and from when on "not found" is possible', () => {
    const over = continueCase(aWatchedCase(), aCall(ended), at20)
    const known = { ...over, onItsWay: learnTime(over, serverAt(21)) }
    expect(describeCase(known, { wall: sentWall + 50_000, monotonic: 1_050_000 })).toMatchObject({
      quietUntil: new Date(sentWall + 140_000).toISOString(),
      window: { from: new Date(serverAt(0).server).toISOString(), to: new Date(serverAt(20).server).toISOString() },
    })
  })
})
