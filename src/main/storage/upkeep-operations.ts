import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import type { HistoryCheck } from '../../contract/history.ts'
import { backupFolder, listBackups } from './backup-files.ts'
import { emptyWal } from './without-waiting.ts'
import { createErasePerson, type Erased } from './erase-person.ts'
import { readErasures } from './pending-erasures.ts'
import { purgeBatch } from './purge.ts'
import { lastRecovery, noteRecovery, readNotice, type RecoveryNotice } from './recovery-notice.ts'
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
}

type Due = { now: string; keepPersonalDataDays: number }

/** The care of the history: checks, backups, and the removal of personal data. Times are ISO 8601. */
export const createUpkeepOperations = (database: DatabaseSync, { file, upkeep, stopped }: UpkeepOperationsParts) => {
  const people = createErasePerson(database, upkeep)

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

  const purge = async (before: string, now: string): Promise<number> => {
    let calls = 0
    for (let count = purgeBatch(database, before, now); count > 0; count = purgeBatch(database, before, now)) {
      calls += count
      // Between two batches the thread answers whoever has asked meanwhile.
      await pause()
    }
    if (calls > 0) emptyWal(database)
    return calls
  }

  const tasksDue = ({ now, keepPersonalDataDays }: Due): (() => Promise<unknown>)[] => {
    const { backups } = storageHealth({})
    const backUp = () => upkeep.backUp(now)
    const check = () => upkeep.verify(now)
    return [
      () => people.finishLeft(now),
      ...(isCheckDue(upkeep.found().check?.at ?? null, now) ? [check] : []),
      () => upkeep.inTurn(() => purge(personalDataUntil(now, keepPersonalDataDays), now)),
      ...(isBackupDue(backups.newestAt, lastRecovery(database), now) ? [backUp] : []),
    ]
  }

  return {
    storageHealth,
    verifyHistory: ({ now }: { now: string }): Promise<HistoryCheck> => upkeep.verify(now),
    backUp: ({ now }: { now: string }): Promise<null> => upkeep.backUp(now),
    purgePersonalData: async ({ before, now }: { before: string; now: string }): Promise<{ calls: number }> => ({
      calls: await upkeep.inTurn(() => purge(before, now)),
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
