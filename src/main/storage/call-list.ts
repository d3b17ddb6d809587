import type { DatabaseSync } from 'node:sqlite'
import type { CalledAgent, CallPage, ExportedCall } from '../../contract/call-list.ts'
import { createCallResults, parseLearned } from './call-results.ts'
import { createCallNotes, readCall, readJson, type Row } from './call-rows.ts'
import { parseContext } from './parse-call.ts'
import { createHistoryChanges } from './search/index-history.ts'
import { type SearchInput, matchesEveryCall, createCallSearch, parseQuery } from './search/search-calls.ts'
import { type SearchIndex, SearchIndexError } from './search/search-index.ts'

type Page = SearchInput & { after: string | null; from?: number | undefined; limit: number }

type ExportPage = { calls: ExportedCall[]; next: number | null }

/** A search text of this length is first tried as a call ID. */
const idLength = 26

const newest = Number.MAX_SAFE_INTEGER

const exported = (row: Row): ExportedCall => ({
  call: readCall(row),
  initialContext: parseContext(readJson(row['initial_context'])),
  note: typeof row['note'] === 'string' ? row['note'] : null,
  learned: row['learned'] === null ? null : parseLearned(row['learned']),
})

/** Lists the history, filtered or not, newest first. `search` is null if there is no search index. */
export const createCallList = (database: DatabaseSync, search: SearchIndex | null) => {
  const changed = createHistoryChanges(database)
  const notes = createCallNotes(database)
  const results = createCallResults(database)
  const callSearch = createCallSearch(database, search)

  const sequenceOf = (callId: string): number =>
    Number(database.prepare('SELECT sequence FROM calls WHERE call_id = ?').get(callId)?.['sequence'] ?? 0)

  const idAt = (sequence: number): string =>
    String(database.prepare('SELECT call_id FROM calls WHERE sequence = ?').get(sequence)?.['call_id'] ?? '')

  const everyCallBefore = (before: number, limit: number) => {
    const rows = database
      .prepare('SELECT * FROM calls WHERE sequence < ? ORDER BY sequence DESC LIMIT ?')
      .all(before, limit + 1)
    const shown = rows.slice(0, limit)
    return { rows: shown, reached: rows.length > limit ? Number(shown.at(-1)?.['sequence']) : 0 }
  }

  const pageOf = (
    rows: Row[],
    reached: number,
    totals: Pick<CallPage, 'total' | 'totalIs' | 'unindexed'>,
  ): CallPage => {
    const calls = rows.map(readCall)
    const callIds = calls.map(({ callId }) => callId)
    return {
      calls,
      ...totals,
      position: Number(rows[0]?.['sequence'] ?? 0),
      more: reached > 0,
      next: reached > 0 ? idAt(reached) : null,
      notes: notes.notesOf({ callIds }),
      learned: results.learnedOf({ callIds }),
    }
  }

  /** Returns the sequence number below which a page starts. */
  const startOf = (after: string | null, from: number | undefined): number => {
    if (after !== null) return sequenceOf(after)
    return from === undefined ? newest : from + 1
  }

  return {
    /**
     * Returns one page after the call `after`. A page may be short without being the last: `next` specifies where to
     * continue.
     */
    async listCalls({ after, from, limit, ...input }: Page): Promise<CallPage> {
      const before = startOf(after, from)
      const query = parseQuery(search, input)
      // Calls are numbered consecutively and never deleted.
      const all = changed.end() - 1
      const named = input.search.trim().length === idLength ? sequenceOf(input.search.trim().toUpperCase()) : 0
      if (named > 0) return pageOf(changed.at([named]), 0, { total: 1, totalIs: 'exact', unindexed: 0 })
      if (matchesEveryCall(query)) {
        const { rows, reached } = everyCallBefore(before, limit)
        const unindexed = search === null ? all : (search.unindexed() ?? 0)
        return pageOf(rows, reached, { total: all, totalIs: 'exact', unindexed })
      }
      const { sequences, reached } = await callSearch.find(query, before, limit)
      const total = await callSearch.count(query, { before, sequences, reached })
      return pageOf(changed.at(sequences), reached, { ...total, unindexed: search?.unindexed() ?? all })
    },

    /** Returns calls with all exported fields, newest first; `next` is the sequence number to continue from. */
    async exportCalls({
      next,
      limit,
      ...input
    }: SearchInput & { next: number | null; limit: number }): Promise<ExportPage> {
      const { sequences, reached } = await callSearch.find(parseQuery(search, input), next ?? newest, limit)
      return { calls: changed.at(sequences).map(exported), next: reached > 0 ? reached : null }
    },
  }
}

/** The number of the newest calls that are read directly, because the search index may not contain them yet. */
const newestRead = 2_000
const most = 200

const newestOfAgents = `SELECT max(sequence) AS sequence FROM (SELECT sequence, agent_uuid FROM calls ORDER BY sequence DESC LIMIT ?)
  GROUP BY agent_uuid`

/** Returns the sequence number of each agent's last indexed call; empty if there is no index. */
const lastCalls = (search: SearchIndex | null): number[] => {
  try {
    return search?.lastCallOfAgents() ?? []
  } catch (error) {
    if (!(error instanceof SearchIndexError)) throw error
    return []
  }
}

/** Lists the called agents without reading every call. */
export const createCalledAgents = (database: DatabaseSync, search: SearchIndex | null) => ({
  calledAgents(_input: Record<string, never>): CalledAgent[] {
    const found = database.prepare(newestOfAgents).all(newestRead)
    const sequences = new Set([...lastCalls(search), ...found.map((row) => Number(row['sequence']))])
    const last = database
      .prepare(
        `SELECT agent_uuid, agent_name FROM calls
         WHERE sequence IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC`,
      )
      .all(JSON.stringify([...sequences]))
    const agents = new Map<string, CalledAgent>()
    for (const { agent_uuid: uuid, agent_name: name } of last) {
      const agentUuid = String(uuid)
      if (!agents.has(agentUuid)) agents.set(agentUuid, { agentUuid, name: typeof name === 'string' ? name : null })
    }
    return [...agents.values()].slice(0, most)
  },
})
