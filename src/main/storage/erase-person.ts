import type { DatabaseSync } from 'node:sqlite'
import { emptyWal } from './without-waiting.ts'
import { eraseFrom, unresolvedTo } from './erase.ts'
import { forgetErasures, noteErasure, readErasures } from './pending-erasures.ts'
import { inTransaction } from './transaction.ts'
import type { Upkeep } from './upkeep.ts'

export type Erased =
  /** Nothing was erased: of these calls to the number nobody knows yet what became of them. */
  | { erased: false; unresolved: string[] }
  /** `remaining` names files in which the person may still stand: damaged ones set aside, or a WAL that is being read. */
  | { erased: true; calls: number; remaining: string[] }

/** Erases people from the database and then from its backups; what is cut short is taken up again by `finish`. */
export const createErasePerson = (database: DatabaseSync, upkeep: Upkeep) => {
  /** The database first, in one transaction with the note that the backups are still to be done. */
  const begin = (phoneNumber: string, now: string): Erased =>
    inTransaction(database, () => {
      const unresolved = unresolvedTo(database, phoneNumber)
      if (unresolved.length > 0) return { erased: false, unresolved }
      const calls = eraseFrom(database, phoneNumber, now)
      noteErasure(database, phoneNumber)
      return { erased: true, calls, remaining: [] }
    })

  const finish = async (now: string): Promise<string[]> => {
    const remaining = new Set<string>()
    for (const phoneNumber of readErasures(database))
      for (const name of await upkeep.eraseFromBackups(phoneNumber, now)) remaining.add(name)
    forgetErasures(database)
    // SECURITY: every page is written anew, so that nothing of what was erased is left between the records.
    database.exec('VACUUM')
    if (!emptyWal(database)) remaining.add('rundesk.db-wal')
    return [...remaining]
  }

  return {
    erase: (phoneNumber: string, now: string): Promise<Erased> =>
      upkeep.inTurn(async () => {
        const begun = begin(phoneNumber, now)
        return begun.erased ? { ...begun, remaining: await finish(now) } : begun
      }),
    /** Ends erasures that an earlier run of the app began. */
    finishLeft: (now: string): Promise<unknown> =>
      upkeep.inTurn(async () => (readErasures(database).length > 0 ? finish(now) : [])),
  }
}
