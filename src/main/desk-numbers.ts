import { type Outcome, succeed } from '../contract/failure.ts'
import type { Operations } from '../contract/operations.ts'
import type { DeskParts } from './desk.ts'
import { createNumberService } from './numbers/number-service.ts'
import { createRecentCalls } from './numbers/recent-calls.ts'
import { createRecentRuns } from './numbers/recent-runs.ts'
import { createPasteService } from './pasted/paste-service.ts'
import type { Connections } from './profiles/connections.ts'
import type { ProfileBook } from './profiles/profile-book.ts'
import type { SettingsBook } from './settings/settings-book.ts'
import type { Storage } from './storage/storage.ts'

export type DeskNumbersParts = Pick<DeskParts, 'clock' | 'locale'> & {
  storage: Storage
  settings: SettingsBook
  book: ProfileBook
  connections: Connections
}

type NumberOperation =
  | 'readPhoneNumber'
  | 'offerPhoneNumbers'
  | 'calleeHour'
  | 'readPasted'
  | 'rememberColumns'
  | 'recentCalls'
  | 'recentRuns'

export type NumberOperations = Pick<Operations, NumberOperation>

const nothing = (done: Outcome<unknown>): Outcome<Record<string, never>> => (done.ok ? succeed({}) : done)

/** Everything about a number before it is called: what it is, what time it is there, and who called it lately. */
export const createDeskNumbers = (parts: DeskNumbersParts): NumberOperations => {
  const { clock, storage, settings, book, connections } = parts
  // The first look at the system's languages takes some sixty milliseconds, for which no start should wait.
  const locale = (): string => parts.locale ?? new Intl.DateTimeFormat().resolvedOptions().locale
  const numbers = createNumberService({ settings, clock, locale })
  const pasted = createPasteService({ storage, settings, countriesFor: numbers.countriesFor })
  const calls = createRecentCalls(storage)
  const runs = createRecentRuns({ book, clientOf: connections.client, callsTo: calls.callsTo, clock })
  return {
    readPhoneNumber: async (input) => numbers.readPhoneNumber(input),
    offerPhoneNumbers: async (input) => numbers.offerPhoneNumbers(input),
    calleeHour: (input) => numbers.calleeHour(input),
    readPasted: (input) => pasted.readPasted(input),
    rememberColumns: async (input) => nothing(await pasted.rememberColumns(input)),
    recentCalls: (input) => calls.recentCalls(input),
    recentRuns: (input) => runs.recentRuns(input),
  }
}
