import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type FindingFix, type ListRow, listRowSchema, type RowState } from '../../../contract/list.ts'
import { createUlid } from '../../../domain/ids.ts'
import { sinceBackup } from '../../../domain/lists/checked-row.ts'
import { readJson, type Row } from '../call-rows.ts'
import { inTransaction, sleep } from '../database.ts'
import { StorageError } from '../errors.ts'
import {
  type Finding,
  findingCodeIn,
  type Fixes,
  groupKey,
  openFindings,
  type RowDecision,
  type StoredFinding,
  uncalledState,
} from './row-state.ts'

/**
 * The size of a list's range of row IDs: more than the rows that a list may have, so that the IDs of two lists never
 * overlap.
 */
const rowsPerList = 2 ** 21

/** Returns the ID of a row. The rows of a list are stored together, in file order. */
export const rowIdOf = (list: number, row: number): number => list * rowsPerList + row

/** Returns the IDs of the lists that these rows belong to. */
export const listsOfRows = (database: DatabaseSync, rowIds: Iterable<number>): string[] =>
  database
    .prepare('SELECT list_id FROM lists WHERE list_number IN (SELECT value FROM json_each(?))')
    .all(JSON.stringify([...new Set([...rowIds].map((id) => Math.floor(id / rowsPerList)))]))
    .map((row) => String(row['list_id']))

/** Returns the first ID after the rows of a list. */
export const endOfRows = (list: number): number => (list + 1) * rowsPerList

/** The number of bytes in a call ID. */
const idBytes = 16

/**
 * Returns new IDs for the next calls of rows. All random bytes are read at once, because reading them takes longer than
 * creating an ID.
 */
export const createCallIds = (count: number): string[] => {
  const [now, bytes] = [Date.now(), randomBytes(count * idBytes)]
  return Array.from({ length: count }, (_, index) =>
    createUlid(now, bytes.subarray(index * idBytes, (index + 1) * idBytes)),
  )
}

/** The number of rows per transaction. A call waits for at most one chunk. */
export const rowsPerChunk = 1_000

/** The same for a change of findings or states of rows, which takes several times as long per row. */
export const changesPerChunk = 200

/**
 * How long the list thread releases the lock between chunks, in milliseconds; a waiting call retries once per
 * millisecond.
 */
const rest = 2

/**
 * Runs `write` for the items in chunks, each in one transaction, on the list thread's connection. `beforeChunk` may throw
 * to keep only the chunks that were written.
 */
export const inChunks = <T>(
  database: DatabaseSync,
  items: readonly T[],
  write: (chunk: readonly T[]) => void,
  { size = rowsPerChunk, beforeChunk }: { size?: number; beforeChunk?: () => void } = {},
): void => {
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) sleep(rest)
    beforeChunk?.()
    inTransaction(database, () => write(items.slice(from, from + size)))
  }
}

/** SQL: a list whose rows may be checked, because it is not running: the start button shows how many of them are ready. */
export const mayBeChecked = "state IN ('draft', 'paused')"

/** Writes the items in chunks while the rows of the list may be checked; the list may be started between two chunks. */
export const inCheckChunks = <T>(
  database: DatabaseSync,
  list: number,
  items: readonly T[],
  write: (chunk: readonly T[]) => void,
  size?: number,
): void => {
  const state = database.prepare(`SELECT 1 FROM lists WHERE list_number = ? AND ${mayBeChecked}`)
  const writeIfAllowed = (chunk: readonly T[]): void => {
    if (state.get(list) !== undefined) write(chunk)
  }
  inChunks(database, items, writeIfAllowed, size === undefined ? {} : { size })
}

/** `due_at` of a row that is called as soon as possible, and of one that is called before all others. */
export const [atOnce, beforeOthers] = [1, 0]

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()
const timeIn = (value: unknown): string | null => (typeof value === 'number' && value > atOnce ? iso(value) : null)

/** Returns the number that identifies a list in its rows; null if there is no such list. */
export const listNumberOf = (database: DatabaseSync, listId: string): number | null => {
  const row = database.prepare('SELECT list_number FROM lists WHERE list_id = ?').get(listId)
  return row === undefined ? null : Number(row['list_number'])
}

export const findingsIn = (value: unknown): StoredFinding[] =>
  // `findingsColumn` writes these four values.
  (readJson(value ?? '[]') as [unknown, string, number, number | null][]).flatMap(([code, name, undecided, event]) => {
    const known = findingCodeIn(code)
    return known === null ? [] : [{ code: known, name, isUndecided: undecided === 1, ...(event !== null && { event }) }]
  })

const findingsColumn = `(SELECT json_group_array(json_array(code, name, undecided, event)) FROM list_findings
  WHERE row_id = list_rows.id) AS findings`

/** Returns the findings of a row, without the events. */
export const findingsOf = (database: DatabaseSync, id: number): StoredFinding[] =>
  database
    .prepare('SELECT code, name, undecided FROM list_findings WHERE row_id = ?')
    .all(id)
    .flatMap((row) => {
      const code = findingCodeIn(row['code'])
      return code === null ? [] : [{ code, name: String(row['name']), isUndecided: row['undecided'] === 1 }]
    })

/** Reads the last recorded call of a row by row ID; a row that is ready again contains the ID of its next call. */
export const lastCallOfRow = `SELECT calls.*, max(calls.sequence) FROM list_calls JOIN calls USING (call_id)
  WHERE row_id = ? GROUP BY row_id`

/** SQL: whether a call may have reached a person, also if a person resolved it as not placed and it has a run. */
const mayHaveReached = `(calls.unresolved = 1
  OR (calls.state = 'accepted' AND (coalesce(json_extract(calls.outcome, '$.end.kind'), '') NOT IN ('noAnswer', 'busy', 'failed')
    OR (json_extract(calls.outcome, '$.end.kind') = 'failed' AND json_extract(calls.outcome, '$.end.durationSeconds') > 0)))
  OR (calls.state = 'closedByOperator' AND (json_extract(calls.outcome, '$.decision') = 'placed'
    OR json_extract(calls.outcome, '$.runIds') IS NOT NULL)))`

/**
 * SQL: whether a call of a row was certain to have reached no one, or resolved as not placed, and a late response or a run
 * disproves it. The row itself doesn't show it if it has got another call since.
 */
export const hasDisprovedCall = `EXISTS (SELECT 1 FROM list_calls JOIN calls USING (call_id) WHERE row_id = list_rows.id
  AND (list_calls.call_id <> list_rows.call_id OR list_rows.state = 'resolvedNotPlaced') AND ${mayHaveReached})`

/** SQL: whether a row may have been called without a record; `list_unclear` has the counts. */
export const isUnclear = `(may_lack_call AND EXISTS (SELECT 1 FROM list_findings
  WHERE row_id = list_rows.id AND code = 'calledRecently' AND name = '${sinceBackup}'))`

/**
 * SQL: whether a row may be copied if its state allows it: a check of the copy could not find out that it may have been
 * called without a record or that an earlier call may have reached a person, and an erased row has no number.
 */
export const mayBeCopied = `(cells <> '[]' AND NOT ${isUnclear} AND NOT ${hasDisprovedCall})`

/**
 * The columns that `readListRow` needs. `calls` is the row's current call or, if it has none, the last recorded one: a row
 * that is ready again or was held since then contains the ID of its next call.
 */
export const listRowColumns = `list_rows.*, calls.call_id AS known_call, calls.workflow_run_id AS run, ${findingsColumn},
  list_rows.state = 'skipped' AND ${mayBeCopied} AS may_be_copied`
export const listRowSource = `list_rows LEFT JOIN calls ON calls.sequence = coalesce(
  (SELECT own.sequence FROM calls AS own WHERE own.call_id = list_rows.call_id),
  (SELECT max(last.sequence) FROM list_calls JOIN calls AS last USING (call_id) WHERE row_id = list_rows.id))`

const zonesIn = (value: unknown): string[] => (value === '' || typeof value !== 'string' ? [] : value.split(' '))

/** Returns the zones in which the phone of a row may ring. */
export const zonesOf = (row: Row): string[] => zonesIn(row['time_zones'])

/** The states of rows that are not called. */
const uncalled: ReadonlySet<unknown> = new Set<RowState>(['held', 'refused', 'skipped', 'stopped'])

const decisionIn = (value: unknown): RowDecision | null =>
  value === 'hold' || value === 'leaveOut' || value === 'call' ? value : null

/** What is known now about the calls to a row's number. */
export type LookUp = Pick<ListRow, 'foundRun' | 'unresolvedCall' | 'lastCall'> & { lookUpEndsAt: string | null }

/**
 * Returns whether the user left out the row alone, before any call. If its group is left out, the group's decision is to
 * be undone. An erased row has no cells.
 */
const canBePutBack = (row: Row, findings: readonly Finding[], fixes: Fixes): boolean =>
  row['state'] === 'skipped' &&
  row['decision'] === 'leaveOut' &&
  row['cells'] !== '[]' &&
  row['attempts'] === 0 &&
  row['known_call'] === null &&
  !findings.some((finding) => fixes.get(groupKey(finding)) === 'leaveOut')

/**
 * Parses a row of a list with these fixes; throws `corrupt` if no version of this app can have written it. `lookUp` is from
 * `createLookUps`.
 */
export const readListRow = (row: Row, fixes: Fixes, lookUp: LookUp, waitsForLimit = false): ListRow => {
  const findings = findingsIn(row['findings'])
  const open = openFindings({ findings, fixes, decision: decisionIn(row['decision']) })
  const isReady = row['state'] === 'ready'
  // A recovered history may lack the call of a row that was called.
  const callId = row['known_call'] ?? (uncalled.has(row['state']) ? null : row['call_id'])
  const zones = zonesOf(row)
  const parsed = listRowSchema.safeParse({
    row: row['row'],
    state: row['state'],
    phoneNumber: row['phone_number'],
    phoneNumberDisplay: row['phone_number_display'] === '' ? (row['phone_number'] ?? '') : row['phone_number_display'],
    cells: readJson(row['cells']),
    timeZone: zones.length === 0 ? null : zones.join(', '),
    dueAt: isReady ? timeIn(row['due_at']) : null,
    ...(waitsForLimit ? { waitsForLimit } : {}),
    findings: findings.map((finding) => (open.includes(finding) ? finding : { ...finding, decided: true })),
    attempts: row['attempts'],
    callId: isReady ? null : callId,
    workflowRunId: isReady ? null : row['run'],
    changedAt: timeIn(row['changed_at']),
    note: row['note'],
    heldManually: row['held_manually'] === 1,
    ...(canBePutBack(row, findings, fixes) ? { canBePutBack: true } : {}),
    ...(row['may_be_copied'] === 1 ? { mayBeCopied: true } : {}),
    ...lookUp,
  })
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

/** Returns the fixes that the user chose for the groups of a list. */
export const readFixes = (database: DatabaseSync, list: number): Fixes =>
  new Map(
    database
      .prepare('SELECT code, name, fix FROM list_fixes WHERE list = ?')
      .all(list)
      .flatMap((row) => {
        const code = findingCodeIn(row['code'])
        // Only `applyFix` writes to this column.
        return code === null ? [] : [[groupKey({ code, name: String(row['name']) }), row['fix'] as FindingFix]]
      }),
  )

/**
 * Adds a finding to a row, in the caller's transaction. A decision to call the group anyway doesn't cover a row that is
 * new in it: `rows` becomes 0, so that the end of the check holds the group again. `event` is the first event of the
 * newest call that the finding shows.
 */
export const addFinding = (
  database: DatabaseSync,
  list: number,
  row: number,
  { code, name }: Finding,
  event = 0,
): void => {
  const { changes } = database
    .prepare('INSERT INTO list_findings (row_id, code, name, list) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
    .run(rowIdOf(list, row), code, name, list)
  if (Number(changes) > 0)
    database
      .prepare("UPDATE list_fixes SET rows = 0 WHERE list = ? AND code = ? AND name = ? AND fix = 'callAnyway'")
      .run(list, code, name)
  // No decision covers a call without events.
  if (event > 0 && Number.isFinite(event))
    database
      .prepare(
        `UPDATE list_findings SET event = ?1
         WHERE row_id = ?2 AND code = ?3 AND name = ?4 AND coalesce(event, 0) < ?1`,
      )
      .run(event, rowIdOf(list, row), code, name)
}

/**
 * Holds or refuses a row with a finding, regardless of earlier decisions about the row and its group, in the caller's
 * transaction. A row that the user left out stays left out. The group's decision remains for its other rows. A row
 * without calling hours is ready again as soon as a check removes the finding, because no decision allows its call.
 */
export const holdRow = (database: DatabaseSync, list: number, row: number, finding: Finding, at: number): void => {
  const { code, name } = finding
  // This row alone is new in the group, so the other rows keep the decision.
  database
    .prepare(
      `UPDATE list_fixes SET rows = rows + (rows > 0) WHERE list = ?1 AND code = ?2 AND name = ?3 AND fix = 'callAnyway'
         AND NOT EXISTS (SELECT 1 FROM list_findings WHERE row_id = ?4 AND code = ?2 AND name = ?3)`,
    )
    .run(list, code, name, rowIdOf(list, row))
  database
    .prepare(
      `INSERT INTO list_findings (row_id, code, name, list, undecided, event)
       VALUES (?, ?, ?, ?, 1, (SELECT max(sequence) FROM call_events))
       ON CONFLICT DO UPDATE SET undecided = 1, event = excluded.event`,
    )
    .run(rowIdOf(list, row), code, name, list)
  const decision = code === 'noTimeZone' ? null : 'hold'
  database
    .prepare("UPDATE list_rows SET decision = ? WHERE id = ? AND decision IS NOT 'leaveOut'")
    .run(decision, rowIdOf(list, row))
  settleRows(database, list, [row], at)
}

/**
 * Returns the SQL of a row's `changed_at` when its state changes at `at`. The checks of a draft (`ofDraft`) give no time
 * to a row that neither a call nor a person has changed. Both arguments are SQL.
 */
export const changeTimeSql = (at: string, ofDraft: string): string =>
  `CASE WHEN changed_at IS NULL AND ${ofDraft} THEN NULL ELSE ${at} END`

const settleSql = `UPDATE list_rows SET state = ?1, changed_at = ${changeTimeSql('?2', '?3')} WHERE id = ?4 AND state <> ?1`

/**
 * Sets the state of rows that are not being called according to their findings and the user's decisions, in the
 * caller's transaction, at the time `at` (milliseconds). `ofDraft`: a check or the do-not-call list changes a draft.
 */
export const settleRows = (
  database: DatabaseSync,
  list: number,
  rows: readonly number[],
  at: number,
  { ofDraft = false } = {},
): void => {
  const fixes = readFixes(database, list)
  const select = database.prepare(
    `SELECT id, phone_number, decision, ${findingsColumn} FROM list_rows
     WHERE id = ? AND state IN ('held', 'ready', 'refused', 'skipped')`,
  )
  const update = database.prepare(settleSql)
  for (const number of rows) {
    const row = select.get(rowIdOf(list, number))
    if (row === undefined) continue
    const state = uncalledState({
      findings: findingsIn(row['findings']),
      fixes,
      decision: decisionIn(row['decision']),
      phoneNumber: typeof row['phone_number'] === 'string' ? row['phone_number'] : null,
    })
    update.run(state, at, ofDraft ? 1 : 0, Number(row['id']))
  }
}
