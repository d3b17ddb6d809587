import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import type { Call } from '../../contract/call.ts'
import {
  type CalledAgent,
  type CallPage,
  type ExportedCall,
  type CallFilter,
  type DisplayState,
  everyCall,
  type NumberRange,
} from '../../contract/call-list.ts'
import { displayStateOf, lacksSeenEnd, selectedStates, shownOutcome } from '../../domain/call-state.ts'
import { amountsOf, learnedIn, parseLearned } from './call-results.ts'
import { readCall, readJson, readOutcome, type Row } from './call-rows.ts'
import { parseContext, parseEvent } from './parse-call.ts'
import { createHistoryChanges, type HistoryChanges } from './search/index-history.ts'
import { type SearchIndex, SearchIndexError } from './search/search-index.ts'
import type { FindEntries, SearchQuery, Chunk } from './search/find-entries.ts'
import { facetWords, hasWords, readWords, searchTextOf } from './search/search-text.ts'
import { agentUuidSchema } from '../../contract/agent.ts'

/** The words to find, and a filter; without a filter, all calls are searched. */
type SearchInput = { search: string; filter?: CallFilter | undefined }

type Page = SearchInput & { after: string | null; from?: number | undefined; limit: number }

type ExportPage = { calls: ExportedCall[]; next: number | null }

/** A search text of this length is first tried as a call ID. */
const idLength = 26

const newest = Number.MAX_SAFE_INTEGER

/** Finds the outcomes of a call that show whether Rundesk saw its connection end. */
const endEventsSql = `SELECT at, outcome FROM call_events WHERE call_id = ? AND state IN ('sending', 'unknown')
  ORDER BY sequence`

/** Returns a call without the end of its connection if it was never sent or if the end is when Rundesk started again. */
const withSeenEnd = (call: Call, events: readonly Row[]): Call => {
  const readable = events.flatMap(
    (event) => parseEvent(event['at'], readJson(event['outcome']), call.changedAt)?.outcome ?? [],
  )
  return call.outcome.state === 'cancelled' || lacksSeenEnd(readable) ? { ...call, endedAt: null } : call
}

const exported = (row: Row, events: readonly Row[]): ExportedCall => ({
  call: withSeenEnd(readCall(row), events),
  initialContext: parseContext(readJson(row['initial_context'])),
  note: typeof row['note'] === 'string' ? row['note'] : null,
  learned: row['learned'] === null ? null : parseLearned(row['learned']),
})

const notesIn = (rows: readonly Row[]): Record<string, string> =>
  Object.fromEntries(rows.flatMap(({ call_id: id, note }) => (typeof note === 'string' ? [[String(id), note]] : [])))

/** Lists the history, filtered or not, newest first. `search` is null if there is no search index. */
export const createCallList = (database: DatabaseSync, search: SearchIndex | null) => {
  const changed = createHistoryChanges(database)
  const callSearch = createCallSearch(database, search)

  const sequenceOf = (callId: string): number =>
    Number(database.prepare('SELECT sequence FROM calls WHERE call_id = ?').get(callId)?.['sequence'] ?? 0)

  const idAt = (sequence: number): string =>
    String(database.prepare('SELECT call_id FROM calls WHERE sequence = ?').get(sequence)?.['call_id'] ?? '')

  const everyCallBefore = (before: number, limit: number) => {
    const rows = changed.below(before, limit + 1)
    const shown = rows.slice(0, limit)
    return { rows: shown, reached: rows.length > limit ? Number(shown.at(-1)?.['sequence']) : 0 }
  }

  const pageOf = (
    rows: Row[],
    reached: number,
    totals: Pick<CallPage, 'total' | 'totalIs' | 'unindexed'>,
  ): CallPage => ({
    calls: rows.map(readCall),
    ...totals,
    position: Number(rows[0]?.['sequence'] ?? 0),
    more: reached > 0,
    next: reached > 0 ? idAt(reached) : null,
    notes: notesIn(rows),
    learned: learnedIn(rows),
  })

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
      const { sequences, reached, total } = await callSearch.findWithTotal(query, before, limit)
      return pageOf(changed.at(sequences), reached, { ...total, unindexed: search?.unindexed() ?? all })
    },

    /** Returns calls with all exported fields, newest first; `next` is the sequence number to continue from. */
    async exportCalls({
      next,
      limit,
      ...input
    }: SearchInput & { next: number | null; limit: number }): Promise<ExportPage> {
      const { sequences, reached } = await callSearch.find(parseQuery(search, input), next ?? newest, limit)
      const endEvents = database.prepare(endEventsSql)
      const calls = changed.at(sequences).map((row) => exported(row, endEvents.all(String(row['call_id']))))
      return { calls, next: reached > 0 ? reached : null }
    },
  }
}

/** The number of the newest calls that are read directly, because the search index may not contain them yet. */
const newestRead = 2_000
const maxAgents = 200

const newestCallsOfAgentsSql = `SELECT max(sequence) AS sequence FROM (SELECT sequence, agent_uuid FROM calls ORDER BY sequence DESC LIMIT ?)
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
    const found = database.prepare(newestCallsOfAgentsSql).all(newestRead)
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
    return [...agents.values()].slice(0, maxAgents)
  },
})

/** The calls that were found, newest first, and the sequence number down to which everything was read; 0 is the end. */
type FoundCalls = { sequences: number[]; reached: number }

type Total = { total: number; totalIs: 'exact' | 'atLeast' }

/** The number of chunks that are read before a page or a count is returned. */
const [chunksPerPage, chunksPerCount] = [12, 24]

/**
 * The maximum totals that are counted, without and with words; a larger total is displayed as "more than". With words,
 * counting reads each call's text, which takes 2–4 µs.
 */
const [maxFiltered, maxFound] = [200, 50]

type Bounds = { before: number; wanted: number; chunks: number }

/** Finds pages of calls, and counts them if this can be done quickly. */
const createCallSearch = (history: DatabaseSync, search: SearchIndex | null) => {
  let counted: { key: string; total: Total } | null = null

  const collect = async (query: SearchQuery, bounds: Bounds, through: SearchIndex | null): Promise<FoundCalls> => {
    const sequences: number[] = []
    let [reached, chunks] = [bounds.before, 0]
    // One more than needed, to find out whether there is a next page.
    const wanted = (): number => bounds.wanted + 1 - sequences.length
    for await (const chunk of searchInChunks({ history, search: through, query, before: bounds.before, wanted })) {
      sequences.push(...chunk.sequences)
      reached = chunk.reached
      chunks += 1
      if (wanted() <= 0 || chunks >= bounds.chunks) break
    }
    const shown = sequences.slice(0, bounds.wanted)
    return { sequences: shown, reached: sequences.length > bounds.wanted ? (shown.at(-1) ?? reached) : reached }
  }

  const find = async (query: SearchQuery, bounds: Bounds): Promise<FoundCalls> => {
    try {
      return await collect(query, bounds, search)
    } catch (error) {
      if (!(error instanceof SearchIndexError)) throw error
      return collect(query, bounds, null)
    }
  }

  const findPage = (query: SearchQuery, before: number, wanted: number): Promise<FoundCalls> =>
    find(query, { before, wanted, chunks: chunksPerPage })

  /** Counts the calls of a query. Returns the first page, too, because each query on the index has a fixed cost. */
  const count = async (query: SearchQuery, wanted: number): Promise<FoundCalls & { total: Total }> => {
    const maxCounted = query.words.length === 0 ? maxFiltered : maxFound
    const { sequences, reached } = await find(query, { before: newest, wanted: maxCounted, chunks: chunksPerCount })
    const total: Total = { total: sequences.length, totalIs: reached > 0 ? 'atLeast' : 'exact' }
    counted = { key: JSON.stringify(query), total }
    const page = sequences.slice(0, wanted)
    return { sequences: page, reached: sequences.length > wanted ? Number(page.at(-1)) : reached, total }
  }

  return {
    find: findPage,

    /** Finds one page, and the total, which is counted only once for all pages of a query. */
    async findWithTotal(query: SearchQuery, before: number, wanted: number): Promise<FoundCalls & { total: Total }> {
      if (before === newest) return count(query, wanted)
      const { total } = counted?.key === JSON.stringify(query) ? counted : await count(query, wanted)
      return { ...(await findPage(query, before, wanted)), total }
    },
  }
}

type SearchOptions = {
  history: DatabaseSync
  /** Null if there is no index; if so, every call is read. */
  search: SearchIndex | null
  query: SearchQuery
  /** Only calls below this sequence number. */
  before: number
  /** Returns the number of calls wanted in the next chunk, which may contain a few more. */
  wanted: () => number
}

/** The number of calls that are read per chunk without an index. */
const rowsPerRead = 100

const sequenceOf = (row: { sequence?: unknown }): number => Number(row['sequence'])

const createChunkReaders = (changed: HistoryChanges, { query, wanted }: SearchOptions) => {
  /** Reads calls that are not indexed. */
  const read = (at: number): Chunk => {
    const rows = changed.below(at, rowsPerRead)
    const sequences = rows.filter((row) => matchesRow(row, query)).map(sequenceOf)
    return { sequences, reached: rows.length < rowsPerRead ? 0 : sequenceOf(rows.at(-1) ?? {}) }
  }

  /** Searches the index, and reads the calls that have changed since they were indexed. */
  const find = (search: SearchIndex, entries: FindEntries, at: number): Chunk => {
    const pending = search.pending()
    const stale = new Set(pending)
    const found = entries(at, search.floor(), wanted() + pending.length)
    const here = pending.filter((sequence) => sequence < at && sequence >= found.reached)
    const fresh = changed.at(here).filter((row) => matchesRow(row, query))
    const known = found.sequences.filter((sequence) => !stale.has(sequence))
    const sequences = [...known, ...fresh.map(sequenceOf)].toSorted((one, other) => other - one)
    // The first call has the number 1.
    return { sequences, reached: found.reached === 1 ? 0 : found.reached }
  }

  return { read, find }
}

/**
 * Yields the calls of a query in chunks, newest first, including those that are not indexed yet. Other requests run
 * between two chunks.
 */
async function* searchInChunks(parts: SearchOptions): AsyncGenerator<Chunk, void, undefined> {
  const { history, search, query, before } = parts
  const changed = createHistoryChanges(history)
  await search?.indexPending()
  const entries = search?.finder(query)
  const { read, find } = createChunkReaders(changed, parts)
  for (let at = Math.min(before, changed.end()); at > 0;) {
    const chunk = search !== null && entries && at > search.floor() ? find(search, entries, at) : read(at)
    yield chunk
    at = chunk.reached
    await pause()
  }
}

const isAmong = (values: readonly string[], value: unknown): boolean =>
  values.length === 0 || values.includes(String(value))

const isBetween = (at: number, { from, until }: CallFilter): boolean =>
  (from === null || at >= Date.parse(from)) && (until === null || at < Date.parse(until))

const isWithin = (value: number | null, range: NumberRange | undefined): boolean =>
  range === undefined ||
  (value !== null && (range.from === null || value >= range.from) && (range.to === null || value <= range.to))

const hasAmounts = (row: Row, { duration, credits }: CallFilter): boolean => {
  if (duration === undefined && credits === undefined) return true
  const amounts = amountsOf(readOutcome(row), row['learned'] ?? null)
  return isWithin(amounts.duration, duration) && isWithin(amounts.credits, credits)
}

const shownStateIn = (row: Row): DisplayState => {
  const call = { outcome: readOutcome(row), preparedAt: String(row['prepared_at']) }
  return displayStateOf(shownOutcome(call, Date.now()))
}

const passes = (row: Row, filter: CallFilter): boolean =>
  (filter.states.length === 0 || selectedStates(filter.states).includes(shownStateIn(row))) &&
  isAmong(filter.agentUuids, row['agent_uuid']) &&
  isAmong(filter.profileIds, row['profile_id']) &&
  (filter.practice === null || row['practice'] === (filter.practice ? 1 : 0)) &&
  isBetween(Date.parse(String(row['prepared_at'])), filter) &&
  hasAmounts(row, filter)

/** Returns whether the search is the UUID of the call's agent, which is not part of the text. */
const isAgent = (row: Row, [word, ...others]: SearchQuery['words']): boolean =>
  others.length === 0 && word?.includes(String(row['agent_uuid'])) === true

/** Returns whether a call that is not indexed matches a query, according to its row. */
const matchesRow = (row: Row, { words, filter }: SearchQuery): boolean =>
  passes(row, filter) && (words.length === 0 || isAgent(row, words) || hasWords(searchTextOf(row), words))

const isKnownAgent = (search: SearchIndex | null, text: string): boolean => {
  if (search === null || !agentUuidSchema.safeParse(text).success) return false
  try {
    return search.hasAgent(text)
  } catch (error) {
    if (!(error instanceof SearchIndexError)) throw error
    return false
  }
}

/** Parses a search. The UUID of a known agent becomes a filter. */
const parseQuery = (search: SearchIndex | null, { search: typed, filter }: SearchInput): SearchQuery => {
  const { learned = [], ...rest } = filter ?? everyCall
  const whole = { ...everyCall, ...rest }
  const text = typed.trim().toLowerCase()
  const facets = facetWords(learned)
  return whole.agentUuids.length === 0 && isKnownAgent(search, text)
    ? { words: facets, filter: { ...whole, agentUuids: [text] } }
    : { words: [...readWords(typed), ...facets], filter: whole }
}

/** Returns whether a query selects every call. */
const matchesEveryCall = ({ words, filter }: SearchQuery): boolean =>
  words.length === 0 && JSON.stringify({ ...everyCall, ...filter }) === JSON.stringify(everyCall)
