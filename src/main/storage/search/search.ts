import { setImmediate as pause } from 'node:timers/promises'
import { emptyWal } from '../without-waiting.ts'
import type { FindEntries } from './entry-query.ts'
import { createFindEntries, type Question } from './find-entries.ts'
import { createSearchDoor, SearchLost, type SearchParts } from './search-door.ts'

const lastOfAgents = `SELECT last FROM (
    SELECT (SELECT max(sequence) FROM facts WHERE agent = label) AS last FROM labels WHERE kind = 'agent'
  ) WHERE last IS NOT NULL`

/** A search looks at so many changed calls itself; before there are more they are taken in. */
const mostPending = 200

/**
 * The search file of an open history: always behind it, never in its way. What it does not know yet is told, so that a
 * search can look for itself. Whatever happens to the file, the history goes on.
 */
export const createSearch = (parts: SearchParts) => {
  const { ask, known, remove, end } = createSearchDoor(parts)

  const follow = (): boolean => ask(({ catchUp }) => catchUp.follow())

  /** SECURITY: what was taken out stays in older pieces of the index; in the one that is made of them it is not. */
  const mergeAll = async (): Promise<void> => {
    for (let more = ask(({ catchUp }) => catchUp.mergeAll()); more; more = ask(({ catchUp }) => catchUp.mergeOn()))
      await pause()
  }

  return {
    /** One step of following the history; false when there is nothing left to do. Throws `SearchLost`. */
    step: (): boolean => ask(({ catchUp }) => catchUp.step()),

    /** The place from which on the file knows all calls but the pending ones; beyond every call while it is not open. */
    floor: (): number => known()?.catchUp.progress().floor ?? Number.POSITIVE_INFINITY,
    pending: (): number[] => known()?.catchUp.pending() ?? [],

    /** Calls that the file does not know at all yet; null while it is not open. */
    left: (): number | null => {
      const floor = known()?.catchUp.progress().floor
      return floor === undefined ? null : Math.max(0, floor - 1)
    },

    /** Whether calls by this agent are known. Throws `SearchLost`. */
    knowsAgent: (agentUuid: string): boolean =>
      ask(({ search }) => search.prepare(`SELECT 1 FROM labels WHERE kind = 'agent' AND value = ?`).get(agentUuid)) !==
      undefined,

    /** The place of the last call by each agent that is known. Throws `SearchLost`. */
    lastCallOfAgents: (): number[] =>
      ask(({ search }) => search.prepare(lastOfAgents).all()).map((row) => Number(row['last'])),

    /** How to find entries for a question. Throws `SearchLost`, now and later. */
    finder(question: Question): FindEntries {
      const find = ask(({ questions }) => createFindEntries(questions, question))
      return (before, floor, limit) => ask(() => find(before, floor, limit))
    },

    /** Takes in changes until only a few are left. Throws `SearchLost`. */
    async hurry(): Promise<void> {
      while (ask(({ catchUp }) => catchUp.pending().length) > mostPending && follow()) await pause()
    },

    /**
     * Takes in every change at once and leaves nothing of what was before in the file: after people were erased. Where
     * that fails the file is removed, which leaves nothing either.
     */
    async forget(): Promise<void> {
      try {
        while (follow()) await pause()
        await mergeAll()
        ask(({ search, catchUp }) => {
          search.exec('VACUUM')
          catchUp.settle()
        })
      } catch {
        // Whatever the reason is: a file that is not there holds nobody, and is made anew.
        remove()
      }
    },

    /** Takes in what was purged; `isLast` takes it out of the index's older pieces and of the log as well. */
    async followPurge(isLast: boolean): Promise<void> {
      try {
        while (follow()) await pause()
        if (!isLast) return
        await mergeAll()
        ask(({ search }) => emptyWal(search))
      } catch (error) {
        // It follows later, when the disk lets it: the history remembers what has changed.
        if (!(error instanceof SearchLost)) throw error
      }
    },

    /** Makes the file anew: it was found to be wrong. */
    remove,

    /** Puts the file on the disk while nobody waits. */
    settle(): void {
      if (known() !== null) ask(({ catchUp }) => catchUp.settle())
    },

    end,
  }
}

export type Search = ReturnType<typeof createSearch>
