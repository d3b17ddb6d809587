import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { type FindingFix, type FindingGroup, heldFindings, type List, type ListRow } from '../../../contract/list.ts'
import { fixesOf, needsConfirmation } from '../../../domain/lists/finding-fixes.ts'
import { mayCallAgain, roomForCall } from '../../../domain/lists/retry.ts'
import { readJson, readOutcome, type Row } from '../call-rows.ts'
import { inTransaction } from '../database.ts'
import { exceedsShown, showNewerCalls } from './list-findings.ts'
import {
  atOnce,
  beforeOthers,
  changesPerChunk,
  createCallIds,
  holdRow,
  listNumberOf,
  listRowColumns,
  listRowSource,
  readFixes,
  readListRow,
  rowIdOf,
  settleRows,
} from './list-rows.ts'
import { findListRecord, readListIn } from './lists-table.ts'
import { newestEvent } from './known-calls.ts'
import { createLookUps } from './look-ups.ts'
import { createLimitCheck, timesOfCalls } from './number-limit.ts'
import type { Finding } from './row-state.ts'
import { holdUnshown, type RowInList } from './unshown-calls.ts'

type OfRow = { listId: string; row: number }

/** `repeatMinutes`: how long single calls to a number that was called need a confirmation. */
type RowChange = OfRow & { action: RowAction; at: number; repeatMinutes?: number }

type ReleaseAction = {
  kind: 'release'
  findings: readonly ListRow['findings'][number][]
  lookUpEndsAt?: ListRow['lookUpEndsAt']
}

type CallAgainAction = { kind: 'callAgain' } & Pick<ListRow, 'callId' | 'foundRun'>

/** What the user does with one row. */
export type RowAction =
  | { kind: 'hold' | 'leaveOut' | 'putBack' | 'callFirst' }
  | ReleaseAction
  | CallAgainAction
  | { kind: 'setNote'; note: string }

/** What the user decides about a group of rows; `shown` is what the user saw of it. */
type GroupDecision = Finding & {
  listId: string
  fix: FindingFix | null
  value: string
  shown: Pick<FindingGroup, 'rows' | 'releasable' | 'event'>
  now: number
}

/** Returns whether a row's last call is proved not to have reached a person. Only then may the row get another call. */
const isProvedUnreached = (database: DatabaseSync, callId: string): boolean => {
  const call = database.prepare('SELECT outcome, changed_at FROM calls WHERE call_id = ?').get(callId)
  return call !== undefined && mayCallAgain(readOutcome(call))
}

/** Sets the user's decision on a row. A hold that it replaces is kept if the row is left out, for `putBack`. */
const decide = (
  database: DatabaseSync,
  list: number,
  found: Row,
  decision: 'hold' | 'leaveOut' | 'call',
  at: number,
): void => {
  database
    .prepare(
      `UPDATE list_rows SET decision = ?1, held_manually = ?1 = 'hold', decided_after = ?2,
         held_before = iif(?1 = 'leaveOut', held_manually, 0) WHERE id = ?3`,
    )
    .run(decision, decision === 'call' ? newestEvent(database) : null, Number(found['id']))
  settleRows(database, list, [Number(found['row'])], at)
}

/** The findings whose rows are called only after a confirmation, as JSON. */
const confirmedCodes = JSON.stringify(heldFindings.filter((code) => needsConfirmation({ code, name: '' })))

/**
 * Undoes the decision to leave a row out. A release by the user or an earlier decision on a group doesn't cover the row, so
 * that it isn't called without a question.
 */
const putBack = (database: DatabaseSync, list: number, found: Row, at: number): void => {
  const id = Number(found['id'])
  database
    .prepare('UPDATE list_findings SET undecided = 1 WHERE row_id = ? AND code IN (SELECT value FROM json_each(?))')
    .run(id, confirmedCodes)
  database
    .prepare(
      `UPDATE list_rows SET held_manually = held_before, held_before = 0, decision = iif(held_before OR EXISTS (
         SELECT 1 FROM list_findings WHERE row_id = ?1 AND undecided AND code <> 'noTimeZone'), 'hold', NULL) WHERE id = ?1`,
    )
    .run(id)
  settleRows(database, list, [Number(found['row'])], at)
}

type Columns = Readonly<Record<string, string | number | null>>

const setColumns = (database: DatabaseSync, { id }: Row, columns: Columns): void => {
  const changes = Object.keys(columns).map((column) => `${column} = ?`)
  database.prepare(`UPDATE list_rows SET ${changes.join(', ')} WHERE id = ?`).run(...Object.values(columns), Number(id))
}

const callAgain = (database: DatabaseSync, found: Row, dueAt: number, counts: boolean, at: number): boolean => {
  const callId = String(found['call_id'])
  // A row without a number was erased after its call.
  if (found['phone_number'] === null) return false
  if (Number(found['attempts']) === 0 || !isProvedUnreached(database, callId)) return false
  setColumns(database, found, {
    call_id: createCallIds(1)[0] ?? null,
    state: 'ready',
    due_at: Math.max(atOnce, dueAt),
    not_before: null,
    changed_at: at,
    ...(counts ? {} : { attempts: Number(found['attempts']) - 1 }),
  })
  return true
}

/** Returns a `due_at` before those of all ready rows, also of those that were to be called first until now. */
const firstDueAt = (database: DatabaseSync, list: number): number => {
  const select = "SELECT min(due_at) AS due_at FROM list_rows WHERE list = ? AND state = 'ready'"
  const first = database.prepare(select).get(list)
  return Math.min(beforeOthers, Number(first?.['due_at']) - 1)
}

/** Makes a ready row wait until the list's maximum of calls to its number allows its call. */
const putOff = (database: DatabaseSync, listId: string, found: Row | undefined, at: number): void => {
  const list = findListRecord(database, listId)
  if (found?.['state'] !== 'ready' || list === undefined) return
  // `saveListPlan` and `insertList` wrote the options.
  const { retry } = readJson(list['options']) as List['options']
  const number = { phoneNumber: String(found['phone_number']), practice: list['practice'] === 1 }
  const room = roomForCall(at, timesOfCalls(database, number, at), retry)
  if (room > at && room > Number(found['due_at'])) setColumns(database, found, { due_at: room, not_before: null })
}

/** The operations that change list rows. A long change runs in chunks, so that a call waits for at most one of them. */
export const createListChanges = (database: DatabaseSync) => {
  const find = ({ listId, row }: OfRow): RowInList | null => {
    const list = listNumberOf(database, listId)
    const found =
      list === null ? undefined : database.prepare('SELECT * FROM list_rows WHERE id = ?').get(rowIdOf(list, row))
    return list === null || found === undefined ? null : { list, found }
  }

  const readRow = ({ listId, row }: OfRow): ListRow | null => {
    const list = listNumberOf(database, listId)
    if (list === null) return null
    const found = database
      .prepare(`SELECT ${listRowColumns} FROM ${listRowSource} WHERE list_rows.id = ?`)
      .get(rowIdOf(list, row))
    if (found === undefined) return null
    const waitsForLimit = createLimitCheck(database, list)(found)
    return readListRow(found, readFixes(database, list), createLookUps(database)(found), waitsForLimit)
  }

  /** Changes a row; returns false if its state does not allow that, or if it was held instead of released. */
  const act = (of: RowInList, { listId, action, at, repeatMinutes = 0 }: RowChange): boolean => {
    const { list, found } = of
    const state = String(found['state'])
    switch (action.kind) {
      case 'setNote':
        setColumns(database, found, { note: action.note, noted: 1 })
        return true
      case 'callAgain':
        if (!callAgain(database, found, atOnce, true, at)) return false
        holdUnshown(database, of, { listId, at, repeatMinutes })
        return true
      case 'callFirst':
        if (state !== 'ready') return false
        setColumns(database, found, { due_at: firstDueAt(database, list), not_before: null, changed_at: at })
        return true
      case 'hold':
        if (state !== 'ready') return false
        decide(database, list, found, 'hold', at)
        return true
      case 'release':
        if (state !== 'held' && state !== 'skipped') return false
        if (holdUnshown(database, of, { listId, at, repeatMinutes })) return false
        decide(database, list, found, 'call', at)
        return true
      case 'leaveOut':
        if (state !== 'ready' && state !== 'held') return false
        decide(database, list, found, 'leaveOut', at)
        return true
      case 'putBack':
        putBack(database, list, found, at)
        return true
    }
  }

  const stateOf = (listId: string): unknown => findListRecord(database, listId)?.['state']

  const isOver = (listId: string): boolean => {
    const state = stateOf(listId)
    return state === undefined || state === 'finished' || state === 'stopped' || state === 'reading'
  }

  /** Settles the rows of a group, and lets the thread handle requests between chunks. */
  const settleGroup = async (
    list: number,
    { code, name }: Finding,
    fix: FindingFix | null,
    at: number,
  ): Promise<void> => {
    const next = database.prepare(
      `SELECT row_id FROM list_findings WHERE list = ? AND code = ? AND name = ? AND row_id > ?
       ORDER BY row_id LIMIT ${changesPerChunk}`,
    )
    for (let last: number | null = rowIdOf(list, 0); last !== null;) {
      const ids: number[] = next.all(list, code, name, last).map((row) => Number(row['row_id']))
      const rows = ids.map((id) => id - rowIdOf(list, 0))
      inTransaction(database, () => {
        if (fix === 'callAnyway') coverRows(database, ids, { code, name })
        settleRows(database, list, rows, at)
      })
      last = ids.at(-1) ?? null
      await pause()
    }
  }

  return {
    /**
     * Changes one row; returns null if there is no such row, its state does not allow the change, or it is to be released
     * or called again and differs from what the user saw. A row whose number has got a call that the user did not see is
     * held with a finding that shows the call: null is returned for a release, and the row if it is to be called again.
     */
    changeListRow(change: RowChange): ListRow | null {
      const { listId, row, action, at } = change
      return inTransaction(database, () => {
        const of = find({ listId, row })
        if (of === null || (action.kind !== 'setNote' && isOver(listId))) return null
        if (action.kind === 'callAgain' && !isSameCall(readRow({ listId, row }), action)) return null
        if (action.kind === 'release' && !isAsShown(readRow({ listId, row }), action, at)) return null
        if (action.kind === 'putBack' && readRow({ listId, row })?.canBePutBack !== true) return null
        if (!act(of, change)) return null
        if (action.kind === 'release' || action.kind === 'callAgain')
          putOff(database, listId, find({ listId, row })?.found, at)
        return readRow({ listId, row })
      })
    },

    /** Makes a ready row wait until a time (milliseconds); returns false if its next call now has a different ID. */
    deferListRow({ callId, until, ...of }: OfRow & { callId: string; until: number }): boolean {
      return inTransaction(database, () => {
        const row = find(of)
        if (row?.found['state'] !== 'ready' || row.found['call_id'] !== callId) return false
        setColumns(database, row.found, { due_at: until, not_before: null })
        return true
      })
    },

    /**
     * Holds or refuses a ready row with a finding, regardless of earlier decisions; returns false in the same case as
     * `deferListRow`.
     */
    holdListRow({ callId, at, code, name, ...of }: OfRow & Finding & { callId: string; at: number }): boolean {
      return inTransaction(database, () => {
        const row = find(of)
        if (row?.found['state'] !== 'ready' || row.found['call_id'] !== callId) return false
        holdRow(database, row.list, of.row, { code, name }, at)
        return true
      })
    },

    /**
     * Makes a row ready for another call, with a new ID, due at `dueAt` (milliseconds). Returns false unless `callId`
     * is proved not to have reached a person. With `counts: false`, the call does not count as an attempt.
     */
    callListRowAgain(input: OfRow & { callId: string; dueAt: number; counts: boolean; at: number }): boolean {
      return inTransaction(database, () => {
        const row = find(input)
        if (row === null || row.found['call_id'] !== input.callId || isOver(input.listId)) return false
        return callAgain(database, row.found, input.dueAt, input.counts, input.at)
      })
    },

    /**
     * Records and applies the user's decision on all rows with a finding. A fix that changes how rows are read creates
     * a new plan, so that the rows must be checked again. Returns `moreRows` if the rows are to be called anyway and are
     * more, or show newer calls, than `shown`, and null if the fix does not apply to the group, if the list is over, or
     * for a fix that needs a check in a running list.
     */
    async applyFix(input: GroupDecision): Promise<List | 'moreRows' | null> {
      const { listId, code, name, fix, value, shown, now } = input
      const list = listNumberOf(database, listId)
      if (list === null || isOver(listId) || (fix !== null && !fixesOf({ code, name }).includes(fix))) return null
      const undone = fixedBy(database, list, { code, name })
      const isDecision = isDecided(fix ?? undone)
      if (!isDecision && stateOf(listId) === 'running') return null
      const isApplied = inTransaction(database, () => {
        const group = { code, name }
        const isMore = () => showNewerCalls(database, list, group) || exceedsShown(database, list, group, shown)
        if (fix === 'callAnyway' && isMore()) return false
        // The other rows of the group are still read in the same way.
        if (fix === 'leaveOut' && !isDecided(undone)) leaveOutGroup(database, list, { code, name })
        else if (fix === null)
          database.prepare('DELETE FROM list_fixes WHERE list = ? AND code = ? AND name = ?').run(list, code, name)
        else
          database
            .prepare(
              `INSERT OR REPLACE INTO list_fixes (list, code, name, fix, value, decided_after, rows)
             SELECT ?1, ?2, ?3, ?4, ?5, ?6, max(count(*), coalesce((SELECT rows FROM list_fixes
               WHERE list = ?1 AND code = ?2 AND name = ?3 AND fix = ?4 AND ?7), 0))
             FROM list_findings WHERE list = ?1 AND code = ?2 AND name = ?3`,
            )
            // Rows that were read with the earlier choice don't have the finding anymore.
            .run(list, code, name, fix, value, newestEvent(database), isDecision ? 0 : 1)
        if (!isDecision) database.prepare('UPDATE lists SET plan = plan + 1 WHERE list_number = ?').run(list)
        return true
      })
      if (!isApplied) return 'moreRows'
      if (isDecision) await settleGroup(list, { code, name }, fix, now)
      const row = findListRecord(database, listId)
      return row === undefined ? null : readListIn(database, row, now)
    },
  }
}

/**
 * Returns whether the user who releases the row knew all its findings, the calls that they show, and the last look-up that
 * the row waits for.
 */
const isAsShown = (row: ListRow | null, { findings, lookUpEndsAt }: ReleaseAction, at: number): boolean =>
  row !== null &&
  row.findings.every((one) =>
    findings.some(({ code, name, event }) => code === one.code && name === one.name && event === one.event),
  ) &&
  (typeof row.lookUpEndsAt !== 'string' ||
    Date.parse(row.lookUpEndsAt) < at ||
    row.lookUpEndsAt <= (lookUpEndsAt ?? ''))

/** Returns whether the user who calls the row again knew its last call, and which run of it was found. */
const isSameCall = (row: ListRow | null, { callId, foundRun }: CallAgainAction): boolean =>
  row?.callId === callId && row.foundRun === foundRun

/** Returns the current fix of a group; null if there is none. */
const fixedBy = (database: DatabaseSync, list: number, { code, name }: Finding): FindingFix | null => {
  const row = database
    .prepare('SELECT fix FROM list_fixes WHERE list = ? AND code = ? AND name = ?')
    .get(list, code, name)
  // Only `applyFix` writes to this column.
  return row === undefined ? null : (row['fix'] as FindingFix)
}

/** Returns whether a fix decides on rows without reading them again. */
const isDecided = (fix: FindingFix | null): boolean => fix === null || fix === 'callAnyway' || fix === 'leaveOut'

/**
 * Makes a group's decision cover the rows that Rundesk held for the same reason after it, except rows that were called,
 * because the group doesn't count them. A row that the do-not-call list refuses stays held after a correction of the list.
 */
const coverRows = (database: DatabaseSync, ids: readonly number[], { code, name }: Finding): void => {
  const uncalled = database.prepare(
    "SELECT 1 FROM list_rows WHERE id = ? AND state IN ('held', 'ready', 'refused', 'skipped')",
  )
  const release = database.prepare(
    "UPDATE list_rows SET decision = NULL WHERE id = ? AND decision = 'hold' AND held_manually = 0 AND state <> 'refused'",
  )
  const decideFinding = database.prepare(
    'UPDATE list_findings SET undecided = 0 WHERE row_id = ? AND code = ? AND name = ? AND undecided = 1',
  )
  for (const id of ids.filter((one) => uncalled.get(one) !== undefined)) {
    release.run(id)
    decideFinding.run(id, code, name)
  }
}

/** Leaves out the rows of a group one by one, so that the group's fix is kept. */
const leaveOutGroup = (database: DatabaseSync, list: number, { code, name }: Finding): void => {
  database
    .prepare(
      `UPDATE list_rows SET decision = 'leaveOut', held_manually = 0, held_before = max(held_before, held_manually)
       WHERE id IN (SELECT row_id FROM list_findings WHERE list = ? AND code = ? AND name = ?)`,
    )
    .run(list, code, name)
}
