import { setImmediate as pause } from 'node:timers/promises'
import { truncateWal, cacheStatements } from '../database.ts'
import { createFindEntries, type FindEntries, type SearchQuery } from './find-entries.ts'
import type { DatabaseSync } from 'node:sqlite'
import { reasonOf } from '../errors.ts'
import { type Indexer, createIndexer } from './index-history.ts'
import { needsRebuild, openSearchFile, removeSearchFile } from './search-file.ts'
import { createTrigramShares, type QueryCompiler, type ShareOf } from './trigrams.ts'

const lastCallsOfAgentsSql = `SELECT last FROM (
    SELECT (SELECT max(sequence) FROM fields WHERE agent = label) AS last FROM labels WHERE kind = 'agent'
  ) WHERE last IS NOT NULL`

/** Maximum number of changed calls that a search reads directly; if there are more, they are indexed first. */
const maxPending = 200

/**
 * The search index of an open history. It lags behind the history and never blocks it: a search reads unindexed calls
 * directly, and a failing index does not affect recording.
 */
export const createSearchIndex = (parts: SearchFiles) => {
  const { withFile, current, remove, end } = createSearchConnection(parts)

  const follow = (): boolean => withFile(({ indexer }) => indexer.follow())

  /** SECURITY: erased text remains in old segments until they are merged into one. */
  const mergeAll = async (): Promise<void> => {
    for (
      let more = withFile(({ indexer }) => indexer.mergeAll());
      more;
      more = withFile(({ indexer }) => indexer.mergeOn())
    )
      await pause()
  }

  return {
    /** Indexes one step; returns false when nothing is left. Throws `SearchIndexError`. */
    step: (): boolean => withFile(({ indexer }) => indexer.step()),

    /** Merges one step of an index that has grown; returns false when nothing is left. Throws `SearchIndexError`. */
    mergeGrown: (): boolean => withFile(({ indexer }) => indexer.mergeGrown()),

    /**
     * Returns the sequence number from which on every call is indexed, except pending ones; infinity while the file is
     * closed.
     */
    floor: (): number => current()?.indexer.progress().floor ?? Number.POSITIVE_INFINITY,
    pending: (): number[] => current()?.indexer.pending() ?? [],

    /** Returns how many calls are not indexed at all; null while the file is closed. */
    unindexed: (): number | null => {
      const floor = current()?.indexer.progress().floor
      return floor === undefined ? null : Math.max(0, floor - 1)
    },

    /** Returns whether the index contains calls to this agent. Throws `SearchIndexError`. */
    hasAgent: (agentUuid: string): boolean =>
      withFile(({ search }) =>
        search.prepare(`SELECT 1 FROM labels WHERE kind = 'agent' AND value = ?`).get(agentUuid),
      ) !== undefined,

    /** Returns the sequence number of each agent's last indexed call. Throws `SearchIndexError`. */
    lastCallOfAgents: (): number[] =>
      withFile(({ search }) => search.prepare(lastCallsOfAgentsSql).all()).map((row) => Number(row['last'])),

    /** Returns the finder of a query. Both throw `SearchIndexError`. */
    finder(query: SearchQuery): FindEntries {
      const find = withFile(({ compiler, shares }) => createFindEntries(compiler, query, shares()))
      return (before, floor, limit) => withFile(() => find(before, floor, limit))
    },

    /** Indexes changes until few are pending. Throws `SearchIndexError`. */
    async indexPending(): Promise<void> {
      while (withFile(({ indexer }) => indexer.pending().length) > maxPending && follow()) await pause()
    },

    /**
     * After an erasure, indexes all changes and removes every trace of the old text. If that fails, it deletes the
     * file.
     */
    async removeErased(): Promise<void> {
      try {
        while (follow()) await pause()
        await mergeAll()
        withFile(({ search, indexer }) => {
          search.exec('VACUUM')
          indexer.checkpoint()
        })
      } catch {
        // After any failure, delete the file, so that it contains no personal data; it is rebuilt later.
        remove()
      }
    },

    /** Indexes purged calls; with `isLast`, also removes their old text from old segments and the WAL. */
    async removePurged(isLast: boolean): Promise<void> {
      try {
        while (follow()) await pause()
        if (!isLast) return
        await mergeAll()
        withFile(({ search }) => truncateWal(search))
      } catch (error) {
        // This is retried later, because the history keeps a record of the changes.
        if (!(error instanceof SearchIndexError)) throw error
      }
    },

    /** Deletes an index that is wrong; it is rebuilt. */
    remove,

    /** Syncs the file. Used when the app is idle. */
    checkpoint(): void {
      if (current() !== null) withFile(({ indexer }) => indexer.checkpoint())
    },

    end,
  }
}

export type SearchIndex = ReturnType<typeof createSearchIndex>

/** The search file failed during a search; the caller repeats it without the index. */
export class SearchIndexError extends Error {}

type SearchFiles = {
  /** The history's file; the search file is next to it. */
  file: string
  history: DatabaseSync
}

type OpenSearch = {
  search: DatabaseSync
  indexer: Indexer
  /** Compiles each query each time, because there are too many different ones to cache. */
  compiler: QueryCompiler
  /** Estimates how rare trigrams are. */
  shares: () => ShareOf
}

/**
 * Keeps the search file open. After an error it is closed and reopened by the next search; a damaged one is deleted and
 * rebuilt from the history.
 */
const createSearchConnection = ({ file, history }: SearchFiles) => {
  let opened: OpenSearch | null = null
  let ended = false

  const close = (): void => {
    const old = opened
    opened = null
    try {
      old?.search.close()
    } catch {
      // If the disk is failing, closing may fail, too.
    }
  }

  /** Runs code that uses the file; turns any failure into `SearchIndexError`. */
  const guarded = <T>(use: () => T): T => {
    try {
      return use()
    } catch (error) {
      if (error instanceof SearchIndexError) throw error
      // During a check, the file can be read, but not written.
      if (reasonOf(error) !== 'locked') close()
      if (needsRebuild(error)) removeSearchFile(file)
      throw new SearchIndexError('The search file failed.', { cause: error })
    }
  }

  const connect = (): OpenSearch => {
    if (opened !== null) return opened
    if (ended) throw new SearchIndexError('The history was closed.')
    const search = openSearchFile(file, history)
    const compiler = { prepare: search.prepare.bind(search) }
    cacheStatements(search)
    opened = { search, indexer: createIndexer({ history, search }), compiler, shares: createTrigramShares(search) }
    return opened
  }

  return {
    /** Runs with the open file. Throws `SearchIndexError`. */
    withFile: <T>(use: (open: OpenSearch) => T): T => guarded(() => use(connect())),
    /** Returns the open file; null before the first use and after an error. */
    current: (): OpenSearch | null => opened,
    remove(): void {
      close()
      removeSearchFile(file)
    },
    /** Closes the file for good. */
    end(): void {
      ended = true
      close()
    },
  }
}

/** Delays in milliseconds: after a write, between steps, after an error, and before the first step. */
const [soon, between, retryDelay, atFirst] = [250, 2, 10_000, 2_000]

/** The delay after a step during which calls were written, in milliseconds: recording them has most of the thread's time. */
const betweenWrites = 50

/** How long consecutive writes may postpone the next step, in milliseconds, because calls come first. */
const longestDelay = 2_000

/** After this many idle milliseconds, an index that has grown is merged, and the file is synced. */
const quiet = 5_000

/** The task that runs next. Writes may postpone it until `until`, in monotonic milliseconds. */
type ScheduledTask = { task: () => void; timer: NodeJS.Timeout; until: number }

/** Indexes the history in the background, shortly after one or more writes. `wake` announces a write. */
export const startIndexer = (
  search: Pick<SearchIndex, 'step' | 'mergeGrown' | 'checkpoint'>,
): { wake: () => void; stop: () => void } => {
  let scheduled: ScheduledTask | null = null
  let stopped = false
  let isWriting = false

  const schedule = (milliseconds: number, task: () => void, until = 0): void => {
    if (scheduled !== null) clearTimeout(scheduled.timer)
    scheduled = stopped ? null : { task, timer: setTimeout(task, milliseconds).unref(), until }
  }

  const trying = (task: () => void): void => {
    scheduled = null
    try {
      task()
    } catch {
      // The disk may be full or the file damaged; the history does not depend on the index.
      schedule(retryDelay, step)
    }
  }

  const rest = (): void =>
    trying(() => {
      if (search.mergeGrown()) schedule(between, rest)
      else search.checkpoint()
    })

  const step = (): void =>
    trying(() => {
      const delay = isWriting ? betweenWrites : between
      isWriting = false
      if (search.step()) schedule(delay, step)
      else schedule(quiet, rest)
    })

  schedule(atFirst, step)
  return {
    /**
     * Announces a write. It postpones a step that another write announced; any other scheduled task will include this
     * write.
     */
    wake(): void {
      isWriting = true
      const now = performance.now()
      const until = scheduled?.task === step ? scheduled.until : now + longestDelay
      if (now < until) schedule(soon, step, until)
    },
    stop(): void {
      stopped = true
      if (scheduled !== null) clearTimeout(scheduled.timer)
    },
  }
}
