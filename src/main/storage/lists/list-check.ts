import type { DatabaseSync } from 'node:sqlite'
import type { FindingFix, List } from '../../../contract/list.ts'
import { repeatSinceOf } from '../../../domain/call-state.ts'
import { type CheckedRow, sinceBackup } from '../../../domain/lists/checked-row.ts'
import { numberKey, numberTail } from '../../../domain/phone-number.ts'
import { readJson, type Row } from '../call-rows.ts'
import { inTransaction } from '../database.ts'
import { findListedRows } from '../do-not-call.ts'
import {
  addFinding,
  changesPerChunk,
  changeTimeSql,
  endOfRows,
  hasDisprovedCall,
  inCheckChunks,
  inChunks,
  mayBeChecked,
  readFixes,
  rowIdOf,
  rowsPerChunk,
  settleRows,
} from './list-rows.ts'
import { findRowsOfErasedCalls, type RememberedCall } from './erased-calls.ts'
import { findCalled } from './earlier-calls.ts'
import { durably } from './list-database.ts'
import type { ReadRow } from './list-import.ts'
import { findListRecord, readListIn } from './lists-table.ts'
import { forgetReleases, isUncalled, removeReleases, type RowFinding } from './releases.ts'
import { type Finding, findingCodeIn, groupKey, type RowDecision, uncalledState } from './row-state.ts'

/** What a check needs: the list with its plan, and the fixes that change how its rows are read. */
export type ListCheck = {
  list: List
  plan: number
  fixes: { code: string; name: string; fix: FindingFix; value: string }[]
}

type HistoryTime = { now: number; repeatMinutes: number; recentCalls: readonly RememberedCall[] }

/** The rows that the user should review before the start, chosen by the length and number of their values. */
type PreviewRow = 'longest' | 'shortest' | 'emptiest'

const createPreview = () => {
  const best = new Map<PreviewRow, { row: number; value: number }>()
  const keep = (name: PreviewRow, row: number, value: number): void => {
    if (value > (best.get(name)?.value ?? -Infinity)) best.set(name, { row, value })
  }
  return {
    add({ row, context }: CheckedRow): void {
      const values = Object.values(context)
      const length = values.reduce((sum, text) => sum + text.length, 0)
      keep('longest', row, length)
      keep('shortest', row, -length)
      keep('emptiest', row, -values.filter((text) => text.trim() !== '').length)
    },
    /** Returns the numbers of the rows as JSON; null if there are none. */
    json: (): string | null =>
      best.size === 0 ? null : JSON.stringify(Object.fromEntries([...best].map(([name, { row }]) => [name, row]))),
  }
}

const writeSql = `UPDATE list_rows SET phone_number = ?1, phone_number_display = ?2, number_tail = ?3, context = ?4,
    time_zones = ?5, note = CASE noted WHEN 1 THEN note ELSE ?6 END, state = ?7,
    changed_at = CASE WHEN state = ?7 THEN changed_at ELSE ${changeTimeSql('?8', '?9')} END
  WHERE id = ?10 AND attempts = 0 AND state IN ('held', 'ready', 'refused', 'skipped')`

/** When a check changes the states of rows, in milliseconds, and whether the list is a draft. */
type CheckTime = { at: number; ofDraft: boolean }

const timeOf = (list: Row, at: number): CheckTime => ({ at, ofDraft: list['state'] === 'draft' })

/** Writes the results of a check. Rows that were called keep the values with which they were called. */
export const createListCheck = (database: DatabaseSync) => {
  let preview = createPreview()
  let checkedAt = 0

  const numberOf = (listId: string): number => Number(findListRecord(database, listId)?.['list_number'] ?? 0)

  /** Returns the cells and decisions from the first to the last of these rows, by row number. */
  const storedIn = (list: number, rows: readonly CheckedRow[]): Map<number, Row> =>
    new Map(
      database
        .prepare('SELECT row, cells, decision FROM list_rows WHERE id >= ? AND id <= ?')
        .all(rowIdOf(list, rows[0]?.row ?? 0), rowIdOf(list, rows.at(-1)?.row ?? 0))
        .map((row) => [Number(row['row']), row]),
    )

  /** Removes the findings that these rows no longer have. `finish` removes those from the other rows and the history. */
  const removeFindings = (list: number, rows: readonly CheckedRow[]): void => {
    const found = rows.flatMap(({ row, findings }) =>
      findings.map(({ code, name }) => [rowIdOf(list, row), code, name]),
    )
    database
      .prepare(
        `DELETE FROM list_findings WHERE row_id >= ? AND row_id <= ? AND code NOT IN ${historyFindings}
           AND (row_id, code, name) NOT IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?))
           AND EXISTS (SELECT 1 FROM list_rows WHERE id = row_id AND ${isUncalled})`,
      )
      .run(rowIdOf(list, rows[0]?.row ?? 0), rowIdOf(list, rows.at(-1)?.row ?? 0), JSON.stringify(found))
  }

  /** Returns false if the cells of a row have changed since they were read; such a row is left as it is. */
  const writeChunk = (list: number, checkedRows: readonly CheckedRow[], time: CheckTime): boolean => {
    const stored = storedIn(list, checkedRows)
    // SECURITY: what was read from a row before an erasure may contain the erased number.
    const rows = checkedRows.filter(({ row, cells }) => stored.get(row)?.['cells'] === JSON.stringify(cells))
    const fixes = readFixes(database, list)
    const decisions = new Map(
      // The table's schema allows only these three values, and null.
      rows.map(({ row }) => [row, (stored.get(row)?.['decision'] ?? null) as RowDecision | null]),
    )
    // Those of the last check apply until `finish` updates them, so that no row is ready in the meantime.
    const known = Map.groupBy(readHistoryFindings(database, list, [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0]), rowOf)
    const update = database.prepare(writeSql)
    forgetReleases(database, list, rows, decisions)
    removeFindings(list, rows)
    for (const checked of rows) {
      const { row, phoneNumber, phoneNumberDisplay, context, timeZones, findings, note } = checked
      const all = [...findings, ...(known.get(row) ?? []).map(({ finding }) => finding)]
      const state = uncalledState({ findings: all, fixes, decision: decisions.get(row) ?? null, phoneNumber })
      const { changes } = update.run(
        phoneNumber,
        phoneNumberDisplay === phoneNumber ? '' : phoneNumberDisplay,
        phoneNumber === null ? null : numberTail(phoneNumber),
        JSON.stringify(context),
        timeZones.join(' '),
        note,
        state,
        time.at,
        time.ofDraft ? 1 : 0,
        rowIdOf(list, row),
      )
      if (Number(changes) > 0) for (const finding of findings) addFinding(database, list, row, finding)
      else recheckCalled(list, checked, time)
    }
    return rows.length === checkedRows.length
  }

  /**
   * Updates the consent finding and the time zones of a row that was called and may be called again. It keeps the values
   * with which it was called, but the policy or the list's options may have changed since, and an older version may have
   * stored a zone that the user chose for rows without one.
   */
  const recheckCalled = (
    list: number,
    { row, phoneNumber, timeZones, findings }: CheckedRow,
    time: CheckTime,
  ): void => {
    const id = rowIdOf(list, row)
    const reached = database
      .prepare("SELECT 1 FROM list_rows WHERE id = ? AND state IN ('reached', 'voicemail', 'ended', 'resolvedPlaced')")
      .get(id)
    if (reached !== undefined) return
    const { changes } = database
      .prepare('UPDATE list_rows SET time_zones = ? WHERE id = ? AND phone_number = ?')
      .run(timeZones.join(' '), id, phoneNumber)
    // If the row was called at another number, these zones are not those of its phone.
    const isSamePhone = Number(changes) > 0
    const codes = isSamePhone ? ['noConsent', 'noTimeZone'] : ['noConsent']
    const current = findings.filter(({ code }) => codes.includes(code))
    database
      .prepare(
        `DELETE FROM list_findings WHERE row_id = ? AND code IN (SELECT value FROM json_each(?))
           AND (code, name) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))`,
      )
      .run(id, JSON.stringify(codes), JSON.stringify(current.map(({ code, name }) => [code, name])))
    for (const finding of current) addFinding(database, list, row, finding)
    settleRows(database, list, [row], time.at, time)
  }

  return {
    /** Starts the check of a draft or paused list; returns null for any other list. `now` is in milliseconds. */
    start(listId: string, now: number): ListCheck | null {
      const row = findListRecord(database, listId)
      if (row?.['state'] !== 'draft' && row?.['state'] !== 'paused') return null
      preview = createPreview()
      checkedAt = now
      const fixes = database
        .prepare('SELECT code, name, fix, value FROM list_fixes WHERE list = ?')
        .all(Number(row['list_number']))
        .map((fix) => ({
          code: String(fix['code']),
          name: String(fix['name']),
          // Only `applyFix` writes to this column.
          fix: fix['fix'] as FindingFix,
          value: String(fix['value']),
        }))
      return { list: readListIn(database, row, now), plan: Number(row['plan']), fixes }
    },

    /** Returns the rows after row number `after` as they were in the file. Erased rows have no cells and stay left out. */
    readCells(listId: string, after: number, limit: number = rowsPerChunk): ReadRow[] {
      const list = numberOf(listId)
      return (
        database
          .prepare("SELECT row, cells FROM list_rows WHERE id > ? AND id < ? AND cells <> '[]' ORDER BY id LIMIT ?")
          .all(rowIdOf(list, after), endOfRows(list), limit)
          // `insertRows` wrote an array of strings.
          .map((row) => ({ row: Number(row['row']), cells: readJson(row['cells']) as string[] }))
      )
    },

    /**
     * Writes checked rows, in file order, unless the list has been started. Returns false if cells have changed since they
     * were read; these rows must be read and checked again.
     */
    write(listId: string, rows: readonly CheckedRow[]): boolean {
      const row = findListRecord(database, listId)
      if (row === undefined) return true
      rows.forEach(preview.add)
      const [list, time] = [Number(row['list_number']), timeOf(row, checkedAt)]
      let isCurrent = true
      inCheckChunks(database, list, rows, (chunk) => {
        if (!writeChunk(list, chunk, time)) isCurrent = false
      })
      return isCurrent
    },

    /**
     * Updates the findings that need the other rows and the history, and allows the list to be started. Returns false if
     * another plan was saved or the list was started in the meantime. `repeatMinutes` is how long single calls to a
     * number that was called need a confirmation, and `recentCalls` are the calls in main's memory.
     */
    finish(listId: string, plan: number, time: HistoryTime): boolean {
      const row = findListRecord(database, listId)
      if (row === undefined) return false
      const list = Number(row['list_number'])
      // Read first, so that a finding that a do-not-call entry adds in the meantime is kept.
      const known = readHistoryFindings(database, list, [0, endOfRows(list) - rowIdOf(list, 0)])
      const [found, at] = [findInHistory(database, row, time), timeOf(row, time.now)]
      const before = new Set(known.map(keyOf))
      const isNew = (finding: RowFinding): boolean => !before.has(keyOf(finding))
      const write = (chunk: readonly RowFinding[]): void => {
        const newer = chunk.map((one) => (isNew(one) ? { ...one, event: Infinity } : one))
        // In the same transaction, so that a decision in the meantime doesn't cover calls that it did not show.
        removeReleases(database, list, newer)
        addFindings(database, list, chunk, at)
      }
      inCheckChunks(database, list, found, write, changesPerChunk)
      const keys = new Set(found.map(keyOf))
      const ended = known.filter((finding) => !keys.has(keyOf(finding)))
      inCheckChunks(database, list, ended, (chunk) => deleteFindings(database, list, chunk, at), changesPerChunk)
      reopenGroups(database, list, at)
      const update = database.prepare(
        `UPDATE lists SET checked_plan = plan, preview = ? WHERE list_number = ? AND plan = ? AND ${mayBeChecked}`,
      )
      const end = () => update.run(preview.json(), list, plan)
      return Number(durably(database, () => inTransaction(database, end)).changes) > 0
    },
  }
}

const keyOf = ({ row, finding }: RowFinding): string => `${row} ${groupKey(finding)}`

/** The codes of findings that need the other rows or the history. */
const historyFindings = `('duplicate', 'doNotCall', 'calledRecently', 'unresolvedCall')`

const rowOf = ({ row }: RowFinding): number => row

/** Returns such findings of the rows, from the first to the last, that were not called. */
const readHistoryFindings = (
  database: DatabaseSync,
  list: number,
  [first, last]: readonly [number, number],
): RowFinding[] =>
  database
    .prepare(
      `SELECT row, code, name FROM list_findings JOIN list_rows ON id = row_id
       WHERE row_id >= ? AND row_id <= ? AND code IN ${historyFindings} AND ${isUncalled}`,
    )
    .all(rowIdOf(list, first), rowIdOf(list, last))
    .flatMap(({ row, code, name }) => {
      const known = findingCodeIn(code)
      return known === null ? [] : [{ row: Number(row), finding: { code: known, name: String(name) } }]
    })

const addFindings = (database: DatabaseSync, list: number, found: readonly RowFinding[], time: CheckTime): void => {
  for (const { row, finding, event } of found) addFinding(database, list, row, finding, event)
  settleRows(database, list, found.map(rowOf), time.at, time)
}

/** Removes ended findings, except the reason of a row that is held because a run was found, however long ago that was. */
const deleteFindings = (database: DatabaseSync, list: number, ended: readonly RowFinding[], time: CheckTime): void => {
  const remove = database.prepare(
    `DELETE FROM list_findings WHERE row_id = ? AND code = ? AND name = ? AND NOT (code = 'calledRecently'
       AND EXISTS (SELECT 1 FROM list_rows WHERE id = list_findings.row_id AND ${hasDisprovedCall}))`,
  )
  for (const { row, finding } of ended) remove.run(rowIdOf(list, row), finding.code, finding.name)
  settleRows(database, list, ended.map(rowOf), time.at, time)
}

/** Holds the rows of a group again if a row was added (`addFinding`) since the user decided to call them anyway. */
const reopenGroups = (database: DatabaseSync, list: number, time: CheckTime): void => {
  const grown = database
    .prepare(
      `SELECT code, name FROM list_fixes WHERE list = ?1 AND fix = 'callAnyway' AND rows < (SELECT count(*)
         FROM list_findings WHERE list = ?1 AND code = list_fixes.code AND name = list_fixes.name)`,
    )
    .all(list)
  for (const group of grown) {
    const of = [list, String(group['code']), String(group['name'])] as const
    const rows = database
      .prepare('SELECT row_id FROM list_findings WHERE list = ? AND code = ? AND name = ?')
      .all(...of)
      .map((row) => Number(row['row_id']) - rowIdOf(list, 0))
    const remove = database.prepare(
      `DELETE FROM list_fixes WHERE list = ? AND code = ? AND name = ?
         AND (SELECT ${mayBeChecked} FROM lists WHERE list_number = list)`,
    )
    if (Number(inTransaction(database, () => remove.run(...of)).changes) === 0) continue
    inChunks(database, rows, (chunk) => settleRows(database, list, chunk, time.at, time), { size: changesPerChunk })
  }
}

const findInHistory = (
  database: DatabaseSync,
  list: Row,
  { now, repeatMinutes, recentCalls }: HistoryTime,
): RowFinding[] => {
  const number = Number(list['list_number'])
  const practice = list['practice'] === 1
  // `saveListPlan` and `insertList` wrote the options.
  const { recentDays } = readJson(list['options']) as List['options']
  const repeatSince = repeatSinceOf(Math.max(recentDays * 86_400_000, repeatMinutes * 60_000), now)
  const at = new Date(now).toISOString()
  return [
    ...withCode('duplicate', findDuplicates(database, number)),
    ...withCode('doNotCall', findListedRows(database, { list: number, practice, at })),
    ...withCode('calledRecently', findCalledSinceBackup(database, number), sinceBackup),
    ...findCalled(database, list, { repeatSince, at }),
    ...findRowsOfErasedCalls(database, number, recentCalls, { repeatSince, at }).map((of) => ({
      ...of,
      finding: { code: 'calledRecently' as const, name: '' },
    })),
  ]
}

const withCode = (code: Finding['code'], rows: readonly number[], name = ''): RowFinding[] =>
  rows.map((row) => ({ row, finding: { code, name } }))

const findCalledSinceBackup = (database: DatabaseSync, list: number): number[] =>
  database
    .prepare("SELECT row_id FROM list_findings WHERE list = ? AND code = 'calledRecently' AND name = ?")
    .all(list, sinceBackup)
    .map((row) => Number(row['row_id']) - rowIdOf(list, 0))

/** Returns the rows whose number also occurs in an earlier row; a row that was called is treated as the earliest. */
const findDuplicates = (database: DatabaseSync, list: number): number[] => {
  const tails = database
    .prepare(
      `SELECT number_tail FROM list_rows WHERE list = ? AND number_tail IS NOT NULL
       GROUP BY number_tail HAVING count(*) > 1`,
    )
    .all(list)
  const select = database.prepare(
    `SELECT row, phone_number, ${isUncalled} AS uncalled FROM list_rows WHERE list = ? AND number_tail = ?
     ORDER BY uncalled, row`,
  )
  return tails.flatMap((tail) => {
    const seen = new Set<string>()
    return select.all(list, tail['number_tail'] ?? null).flatMap((row) => {
      const key = numberKey(String(row['phone_number']))
      if (!seen.has(key)) {
        seen.add(key)
        return []
      }
      return row['uncalled'] === 1 ? [Number(row['row'])] : []
    })
  })
}
