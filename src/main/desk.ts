import { createUlid } from '../contract/ulid.ts'
import type { AppInfo } from '../contract/app-info.ts'
import { type Outcome, succeed } from '../contract/failure.ts'
import { createCallLedger } from './calls/call-ledger.ts'
import { createCallService } from './calls/call-service.ts'
import { createCloseCall } from './calls/close-call.ts'
import { createPlaceCall } from './calls/place-call.ts'
import { createRepeatLeaves } from './calls/repeat-leave.ts'
import { createDeskOperations } from './desk-operations.ts'
import type { Announce } from './ipc/announce.ts'
import { createKeyService } from './keys/key-service.ts'
import { createLookUps } from './look-ups/look-ups.ts'
import { type Connection, createConnections } from './profiles/connections.ts'
import { createKeyEntries } from './profiles/key-entries.ts'
import { createPracticeDoors, type PracticeParts } from './profiles/practice-doors.ts'
import { createProfileBook } from './profiles/profile-book.ts'
import { createProfileService } from './profiles/profile-service.ts'
import { createServiceClient, type ServiceClient } from './service/service-client.ts'
import { createSettingsBook } from './settings/settings-book.ts'
import type { Storage } from './storage/storage.ts'
import type { KeyVault } from './vault/key-vault.ts'

export type DeskParts = {
  storage: Storage
  vault: KeyVault
  practice: PracticeParts
  appInfo: AppInfo
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  announce: Announce
  /** Wall time, and a clock that goes only forward; both in milliseconds. */
  clock: () => number
  monotonic: () => number
  randomBytes: (count: number) => Uint8Array
  createUuid: () => string
  wait: (milliseconds: number) => Promise<void>
  /** Runs an act later, unless it is cancelled first; it does not keep the process alive. */
  after: (milliseconds: number, act: () => void) => () => void
  /** Who works here, for calls that a person closes: the account name of this computer. */
  operator: string
  /** How long a call's request stays open, in milliseconds, in place of the setting. */
  dialMilliseconds?: number
}

/** Everything the app can do, without Electron: the window, tests and command lines all stand on this. */
export const createDesk = (parts: DeskParts) => {
  const { storage, vault, clock, announce, appInfo } = parts
  const trialRuntime = appInfo.runtime === 'trial'
  const settings = createSettingsBook(storage)
  const dialMilliseconds = (): number => parts.dialMilliseconds ?? settings.known().dialSeconds * 1000
  const createClient = ({ origin, key }: Connection): ServiceClient =>
    createServiceClient({ origin, key, clock, limits: { dialMilliseconds: dialMilliseconds() } })
  const book = createProfileBook(storage)
  const entries = createKeyEntries({ clock, createId: parts.createUuid })
  const practice = createPracticeDoors({ ...parts.practice, storage })
  const connections = createConnections({ book, vault, openPractice: practice.open, createClient, trialRuntime })
  const createProfileId = (): string => createUlid(clock(), parts.randomBytes(16))
  const profiles = createProfileService({ book, entries, vault, connections, clock, createProfileId, trialRuntime })
  const ledger = createCallLedger({ storage, clock, announce: (callIds) => announce('callsChanged', { callIds }) })
  const lookUps = createLookUps({
    ...parts,
    ledger,
    clientOf: connections.client,
    announce: () => announce('lookUpsChanged', {}),
  })
  const leaves = createRepeatLeaves({ clock, createId: parts.createUuid })
  const place = createPlaceCall({ storage, settings, leaves, clock })
  const { watch } = lookUps
  const calls = createCallService({ ...parts, ledger, place, connections, createClient, watch })
  const closeCall = createCloseCall({ storage, ledger, operator: parts.operator, watch })
  const keys = createKeyService(connections)
  const services = { book, entries, profiles, connections, calls, closeCall, lookUps, settings, keys }

  /** Watches what is unresolved: what the last run left behind, and what it could not find out itself. */
  const watchUnresolved = async (): Promise<Outcome<null>> => {
    const unresolved = await storage.ask('unresolvedCalls', {})
    if (!unresolved.ok) return unresolved
    for (const call of unresolved.value) watch(call)
    return succeed(null)
  }

  return {
    operations: createDeskOperations({ ...parts, ...services }),
    /** Settles what the last run left behind and begins to look it up; must be awaited before the first call is placed. */
    async start(): Promise<Outcome<null>> {
      await settings.read()
      const settled = await ledger.settleInterrupted()
      return settled.ok ? watchUnresolved() : settled
    },
    inFlight: calls.inFlight,
    dialMilliseconds,
    stopPlacing: calls.stopPlacing,
    settled: calls.settled,
    async close(): Promise<void> {
      lookUps.stop()
      await practice.close()
      vault.close()
      await storage.close()
    },
  }
}

export type DeskService = ReturnType<typeof createDesk>
