import type { ErasedPerson, HistoryCheck, HistoryHealth } from '../../../contract/app-status.ts'
import { type Failure, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Input, Operations } from '../../../contract/operations.ts'
import type { Settings } from '../../../contract/settings.ts'
import type { Announce } from '../../app/runtime.ts'
import type { Storage } from '../../storage/storage.ts'

type HistoryDeps = {
  storage: Pick<Storage, 'run'>
  settings: { read: () => Promise<Outcome<Pick<Settings, 'keepPersonalDataDays'>>> }
  clock: () => number
  after: (milliseconds: number, action: () => void) => () => void
  announce: Announce
  /** Invoked with a number before its data is erased from the history; nothing is erased if it fails. */
  beforeErasure: (phoneNumber: string) => Promise<Outcome<unknown>>
  /** Invoked with a number and its calls after its data was erased from the history. */
  personErased: (phoneNumber: string, callIds: readonly string[]) => void
  /** Invoked with the lists whose rows an erasure changed. */
  rowsErased: (listIds: readonly string[]) => Promise<void>
  /** Invoked with the reason for each failed maintenance task. */
  onMaintenanceFailure?: (reason: string) => void
}

/**
 * Delay of the first maintenance, so that it does not slow down the startup, and the interval after it; in
 * milliseconds.
 */
const firstMaintenance = 10_000
const maintenanceInterval = 3_600_000

/** Pause before the history is checked again while calls can't be saved, in milliseconds. */
const stoppedInterval = 2_000

const reasonIn = (failure: Failure): string => (failure.kind === 'storage' ? failure.reason : failure.kind)

type HistoryOperations = Pick<Operations, 'checkHistory' | 'historyHealth' | 'erasePerson' | 'acknowledgeRecovery'>

/** Checks and maintains the history on disk, and erases a person's data from it. */
export const createHistory = (deps: HistoryDeps) => {
  const { storage, settings, clock, after, announce, onMaintenanceFailure = () => {} } = deps
  let gap = false
  let isStale = true
  let cancel = (): void => {}
  let stoppedFor: string | null = null
  let cancelRecheck: (() => void) | null = null
  let ended = false
  const now = (): string => new Date(clock()).toISOString()
  const announceHistory = (): void => announce('historyChanged', {})

  const announceErased = async (callIds: string[], listIds: readonly string[]): Promise<void> => {
    announce('callsChanged', { callIds })
    // The person's reminders and do-not-call entries have changed, and so have the counts of imported files.
    announce('peopleChanged', {})
    await deps.rowsErased(listIds)
  }

  const recheck = (): void => {
    cancelRecheck = null
    void health()
  }

  /** Announces when calls can be saved again or the reason changes. A failed write is announced by `watchStorage`. */
  const noteStopped = (reason: string | null): void => {
    const before = stoppedFor
    stoppedFor = reason
    if (before !== null && before !== reason) announceHistory()
    // A newer version's history can't be written until the app is updated.
    if (!ended && reason !== null && reason !== 'newerVersion') cancelRecheck ??= after(stoppedInterval, recheck)
  }

  const health = async (): Promise<Outcome<HistoryHealth>> => {
    const found = await storage.run('storageHealth', {})
    noteStopped(found.ok ? found.value.stopped : reasonIn(found.failure))
    if (!found.ok) return found
    gap = found.value.recovered !== null
    isStale = false
    return found
  }

  const check = async (): Promise<Outcome<HistoryCheck>> => {
    const checked = await storage.run('verifyHistory', { now: now() })
    announceHistory()
    return checked
  }

  const erasePerson = async ({
    phoneNumber,
    keepDoNotCall = false,
  }: Input<'erasePerson'>): Promise<Outcome<ErasedPerson>> => {
    const prepared = await deps.beforeErasure(phoneNumber)
    if (!prepared.ok) return prepared
    const erased = await storage.run('erasePerson', { phoneNumber, keepDoNotCall, now: now() })
    if (!erased.ok) return erased
    if (!erased.value.erased) return invalid(['phoneNumber'], 'busyNumber')
    const { callIds, mentioning, listRows, listIds, remaining, unfinished } = erased.value
    deps.personErased(phoneNumber, callIds)
    announceHistory()
    await announceErased([...callIds, ...mentioning], listIds)
    return succeed({ calls: callIds.length, listRows, remaining, unfinished })
  }

  const maintain = async (): Promise<void> => {
    // Without the user's setting, no data is removed.
    const read = await settings.read()
    const keepPersonalDataDays = read.ok ? read.value.keepPersonalDataDays : null
    const done = await storage.run('maintain', { now: now(), keepPersonalDataDays })
    const failures = done.ok ? done.value.failures : [reasonIn(done.failure)]
    for (const reason of failures) onMaintenanceFailure(reason)
    await health()
    announceHistory()
    const erased = done.ok ? done.value.erased : undefined
    if (erased === undefined) return
    // A finished erasure is in the audit log.
    announce('auditChanged', {})
    await announceErased(erased.callIds, erased.listIds)
  }

  const maintainIn = (milliseconds: number): void => {
    cancel = after(milliseconds, () => void maintain().finally(() => maintainIn(maintenanceInterval)))
  }

  const operations: HistoryOperations = {
    checkHistory: check,
    historyHealth: health,
    erasePerson,
    async acknowledgeRecovery() {
      const done = await storage.run('acknowledgeRecovery', {})
      if (done.ok) await health()
      announceHistory()
      return done.ok ? succeed({}) : done
    },
  }

  return {
    operations,
    health,
    check,
    /** Invoked when the storage fails or works again. */
    markStale(): void {
      isStale = true
    },
    /** Reads the health again if it is stale, because a gap must be detected before the next call is recorded. */
    refresh: async (): Promise<Outcome<unknown>> => (isStale ? health() : succeed(null)),
    /** Returns true while calls may be missing and the user has not acknowledged it. */
    hasGap: (): boolean => gap,
    /** Reads the health and schedules maintenance. */
    async start(): Promise<void> {
      await health()
      maintainIn(firstMaintenance)
    },
    stop(): void {
      ended = true
      cancel()
      cancelRecheck?.()
    },
  }
}

export type History = ReturnType<typeof createHistory>

/**
 * Wraps the storage and reports when it fails, when the reason for the failure changes, and when it works again (null).
 */
export const watchStorage = (storage: Storage, changed: (reason: string | null) => void): Storage => {
  let last: string | null = null

  const note = ({ ok, ...rest }: Outcome<unknown>): void => {
    const reason = !ok && 'failure' in rest && rest.failure.kind === 'storage' ? rest.failure.reason : null
    if (reason === last) return
    last = reason
    changed(reason)
  }

  return {
    async run(name, input) {
      const outcome = await storage.run(name, input)
      note(outcome)
      return outcome
    },
    close: () => storage.close(),
  }
}
