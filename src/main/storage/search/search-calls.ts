import type { DatabaseSync } from 'node:sqlite'
import type { FindEntries, SearchQuery, Chunk } from './find-entries.ts'
import { type SearchIndex, SearchIndexError } from './search-index.ts'
import { setImmediate as pause } from 'node:timers/promises'
import { type HistoryChanges, createHistoryChanges } from './index-history.ts'
import { type CallFilter, everyCall } from '../../../contract/call-list.ts'
import { displayStateIn, type Row } from '../call-rows.ts'
import { facetWords, hasWords, readWords, searchTextOf } from './search-text.ts'
import { agentUuidSchema } from '../../../contract/agent.ts'

/** The calls that were found, newest first, and the sequence number down to which everything was read; 0 is the end. */
type FoundCalls = { sequences: number[]; reached: number }

type Total = { total: number; totalIs: 'exact' | 'atLeast' }

/** The number of chunks that are read before a page or a count is returned. */
const [chunksPerPage, chunksPerCount] = [12, 12]

/**
 * The maximum total that is counted; a larger one is displayed as "more than". Counting reads each call's text, which
 * takes 2–4 µs.
 */
const maxCounted = 200

type Bounds = { before: number; wanted: number; chunks: number }

/** Finds pages of calls, and counts them if this can be done quickly. */
export const createCallSearch = (history: DatabaseSync, search: SearchIndex | null) => {
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

  return {
    find: (query: SearchQuery, before: number, wanted: number): Promise<FoundCalls> =>
      find(query, { before, wanted, chunks: chunksPerPage }),

    /** Counts the calls of a query, reusing its first page; later pages use the cached total. */
    async count(query: SearchQuery, page: FoundCalls & { before: number }): Promise<Total> {
      const key = JSON.stringify(query)
      const isFirst = page.before === Number.MAX_SAFE_INTEGER
      if (!isFirst && counted?.key === key) return counted.total
      const from = isFirst ? page : { sequences: [], reached: Number.MAX_SAFE_INTEGER }
      const bounds = { before: from.reached, wanted: maxCounted - from.sequences.length, chunks: chunksPerCount }
      const rest = from.reached > 0 ? await find(query, bounds) : { sequences: [], reached: 0 }
      const total: Total = {
        total: from.sequences.length + rest.sequences.length,
        totalIs: rest.reached > 0 ? 'atLeast' : 'exact',
      }
      counted = { key, total }
      return total
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
const readAtOnce = 100

const sequenceOf = (row: { sequence?: unknown }): number => Number(row['sequence'])

const createChunkReaders = (changed: HistoryChanges, { query, wanted }: SearchOptions) => {
  /** Reads calls that are not indexed. */
  const read = (at: number): Chunk => {
    const rows = changed.below(at, readAtOnce)
    const sequences = rows.filter((row) => matchesRow(row, query)).map(sequenceOf)
    return { sequences, reached: rows.length < readAtOnce ? 0 : sequenceOf(rows.at(-1) ?? {}) }
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
    return { sequences, reached: found.reached }
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

const passes = (row: Row, filter: CallFilter): boolean =>
  (filter.states.length === 0 || filter.states.includes(displayStateIn(row))) &&
  isAmong(filter.agentUuids, row['agent_uuid']) &&
  isAmong(filter.profileIds, row['profile_id']) &&
  (filter.practice === null || row['practice'] === (filter.practice ? 1 : 0)) &&
  isBetween(Date.parse(String(row['prepared_at'])), filter)

/** Returns whether the search is the UUID of the call's agent, which is not part of the text. */
const isAgent = (row: Row, [word, ...others]: SearchQuery['words']): boolean =>
  others.length === 0 && word?.includes(String(row['agent_uuid'])) === true

/** Returns whether a call that is not indexed matches a query, according to its row. */
const matchesRow = (row: Row, { words, filter }: SearchQuery): boolean =>
  passes(row, filter) && (words.length === 0 || isAgent(row, words) || hasWords(searchTextOf(row), words))

/** The words to find, and a filter; without a filter, all calls are searched. */
export type SearchInput = { search: string; filter?: CallFilter | undefined }

const knowsAgent = (search: SearchIndex | null, text: string): boolean => {
  if (search === null || !agentUuidSchema.safeParse(text).success) return false
  try {
    return search.hasAgent(text)
  } catch (error) {
    if (!(error instanceof SearchIndexError)) throw error
    return false
  }
}

/** Parses a search. The UUID of a known agent becomes a filter. */
export const parseQuery = (search: SearchIndex | null, { search: typed, filter }: SearchInput): SearchQuery => {
  const { learned = [], ...rest } = filter ?? everyCall
  const whole = { ...everyCall, ...rest }
  const text = typed.trim().toLowerCase()
  const facets = facetWords(learned)
  return whole.agentUuids.length === 0 && knowsAgent(search, text)
    ? { words: facets, filter: { ...whole, agentUuids: [text] } }
    : { words: [...readWords(typed), ...facets], filter: whole }
}

/** Returns whether a query selects every call. */
export const matchesEveryCall = ({ words, filter }: SearchQuery): boolean =>
  words.length === 0 && JSON.stringify({ ...everyCall, ...filter }) === JSON.stringify(everyCall)
