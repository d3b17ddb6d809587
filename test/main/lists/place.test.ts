import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isZone } from '../../../src/domain/lists/calling-hours.ts'
import { placeTablesDate } from '../../../src/domain/lists/table-dates.ts'
import { type Place, zonesOfPlace } from '../../../src/main/lists/place.ts'
import { canadianZones, namedZones, postalZones, stateZones } from '../../../src/main/lists/place-tables.ts'

const nowhere: Place = { phoneNumber: null, timeZone: '', postalCode: '', state: '' }
const zones = (place: Partial<Place>): string => zonesOfPlace({ ...nowhere, ...place }).join(' ')

/** A number without a location, so that only the other evidence counts. */
const tollFree = '+18005550101'

describe('the location of a number', () => {
  it.each([
    ['+14155550101', 'America/Los_Angeles'],
    ['+12125550101', 'America/New_York'],
    ['+442079460018', 'Europe/London'],
    ['+4915123456789', 'Europe/Berlin'],
    ['+212522345678', 'Africa/Casablanca'],
    ['+213551234567', 'Africa/Algiers'],
    ['+5511987654321', 'America/Sao_Paulo'],
    ['+5591987654321', 'America/Sao_Paulo'],
    ['+5592987654321', 'America/Manaus'],
    ['+74012345678', 'Europe/Kaliningrad'],
  ])('%s is %s', (phoneNumber, expected) => expect(zones({ phoneNumber })).toBe(expected))

  it('has both zones if its area is on both sides of a boundary', () => {
    // 850 is western Florida, 219 northwestern Indiana, 605 South Dakota.
    for (const phoneNumber of ['+18505550101', '+12195550101'])
      expect(zones({ phoneNumber }).split(' ').toSorted()).toEqual(['America/Chicago', 'America/New_York'])
    expect(zonesOfPlace({ ...nowhere, phoneNumber: '+16055550101' })).toContain('America/Denver')
    expect(zonesOfPlace({ ...nowhere, phoneNumber: '+61412345678' })).toEqual(
      expect.arrayContaining(['Australia/Perth', 'Australia/Sydney']),
    )
  })

  it('is unknown for toll-free numbers, mobile numbers of a country with several zones, endpoints, and no number', () => {
    for (const phoneNumber of [tollFree, '+18885550101', '+79161234567', '+80012345678', 'sip:1001@pbx.example', null])
      expect([String(phoneNumber), zones({ phoneNumber })]).toEqual([String(phoneNumber), ''])
  })
})

describe('a time zone column', () => {
  it.each([
    ['America/New_York', 'America/New_York'],
    ['america/new york', 'america/new_york'],
    ['US/Eastern', 'US/Eastern'],
    ['EST', 'America/New_York'],
    ['Eastern Standard Time', 'America/New_York'],
    ['(UTC-08:00) Pacific Time (US & Canada)', 'America/Los_Angeles'],
    ['MST', 'America/Denver America/Phoenix'],
    ['Berlin', 'Europe/Berlin'],
    ['CEST', 'Europe/Berlin'],
    ['JST', 'Asia/Tokyo'],
    ['somewhere', ''],
    ['+25:00', ''],
  ])('with %s is %s', (timeZone, expected) => expect(zones({ phoneNumber: tollFree, timeZone })).toBe(expected))

  it('reads an abbreviation according to the country of the number', () => {
    expect(zones({ phoneNumber: '+919876543210', timeZone: 'IST' })).toBe('Asia/Kolkata')
    expect(zones({ phoneNumber: '+353861234567', timeZone: 'IST' })).toBe('Europe/Dublin')
    expect(zones({ phoneNumber: '+8613812345678', timeZone: 'CST' })).toBe('Asia/Shanghai')
    expect(zones({ phoneNumber: null, timeZone: 'IST' })).toBe('')
    expect(zones({ phoneNumber: null, timeZone: 'CST' })).toBe('')
  })

  it('reads an offset only as zones of that country with this offset', () => {
    const eastern = zonesOfPlace({ ...nowhere, phoneNumber: tollFree, timeZone: 'UTC-05:00' })
    expect(eastern).toEqual(expect.arrayContaining(['America/New_York', 'America/Chicago']))
    expect(eastern).not.toContain('America/Los_Angeles')
    expect(zones({ phoneNumber: tollFree, timeZone: '+09:00' })).toBe('')
    expect(zones({ phoneNumber: null, timeZone: '-05:00' })).toBe('')
  })
})

describe('a postal code', () => {
  it.each([
    ['94105', 'America/Los_Angeles'],
    ['10001-1234', 'America/New_York'],
    ['02139', 'America/New_York'],
    ['2139', 'America/New_York'],
    ['601', 'America/Puerto_Rico'],
    ['79901', 'America/Denver'],
    ['46320', 'America/Chicago'],
    ['96813', 'Pacific/Honolulu'],
    ['M5V 2T6', 'America/Toronto'],
    ['09012', ''],
    ['96201', ''],
    ['SW1A 1AA', ''],
    ['12', ''],
  ])('%s of North America is %s', (postalCode, expected) => {
    const [first = ''] = zonesOfPlace({ ...nowhere, phoneNumber: tollFree, postalCode })
    expect(first).toBe(expected)
  })

  it('has the zones of its country if that is a different country', () => {
    expect(zones({ phoneNumber: '+4915123456789', postalCode: '10115' })).toBe('Europe/Berlin')
    expect(zones({ phoneNumber: '+61412345678', postalCode: '6000' })).toBe('Australia/Perth')
    expect(zones({ phoneNumber: '+61412345678', postalCode: '800' })).toBe('Australia/Darwin')
    expect(zones({ phoneNumber: '+5511987654321', postalCode: '01310-100' })).toBe('America/Sao_Paulo')
    expect(zones({ phoneNumber: '+34612345678', postalCode: '35001' })).toBe('Atlantic/Canary')
  })
})

describe('a state', () => {
  it.each([
    ['CA', 'America/Los_Angeles'],
    ['california', 'America/Los_Angeles'],
    ['US-NY', 'America/New_York'],
    ['N.Y.', 'America/New_York'],
    ['TX', 'America/Chicago America/Denver'],
    ['Qu\u00e9bec', 'America/Toronto America/Blanc-Sablon America/Halifax'],
    ['Atlantis', ''],
  ])('%s of North America is %s', (state, expected) => expect(zones({ phoneNumber: tollFree, state })).toBe(expected))

  it('is interpreted according to the number’s country', () => {
    expect(zones({ phoneNumber: '+61412345678', state: 'WA' })).toBe('Australia/Perth Australia/Eucla')
    expect(zones({ phoneNumber: '+18005550101', state: 'WA' })).toBe('America/Los_Angeles')
    expect(zones({ phoneNumber: null, state: 'WA' })).toBe('')
    expect(zones({ phoneNumber: null, state: 'Texas' })).toBe('America/Chicago America/Denver')
  })
})

describe('contradicting evidence', () => {
  it('adds zones, with the strongest evidence first', () => {
    expect(zones({ phoneNumber: '+14155550101', postalCode: '10001' })).toBe('America/New_York America/Los_Angeles')
    expect(zones({ phoneNumber: '+12125550101', timeZone: 'America/Chicago', postalCode: '80202', state: 'CA' })).toBe(
      'America/Chicago America/Denver America/Los_Angeles America/New_York',
    )
  })

  it('adds nothing if it agrees or is less precise', () => {
    expect(zones({ phoneNumber: '+14155550101', timeZone: 'US/Pacific', state: 'CA', postalCode: '94105' })).toBe(
      'US/Pacific',
    )
    expect(zones({ phoneNumber: '+19155550101', postalCode: '79901', state: 'TX' })).toBe('America/Denver')
    expect(zones({ phoneNumber: '+61412345678', state: 'QLD' })).toBe('Australia/Brisbane')
  })
})

describe('the tables', () => {
  it('contain only zones that this runtime supports', () => {
    const all = [...postalZones.values(), ...stateZones.values(), ...namedZones.values(), canadianZones].flatMap(
      (table) => [...table.values()].flat(),
    )
    expect(all.filter((zone) => !isZone(zone))).toEqual([])
    expect(all.length).toBeGreaterThan(1000)
  })

  it('have 50 states and the District of Columbia, and every ZIP prefix of a state once', () => {
    const ofStates =
      'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy'
    for (const state of ofStates.split(' ')) expect([state, stateZones.get('1')?.has(state)]).toEqual([state, true])
    expect(postalZones.get('1')?.size).toBeGreaterThan(880)
  })

  it('have a date', () => {
    expect(new Date(placeTablesDate).toISOString().slice(0, 10)).toBe(placeTablesDate)
    expect(readFileSync(new URL('../../../src/main/lib/zone-table.ts', import.meta.url), 'utf8')).toContain(
      'are corrected',
    )
  })
})
