import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Input, Output } from '../../contract/operations.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import type { SettingsBook } from '../settings/settings-book.ts'
import { createCalleeHour } from './callee-hour.ts'
import { offerNumbers } from './offer-numbers.ts'
import { readPhoneNumber } from './read-phone-number.ts'
import { createZoneFinder } from './zones.ts'

export type NumberServiceParts = {
  settings: Pick<SettingsBook, 'known'>
  clock: () => number
  /** The language and country of this computer, such as `en-US`; asked for when it is needed first. */
  locale: () => string
}

const countryOfLocale = (locale: string): string | null => {
  const { region } = new Intl.Locale(locale)
  return region !== undefined && isSupportedCountry(region) ? region : null
}

const countryOfNumber = (text: string | null): string | null =>
  text === null ? null : (parsePhoneNumberFromString(text)?.country ?? null)

const loadTable = async (): Promise<string> => (await import('./zone-table.ts')).zoneTable

/** Reads numbers, offers what a text may mean, and tells the hour at the callee. */
export const createNumberService = ({ settings, clock, locale }: NumberServiceParts) => {
  /**
   * Whose numbers a text without a country's code may be: the country a person has set first, then that of the chosen
   * caller ID, then that of this computer. The latter two are guesses: they are offered, and never taken.
   */
  const countriesFor = (callerId: string | null): string[] => {
    const { homeCountry } = settings.known()
    const guesses = [homeCountry, countryOfNumber(callerId), countryOfLocale(locale())]
    return [...new Set(guesses.filter((country) => country !== null))]
  }

  return {
    countriesFor,
    readPhoneNumber: ({ text, asTyped }: Input<'readPhoneNumber'>): Outcome<PhoneNumberReading> =>
      readPhoneNumber(text, asTyped, settings.known().homeCountry),
    offerPhoneNumbers: ({ text, callerId }: Input<'offerPhoneNumbers'>): Outcome<Output<'offerPhoneNumbers'>> =>
      succeed({ readings: offerNumbers(text, countriesFor(callerId)) }),
    calleeHour: createCalleeHour({
      findZones: createZoneFinder(loadTable),
      clock,
      quietHours: () => settings.known().quietHours,
    }),
  }
}

export type NumberService = ReturnType<typeof createNumberService>
