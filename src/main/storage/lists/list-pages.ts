import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Call, Learned } from '../../../contract/call.ts'
import type { FindingCode, List, ListRow, RowState } from '../../../contract/list.ts'
import type { DoNotCallProposal } from '../../../contract/person.ts'
import { usesSlot } from '../../../domain/lists/brake.ts'
import { longestRinging, type WaitingRows } from '../../../domain/lists/finish.ts'
import { readCall, readJson, readOutcome, type Row } from '../call-rows.ts'
import { parseLearned, readLearned } from '../call-results.ts'
import { createDoNotCallFinder } from '../do-not-call.ts'
import {
  endOfRows,
  lastCallOfRow,
  listNumberOf,
  listRowColumns,
  listRowSource,
  readFixes,
  readListRow,
  rowIdOf,
  zonesOf,
} from './list-rows.ts'
import { findListRecord, slotStates } from './lists-table.ts'
import { createLookUps } from './look-ups.ts'
import { createLimitCheck, createNumberLimit, sameNumberColumns } from './number-limit.ts'

type Selection = {
  listId: string
  /** The states of the selected rows; empty means every state. */
  states: readonly RowState[]
  finding: FindingCode | null
  search: string
}

type Page = Selection & { order: 'file' | 'latest'; from: number; limit: number }

/**
 * A row of the report, with its current call and what the agent learned in it, which are null before its first call, and the
 * number of its calls, also of those that are no attempts because they were not sent or not found.
 */
export type ReportRow = { row: ListRow; call: Call | null; learned: Learned | null; calls: number }

/** The number of rows that are searched before the thread handles other requests: about 10 ms. */
const rowsPerSearch = 5_000

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * Returns a function that finds a string in the cells, the note or the number, ignoring case; digits also match a
 * number with separators.
 */
const createMatcher = (search: string): ((row: Row) => boolean) => {
  const text = search.trim().toLowerCase()
  const digits = /^[\d\s+().-]{3,}$/.test(text) ? digitsOf(text) : ''
  return (row) => {
    const number = String(row['phone_number'] ?? '')
    if (digits !== '' && digitsOf(number).includes(digits)) return true
    return [number, row['note'], row['cells']].some((value) => String(value).toLowerCase().includes(text))
  }
}

const condition = ({ states, finding, order }: Omit<Page, 'listId' | 'search' | 'from' | 'limit'>): string =>
  [
    'list = ?1',
    ...(states.length > 0 ? ['state IN (SELECT value FROM json_each(?2))'] : []),
    ...(finding === null ? [] : ['id IN (SELECT row_id FROM list_findings WHERE list = ?1 AND code = ?3)']),
    ...(order === 'latest' ? ['changed_at IS NOT NULL'] : []),
  ].join(' AND ')

/** Reads rows of lists. */
export const createListPages = (database: DatabaseSync) => {
  /** Returns the rows with the IDs in `found`. */
  const readRows = (list: number, found: readonly Row[]): ListRow[] => {
    const fixes = readFixes(database, list)
    const waitsForLimit = createLimitCheck(database, list)
    const lookUpOf = createLookUps(database)
    const select = database.prepare(`SELECT ${listRowColumns} FROM ${listRowSource} WHERE list_rows.id = ?`)
    return found.flatMap(({ id }) => {
      const row = select.get(Number(id))
      return row === undefined ? [] : [readListRow(row, fixes, lookUpOf(row), waitsForLimit(row))]
    })
  }

  const countOf = (list: number, states: readonly RowState[]): number => {
    const counts = database.prepare('SELECT state, rows FROM list_counts WHERE list = ?').all(list)
    // The table contains only row states.
    const chosen = counts.filter(({ state }) => states.length === 0 || states.includes(state as RowState))
    return chosen.reduce((sum, { rows }) => sum + Number(rows), 0)
  }

  /** Returns a page of all rows by row number. Row numbers are consecutive, so nothing needs to be counted. */
  const pageOfAll = (list: number, { from, limit }: Page): { rows: ListRow[]; total: number } => {
    const ids = database
      .prepare('SELECT id FROM list_rows WHERE id > ? AND id < ? ORDER BY id LIMIT ?')
      .all(rowIdOf(list, from), endOfRows(list), limit)
    return { rows: readRows(list, ids), total: countOf(list, []) }
  }

  /**
   * Returns a page of the rows in certain states by row number. SQLite merges the states' parts of the index without
   * sorting.
   */
  const pageOfStates = (list: number, { states, from, limit }: Page): { rows: ListRow[]; total: number } => {
    const parts = states.map(() => 'SELECT id FROM list_rows WHERE list = ? AND state = ?')
    const ids = database
      .prepare(`${parts.join(' UNION ALL ')} ORDER BY id LIMIT ? OFFSET ?`)
      .all(...states.flatMap((state) => [list, state]), limit, from)
    return { rows: readRows(list, ids), total: countOf(list, states) }
  }

  const orderOf = ({ order }: Page): string => (order === 'latest' ? 'changed_at DESC, id' : 'id')

  const filteredPage = (list: number, page: Page): { rows: ListRow[]; total: number } => {
    const values = valuesOf(list, page)
    const where = condition(page)
    const ids = database
      .prepare(`SELECT id FROM list_rows WHERE ${where} ORDER BY ${orderOf(page)} LIMIT ?4 OFFSET ?5`)
      .all(...values, page.limit, page.from)
    return { rows: readRows(list, ids), total: countWhere(where, values) }
  }

  /** Counts matching rows. The condition may not use every value, and binding an unused value would be an error. */
  const countWhere = (where: string, values: [number, string, string]): number => {
    const count = `SELECT count(*) AS rows FROM list_rows WHERE ${where} AND ?2 IS NOT NULL AND ?3 IS NOT NULL`
    return Number(database.prepare(count).get(...values)?.['rows'] ?? 0)
  }

  const valuesOf = (list: number, { states, finding }: Page): [number, string, string] => [
    list,
    JSON.stringify(states),
    finding ?? '',
  ]

  /** Reads every row of the selection in chunks, because no index contains the text. */
  const searchedPage = async (list: number, page: Page): Promise<{ rows: ListRow[]; total: number }> => {
    const matches = createMatcher(page.search)
    const next = database.prepare(
      `SELECT id, changed_at, phone_number, note, cells FROM list_rows NOT INDEXED
       WHERE ${condition(page)} AND id > ?4 AND id < ?5 ORDER BY id LIMIT ${rowsPerSearch}`,
    )
    const found: { id: number; at: number }[] = []
    for (let last: number | null = rowIdOf(list, 0); last !== null;) {
      const rows: Row[] = next.all(...valuesOf(list, page), last, endOfRows(list))
      for (const row of rows)
        if (matches(row)) found.push({ id: Number(row['id']), at: Number(row['changed_at'] ?? 0) })
      last = rows.length < rowsPerSearch ? null : Number(rows.at(-1)?.['id'])
      await pause()
    }
    if (page.order === 'latest') found.sort((one, other) => other.at - one.at || one.id - other.id)
    return { rows: readRows(list, found.slice(page.from, page.from + page.limit)), total: found.length }
  }

  const numberOf = (listId: string): number => listNumberOf(database, listId) ?? 0

  return {
    /**
     * Returns a page of rows and the size of the selection. `latest` includes only rows that changed since the check.
     */
    async readListRows(page: Page): Promise<{ rows: ListRow[]; total: number }> {
      const list = numberOf(page.listId)
      if (page.search.trim() !== '') return searchedPage(list, page)
      if (page.finding !== null || page.order !== 'file') return filteredPage(list, page)
      return page.states.length === 0 ? pageOfAll(list, page) : pageOfStates(list, page)
    },

    /** Returns the rows with the longest, the shortest and the fewest values; null before the check. */
    previewListRows({ listId }: { listId: string }): { longest: ListRow; shortest: ListRow; emptiest: ListRow } | null {
      const row = findListRecord(database, listId)
      if (row === undefined || row['preview'] === null) return null
      // `createListCheck` wrote three row numbers.
      const at = readJson(row['preview']) as { longest: number; shortest: number; emptiest: number }
      const list = Number(row['list_number'])
      const [longest, shortest, emptiest] = readRows(
        list,
        [at.longest, at.shortest, at.emptiest].map((number) => ({ id: rowIdOf(list, number) })),
      )
      return longest && shortest && emptiest ? { longest, shortest, emptiest } : null
    },

    /** Returns the report rows after row number `after`, each with its current call or, without one, its last call. */
    listReportRows({ listId, after, limit }: { listId: string; after: number; limit: number }): ReportRow[] {
      const list = numberOf(listId)
      const ids = database
        .prepare(`SELECT id, call_id, (SELECT count(*) FROM list_calls WHERE row_id = id) AS calls FROM list_rows
           WHERE id > ? AND id < ? ORDER BY id LIMIT ?`)
        .all(rowIdOf(list, after), endOfRows(list), limit)
      const call = database.prepare('SELECT * FROM calls WHERE call_id = ?')
      const lastCall = database.prepare(lastCallOfRow)
      return readRows(list, ids).map((row, index) => {
        const found = call.get(String(ids[index]?.['call_id'])) ?? lastCall.get(Number(ids[index]?.['id']))
        const calls = Number(ids[index]?.['calls'])
        if (found === undefined) return { row, call: null, learned: null, calls }
        return { row, call: readCall(found), learned: readLearned(database, String(found['call_id'])), calls }
      })
    },
  }
}

const minute = 60_000

/**
 * Number of rows that are read before the thread handles other requests: about 3 ms for a forecast if each number has
 * been called as often as the list allows.
 */
const readAtOnce = 100

/** Maximum number of do-not-call proposals. */
const maxProposals = 1_000

/** The number of the newest calls that are searched for calls of an agent, and maximum number that are measured. */
const [searchedCalls, measuredCalls] = [2_000, 200]

/**
 * Reads all rows of a list in chunks. The statement's parameters are two row IDs (after the first, before the second) and
 * `more`.
 */
async function* inChunks(
  next: StatementSync,
  list: number,
  more: readonly (string | number)[] = [],
): AsyncGenerator<Row[]> {
  for (let last: number | null = rowIdOf(list, 0); last !== null;) {
    const rows: Row[] = next.all(last, endOfRows(list), ...more)
    yield rows
    last = rows.length < readAtOnce ? null : Number(rows.at(-1)?.['id'])
    await pause()
  }
}

/** What is known about the waiting rows of a list, to estimate when they will be finished. */
type ListForecast = {
  practice: boolean
  groups: WaitingRows[]
  /** When the calls in progress started, in milliseconds since 1970. */
  inProgress: number[]
  /** The median time from the start to the end of the agent's newest calls; null if none is known. */
  callMilliseconds: number | null
}

/** Reads what the calls of a list resulted in, and what is known about the calls to come. */
export const createListResults = (database: DatabaseSync) => {
  const { find: findDoNotCall } = createDoNotCallFinder(database)
  const numberOf = (listId: string): number => listNumberOf(database, listId) ?? 0

  const proposalOf = (row: Row, at: string): DoNotCallProposal[] => {
    const phoneNumber = row['phone_number']
    // An erased row has no number.
    if (row['proposed'] !== 1 || typeof phoneNumber !== 'string') return []
    const phoneNumberDisplay = String(row['phone_number_display'] || phoneNumber)
    const entry = findDoNotCall({ phoneNumber, practice: row['practice'] === 1, at })
    return [{ row: Number(row['row']), phoneNumber, phoneNumberDisplay, at: String(row['changed_at']), entry }]
  }

  /** Returns when the calls of a list that use slots started, in milliseconds since 1970. */
  const startsOfCalls = (list: number): number[] =>
    database
      .prepare(
        `SELECT prepared_at, outcome FROM list_rows JOIN calls USING (call_id)
         WHERE list = ? AND list_rows.state IN (SELECT value FROM json_each(?))`,
      )
      .all(list, JSON.stringify(slotStates))
      .filter((row) => usesSlot(readOutcome(row)))
      .map((row) => Date.parse(String(row['prepared_at'])))

  const callMillisecondsOf = (agentUuid: string, practice: number): number | null => {
    const durations = database
      .prepare(
        `SELECT prepared_at, changed_at, json_extract(outcome, '$.end.durationSeconds') AS talked FROM calls
         WHERE sequence > (SELECT max(sequence) FROM calls) - ${searchedCalls} AND agent_uuid = ? AND practice = ?
           AND state = 'accepted' AND json_extract(outcome, '$.end') IS NOT NULL
         ORDER BY sequence DESC LIMIT ${measuredCalls}`,
      )
      .all(agentUuid, practice)
      .map((row) => {
        const talked = Number(row['talked']) * 1000
        const untilKnown = Date.parse(String(row['changed_at'])) - Date.parse(String(row['prepared_at']))
        // The app may learn of an end later, for example because it was closed, and the clock may have been set.
        if (untilKnown > talked && untilKnown <= talked + longestRinging) return untilKnown
        return talked > 0 ? talked : null
      })
      .filter((duration) => duration !== null)
      .toSorted((one, other) => one - other)
    return durations[Math.floor(durations.length / 2)] ?? null
  }

  return {
    /**
     * Returns the rows whose call has the disposition `do_not_call`, which agents may write with other separators.
     * Numbers without an entry that holds at `at` (ISO 8601) come first.
     */
    async doNotCallProposals({ listId, at }: { listId: string; at: string }): Promise<DoNotCallProposal[]> {
      // In LIKE, an underscore matches any character.
      const next = database.prepare(
        `SELECT id, row, list_rows.phone_number, list_rows.phone_number_display, practice, calls.changed_at,
           json_extract(outcome, '$.end.disposition') LIKE 'do_not_call' AS proposed
         FROM list_rows LEFT JOIN calls USING (call_id) WHERE id > ? AND id < ? ORDER BY id LIMIT ${readAtOnce}`,
      )
      const found: DoNotCallProposal[] = []
      for await (const rows of inChunks(next, numberOf(listId)))
        found.push(...rows.flatMap((row) => proposalOf(row, at)))
      const { open = [], listed = [] } = Object.groupBy(found, ({ entry }) => (entry === null ? 'open' : 'listed'))
      return [...open, ...listed].slice(0, maxProposals)
    },

    /** Returns the first `limit` names of variables that agents extracted in calls of a list, in the order of its rows. */
    async listLearnedNames({ listId, limit }: { listId: string; limit: number }): Promise<string[]> {
      const next = database.prepare(
        `SELECT id, learned FROM list_rows LEFT JOIN call_results USING (call_id)
         WHERE id > ? AND id < ? ORDER BY id LIMIT ${readAtOnce}`,
      )
      const names = new Set<string>()
      for await (const rows of inChunks(next, numberOf(listId)))
        for (const { learned } of rows)
          for (const { name } of learned === null ? [] : (parseLearned(learned)?.variables ?? [])) {
            names.add(name)
            if (names.size === limit) return [...names]
          }
      return [...names]
    },

    /**
     * Returns what is known about the ready rows of a list at `now`; null if there is no such list or it has no agent.
     * The rows that are due later, also because of the maximum of calls to their number, are grouped by the minute,
     * rounded up.
     */
    async listForecast({ listId, now }: { listId: string; now: number }): Promise<ListForecast | null> {
      const list = database
        .prepare("SELECT list_number, practice, options, agent ->> 'agentUuid' AS agent FROM lists WHERE list_id = ?")
        .get(listId)
      if (list === undefined || list['agent'] === null) return null
      const practice = list['practice'] === 1
      // `saveListPlan` and `insertList` wrote the options.
      const { retry } = readJson(list['options']) as List['options']
      const limit = createNumberLimit(database, { practice, retry, now })
      const next = database.prepare(
        `SELECT id, state, due_at, time_zones, phone_number, ${sameNumberColumns}
         FROM list_rows WHERE id > ?1 AND id < ?2 ORDER BY id LIMIT ${readAtOnce}`,
      )
      const groups = new Map<string, WaitingRows>()
      for await (const rows of inChunks(next, Number(list['list_number']), limit.parameters))
        for (const row of rows) {
          if (row['state'] !== 'ready') continue
          const zones = zonesOf(row)
          const due = limit.dueAt(row)
          const dueAt = due <= now ? 0 : Math.ceil(due / minute) * minute
          const key = [dueAt, ...zones].join(' ')
          groups.set(key, { zones, dueAt, rows: (groups.get(key)?.rows ?? 0) + 1 })
        }
      return {
        practice,
        groups: [...groups.values()],
        inProgress: startsOfCalls(Number(list['list_number'])),
        callMilliseconds: callMillisecondsOf(String(list['agent']), Number(list['practice'])),
      }
    },
  }
}
