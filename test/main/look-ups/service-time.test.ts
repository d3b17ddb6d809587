import { describe, expect, it } from 'vitest'
import {
  around,
  placeByAnswer,
  placeOnServiceClock,
  serverTimeAt,
  type ServiceMoment,
} from '../../../src/main/look-ups/service-time.ts'

const hour = 3_600_000
/** The service is five hours ahead of us. */
const server = 1_000 * hour
const ours = server - 5 * hour
const now: ServiceMoment = { server, wall: ours, monotonic: 500_000 }

describe('when a call was on its way, by the service’s clock', () => {
  it('is as long ago as by ours, however far apart the clocks are', () => {
    const sent = { wall: ours - 40_000, monotonic: 460_000 }
    const ended = { wall: ours - 10_000, monotonic: 490_000 }
    expect(placeOnServiceClock(sent, ended, now)).toEqual({ from: server - 40_000, to: server - 10_000 })
  })

  it('goes on until now while the connection is open', () => {
    const sent = { wall: ours - 40_000, monotonic: 460_000 }
    expect(placeOnServiceClock(sent, null, now)).toEqual({ from: server - 40_000, to: server })
  })

  it.each([
    ['the computer slept for an hour', { wall: ours - hour - 40_000, monotonic: 460_000 }, hour + 40_000],
    ['our clock was put back by a little', { wall: ours - 11_000, monotonic: 460_000 }, 40_000],
    ['our clock was put forward by an hour', { wall: ours - hour - 40_000, monotonic: 460_000 }, hour + 40_000],
  ])('begins early enough when %s', (_what, sent, ago) => {
    expect(placeOnServiceClock(sent, null, now).from).toBe(server - ago)
  })

  it.each([
    ['the computer slept for an hour', { wall: ours - hour - 10_000, monotonic: 490_000 }],
    ['our clock was put forward by an hour', { wall: ours - hour - 10_000, monotonic: 490_000 }],
  ])('ends late enough when %s', (_what, ended) => {
    const sent = { wall: ended.wall - 30_000, monotonic: 460_000 }
    expect(placeOnServiceClock(sent, ended, now).to).toBe(server - 10_000)
  })

  it('never ends in the service’s future', () => {
    const ended = { wall: ours + hour, monotonic: 490_000 }
    expect(placeOnServiceClock({ wall: ours - 40_000, monotonic: 460_000 }, ended, now).to).toBe(server)
  })

  it('of an earlier life of the app ends fifteen minutes after its beginning, for nobody knows when that life ended', () => {
    const sent = { wall: ours - 48 * hour, monotonic: null }
    expect(placeOnServiceClock(sent, { wall: ours, monotonic: null }, now)).toEqual({
      from: server - 48 * hour,
      to: server - 48 * hour + 900_000,
    })
  })

  it('cannot be told when our clock was put back: the computer may have slept any time', () => {
    const sent = { wall: ours - 9_000, monotonic: 460_000 }
    const ended = { wall: ours - 10_000, monotonic: 490_000 }
    expect(placeOnServiceClock(sent, ended, now)).toEqual({ from: -Infinity, to: server - 10_000 })
  })

  it('cannot be told when our clock was set back between two lives of the app', () => {
    const placed = placeOnServiceClock({ wall: ours + 1, monotonic: null }, { wall: ours, monotonic: null }, now)
    expect(placed).toEqual({ from: -Infinity, to: server })
  })
})

describe('the answer’s own word', () => {
  const sent = { wall: ours, monotonic: null }

  it('places a call of an earlier life, whatever our clock shows since', () => {
    const serverDate = new Date(server).toISOString()
    expect(placeByAnswer(sent, { wall: ours + 7_000, monotonic: null }, serverDate)).toEqual({
      from: server - 7_000,
      to: server,
    })
  })

  it.each([
    ['a call that ended before it began', ours - 1, new Date(server).toISOString()],
    ['a date that is none', ours + 1, 'soon'],
  ])('is not believed of %s', (_what, wall, serverDate) => {
    expect(placeByAnswer(sent, { wall, monotonic: null }, serverDate)).toBeNull()
  })
})

it('knows the service’s clock at other moments', () => {
  expect(serverTimeAt(now, 490_000)).toBe(server - 10_000)
})

it('knows the time around several calls', () => {
  expect(
    around([
      { from: 5, to: 7 },
      { from: 1, to: 2 },
    ]),
  ).toEqual({ from: 1, to: 7 })
})
