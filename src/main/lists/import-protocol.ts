import type { Outcome } from '../../contract/failure.ts'
import type { List } from '../../contract/list.ts'
import type { Countries } from '../lib/cells.ts'
import type { CheckInput } from './check-row.ts'
import type { RegisterJob, RegisterResult } from './import-register.ts'
import type { TableSource } from './source.ts'

/** A list whose rows are read from a table. */
export type ImportJob = {
  kind: 'import'
  source: TableSource
  list: Pick<List, 'listId' | 'profileId' | 'createdAt'> & {
    practice: boolean
    /** Null for the name of the file. */
    name: string | null
  }
  /** The countries by which a column of numbers is recognized. */
  countries: Countries
  /** The time, in milliseconds since 1970. */
  now: number
}

/** A check of all rows of a list with its saved plan. */
export type CheckJob = { kind: 'check'; listId: string; checkInput: CheckInput }

/** Removes a list whose import ended without an end of its own. */
export type RemoveJob = { kind: 'remove'; listId: string }

export type ThreadJob = ImportJob | CheckJob | RemoveJob | RegisterJob

/** `list` is null where the list or its plan changed during a check, so that another check is needed. */
export type ThreadResult = { list: List | null; register?: RegisterResult }

export type ThreadRequest = { id: number; job: ThreadJob }
export type ThreadMessage = { id: number } & (
  | { kind: 'first'; list: List }
  | { kind: 'progress'; rows: number }
  | { kind: 'ended'; outcome: Outcome<ThreadResult> }
)

/**
 * The database, and two numbers that both threads see: the ID of a job to cancel, and how many storage operations wait,
 * because a call must not wait for more than one chunk.
 */
export type ThreadData = { file: string; shared: Int32Array }

export const [cancelledJob, waitingOperations] = [0, 1]
