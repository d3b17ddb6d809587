import type { Operations } from '../contract/operations.ts'
import type { DeskParts } from './desk.ts'
import { createNumberService } from './numbers/number-service.ts'
import type { SettingsBook } from './settings/settings-book.ts'

export type DeskNumbersParts = Pick<DeskParts, 'clock' | 'locale'> & { settings: SettingsBook }

export type NumberOperations = Pick<Operations, 'readPhoneNumber' | 'offerPhoneNumbers' | 'calleeHour'>

/** Everything about a number before it is called: what it is, and what time it is there. */
export const createDeskNumbers = (parts: DeskNumbersParts): NumberOperations => {
  const locale = parts.locale ?? new Intl.DateTimeFormat().resolvedOptions().locale
  const numbers = createNumberService({ ...parts, locale })
  return {
    readPhoneNumber: async (input) => numbers.readPhoneNumber(input),
    offerPhoneNumbers: async (input) => numbers.offerPhoneNumbers(input),
    calleeHour: (input) => numbers.calleeHour(input),
  }
}
