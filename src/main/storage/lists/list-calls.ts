import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Call } from '../../../contract/call.ts'
import type { InitialContext } from '../../../contract/initial-context.ts'
import type { List, RowState } from '../../../contract/list.ts'
import { usesSlot } from '../../../domain/lists/brake.ts'
import { retriedStates } from '../../../domain/lists/retry.ts'
import { contextOfRow } from '../../../domain/lists/row-context.ts'
import { isSameNumber, numberTail } from '../../../domain/phone-number.ts'
import { readCall, readJson, type Row } from '../call-rows.ts'
import { changesPerChunk, listNumberOf, listsOfRows, rowIdOf, rowsPerChunk } from './list-rows.ts'
import { findListRecord, slotStates } from './lists-table.ts'

/** A row that may be called now, with the data that its call needs. */
export type DueRow = {
  row: number
  callId: string
  phoneNumber: string
  phoneNumberDisplay: string
  context: InitialContext
  attempts: number
}

type DueRowsInput = { listId: string; now: number; limit: number; except?: readonly string[] }

/** The row of a call, and how many times the row was called. */
export type RowOfCall = { listId: string; row: number; attempts: number }

/**
 * States of rows whose calls were certainly not placed, and the maximum number of calls that are read: more than any list
 * calls at once.
 */
const unplacedStates: readonly RowState[] = ['rejected', 'notSent', 'notFound', 'cancelled']
const maxRepeatable = 1_000

type RepeatableCall = { row: number; attempts: number; call: Call }

/**
 * Returns the IDs of a list's rows in these states that were called at most as often as the limit of their state, most
 * recently changed first, at most `maxRepeatable`. Reads the rows in chunks, so that a call waits for one chunk at most.
 */
const findRepeatable = async (
  database: DatabaseSync,
  list: number,
  limits: ReadonlyMap<RowState, number>,
): Promise<number[]> => {
  const next = database.prepare(
    `SELECT id, changed_at, attempts FROM list_rows WHERE list = ? AND state = ? AND id > ?
     ORDER BY id LIMIT ${rowsPerChunk}`,
  )
  let newest: Row[] = []
  for (const [state, limit] of limits)
    for (let last: number | null = rowIdOf(list, 0); last !== null;) {
      const rows: Row[] = next.all(list, state, last)
      newest = [...newest, ...rows.filter(({ attempts }) => Number(attempts) <= limit)]
        .toSorted((one, other) => Number(other['changed_at']) - Number(one['changed_at']))
        .slice(0, maxRepeatable)
      last = rows.length < rowsPerChunk ? null : Number(rows.at(-1)?.['id'])
      await pause()
    }
  return newest.map(({ id }) => Number(id))
}

/** Returns the context that a call of a row sends. */
export const readContext = (row: Row): InitialContext =>
  // `createListCheck` wrote an object with string values, which it had checked.
  contextOfRow(readJson(row['context']) as Record<string, string>)

type CallToNumber = Pick<Call, 'callId' | 'phoneNumber' | 'practice'>

/** Returns the other rows of running and paused lists with the number of a call that may be called next. */
export const otherRowsToCall = (database: DatabaseSync, { callId, phoneNumber, practice }: CallToNumber): Row[] =>
  database
    .prepare(
      `SELECT list_rows.* FROM lists CROSS JOIN list_rows ON list = list_number AND number_tail = ?1
       WHERE lists.state IN ('running', 'paused') AND practice = ?2 AND list_rows.state IN ('ready', 'held')
         AND NOT EXISTS (SELECT 1 FROM list_calls WHERE call_id = ?3 AND row_id = list_rows.id)`,
    )
    .all(numberTail(phoneNumber), practice ? 1 : 0, callId)
    .filter((row) => isSameNumber(String(row['phone_number']), phoneNumber))

/** Reads the calls of a list, and the rows that may be called next. */
export const createListCalls = (database: DatabaseSync) => {
  const numberOf = (listId: string): number => listNumberOf(database, listId) ?? 0

  return {
    /**
     * Returns the next rows that are ready and due at `now` (milliseconds), except those with the call IDs `except`.
     * Rows that the user moved to the front come first.
     */
    takeDueRows({ listId, now, limit, except = [] }: DueRowsInput): DueRow[] {
      return database
        .prepare(
          `SELECT row, call_id, phone_number, phone_number_display, context, attempts FROM list_rows
           WHERE list = ? AND state = 'ready' AND due_at <= ? AND call_id NOT IN (SELECT value FROM json_each(?))
           ORDER BY due_at, id LIMIT ?`,
        )
        .all(numberOf(listId), now, JSON.stringify(except), limit)
        .map((row) => ({
          row: Number(row['row']),
          callId: String(row['call_id']),
          phoneNumber: String(row['phone_number']),
          phoneNumberDisplay: String(row['phone_number_display'] || row['phone_number']),
          context: readContext(row),
          attempts: Number(row['attempts']),
        }))
    },

    /** Returns the rows of these calls by call ID; skips calls that belong to no list. */
    rowsOfCalls({ callIds }: { callIds: readonly string[] }): Record<string, RowOfCall> {
      const rows = database
        .prepare(
          `SELECT list_calls.call_id, lists.list_id, list_rows.row, list_rows.attempts FROM list_calls
             JOIN list_rows ON list_rows.id = list_calls.row_id JOIN lists ON lists.list_number = list_rows.list
           WHERE list_calls.call_id IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(callIds))
      return Object.fromEntries(
        rows.map((row) => [
          String(row['call_id']),
          { listId: String(row['list_id']), row: Number(row['row']), attempts: Number(row['attempts']) },
        ]),
      )
    },

    /** Returns the running and paused lists with other rows that have the number of a call and may be called next. */
    otherListsToCall: (call: CallToNumber): string[] =>
      listsOfRows(
        database,
        otherRowsToCall(database, call).map(({ id }) => Number(id)),
      ),

    /** Returns a list's calls in progress, oldest first. */
    listCallsInProgress({ listId }: { listId: string }): Call[] {
      return database
        .prepare(
          `SELECT calls.* FROM list_rows JOIN calls ON calls.call_id = list_rows.call_id
           WHERE list_rows.list = ? AND list_rows.state IN (SELECT value FROM json_each(?)) ORDER BY calls.sequence`,
        )
        .all(numberOf(listId), JSON.stringify(slotStates))
        .map(readCall)
        .filter(({ outcome }) => usesSlot(outcome))
    },

    /**
     * Returns the last rows that the list may call again: those whose calls were certainly not placed, and those that its
     * plan retries; most recent first. A list may have many rows with the retried states, so they are read only if needed.
     */
    async listRepeatableCalls({ listId }: { listId: string }): Promise<RepeatableCall[]> {
      const list = findListRecord(database, listId)
      if (list === undefined) return []
      // `saveListPlan` and `insertList` wrote the options.
      const { retry } = readJson(list['options']) as List['options']
      const retried = retry.attempts === 0 ? [] : [...retriedStates].map((state) => [state, retry.attempts] as const)
      const limits = new Map([...retried, ...unplacedStates.map((state) => [state, Infinity] as const)])
      const ids = await findRepeatable(database, Number(list['list_number']), limits)
      // A row may have been called again since it was read.
      const read = database.prepare(
        `SELECT list_rows.row AS list_row, attempts AS row_attempts, calls.* FROM json_each(?) AS found
           CROSS JOIN list_rows ON list_rows.id = found.value JOIN calls ON calls.call_id = list_rows.call_id
         WHERE list_rows.state IN (SELECT value FROM json_each(?)) ORDER BY found.key`,
      )
      const found: RepeatableCall[] = []
      for (let from = 0; from < ids.length; from += changesPerChunk) {
        const some = JSON.stringify(ids.slice(from, from + changesPerChunk))
        for (const row of read.all(some, JSON.stringify([...limits.keys()])))
          found.push({ row: Number(row['list_row']), attempts: Number(row['row_attempts']), call: readCall(row) })
        await pause()
      }
      return found
    },
  }
}
