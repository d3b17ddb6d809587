import type { DatabaseSync } from 'node:sqlite'
import { rememberStatements } from '../remember-statements.ts'
import { reasonOf } from '../storage-error.ts'
import { type CatchUp, createCatchUp } from './catch-up.ts'
import { isUseless, openSearchFile, removeSearchFile } from './search-file.ts'

/** The search file failed in the middle of a question: it is to be asked again, and will be answered without it. */
export class SearchLost extends Error {}

export type SearchParts = {
  /** The history's file; the search file stands beside it. */
  file: string
  history: DatabaseSync
}

export type OpenSearch = {
  search: DatabaseSync
  catchUp: CatchUp
  /** Compiles a question anew each time: people ask in too many ways for all of them to be remembered. */
  questions: Questions
}

export type Questions = Pick<DatabaseSync, 'prepare'>

/**
 * Keeps the search file open. Trouble ends with the file closed, and it is opened again by the next question; a damaged one
 * is removed and made anew, because everything in it follows from the history.
 */
export const createSearchDoor = ({ file, history }: SearchParts) => {
  let opened: OpenSearch | null = null
  let ended = false

  const close = (): void => {
    const old = opened
    opened = null
    try {
      old?.search.close()
    } catch {
      // A file in trouble may refuse even to be closed; it is opened anew all the same.
    }
  }

  /** Runs what touches the file, and nothing else; throws `SearchLost` when it failed. */
  const guarded = <T>(act: () => T): T => {
    try {
      return act()
    } catch (error) {
      if (error instanceof SearchLost) throw error
      // While it is being checked it can be read and not written: that passes.
      if (reasonOf(error) !== 'locked') close()
      if (isUseless(error)) removeSearchFile(file)
      throw new SearchLost('The search file failed.', { cause: error })
    }
  }

  const enter = (): OpenSearch => {
    if (opened !== null) return opened
    if (ended) throw new SearchLost('The history was closed.')
    const search = openSearchFile(file, history)
    const questions = { prepare: search.prepare.bind(search) }
    rememberStatements(search)
    opened = { search, catchUp: createCatchUp({ history, search }), questions }
    return opened
  }

  return {
    /** Asks the open file. Throws `SearchLost`. */
    ask: <T>(act: (open: OpenSearch) => T): T => guarded(() => act(enter())),
    /** What is open now; null while nobody has asked yet, and after trouble. */
    known: (): OpenSearch | null => opened,
    remove(): void {
      close()
      removeSearchFile(file)
    },
    /** Closes the file for good, with the history. */
    end(): void {
      ended = true
      close()
    },
  }
}
