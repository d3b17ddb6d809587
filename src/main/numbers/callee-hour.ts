import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import type { CalleeHour, HourDoubt } from '../../contract/callee-hour.ts'
import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { QuietHours } from '../../contract/settings.ts'
import { lineTypeOf } from './describe-number.ts'
import { localTimes } from './local-time.ts'
import { judgeQuietHours } from './quiet-hours.ts'
import { isKnownZone, type ZoneFinder } from './zones.ts'

type Placed = Pick<CalleeHour, 'zones' | 'source'> & { number: PhoneNumber | null }

const nowhere: Placed = { zones: [], source: 'nothing', number: null }

/** Where mobile numbers have area codes like all others: Mexico, Argentina, Brazil, Indonesia, China. */
const mobileAreas = new Set(['52', '54', '55', '62', '86'])

/** Only numbers of an area are in its zone; of all others the country is all that is known. */
const hasArea = (number: PhoneNumber): boolean => {
  const line = lineTypeOf(number)
  if (line === 'mobile') return mobileAreas.has(number.countryCallingCode)
  return line === 'fixedLine' || line === 'fixedLineOrMobile'
}

const place = async (phoneNumber: string, findZones: ZoneFinder): Promise<Placed> => {
  const number = parsePhoneNumberFromString(phoneNumber, { extract: false })
  if (number === undefined) return nowhere
  const found = await findZones(hasArea(number) ? number.number : `+${number.countryCallingCode}`)
  if (found === null) return nowhere
  const isWhole = found.prefix === number.countryCallingCode
  return { zones: found.zones, source: isWhole ? 'country' : 'prefix', number }
}

/** Only a fixed line stays where its prefix is; everything else goes where its owner goes. */
const doubtOf = ({ number, source }: Placed, times: number): HourDoubt => {
  if (times === 0) return 'unknown'
  if (source === 'person') return 'none'
  if (times > 1) return 'several'
  return number !== null && lineTypeOf(number) === 'fixedLine' ? 'none' : 'mobile'
}

export type CalleeHourParts = { findZones: ZoneFinder; clock: () => number; quietHours: () => QuietHours }

/**
 * Tells what time it is where a number probably rings, and whether those are quiet hours. A `zone` that a person has
 * chosen takes the place of what the prefix says. What is no number of any country has no hour that can be told.
 */
export const createCalleeHour =
  ({ findZones, clock, quietHours }: CalleeHourParts) =>
  async ({ phoneNumber, zone }: { phoneNumber: string; zone: string | null }): Promise<Outcome<CalleeHour>> => {
    if (zone !== null && !isKnownZone(zone)) return invalid(['zone'], 'invalid')
    const placed: Placed =
      zone === null ? await place(phoneNumber, findZones) : { zones: [zone], source: 'person', number: null }
    const at = clock()
    const times = localTimes(at, placed.zones)
    return succeed({
      zones: placed.zones,
      localTimes: times,
      doubt: doubtOf(placed, times.length),
      source: placed.source,
      quiet: judgeQuietHours(at, times, quietHours()),
    })
  }
