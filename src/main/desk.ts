import { createUlid } from '../contract/ulid.ts'
import type { AppInfo } from '../contract/app-info.ts'
import { type Outcome, succeed } from '../contract/failure.ts'
import { createAgentService } from './agents/agent-service.ts'
import type { ChooseFile } from './calls/export-calls.ts'
import { writeActsDown } from './desk-audit.ts'
import { createDeskArtifacts } from './desk-artifacts.ts'
import { createDeskCalls } from './desk-calls.ts'
import { createDeskKeys } from './desk-keys.ts'
import { createDeskNumbers } from './desk-numbers.ts'
import { createDeskNetwork } from './desk-network.ts'
import { createDeskOperations } from './desk-operations.ts'
import { createDeskSupport } from './desk-support.ts'
import { createDeskWorkflows } from './desk-workflows.ts'
import type { Announce } from './ipc/announce.ts'
import { createDeskAsked } from './desk-asked.ts'
import { createDeskKeeping } from './desk-keeping.ts'
import type { Log } from './log/log.ts'
import type { HandOverParts } from './keys/hand-over.ts'
import type { RotationFacts } from './keys/rotation/rotation-facts.ts'
import type { Outside } from './links/outside.ts'
import type { Environment } from './network/environment-proxy.ts'
import type { NetworkTrouble } from './network/network.ts'
import type { PolicyFileParts } from './policy/policy-file.ts'
import { createConnections } from './profiles/connections.ts'
import { createKeyEntries } from './profiles/key-entries.ts'
import { createPracticeDoors, type PracticeParts } from './profiles/practice-doors.ts'
import { createProfileBook } from './profiles/profile-book.ts'
import { createProfileService } from './profiles/profile-service.ts'
import { createRouteBook } from './settings/route-book.ts'
import { httpLibraries } from './service/http-libraries.ts'
import type { Storage } from './storage/storage.ts'
import { holdKeys } from './vault/hold-keys.ts'
import type { KeyVault } from './vault/key-vault.ts'
import type { SecretDoorsParts } from './vault/secret-doors.ts'
import { watchVault } from './vault/watch-vault.ts'

export type DeskParts = {
  storage: Storage
  vault: KeyVault
  practice: PracticeParts
  appInfo: AppInfo
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  /** Lets a person choose where an export is written; a desk without a window has none. */
  chooseFile?: ChooseFile
  /** The system's dialogs for sealed files; a desk without a window has none. */
  sealedFiles?: HandOverParts['dialogs']
  /** Lets a person choose a file with an agent's definition; a desk without a window has none to choose in. */
  chooseWorkflowFile?: () => Promise<string | null>
  /** Lets a person choose a file of evidence to be verified; null when they choose none. */
  chooseEvidenceFile?: () => Promise<string | null>
  /** Shows a secret in a window of the system; a desk without a window has none. */
  showSecret?: SecretDoorsParts['show']
  announce: Announce
  /** What lies outside the window; a desk without a window has nothing there. */
  outside?: Outside
  /** Wall time, and a clock that goes only forward; both in milliseconds. */
  clock: () => number
  monotonic: () => number
  randomBytes: (count: number) => Uint8Array
  createUuid: () => string
  /** Runs an act later, unless it is cancelled first; it does not keep the process alive. */
  after: (milliseconds: number, act: () => void) => () => void
  /** Who works here, for calls that a person closes: the account name of this computer. */
  operator: string
  /** What this computer is called. */
  computer: string
  /** The variables that name proxies, and the system's own answer to which proxy an address needs, where it has one. */
  environment: Environment
  resolveProxy: ((url: string) => Promise<string>) | null
  /** The language and country of this computer, such as `en-US`; as the runtime knows it unless handed in. */
  locale?: string
  /** Told of a rotation of a key that is over, with the times of its steps. */
  onRotation?: (facts: RotationFacts) => void
  onNetworkTrouble: (trouble: NetworkTrouble) => void
  /** Told of each piece of the history's upkeep that failed, by its kind alone. */
  onUpkeepFailure?: (reason: string) => void
  /** Where the history and the log lie; null where nobody can tell. */
  dataFolder?: string | null
  /** Where what nobody foresaw is written down. */
  log?: Log
  /** Where an admin rules this computer from; null for no such place. */
  policyFile?: PolicyFileParts | null
  /** How long a call's request stays open, in milliseconds, in place of the setting. */
  dialMilliseconds?: number
}

/** A profile has another key: what was refused to the old one, here or on the page, may be answered to it. */
const createSwitched =
  (announce: Announce, lookUps: { resume: (profileId: string) => void }) =>
  (profileId: string): void => {
    announce('profilesChanged', { rekeyed: profileId })
    lookUps.resume(profileId)
  }

/** Everything the app can do, without Electron: the window, tests and command lines all stand on this. */
export const createDesk = (parts: DeskParts) => {
  const { clock, appInfo, monotonic } = parts
  const watched = watchVault(parts.vault, () => calling.lookUps.resumeLocked())
  const vault = holdKeys({ vault: watched, monotonic, after: parts.after })
  const keeping = createDeskKeeping({ ...parts, vault }, () => resume.doubt())
  const { outside, storage, settings, settingsService, history, notices, policy } = keeping
  const network = createDeskNetwork(parts, settings, settingsService, policy.plainHttpOnLan)
  const { createClient } = network
  const rules = { ...policy, trialRuntime: appInfo.runtime === 'trial' }
  const book = createProfileBook(storage)
  const entries = createKeyEntries({ clock, createId: parts.createUuid, after: parts.after })
  const practice = createPracticeDoors({ ...parts.practice, storage })
  const connections = createConnections({ book, vault, openPractice: practice.open, createClient, rules })
  const createProfileId = (): string => createUlid(clock(), parts.randomBytes(16))
  const profiles = createProfileService({ book, entries, vault, connections, clock, createProfileId, rules })
  const onCallMoved = notices.callMoved
  const around = { ...parts, storage, settings, connections, network, history, onCallMoved }
  const { resume, ...calling } = createDeskCalls(around)
  const switched = createSwitched(parts.announce, calling.lookUps)
  const keys = createDeskKeys({ ...around, vault, book, entries, profiles, createClient, switched, rules })
  const { stopArtifacts, artifacts } = createDeskArtifacts(connections, parts)
  const agents = createAgentService({ connections, storage, clock })
  const numbers = createDeskNumbers({ ...parts, storage, settings, book, connections })
  const services = { book, entries, profiles, connections, agents, settings, settingsService, history, numbers }
  const routes = createRouteBook(storage)
  const asked = createDeskAsked({ ...parts, outside, settings, numbers })
  const { support, stopSupport } = createDeskSupport({ ...parts, ...services, storage, vault, network, rules, policy })

  return {
    operations: writeActsDown(
      {
        ...createDeskOperations({ ...parts, vault, ...services, routes, ...calling, ...keys, switched }),
        ...artifacts,
        ...support,
        ...keys.operations,
        ...createDeskWorkflows({ ...parts, connections }),
        ...asked.operations,
        readPolicy: async () => succeed(policy.standing()),
      },
      { ...parts, storage, book, settings },
    ),
    /** Where links, the global shortcut and clicked notifications come in. */
    asked: asked.door,
    /** Settles what the last run left behind and begins to look it up; a history that fails now is tried again. */
    async start(): Promise<Outcome<null>> {
      await keeping.start()
      return resume.start()
    },
    /** Reads what carries requests, for whoever has a moment before the first of them. */
    readAhead: httpLibraries,
    inFlight: calling.calls.inFlight,
    stopPlacing: calling.calls.stopPlacing,
    settled: calling.calls.settled,
    endCalls: calling.endCalls,
    async close(): Promise<void> {
      for (const part of [resume, calling.calls, calling.lookUps, calling.liveRuns, history]) part.stop()
      for (const stop of [stopArtifacts, stopSupport]) stop()
      await keys.stop()
      await practice.close()
      vault.close()
      await storage.close()
    },
  }
}

export type DeskService = ReturnType<typeof createDesk>
