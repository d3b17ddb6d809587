import { createHash } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { type List, noCounts, type RowState, rowStates } from '../../../contract/list.ts'
import { decisionOf } from '../../../domain/call-state.ts'
import { nextOpening } from '../../../domain/lists/calling-hours.ts'
import { neverOpen, noOverlap, sinceBackup } from '../../../domain/lists/checked-row.ts'
import { displayStateIn, readCall, readJson, readOutcome, type Row } from '../call-rows.ts'
import { inTransaction } from '../database.ts'
import { removePartialImports } from '../do-not-call-imports.ts'
import { eraseFromListCopy } from './list-erase.ts'
import { followCall, type ListRowOfCall, openingOf } from './list-gate.ts'
import { type CopiedRow, finishReading, insertRows, removeSomeRows } from './list-import.ts'
import {
  atOnce,
  changesPerChunk,
  changeTimeSql,
  endOfRows,
  hasDisprovedCall,
  isUnclear,
  lastCallOfRow,
  listNumberOf,
  mayBeCopied,
  rowIdOf,
  rowsPerChunk,
  zonesOf,
} from './list-rows.ts'
import { uncalledStates } from './row-state.ts'
import { findListRecord, insertList, readCounts, readListIn } from './lists-table.ts'

/** States of rows whose calls may have been placed; such rows are never copied to another list. */
const neverCopied: ReadonlySet<RowState> = new Set([
  'unknown',
  'toCheck',
  'queued',
  'sending',
  'dialing',
  'accepted',
] as const)

/**
 * SQL: the newest event of a row's calls. A row in a state before its call may have been called before; only if it was
 * copied from another list, the calls for which it was copied are still known.
 */
const knownEvent = `coalesce(iif(state IN ('${uncalledStates.join("', '")}'), NULL, (SELECT max(sequence)
  FROM list_calls JOIN call_events USING (call_id) WHERE row_id = list_rows.id)), copied_after)`

type OfPolicy = Pick<ListRowOfCall, 'within' | 'holidays'>

/**
 * Returns how many rows in each state `copyListRows` would copy: those of the list's counts, without those that it
 * would not copy. Of these, it reads only the erased rows and those with a call, because reading all rows of a long
 * list takes seconds.
 */
const countCopyableRows = async (database: DatabaseSync, listId: string): Promise<List['counts']> => {
  const row = findListRecord(database, listId)
  // All rows of a purged list are erased.
  if (row === undefined || row['purged_at'] !== null) return noCounts()
  const list = Number(row['list_number'])
  const count = (where: string): string =>
    `SELECT state, count(*) AS rows FROM list_rows WHERE ${where} AND NOT ${isUnclear} GROUP BY state`
  const found = database.prepare(count("list = ? AND cells = '[]'")).all(list)
  const next = database.prepare(
    count(
      `id IN (SELECT row_id FROM list_calls WHERE row_id > ? AND row_id <= ?) AND ${hasDisprovedCall} AND cells <> '[]'`,
    ),
  )
  const last = rowIdOf(
    list,
    Object.values(readCounts(database, list)).reduce((sum, rows) => sum + rows, 0),
  )
  for (let id = rowIdOf(list, 0); id < last; id += rowsPerChunk) {
    found.push(...next.all(id, id + rowsPerChunk))
    await pause()
  }
  const [counts, unclear] = [readCounts(database, list), readCounts(database, list, 'list_unclear')]
  for (const state of rowStates) counts[state] = neverCopied.has(state) ? 0 : counts[state] - unclear[state]
  for (const { state: stored, rows } of found) {
    // The states of rows are those of `RowState`.
    const state = stored as RowState
    // The state of a row may have changed since it was counted.
    counts[state] = Math.max(0, counts[state] - Number(rows))
  }
  return counts
}

/**
 * The operations on all rows of a list: copying, stopping, removing, and completing interrupted operations at startup.
 */
export const createListLifecycle = (database: DatabaseSync) => {
  const stopReady = async (list: number, at: number): Promise<void> => {
    const ready = database.prepare(
      `SELECT id, call_id FROM list_rows WHERE list = ? AND state = 'ready' LIMIT ${rowsPerChunk}`,
    )
    const lastCall = database.prepare(lastCallOfRow)
    const update = database.prepare('UPDATE list_rows SET state = ?, call_id = ?, changed_at = ? WHERE id = ?')
    const stop = (row: Row): void => {
      const [id, next] = [Number(row['id']), String(row['call_id'])]
      const called = lastCall.get(id)
      if (called === undefined) return void update.run('stopped', next, at, id)
      // A row that was called before gets the state of that call, and the time since when that is known. A person's
      // decision stays when a look-up records more.
      const changedAt = Date.parse(decisionOf(readOutcome(called))?.at ?? String(called['changed_at']))
      update.run(displayStateIn(called), String(called['call_id']), changedAt, id)
    }
    const stopSome = (): number =>
      inTransaction(database, () => {
        const rows = ready.all(list)
        rows.forEach(stop)
        return rows.length
      })
    while (stopSome() > 0) await pause()
  }

  const removeRows = async (list: number): Promise<void> => {
    while (removeSomeRows(database, list)) await pause()
  }

  return {
    /** Ends every ready row of a list that the user stopped. */
    async stopListRows({ listId, at }: { listId: string; at: number }): Promise<null> {
      const row = findListRecord(database, listId)
      if (row?.['state'] === 'stopped') await stopReady(Number(row['list_number']), at)
      return null
    },

    countCopyableRows: ({ listId }: { listId: string }) => countCopyableRows(database, listId),

    /**
     * Creates a draft list from the rows in these states that may be copied, in file order; returns null if there are
     * none. Its fingerprint is that of its rows, so that another copy of the same rows is recognized.
     */
    async copyListRows(input: {
      listId: string
      states: readonly RowState[]
      newListId: string
      name: string
      at: string
    }): Promise<List | null> {
      const { listId, newListId, name, at } = input
      const states = JSON.stringify(input.states.filter((state) => !neverCopied.has(state)))
      const row = findListRecord(database, listId)
      if (row === undefined) return null
      const [now, list] = [Date.parse(at), Number(row['list_number'])]
      const { profileId, practice, source, headers, targets, agent, route, options, counts } = readListIn(
        database,
        row,
        now,
      )
      const pinned = agent === null ? null : { ...agent, version: null }
      const next = database.prepare(
        `SELECT id, cells, ${knownEvent} AS known_event FROM list_rows WHERE id > ? AND id < ?
           AND state IN (SELECT value FROM json_each(?)) AND ${mayBeCopied} ORDER BY id LIMIT ${rowsPerChunk}`,
      )
      // `insertList` wrote both.
      const originFingerprint = (row['origin_fingerprint'] ?? row['fingerprint'] ?? null) as string | null
      const about = { profileId, practice, source, headers, targets, route, options, agent: pinned, originFingerprint }
      const copy = inTransaction(database, () =>
        insertList(database, { ...about, listId: newListId, name, createdAt: at, fingerprint: null }),
      )
      const digest = createHash('sha256').update(`copy ${JSON.stringify(headers)}`)
      let copied = 0
      for (let last: number | null = rowIdOf(list, 0); last !== null;) {
        const rows: Row[] = next.all(last, endOfRows(list), states)
        const numbered = rows.map((one, index) => toCopiedRow(one, copied + index + 1))
        inTransaction(database, () => {
          insertRows(database, copy, numbered)
          eraseFromListCopy(database, list, copy, rowIdOf(copy, copied))
        })
        for (const one of rows) digest.update(`\n${String(one['cells'])}`)
        copied += rows.length
        const end = rows.at(-1)?.['id']
        last = end === undefined ? null : Number(end)
        await pause()
      }
      if (copied === 0) {
        await removeRows(copy)
        return null
      }
      // A copy of all rows has the content of the file, so opening the file again reports the copy.
      const isWhole = typeof row['fingerprint'] === 'string' && copied === sumOfRows(counts)
      const fingerprint = isWhole ? String(row['fingerprint']) : digest.digest('hex')
      inTransaction(database, () => finishReading(database, copy, { fingerprint }))
      const made = findListRecord(database, newListId)
      return made === undefined ? null : readListIn(database, made, now)
    },

    /**
     * Decides again how long the rows wait that calling hours or holidays put off, because the policy or the list's plan
     * may have changed. Rows that wait for another reason keep their time.
     */
    async updateOpenings(input: { listId: string; now: number } & OfPolicy): Promise<null> {
      const { listId, now, ...ofPolicy } = input
      const row = findListRecord(database, listId)
      if (row === undefined) return null
      // `saveListPlan` and `insertList` wrote the options.
      const { hours, days } = readJson(row['options']) as List['options']
      const next = database.prepare(
        `SELECT id, due_at, not_before, time_zones, ? AS practice FROM list_rows
         WHERE list = ? AND state = 'ready' AND (due_at, id) > (?, ?) ORDER BY due_at, id LIMIT ${changesPerChunk}`,
      )
      const update = database.prepare('UPDATE list_rows SET due_at = ? WHERE id = ?')
      const [list, practice] = [Number(row['list_number']), Number(row['practice'])]
      /** Caches when rows with the same zones may be called that may be called from the same time. */
      const known = new Map<string, number | null>()
      const openingFrom = (one: Row, from: number): number | null => {
        const key = `${from} ${String(one['time_zones'])}`
        const found = known.get(key)
        if (found !== undefined) return found
        const opening = openingOf(one, { ...hours, days, ...ofPolicy }, from)
        known.set(key, opening)
        return opening
      }
      let last: Row | undefined = { due_at: now, id: endOfRows(list) }
      while (last !== undefined) {
        const rows: Row[] = next.all(practice, list, Number(last['due_at']), Number(last['id']))
        inTransaction(database, () => {
          for (const one of rows) {
            if (one['not_before'] === null) continue
            const opening = openingFrom(one, Math.max(now, Number(one['not_before'])))
            // A row that can be called now, or never, is decided with the next call.
            const dueAt = opening === null || opening <= now ? atOnce : opening
            if (dueAt !== one['due_at']) update.run(dueAt, Number(one['id']))
          }
        })
        last = rows.at(-1)
        await pause()
      }
      return null
    },

    /**
     * Removes a list with its rows; its calls remain in the history. Returns false if it is running or does not exist.
     */
    async removeList({ listId }: { listId: string }): Promise<boolean> {
      const { changes } = database
        .prepare("UPDATE lists SET state = 'removing' WHERE list_id = ? AND state NOT IN ('running', 'reading')")
        .run(listId)
      const list = listNumberOf(database, listId)
      if (Number(changes) === 0 || list === null) return false
      await removeRows(list)
      return true
    },

    /**
     * On startup, completes what an earlier process began: removes lists and registers that were partially read or
     * removed, and ends the ready rows of stopped lists. Returns the lists whose rows must be checked again, also because
     * the policy has changed and rows that had no calling hours have some now.
     */
    async settleInterruptedLists({ at, ...ofPolicy }: { at: number } & OfPolicy): Promise<string[]> {
      const left = database.prepare("SELECT list_number FROM lists WHERE state IN ('reading', 'removing')").all()
      for (const row of left) await removeRows(Number(row['list_number']))
      await removePartialImports(database)
      const stopped = database.prepare("SELECT list_number FROM lists WHERE state = 'stopped'").all()
      for (const row of stopped) await stopReady(Number(row['list_number']), at)
      requireCheckOfOpened(database, at, ofPolicy)
      return database
        .prepare(
          "SELECT list_id FROM lists WHERE state IN ('draft', 'paused') AND agent IS NOT NULL AND checked_plan IS NOT plan",
        )
        .all()
        .map((row) => String(row['list_id']))
    },
  }
}

/**
 * Treats the paused lists as unchecked that have rows held for want of calling hours that have some now, so that they
 * don't resume before a check. The rows of a draft are always checked before it starts.
 */
const requireCheckOfOpened = (database: DatabaseSync, at: number, ofPolicy: OfPolicy): void => {
  const closed = database
    .prepare(
      `SELECT DISTINCT lists.list_number, options, time_zones FROM lists
         JOIN list_findings ON list_findings.list = lists.list_number JOIN list_rows ON list_rows.id = row_id
       WHERE lists.state = 'paused' AND list_rows.state = 'held' AND code = 'noTimeZone'
         AND list_findings.name IN ('${neverOpen}', '${noOverlap}')`,
    )
    .all()
  const update = database.prepare('UPDATE lists SET checked_plan = NULL WHERE list_number = ?')
  for (const row of closed) {
    // `saveListPlan` and `insertList` wrote the options.
    const { hours, days } = readJson(row['options']) as List['options']
    if (nextOpening(at, zonesOf(row), { ...hours, days, ...ofPolicy }) !== null) update.run(Number(row['list_number']))
  }
}

/**
 * Makes the lists safe in a history that may lack calls (a backup, an older copy, or one without its mark), in one
 * transaction. Its rows may have been called since then, except those that were erased before a call. Ready rows are held
 * until the user decides on them; no list runs on its own. All other rows keep their state, and are held as soon as they
 * would be ready; an earlier release doesn't cover the calls since then. Rows whose call was recovered get the state of
 * that call.
 */
export const settleRecoveredLists = (database: DatabaseSync, at: string): void =>
  inTransaction(database, () => {
    const called = database
      .prepare(
        `SELECT list_rows.id, calls.* FROM list_rows JOIN calls ON calls.call_id = list_rows.call_id
         WHERE NOT EXISTS (SELECT 1 FROM list_calls WHERE list_calls.call_id = list_rows.call_id)`,
      )
      .all()
    for (const row of called) {
      const [id, call] = [Number(row['id']), readCall(row)]
      database.prepare('UPDATE list_rows SET attempts = attempts + 1 WHERE id = ?').run(id)
      database
        .prepare('INSERT INTO list_calls (call_id, row_id, attempt) SELECT ?, id, attempts FROM list_rows WHERE id = ?')
        .run(call.callId, id)
      followCall(database, call)
    }
    const ofOpenLists = `FROM list_rows JOIN lists ON lists.list_number = list_rows.list
      WHERE lists.state IN ('draft', 'running', 'paused')`
    const isDraft = "(SELECT state = 'draft' FROM lists WHERE list_number = list)"
    const heldAt = changeTimeSql(String(Date.parse(at)), isDraft)
    database.exec(
      `DELETE FROM list_fixes WHERE code = 'calledRecently' AND fix = 'callAnyway';
       UPDATE list_fixes SET decided_after = NULL;
       UPDATE list_rows SET decided_after = NULL, copied_after = NULL
         WHERE decided_after IS NOT NULL OR copied_after IS NOT NULL;
       UPDATE list_findings SET event = NULL WHERE event IS NOT NULL;
       INSERT INTO list_findings (row_id, code, name, list, undecided)
         SELECT id, 'calledRecently', '${sinceBackup}', list, 1 ${ofOpenLists} AND (list_rows.attempts > 0
           OR (list_rows.state IN ('${uncalledStates.join("', '")}') AND cells <> '[]'))
         ON CONFLICT DO UPDATE SET undecided = 1;
       UPDATE list_rows SET state = 'held', decision = 'hold', changed_at = ${heldAt}
         WHERE id IN (SELECT id ${ofOpenLists} AND list_rows.state = 'ready');
       UPDATE list_rows SET decision = 'hold' WHERE id IN (SELECT id ${ofOpenLists} AND (decision = 'call' OR (attempts > 0
         AND list_rows.state <> 'held' AND NOT (decision IS 'leaveOut' AND list_rows.state IN ('refused', 'skipped')))));`,
    )
    database
      .prepare("UPDATE lists SET state = 'paused', brake = ? WHERE state = 'running'")
      .run(JSON.stringify({ reason: 'restarted', detail: '', at }))
  })

const sumOfRows = (counts: List['counts']): number => rowStates.reduce((sum, state) => sum + counts[state], 0)

const toCopiedRow = (row: Row, number: number): CopiedRow => ({
  row: number,
  copiedAfter: row['known_event'] === null ? null : Number(row['known_event']),
  // `insertRows` wrote an array of strings.
  cells: readJson(row['cells']) as string[],
})
