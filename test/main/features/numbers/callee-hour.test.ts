import { getCountries } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { type CalleeHour, phoneCountries } from '../../../../src/contract/phone-number.ts'
import { defaultSettings, type QuietHours } from '../../../../src/contract/settings.ts'
import { createCalleeHour, createZoneFinder, isKnownZone } from '../../../../src/main/features/numbers/callee-hour.ts'
import { zoneTable } from '../../../../src/main/lib/zone-table.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const findZones = createZoneFinder(() => Promise.resolve(zoneTable))

const hourOf = async (
  phoneNumber: string,
  {
    zone = null,
    at = noon,
    quiet = defaultSettings.quietHours,
  }: { zone?: string | null; at?: number; quiet?: QuietHours } = {},
): Promise<CalleeHour> => {
  const hour = await createCalleeHour({ findZones, clock: () => at, quietHours: () => quiet })({ phoneNumber, zone })
  if (!hour.ok) throw new Error(JSON.stringify(hour.failure))
  return hour.value
}

const times = ({ localTimes }: CalleeHour): string => localTimes.map(({ time }) => time).join(' ')

describe('the local time at the callee', () => {
  it.each([
    // A landline with one zone.
    ['+442079460018', '12:00', 'none', 'prefix'],
    ['+4930901820', '13:00', 'none', 'country'],
    ['+81312345678', '21:00', 'none', 'country'],
    ['+913322221234', '17:30', 'none', 'country'],
    ['+97714123456', '17:45', 'none', 'country'],
    // The prefix identifies one of several zones.
    ['+61731234567', '22:00', 'none', 'prefix'],
    ['+34922123456', '12:00', 'none', 'prefix'],
    ['+61292345678', '23:00', 'none', 'prefix'],
    ['+74951234567', '15:00', 'none', 'prefix'],
    // Any North American number may be mobile.
    ['+14155550123', '04:00', 'mobile', 'prefix'],
    ['+12125550123', '07:00', 'mobile', 'prefix'],
    ['+18085550123', '02:00', 'mobile', 'prefix'],
    ['+15065550123', '08:00', 'mobile', 'prefix'],
    ['+18769223456', '07:00', 'none', 'prefix'],
    ['+447400123456', '12:00', 'mobile', 'country'],
    ['+4915123456789', '13:00', 'mobile', 'country'],
    // The zone is ambiguous.
    ['+61892345678', '20:00 21:30 22:30', 'several', 'prefix'],
    ['+61412345678', '18:30 19:00 20:00 20:45 22:00 22:30 23:00', 'several', 'country'],
    ['+18005550100', '01:00 02:00 03:00 04:00 05:00 06:00 07:00 08:00 08:30 22:00', 'several', 'country'],
  ])('%s: %s, %s, by %s', async (number, clocks, doubt, source) => {
    const hour = await hourOf(number)
    expect(new Set(times(hour).split(' '))).toEqual(new Set(clocks.split(' ')))
    expect([hour.doubt, hour.source]).toEqual([doubt, source])
  })

  it.each(['PJSIP/1001', '1001', 'sip:alice@example.com', '4155550123', '+88312345', '+999123456789', ''])(
    'is not reported for %j',
    async (number) => {
      expect(await hourOf(number)).toMatchObject({ zones: [], localTimes: [], doubt: 'unknown', source: 'nothing' })
    },
  )

  it('is that of a zone chosen by the user', async () => {
    expect(await hourOf('+14155550123', { zone: 'Asia/Tokyo' })).toMatchObject({
      zones: ['Asia/Tokyo'],
      localTimes: [{ zone: 'Asia/Tokyo', time: '21:00', date: '2026-11-21', offsetMinutes: 540 }],
      doubt: 'none',
      source: 'person',
    })
    const hour = createCalleeHour({ findZones, clock: () => noon, quietHours: () => defaultSettings.quietHours })
    for (const zone of ['Mars/Olympus', '', '../etc'])
      expect(await hour({ phoneNumber: '+14155550123', zone })).toMatchObject({
        failure: { issues: [{ path: ['zone'], code: 'invalid' }] },
      })
  })

  it('follows daylight saving time and the local date', async () => {
    const july = Date.parse('2026-07-01T23:30:00Z')
    expect((await hourOf('+442079460018', { at: july })).localTimes[0]).toMatchObject({
      time: '00:30',
      date: '2026-07-02',
    })
    expect((await hourOf('+12125550123', { at: july })).localTimes[0]).toMatchObject({
      time: '19:30',
      offsetMinutes: -240,
    })
  })

  it('lists each distinct time once', async () => {
    const hour = await hourOf('+447400123456')
    expect(hour.zones).toContain('Europe/Guernsey')
    expect(hour.localTimes).toHaveLength(1)
  })
})

describe('quiet hours at the callee', () => {
  const at = (time: string) => Date.parse(`2026-11-21T${time}:00Z`)

  it.each([
    ['20:59', 'no', null],
    ['21:00', 'yes', '2026-11-22T08:00:00.000Z'],
    ['23:59', 'yes', '2026-11-22T08:00:00.000Z'],
    ['00:00', 'yes', '2026-11-21T08:00:00.000Z'],
    ['07:59', 'yes', '2026-11-21T08:00:00.000Z'],
    ['08:00', 'no', null],
    ['14:00', 'no', null],
  ])('at %s local time: %s, until %s', async (time, state, endsAt) => {
    const { quiet } = await hourOf('+442079460018', { at: at(time) })
    expect(quiet).toEqual({ state: state, from: '21:00', to: '08:00', endsAt })
  })

  it('may start and end on the same day', async () => {
    const quiet = { on: true, from: '12:00', to: '13:30' }
    const quietStateAt = async (time: string) => (await hourOf('+442079460018', { at: at(time), quiet })).quiet.state
    expect(await Promise.all(['11:59', '12:00', '13:29', '13:30'].map(quietStateAt))).toEqual([
      'no',
      'yes',
      'yes',
      'no',
    ])
  })

  it('are possible if only some zones are within them, and unknown without a zone', async () => {
    // 20:00 in Perth and 23:00 in Sydney; the phone may be in either city.
    const mobile = await hourOf('+61412345678')
    expect(mobile.quiet).toMatchObject({ state: 'maybe', endsAt: '2026-11-21T22:00:00.000Z' })
    expect((await hourOf('PJSIP/1001')).quiet.state).toBe('unknown')
    expect((await hourOf('+61412345678', { zone: 'Australia/Perth' })).quiet.state).toBe('no')
  })

  it('end at the local time, even across a change of daylight saving time', async () => {
    const night = Date.parse('2026-10-25T00:30:00Z')
    const { localTimes, quiet } = await hourOf('+442079460018', { at: night })
    expect(localTimes[0]?.time).toBe('01:30')
    expect(quiet.endsAt).toBe('2026-10-25T08:00:00.000Z')
  })

  it('can be turned off', async () => {
    const quiet = { on: false, from: '00:00', to: '23:59' }
    expect((await hourOf('+442079460018', { quiet })).quiet).toEqual({
      state: 'off',
      from: null,
      to: null,
      endsAt: null,
    })
  })
})

describe('the table of zones', () => {
  const prefixes = zoneTable
    .replaceAll('\n', '')
    .split(';')
    .flatMap((group) => group.split('=')[1]?.split(',') ?? [])

  it('is complete', () => {
    expect(prefixes.length).toBeGreaterThan(3_000)
    expect(new Set(prefixes).size).toBe(prefixes.length)
    expect(prefixes.filter((prefix) => !/^[1-9]\d{0,8}$/.test(prefix))).toEqual([])
  })

  it('contains only zones that this runtime knows', () => {
    const zones = new Set(
      zoneTable
        .replaceAll('\n', '')
        .split(';')
        .flatMap((group) => group.split('=')[0]?.split('&') ?? []),
    )
    expect([...zones].filter((zone) => !isKnownZone(zone))).toEqual([])
    expect(isKnownZone('Mars/Olympus')).toBe(false)
  })

  it('is loaded once, at the first call', async () => {
    let loads = 0
    const find = createZoneFinder(() => Promise.resolve(((loads += 1), zoneTable)))
    expect(loads).toBe(0)
    await Promise.all([find('+442079460018'), find('+14155550123'), find('1001')])
    expect(loads).toBe(1)
  })

  it('uses the longest known prefix', async () => {
    const find = createZoneFinder(() => Promise.resolve('Europe/Paris=12;Asia/Tokyo&Europe/Rome=1234;Etc/Nowhere=5'))
    expect(await find('+1239999')).toEqual({ zones: ['Europe/Paris'], prefix: '12' })
    expect(await find('+1234')).toEqual({ zones: ['Asia/Tokyo', 'Europe/Rome'], prefix: '1234' })
    expect(await find('+5555')).toBeNull()
    expect(await find('+9999')).toBeNull()
  })
})

it('lists the countries whose numbers can be read', () => {
  expect(phoneCountries.toSorted()).toEqual(getCountries().toSorted())
})
