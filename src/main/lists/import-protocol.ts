import type { Outcome } from '../../contract/failure.ts'
import type { List } from '../../contract/list.ts'
import type { ErrorTrace } from '../storage/errors.ts'
import type { KeyFingerprint } from '../log/key-fingerprint.ts'
import type { RememberedCall } from '../storage/lists/erased-calls.ts'
import type { Countries } from '../lib/cells.ts'
import type { CheckInput } from './check-row.ts'
import type { RegisterJob, RegisterResult } from './import-register.ts'
import type { TableSource } from './source.ts'

/** Imports a table as a list. */
export type ImportJob = {
  kind: 'import'
  source: TableSource
  list: Pick<List, 'listId' | 'profileId' | 'createdAt'> & {
    practice: boolean
    /** Null means that the file's name is used. */
    name: string | null
  }
  /** The countries used to recognize the number column. */
  countries: Countries
  /** The known keys, which no cell may contain. */
  keys: readonly KeyFingerprint[]
  /** The time, in milliseconds since 1970. */
  now: number
}

/**
 * Checks all rows of a list against its saved plan. `repeatMinutes` is how long single calls to a number that was called
 * need a confirmation; `recentCalls` are those of main's memory, because the history lacks erased numbers.
 */
export type CheckJob = {
  kind: 'check'
  listId: string
  checkInput: CheckInput
  repeatMinutes: number
  recentCalls: readonly RememberedCall[]
}

/** Removes a list whose import did not complete. */
export type RemoveJob = { kind: 'remove'; listId: string }

/** Compares the rows of a list, or of all lists if `listId` is null, with the do-not-call list. `at` is ISO 8601. */
export type DoNotCallJob = { kind: 'doNotCall'; listId: string | null; at: string }

export type ThreadJob = ImportJob | CheckJob | RemoveJob | RegisterJob | DoNotCallJob

/**
 * `list` is null if the list or its plan changed during a check, so that another check is needed. `changed` are the lists
 * whose rows a comparison with the do-not-call list has changed.
 */
export type ThreadResult = { list: List | null; register?: RegisterResult; changed?: string[] }

export type ThreadRequest = { id: number; job: ThreadJob }
export type ThreadMessage = { id: number } & (
  | { kind: 'first'; list: List }
  | { kind: 'progress'; rows: number }
  /** `trace`: the programming error that ended the job; null if there is none. */
  | { kind: 'ended'; outcome: Outcome<ThreadResult>; trace: ErrorTrace | null }
)

/**
 * The database file, and two numbers that both threads share: the ID of a job to cancel, and the number of waiting
 * storage operations, because a call must not wait for more than one chunk.
 */
export type ThreadData = { file: string; shared: Int32Array }

export const [cancelledJob, waitingOperations] = [0, 1]
