import type { DatabaseSync } from 'node:sqlite'
import { emptyWal } from './without-waiting.ts'
import { eraseCalls, eraseMentions, eraseWords, unresolvedTo } from './erase.ts'
import { forgetErasure, noteErasure, readErasures } from './pending-erasures.ts'
import { inTransaction } from './transaction.ts'
import type { Search } from './search/search.ts'
import type { Upkeep } from './upkeep.ts'

export type Erased =
  /** Nothing was erased: of these calls to the number nobody knows yet what became of them. */
  | { erased: false; unresolved: string[] }
  /** `remaining` names files in which the person may still stand: damaged ones set aside, or a WAL that is being read. */
  | { erased: true; calls: number; remaining: string[] }

/** Erases people from the database, from the search file and then from the backups; what is cut short is taken up again by `finish`. */
export const createErasePerson = (database: DatabaseSync, upkeep: Upkeep, search: Search | null) => {
  /** Their own calls first, in one transaction with the note that the rest is still to be done. */
  const begin = (phoneNumber: string, now: string): Erased =>
    inTransaction(database, () => {
      const unresolved = unresolvedTo(database, phoneNumber)
      if (unresolved.length > 0) return { erased: false, unresolved }
      const calls = eraseCalls(database, phoneNumber, now)
      noteErasure(database, phoneNumber)
      return { erased: true, calls, remaining: [] }
    })

  /** What others' calls say of them, a few calls at a time: whoever places one meanwhile must not wait for all. */
  const eraseAllMentions = async (phoneNumber: string): Promise<void> => {
    for (let last: number | null = 0; last !== null;) {
      const after: number = last
      last = inTransaction(database, () => eraseMentions(database, phoneNumber, after))
      await new Promise((resolve) => setImmediate(resolve))
    }
    inTransaction(database, () => eraseWords(database, phoneNumber))
  }

  const finish = async (phoneNumber: string, now: string): Promise<string[]> => {
    await eraseAllMentions(phoneNumber)
    await search?.forget()
    const remaining = await upkeep.eraseFromBackups(phoneNumber, now)
    inTransaction(database, () => forgetErasure(database, phoneNumber))
    // SECURITY: every page is written anew, so that nothing of what was erased is left between the records.
    database.exec('VACUUM')
    return emptyWal(database) ? remaining : [...remaining, 'rundesk.db-wal']
  }

  const erase = async (phoneNumber: string, now: string): Promise<Erased> => {
    const begun = begin(phoneNumber, now)
    return begun.erased ? { ...begun, remaining: await finish(phoneNumber, now) } : begun
  }

  return {
    erase: (phoneNumber: string, now: string): Promise<Erased> => upkeep.inTurn(() => erase(phoneNumber, now)),
    /** Ends erasures that an earlier run of the app began; one that finds a new call on its way stays to be done. */
    finishLeft: (now: string): Promise<null> =>
      upkeep.inTurn(async () => {
        for (const phoneNumber of readErasures(database)) await erase(phoneNumber, now)
        return null
      }),
  }
}
