import type { DatabaseSync } from 'node:sqlite'
import type { HistoryCheck } from '../../contract/history.ts'
import { backupFolder, listBackups, newestBackupAt } from './backup-files.ts'
import { believeClock } from './clock-marks.ts'
import { createErasePerson, type Erased } from './erase-person.ts'
import { readErasures } from './pending-erasures.ts'
import { purge } from './purge.ts'
import { lastRecovery, noteRecovery, readNotice, type RecoveryNotice } from './recovery-notice.ts'
import type { Search } from './search/search.ts'
import { reasonOf, type StorageReason } from './storage-error.ts'
import type { Upkeep } from './upkeep.ts'
import { isBackupDue, isCheckDue, personalDataUntil } from './what-is-due.ts'

export type StorageHealth = {
  /** Why calls can be read and not written; null when they can be written. */
  stopped: StorageReason | null
  /** What the last check of the whole history found; null before the first one is done. */
  check: HistoryCheck | null
  backups: { count: number; newestAt: string | null; failed: StorageReason | null }
  recovered: RecoveryNotice | null
  /** How many people's erasure was begun and is not done in every backup. */
  erasuresLeft: number
}

export type UpkeepOperationsParts = {
  file: string
  upkeep: Upkeep
  stopped: () => StorageReason | null
  /** Null where the history may not be written, and where nothing is searched for that reason. */
  search: Search | null
}

type Due = { now: string; keepPersonalDataDays: number }

/** The care of the history: checks, backups, and the removal of personal data. Times are ISO 8601. */
export const createUpkeepOperations = (database: DatabaseSync, parts: UpkeepOperationsParts) => {
  const { file, upkeep, stopped, search } = parts
  const people = createErasePerson(database, upkeep, search)

  const storageHealth = (_input: Record<string, never>): StorageHealth => {
    const { check, backupFailure } = upkeep.found()
    const backups = listBackups(backupFolder(file))
    return {
      stopped: stopped(),
      check: check?.found ?? null,
      backups: { count: backups.length, newestAt: backups[0]?.at ?? null, failed: backupFailure },
      recovered: readNotice(database),
      erasuresLeft: readErasures(database).length,
    }
  }

  const tasksDue = ({ now, keepPersonalDataDays }: Due): (() => Promise<unknown>)[] => {
    const believed = believeClock(database, now)
    const backUp = () => upkeep.backUp(now, believed)
    const newestAt = newestBackupAt(backupFolder(file), now)
    const purgeOld = () =>
      upkeep.inTurn(() => purge(database, search, { before: personalDataUntil(now, keepPersonalDataDays), now }))
    const check = async () => {
      await upkeep.verify(now)
      if (!(await upkeep.checkSearch())) search?.remove()
    }
    return [
      () => people.finishLeft(now),
      ...(isCheckDue(upkeep.found().check?.at ?? null, now) ? [check] : []),
      ...(believed ? [purgeOld] : []),
      ...(isBackupDue(newestAt, lastRecovery(database), now) ? [backUp] : []),
    ]
  }

  return {
    storageHealth,
    verifyHistory: ({ now }: { now: string }): Promise<HistoryCheck> => upkeep.verify(now),
    backUp: ({ now }: { now: string }): Promise<null> => upkeep.backUp(now, believeClock(database, now)),
    purgePersonalData: async ({ before, now }: { before: string; now: string }): Promise<{ calls: number }> => ({
      calls: await upkeep.inTurn(() => purge(database, search, { before, now })),
    }),
    /** A person has read that the history was restored: it need not be told again. */
    acknowledgeRecovery(_input: Record<string, never>): null {
      noteRecovery(database)
      return null
    },
    /** Takes a person out of the history and its backups, for good; refused while a call to them is unresolved. */
    erasePerson: ({ phoneNumber, now }: { phoneNumber: string; now: string }): Promise<Erased> =>
      people.erase(phoneNumber, now),
    /** Does what is due at `now`: to be asked at the start and every hour. The first failure does not stop the rest. */
    async maintain(due: Due): Promise<{ failures: StorageReason[] }> {
      const failures: StorageReason[] = []
      for (const task of tasksDue(due))
        try {
          await task()
        } catch (error) {
          failures.push(reasonOf(error))
        }
      return { failures }
    },
  }
}

export type UpkeepOperations = ReturnType<typeof createUpkeepOperations>
