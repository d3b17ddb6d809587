import type { PhoneNumber } from 'libphonenumber-js/max'
import { lineTypeOf } from './read-phone-number.ts'

/** Calling codes of countries where mobile numbers have area codes: Mexico, Argentina, Brazil, Indonesia, China. */
const mobileAreas = new Set(['52', '54', '55', '62', '86'])

/** Returns whether a number has an area code, which identifies its time zone. */
export const hasArea = (number: PhoneNumber): boolean => {
  const line = lineTypeOf(number)
  if (line === 'mobile') return mobileAreas.has(number.countryCallingCode)
  return line === 'fixedLine' || line === 'fixedLineOrMobile'
}

/** The time zones of a number prefix. */
export type ZonesOfPrefix = { zones: string[]; prefix: string }

/** Time zones by the first digits of numbers, including the country code. */
export type ZoneTable = ReadonlyMap<string, string[]>

/** Parses the table in zone-table.ts. */
export const parseZoneTable = (table: string): ZoneTable => {
  const groups = table.replaceAll('\n', '').split(';')
  return new Map(
    groups.flatMap((group) => {
      const [zones = '', prefixes = ''] = group.split('=')
      return prefixes.split(',').map((prefix): [string, string[]] => [prefix, zones.split('&')])
    }),
  )
}

/** The longest prefix in the table, in digits. */
const maxPrefix = 9

/** Returns the zones of the longest known prefix of a number's digits; null if no prefix is known. */
export const findZonesByPrefix = (
  table: ZoneTable,
  digits: string,
  isKnown: (zone: string) => boolean,
): ZonesOfPrefix | null => {
  for (let length = Math.min(maxPrefix, digits.length); length > 0; length -= 1) {
    const prefix = digits.slice(0, length)
    const zones = table.get(prefix)?.filter(isKnown)
    if (zones !== undefined && zones.length > 0) return { zones, prefix }
  }
  return null
}
