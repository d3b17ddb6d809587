import { describe, expect, it } from 'vitest'
import {
  spanOf,
  callTimeByResponse,
  callTimeByClocks,
  serverTimeAt,
  type ServiceMoment,
} from '../../../../src/main/features/reconciliation/timing.ts'

const hour = 3_600_000
/** The service clock is five hours ahead. */
const server = 1_000 * hour
const ours = server - 5 * hour
const now: ServiceMoment = { server, wall: ours, monotonic: 500_000 }

describe('the time range of a call by the service’s clock', () => {
  it('goes back as far as on the local clock, however different the clocks are', () => {
    const sent = { wall: ours - 40_000, monotonic: 460_000 }
    const ended = { wall: ours - 10_000, monotonic: 490_000 }
    expect(callTimeByClocks(sent, ended, now)).toEqual({ from: server - 40_000, to: server - 10_000 })
  })

  it('extends to the present while the connection is open', () => {
    const sent = { wall: ours - 40_000, monotonic: 460_000 }
    expect(callTimeByClocks(sent, null, now)).toEqual({ from: server - 40_000, to: server })
  })

  it.each([
    ['the computer slept for an hour', { wall: ours - hour - 40_000, monotonic: 460_000 }, hour + 40_000],
    ['our clock was set back slightly', { wall: ours - 11_000, monotonic: 460_000 }, 40_000],
    ['our clock was set forward by an hour', { wall: ours - hour - 40_000, monotonic: 460_000 }, hour + 40_000],
  ])('starts early enough when %s', (_what, sent, ago) => {
    expect(callTimeByClocks(sent, null, now).from).toBe(server - ago)
  })

  it.each([
    ['the computer slept for an hour', { wall: ours - hour - 10_000, monotonic: 490_000 }],
    ['our clock was set forward by an hour', { wall: ours - hour - 10_000, monotonic: 490_000 }],
  ])('ends late enough when %s', (_what, ended) => {
    const sent = { wall: ended.wall - 30_000, monotonic: 460_000 }
    expect(callTimeByClocks(sent, ended, now).to).toBe(server - 10_000)
  })

  it('never ends in the service’s future', () => {
    const ended = { wall: ours + hour, monotonic: 490_000 }
    expect(callTimeByClocks({ wall: ours - 40_000, monotonic: 460_000 }, ended, now).to).toBe(server)
  })

  it('ends fifteen minutes after its start for an earlier process, because it is unknown when that process exited', () => {
    const sent = { wall: ours - 48 * hour, monotonic: null }
    expect(callTimeByClocks(sent, { wall: ours, monotonic: null }, now)).toEqual({
      from: server - 48 * hour,
      to: server - 48 * hour + 900_000,
    })
  })

  it('is unknown if the local clock was set back, because the computer may have slept', () => {
    const sent = { wall: ours - 9_000, monotonic: 460_000 }
    const ended = { wall: ours - 10_000, monotonic: 490_000 }
    expect(callTimeByClocks(sent, ended, now)).toEqual({ from: -Infinity, to: server - 10_000 })
  })

  it('is unknown if the local clock was set back between two processes', () => {
    const placed = callTimeByClocks({ wall: ours + 1, monotonic: null }, { wall: ours, monotonic: null }, now)
    expect(placed).toEqual({ from: -Infinity, to: server })
  })
})

describe('the Date header of the response', () => {
  const sent = { wall: ours, monotonic: null }

  it('dates a call of an earlier process, regardless of the local clock', () => {
    const serverDate = new Date(server).toISOString()
    expect(callTimeByResponse(sent, { wall: ours + 7_000, monotonic: null }, serverDate)).toEqual({
      from: server - 7_000,
      to: server,
    })
  })

  it.each([
    ['a call that ended before it began', ours - 1, new Date(server).toISOString()],
    ['an invalid date', ours + 1, 'soon'],
  ])('is ignored for %s', (_what, wall, serverDate) => {
    expect(callTimeByResponse(sent, { wall, monotonic: null }, serverDate)).toBeNull()
  })
})

it('converts other times to the service’s clock', () => {
  expect(serverTimeAt(now, 490_000)).toBe(server - 10_000)
})

it('returns the time range of several calls', () => {
  expect(
    spanOf([
      { from: 5, to: 7 },
      { from: 1, to: 2 },
    ]),
  ).toEqual({ from: 1, to: 7 })
})
