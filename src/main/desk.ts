import { createUlid } from '../contract/ulid.ts'
import type { AppInfo } from '../contract/app-info.ts'
import { type Outcome, succeed } from '../contract/failure.ts'
import type { Operations } from '../contract/operations.ts'
import { createCallLedger } from './calls/call-ledger.ts'
import { createCallService } from './calls/call-service.ts'
import type { Announce } from './ipc/announce.ts'
import { createKeyService } from './keys/key-service.ts'
import { readPhoneNumber } from './numbers/read-phone-number.ts'
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
  const { storage, vault, clock, announce, appInfo, clipboard } = parts
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

  /** Runs an act that changes profiles, and announces the change when it succeeded. */
  const changing = async <T>(act: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await act
    if (outcome.ok) announce('profilesChanged', {})
    return outcome
  }

  const withClient = async <T>(
    profileId: string,
    ask: (client: ServiceClient) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    const client = await connections.client(profileId)
    return client.ok ? ask(client.value) : client
  }

  const nothing = async (act: Promise<Outcome<unknown>>): Promise<Outcome<Record<string, never>>> => {
    const outcome = await act
    return outcome.ok ? succeed({}) : outcome
  }

  const operations: Operations = {
    appInfo: async () => succeed(appInfo),
    keychainStatus: async () => succeed(await vault.status()),
    listProfiles: () => book.list(),
    enterKey: async (input) => entries.enter(input.from === 'typed' ? input.text : await clipboard.read()),
    addProfile: (input) => changing(profiles.add(input)),
    updateProfile: (input) => changing(profiles.update(input)),
    replaceKey: (input) => changing(profiles.replaceKey(input)),
    removeProfile: ({ profileId }) => changing(nothing(profiles.remove(profileId))),
    selectProfile: ({ profileId }) => changing(nothing(book.select(profileId))),
    checkProfile: ({ profileId }) => profiles.check(profileId),
    listAgents: ({ profileId }) => withClient(profileId, (client) => client.agents()),
    listTelephonyConfigurations: ({ profileId }) => withClient(profileId, (client) => client.telephonyConfigurations()),
    listCallerIds: ({ profileId, telephonyConfigurationId }) =>
      withClient(profileId, (client) => client.callerIds(telephonyConfigurationId)),
    readPhoneNumber: async ({ text, asTyped }) => readPhoneNumber(text, asTyped),
    triggerCall: (draft) => calls.trigger(draft),
    listCalls: (page) => calls.list(page),
    getCall: (input) => calls.get(input),
    listKeys: (input) => keys.list(input),
    archiveKey: (input) => keys.archive(input),
    reactivateKey: (input) => keys.reactivate(input),
    checkHealth: ({ profileId }) => withClient(profileId, (client) => client.health()),
    lookUpRun: ({ profileId, workflowRunId }) => withClient(profileId, (client) => client.run(workflowRunId)),
    copyText: async ({ text }) => {
      await clipboard.write(text)
      return succeed({})
    },
  }

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
