import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import type { ErasedPerson, HistoryCheck, HistoryHealth } from '../../contract/history.ts'
import type { SettingsBook } from '../settings/settings-book.ts'
import type { Storage } from '../storage/storage.ts'

export type HistoryServiceParts = {
  storage: Pick<Storage, 'ask'>
  settings: SettingsBook
  clock: () => number
  /** Runs an act after some milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, act: () => void) => () => void
  announce: () => void
  /** Told of each piece of the upkeep that failed, by its kind alone. */
  onUpkeepFailure?: (reason: string) => void
}

const firstUpkeep = 10_000
const betweenUpkeeps = 3_600_000

/** Looks after the history on disk: whether it can be trusted, its backups, and what is removed from it. */
export const createHistoryService = (parts: HistoryServiceParts) => {
  const { storage, settings, clock, after, announce, onUpkeepFailure = () => {} } = parts
  let gap = false
  let isStale = true
  let cancel = (): void => {}
  const now = (): string => new Date(clock()).toISOString()

  const health = async (): Promise<Outcome<HistoryHealth>> => {
    const found = await storage.ask('storageHealth', {})
    if (!found.ok) return found
    const { stopped, check, backups, recovered } = found.value
    gap = recovered !== null
    isStale = false
    return succeed({ stopped, check, backups, recovered })
  }

  const maintain = async (): Promise<void> => {
    const { keepPersonalDataDays } = settings.known()
    const done = await storage.ask('maintain', { now: now(), keepPersonalDataDays })
    const failures = done.ok
      ? done.value.failures
      : [done.failure.kind === 'storage' ? done.failure.reason : done.failure.kind]
    for (const reason of failures) onUpkeepFailure(reason)
    await health()
    announce()
  }

  const maintainIn = (milliseconds: number): void => {
    cancel = after(milliseconds, () => void maintain().finally(() => maintainIn(betweenUpkeeps)))
  }

  return {
    health,
    /** The storage failed, or works again: what was known about the history may not hold any more. */
    doubt(): void {
      isStale = true
    },
    /** Learns how the history stands where that is in doubt: a gap must be known before the next call is placed. */
    learn: async (): Promise<Outcome<unknown>> => (isStale ? health() : succeed(null)),
    /** True while calls may be missing, and nobody has said to have read it. */
    hasGap: (): boolean => gap,
    check: (): Promise<Outcome<HistoryCheck>> => storage.ask('verifyHistory', { now: now() }),

    async erasePerson(phoneNumber: string): Promise<Outcome<ErasedPerson>> {
      const erased = await storage.ask('erasePerson', { phoneNumber, now: now() })
      if (!erased.ok) return erased
      if (!erased.value.erased) return invalid(['phoneNumber'], 'busyNumber')
      const { calls, remaining } = erased.value
      announce()
      return succeed({ calls, remaining })
    },

    async acknowledgeRecovery(): Promise<Outcome<null>> {
      const done = await storage.ask('acknowledgeRecovery', {})
      if (done.ok) await health()
      announce()
      return done
    },

    /** Learns how the history stands, and begins to look after it: soon, and then every hour. */
    async start(): Promise<void> {
      await health()
      maintainIn(firstUpkeep)
    },
    stop: (): void => cancel(),
  }
}

export type HistoryService = ReturnType<typeof createHistoryService>
