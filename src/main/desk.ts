import { createUlid } from '../contract/ulid.ts'
import type { AppInfo } from '../contract/app-info.ts'
import { createCallLedger } from './calls/call-ledger.ts'
import { createCallService } from './calls/call-service.ts'
import { createDeskOperations } from './desk-operations.ts'
import type { Announce } from './ipc/announce.ts'
import { createKeyService } from './keys/key-service.ts'
import { type Connection, createConnections } from './profiles/connections.ts'
import { createKeyEntries } from './profiles/key-entries.ts'
import { createPracticeDoors, type PracticeParts } from './profiles/practice-doors.ts'
import { createProfileBook } from './profiles/profile-book.ts'
import { createProfileService } from './profiles/profile-service.ts'
import { createServiceClient, type ServiceClient } from './service/service-client.ts'
import type { Storage } from './storage/storage.ts'
import type { KeyVault } from './vault/key-vault.ts'

export type DeskParts = {
  storage: Storage
  vault: KeyVault
  practice: PracticeParts
  appInfo: AppInfo
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  announce: Announce
  clock: () => number
  randomBytes: (count: number) => Uint8Array
  createUuid: () => string
  wait: (milliseconds: number) => Promise<void>
  /** How long a call's request may stay open, in milliseconds; the service itself gives up after 300 s. */
  dialMilliseconds: number
}

/** Everything the app can do, without Electron: the window, tests and command lines all stand on this. */
export const createDesk = (parts: DeskParts) => {
  const { storage, vault, clock, announce, appInfo } = parts
  const trialRuntime = appInfo.runtime === 'trial'
  const createClient = ({ origin, key }: Connection): ServiceClient =>
    createServiceClient({ origin, key, clock, limits: { dialMilliseconds: parts.dialMilliseconds } })
  const book = createProfileBook(storage)
  const entries = createKeyEntries({ clock, createId: parts.createUuid })
  const practice = createPracticeDoors({ ...parts.practice, storage })
  const connections = createConnections({ book, vault, openPractice: practice.open, createClient, trialRuntime })
  const createProfileId = (): string => createUlid(clock(), parts.randomBytes(16))
  const profiles = createProfileService({ book, entries, vault, connections, clock, createProfileId, trialRuntime })
  const ledger = createCallLedger({ storage, clock, announce: (callIds) => announce('callsChanged', { callIds }) })
  const calls = createCallService({ storage, ledger, connections, createClient, wait: parts.wait })
  const keys = createKeyService(connections)

  const operations = createDeskOperations({ ...parts, book, entries, profiles, connections, calls, keys })

  return {
    operations,
    /** Settles what the last run left behind; must be awaited before the first call may be placed. */
    start: () => ledger.settleInterrupted(),
    inFlightCount: calls.inFlightCount,
    settled: calls.settled,
    async close(): Promise<void> {
      await practice.close()
      vault.close()
      await storage.close()
    },
  }
}

export type DeskService = ReturnType<typeof createDesk>
