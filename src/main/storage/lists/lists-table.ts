import type { DatabaseSync } from 'node:sqlite'
import {
  type Brake,
  defaultListOptions,
  type FindingGroup,
  type List,
  listSchema,
  type ListOptions,
  type ListRoute,
  type ListTarget,
  noCounts,
  type RowState,
  rowStates,
} from '../../../contract/list.ts'
import { sumOf } from '../../../domain/lists/row-sum.ts'
import { readJson, type Row } from '../call-rows.ts'
import { inTransaction } from '../database.ts'
import { StorageError } from '../errors.ts'
import { fileOf, requireCheckOfFile } from './earlier-calls.ts'
import { readFindingGroups } from './list-findings.ts'
import { atOnce, listNumberOf, mayBeCopied } from './list-rows.ts'

/** Returns the rows of a list by state; with `list_unclear`, only those that may have been called without a record. */
export const readCounts = (
  database: DatabaseSync,
  list: number,
  table: 'list_counts' | 'list_unclear' = 'list_counts',
): Record<RowState, number> => {
  const counts = noCounts()
  for (const { state, rows } of database.prepare(`SELECT state, rows FROM ${table} WHERE list = ?`).all(list))
    // The schema allows only the states of `RowState`.
    counts[state as RowState] = Number(rows)
  return counts
}

const readWaiting = (database: DatabaseSync, list: number, now: number): List['waiting'] => {
  const row = database
    .prepare(
      "SELECT count(*) AS waiting, min(due_at) AS next FROM list_rows WHERE list = ? AND state = 'ready' AND due_at > ?",
    )
    .get(list, Math.max(now, atOnce))
  const next = row?.['next']
  return {
    rows: Number(row?.['waiting'] ?? 0),
    until: typeof next === 'number' ? new Date(next).toISOString() : null,
  }
}

const calledStates = rowStates.filter((state) => sumOf(state) === 'called')
const isCalled = `state IN ('${calledStates.join("', '")}')`

/**
 * Returns one of the other lists from a draft's file that have called rows or are earlier ones with the same rows, and how
 * many rows it and the others have called. It prefers a list that is running or paused, then one that has called rows, then
 * one with the same rows instead of a copy of some of them, then the newest. A row that two lists have called counts in
 * both: to compare the rows would take seconds in long lists.
 */
const readSameFile = (database: DatabaseSync, row: Row): List['sameFileAs'] => {
  if (row['fingerprint'] === null || row['state'] !== 'draft') return null
  const shown = database
    .prepare(
      `SELECT *, sum(called) OVER () - called AS called_elsewhere
       FROM (SELECT list_id, name, created_at, state, fingerprint, list_number,
           (SELECT coalesce(sum(rows), 0) FROM list_counts WHERE list = list_number AND ${isCalled}) AS called
         FROM lists
         WHERE ?1 IN (fingerprint, ${fileOf}) AND profile_id = ?2 AND list_number <> ?3
           AND state NOT IN ('reading', 'removing'))
       WHERE called > 0 OR (list_number < ?3 AND fingerprint = ?1)
       ORDER BY state IN ('running', 'paused') DESC, called > 0 DESC, fingerprint IS ?1 DESC, list_number DESC LIMIT 1`,
    )
    .get(row['fingerprint'] ?? null, row['profile_id'] ?? null, row['list_number'] ?? null)
  if (shown === undefined) return null
  return {
    listId: String(shown['list_id']),
    name: String(shown['name']),
    createdAt: String(shown['created_at']),
    isOver: shown['state'] === 'finished' || shown['state'] === 'stopped',
    called: Number(shown['called']),
    calledElsewhere: Number(shown['called_elsewhere']),
  }
}

const jsonOrNull = (value: unknown): unknown => (value === null ? null : readJson(value))

/** Parses a list; throws `corrupt` if no version of this app can have written it. `now` is in milliseconds. */
export const readListIn = (database: DatabaseSync, row: Row, now: number): List => {
  const list = Number(row['list_number'])
  const [counts, unclear] = [readCounts(database, list), readCounts(database, list, 'list_unclear')]
  const parsed = listSchema.safeParse({
    listId: row['list_id'],
    profileId: row['profile_id'],
    practice: row['practice'] === 1,
    name: row['name'],
    source: readJson(row['source']),
    state: row['state'],
    brake: jsonOrNull(row['brake']),
    createdAt: row['created_at'],
    startedAt: row['started_at'],
    endedAt: row['ended_at'],
    headers: readJson(row['headers']),
    targets: readJson(row['targets']),
    agent: jsonOrNull(row['agent']),
    route: jsonOrNull(row['route']),
    options: readJson(row['options']),
    checked: row['checked_plan'] === row['plan'],
    counts,
    unclear,
    waiting: readWaiting(database, list, now),
    sameFileAs: readSameFile(database, row),
  })
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

export const findListRecord = (database: DatabaseSync, listId: string): Row | undefined =>
  database.prepare("SELECT * FROM lists WHERE list_id = ? AND state <> 'removing'").get(listId)

/** What is known about a list before its rows are read. */
export type NewList = Pick<List, 'listId' | 'profileId' | 'practice' | 'name' | 'source' | 'createdAt' | 'headers'> & {
  targets?: readonly ListTarget[]
  fingerprint: string | null
  /** The fingerprint of the file, for a copy of some of its rows. */
  originFingerprint?: string | null
  /** These come from the list whose rows are copied. */
  agent?: List['agent']
  route?: ListRoute | null
  options?: ListOptions
}

const jsonText = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** Inserts a list in state `reading`, in the caller's transaction; returns its number. */
export const insertList = (database: DatabaseSync, list: NewList): number =>
  Number(
    database
      .prepare(
        `INSERT INTO lists (list_id, profile_id, practice, name, source, fingerprint, origin_fingerprint, state,
           created_at, headers, targets, agent, route, options)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'reading', ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        list.listId,
        list.profileId,
        list.practice ? 1 : 0,
        list.name,
        JSON.stringify(list.source),
        list.fingerprint,
        list.originFingerprint ?? null,
        list.createdAt,
        JSON.stringify(list.headers),
        JSON.stringify(list.targets ?? list.headers.map(() => ({ to: 'none' }))),
        jsonText(list.agent),
        jsonText(list.route),
        JSON.stringify(list.options ?? defaultListOptions),
      ).lastInsertRowid,
  )

type Plan = Pick<List, 'listId' | 'name' | 'targets' | 'options'> & {
  agent: NonNullable<List['agent']>
  route: ListRoute
}

/** States of a row whose call may use one of the organization's slots; `usesSlot` decides. */
export const slotStates = ['queued', 'sending', 'dialing', 'accepted', 'unknown', 'toCheck'] as const

type StateChange = {
  listId: string
  from: readonly List['state'][]
  to: 'running' | 'paused' | 'finished' | 'stopped'
  /** ISO 8601 format. */
  at: string
  brake?: { reason: Brake; detail: string } | null
  /** For `running`: the number of ready rows that was displayed to the user, and the agent's published version. */
  ready?: number
  version?: string | null
}

/**
 * `state`: the list is in another state. `unchecked`: its rows have not been checked against its last plan. `count`: a
 * different number of rows is ready. `busy`: another list of the profile is running. `open`: rows are ready, their calls
 * are in progress, or the list is paused and has rows that are held once their number isn't on the do-not-call list.
 * `held`: rows are held that no copy of the list would have, so only this list can call them.
 */
export type StateRefusal = 'state' | 'unchecked' | 'count' | 'busy' | 'open' | 'held'

/** Returns whether a list has rows that `refuseListed` refused: they are held if the do-not-call list is corrected. */
const hasRowsToHold = (database: DatabaseSync, list: number): boolean =>
  database
    .prepare(
      `SELECT 1 FROM list_findings JOIN list_rows ON id = row_id
       WHERE list_findings.list = ? AND code = 'doNotCall' AND state = 'refused' AND decision = 'hold' LIMIT 1`,
    )
    .get(list) !== undefined

/** Returns whether a list has held rows that `copyListRows` never copies, except erased rows, which no list can call. */
const hasHeldOnlyHere = (database: DatabaseSync, list: number): boolean =>
  database
    .prepare(
      `SELECT 1 FROM list_rows WHERE list = ? AND state = 'held' AND cells <> '[]' AND NOT ${mayBeCopied} LIMIT 1`,
    )
    .get(list) !== undefined

/** The table of lists, without lists that are being removed. */
export const createListsTable = (database: DatabaseSync) => {
  const read = (listId: string, now: number): List | null => {
    const row = findListRecord(database, listId)
    return row === undefined ? null : readListIn(database, row, now)
  }

  const refusalOf = (row: Row, change: StateChange): StateRefusal | null => {
    const list = Number(row['list_number'])
    // The caller compares with the states of the contract; the schema of the table has one more.
    if (!(change.from as readonly unknown[]).includes(row['state'])) return 'state'
    const counts = readCounts(database, list)
    // An accepted call whose end is never reported must not keep its list open forever. The caller waits for accepted
    // calls.
    if (change.to === 'finished') {
      const isOpen = counts.ready + counts.queued + counts.sending + counts.dialing > 0
      if (isOpen || (row['state'] === 'paused' && hasRowsToHold(database, list))) return 'open'
      return counts.held > 0 && hasHeldOnlyHere(database, list) ? 'held' : null
    }
    if (change.to !== 'running') return null
    if (row['checked_plan'] !== row['plan'] || row['agent'] === null || row['route'] === null) return 'unchecked'
    if (change.ready !== undefined && change.ready !== counts.ready) return 'count'
    const other = database
      .prepare("SELECT 1 FROM lists WHERE profile_id = ? AND state = 'running' AND list_number <> ?")
      .get(row['profile_id'] ?? null, list)
    return other === undefined ? null : 'busy'
  }

  const write = (row: Row, { to, at, brake = null, version }: StateChange): void => {
    const ended = to === 'finished' || to === 'stopped' ? at : null
    const agent = jsonOrNull(row['agent'])
    // `saveListPlan` and `insertList` wrote an object.
    const pinned = version === undefined || agent === null ? agent : { ...(agent as object), version }
    database
      .prepare(
        `UPDATE lists SET state = ?, brake = ?, agent = ?, ended_at = ?, checked_plan = iif(?, NULL, checked_plan),
           started_at = CASE ? WHEN 'running' THEN coalesce(started_at, ?) ELSE started_at END
         WHERE list_number = ?`,
      )
      .run(
        to,
        brake === null ? null : JSON.stringify({ ...brake, at }),
        jsonText(pinned),
        ended,
        // Another version may need other variables, so the rows are checked again before the list resumes.
        to === 'paused' && version !== undefined ? 1 : 0,
        to,
        at,
        Number(row['list_number']),
      )
    if (row['state'] === 'running') requireCheckOfFile(database, Number(row['list_number']))
  }

  return {
    /** Returns the lists of every profile, including those being read, newest first. */
    readLists({ now }: { now: number }): List[] {
      return database
        .prepare("SELECT * FROM lists WHERE state <> 'removing' ORDER BY list_number DESC")
        .all()
        .map((row) => readListIn(database, row, now))
    },

    readList: ({ listId, now }: { listId: string; now: number }): List | null => read(listId, now),

    /** Returns the numbers of the saved plan and of the plan used for the last check; null if there is no such list. */
    readListPlan({ listId }: { listId: string }): { plan: number; checkedPlan: number | null } | null {
      const row = findListRecord(database, listId)
      if (row === undefined) return null
      const checked = row['checked_plan']
      return { plan: Number(row['plan']), checkedPlan: typeof checked === 'number' ? checked : null }
    },

    /**
     * Saves the plan of a draft or paused list, which cannot start before its rows are checked again; returns null for
     * any other list.
     */
    saveListPlan({ now, ...plan }: Plan & { now: number }): List | null {
      return inTransaction(database, () => {
        const { changes } = database
          .prepare(
            `UPDATE lists SET name = ?, agent = ?, targets = ?, route = ?, options = ?, plan = plan + 1
             WHERE list_id = ? AND state IN ('draft', 'paused')`,
          )
          .run(
            plan.name,
            JSON.stringify(plan.agent),
            JSON.stringify(plan.targets),
            JSON.stringify(plan.route),
            JSON.stringify(plan.options),
            plan.listId,
          )
        return Number(changes) === 0 ? null : read(plan.listId, now)
      })
    },

    /** Keeps the agent's version that the page shows with a draft; returns null if there is no such list. */
    pinShownVersion(pin: { listId: string; agentUuid: string; version: string; now: number }): List | null {
      const { listId, agentUuid, version, now } = pin
      database
        .prepare(
          `UPDATE lists SET agent = json_set(agent, '$.version', ?)
           WHERE list_id = ? AND state = 'draft' AND json_extract(agent, '$.agentUuid') = ?`,
        )
        .run(version, listId, agentUuid)
      return read(listId, now)
    },

    /** Changes the state of a list with compare-and-set; returns null if there is no such list. */
    setListState(change: StateChange): { list: List } | { refused: StateRefusal } | null {
      return inTransaction(database, () => {
        const row = findListRecord(database, change.listId)
        if (row === undefined) return null
        const refused = refusalOf(row, change)
        if (refused !== null) return { refused }
        write(row, change)
        const list = read(change.listId, Date.parse(change.at))
        return list === null ? null : { list }
      })
    },

    /**
     * Pauses every running list, because after a restart, no list may call until the user agrees; returns their IDs.
     */
    pauseRunningLists({ at }: { at: string }): string[] {
      return inTransaction(database, () => {
        const paused = database
          .prepare(
            "UPDATE lists SET state = 'paused', brake = ? WHERE state = 'running' RETURNING list_id, list_number",
          )
          .all(JSON.stringify({ reason: 'restarted', detail: '', at }))
        for (const row of paused) requireCheckOfFile(database, Number(row['list_number']))
        return paused.map((row) => String(row['list_id']))
      })
    },

    /** Returns the groups of rows with the same finding, including those that the user has fixed. */
    listFindings({ listId }: { listId: string }): FindingGroup[] {
      const list = listNumberOf(database, listId)
      return list === null ? [] : readFindingGroups(database, list)
    },
  }
}
