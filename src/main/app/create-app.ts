import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Brake } from '../../contract/list.ts'
import { createUlid, runIdIn } from '../../domain/ids.ts'
import { hoursOfPolicy } from '../../domain/lists/calling-hours.ts'
import { createAgents } from '../features/agents/index.ts'
import { createCalls } from '../features/calls/index.ts'
import { createCallOutcomes } from '../features/calls/outcomes.ts'
import { createExternalRequests } from '../features/external-requests/index.ts'
import { createLists } from '../features/lists/index.ts'
import { createHistory, watchStorage } from '../features/history/index.ts'
import { createKeys } from '../features/keys/index.ts'
import { createKeyMarks } from '../features/keys/key-marks.ts'
import { uniqueKeyName } from '../features/keys/new-keys.ts'
import { createNotifications } from '../features/notifications/index.ts'
import { createNumbers } from '../features/numbers/index.ts'
import { createPeople } from '../features/people/index.ts'
import { createPaste } from '../features/paste/index.ts'
import { createPolicyStore, type PolicySource } from '../features/policy/index.ts'
import {
  type Connection,
  createConnections,
  createPracticeServers,
  createRefusedKeys,
  mayConnect,
  type CreatePracticeServer,
  readAllowedOrigin,
} from '../features/profiles/connections.ts'
import { createProfiles } from '../features/profiles/index.ts'
import { createKeyUsers, createProfileStore } from '../features/profiles/profile-store.ts'
import { createStagedKeys } from '../features/profiles/staged-keys.ts'
import { createReconciliation } from '../features/reconciliation/index.ts'
import { createRotation, type RotationSummary } from '../features/rotation/index.ts'
import { createFollowedRuns } from '../features/runs/followed-runs.ts'
import { createArtifacts, readOrganizationDay } from '../features/runs/index.ts'
import {
  createKeyPathStore,
  createRouteStore,
  createSettingsService,
  createSettingsStore,
} from '../features/settings/index.ts'
import { createSupport } from '../features/support/index.ts'
import { errorFields, type Log } from '../log/log.ts'
import { createTrust } from '../network/certificates.ts'
import { createNetwork, type NetworkProblem } from '../network/connector.ts'
import type { ListImporter } from '../lists/import.ts'
import { sampleList } from '../practice/sample-list.ts'
import { writeFileAtomically } from '../lib/write-file.ts'
import { createServiceClient, type ServiceClient } from '../service/client.ts'
import { httpLibraries } from '../service/connector.ts'
import { defaultLimits } from '../service/exchange.ts'
import type { Storage } from '../storage/storage.ts'
import { createKnownKeys } from '../vault/known-keys.ts'
import { cacheKeys, type KeyVault, watchVault } from '../vault/vault.ts'
import { createAuditLog, createOperationAudit } from './audit.ts'
import { createKeyGuard } from './key-guard.ts'
import { noOsIntegration, type Runtime } from './runtime.ts'
import { createUnsavedForms } from './unsaved-forms.ts'

export type AppDeps = Runtime & {
  storage: Storage
  vault: KeyVault
  createPracticeServer: CreatePracticeServer
  /** Reads and checks call lists over its own connection to the same database. */
  importer: ListImporter
  log?: Log
  onNetworkProblem: (problem: NetworkProblem) => void
  /** Invoked when a key rotation is over, with the times of its steps. */
  onRotation?: (times: RotationSummary) => void
  /** Invoked with the reason for each failed maintenance task of the history. */
  onMaintenanceFailure?: (reason: string) => void
  /** The administrator's policy file; null if there is none. */
  policyFile?: PolicySource | null
  /** How long a call request may take, in milliseconds; overrides the setting. */
  dialMilliseconds?: number
}

/** Creates all features and connects them, without Electron: for the window, the command line and tests. */
export const createApp = (deps: AppDeps) => {
  const { appInfo, clock, monotonic, after, createUuid, randomBytes, operator, computer, clipboard, announce } = deps
  const { log = () => undefined, chooseFile, osIntegration = noOsIntegration } = deps

  const storage = watchStorage(deps.importer.withPriority(deps.storage), (reason) => {
    notifications.storageChanged(reason)
    history.markStale()
    calls.storageChanged()
    announce('historyChanged', {})
  })
  const onVaultUsable = (): void => {
    reconciliation.resumeLocked()
    for (const profileId of refusedKeys.takeUnread()) void connections.open(profileId)
    void connections.readKeys()
  }
  const stagedKeys = createStagedKeys({ clock, createUuid, after, announce })
  const knownKeys = createKnownKeys(stagedKeys.key)
  const keyGuard = createKeyGuard(knownKeys)
  const vault = cacheKeys({ vault: knownKeys.watch(watchVault(deps.vault, onVaultUsable)), monotonic, after })
  const policy = createPolicyStore(storage, deps.policyFile ?? null)
  const settings = createSettingsStore(storage, osIntegration.apply, policy.apply)
  const settingsService = createSettingsService({ settings, vault, isLocked: policy.isLocked })
  const notifications = createNotifications({ settings, notify: osIntegration.notify })
  const history = createHistory({
    ...deps,
    storage,
    settings,
    beforeErasure: (phoneNumber) => calls.rememberNumber(phoneNumber),
    personErased(phoneNumber, callIds) {
      calls.forgetNumber(phoneNumber)
      runs.forgetCalls(callIds)
    },
    rowsErased: (listIds) => lists.rowsErased(listIds),
    onMaintenanceFailure(reason) {
      deps.onMaintenanceFailure?.(reason)
      notifications.historyFailed()
    },
  })

  const network = createNetwork({
    settings: settings.known,
    env: deps.environment,
    resolveProxy: deps.resolveProxy,
    proxyPassword: settingsService.proxyPassword,
    trust: createTrust(),
    connectMilliseconds: defaultLimits.connectMilliseconds,
    onProblem: deps.onNetworkProblem,
  })
  const keyPaths = createKeyPathStore(storage)
  const dialMilliseconds = (): number => deps.dialMilliseconds ?? settings.known().dialSeconds * 1000
  const createClient = ({ origin, ...connection }: Connection): ServiceClient =>
    createServiceClient({
      ...connection,
      origin,
      clock,
      plainHttpOnLan: policy.plainHttpOnLan(),
      limits: { dialMilliseconds: dialMilliseconds() },
      connect: network.connectorFor(origin),
      connectTo: network.connectorFor,
      keyPaths: keyPaths.forOrigin(origin),
    })

  const rules = { ...policy, trialRuntime: appInfo.runtime === 'trial' }
  const profileStore = createProfileStore(storage)
  const practice = createPracticeServers(deps.createPracticeServer, storage)
  /** Resumes the work that stopped when the service rejected the profile's key. */
  const onKeyWorks = (profileId: string): void => {
    reconciliation.resume(profileId)
    runs.resume(profileId)
  }
  const onKeyFailed = (profileId: string, reason: Brake): void => void lists.pauseForKey(profileId, reason)
  const refusedKeys = createRefusedKeys({ ...deps, storage, profiles: profileStore, onKeyWorks, onKeyFailed })
  const { watchKey } = refusedKeys
  const connectionDeps = { profiles: profileStore, vault, practice, createClient, watchKey, rules }
  const connections = createConnections({ ...connectionDeps, announce, monotonic })

  /** Sends a request; its success also resumes work that stopped for another reason, such as a network failure. */
  const withClient = async <T>(profileId: string, request: (client: ServiceClient) => Promise<Outcome<T>>) => {
    const client = await connections.client(profileId)
    const outcome = client.ok ? await request(client.value) : client
    if (outcome.ok) onKeyWorks(profileId)
    return outcome
  }
  const runs = createFollowedRuns({
    ...deps,
    storage,
    clientOf: connections.client,
    withClient,
    settleByRun: (callId, run) => reconciliation.settleByRun(callId, run),
    recordRuns: (profileId, found) => reconciliation.recordRuns(profileId, found),
    recordEnd: (...report) => outcomes.recordEnd(...report),
  })
  const outcomes = createCallOutcomes({
    storage,
    clock,
    announce: (callIds) => announce('callsChanged', { callIds }),
    onMoved(call) {
      runs.follow(call)
      notifications.callMoved(call)
      void lists.callMoved(call)
    },
  })
  const reconciliation = createReconciliation({
    ...deps,
    storage,
    outcomes,
    profiles: profileStore,
    clientOf: connections.client,
    announce: () => announce('reconciliationChanged', {}),
    onUnexpected: (error) => log('error', 'unexpectedError', { reconciliation: true, ...errorFields(error) }),
  })
  const { audited, runningActions, auditOfListed, operatorName } = createOperationAudit({
    ...deps,
    storage,
    profiles: profileStore,
    settings,
    redact: knownKeys,
  })
  const calls = createCalls({
    ...deps,
    storage,
    outcomes,
    settings,
    history,
    connect: connections.open,
    createClient,
    dialMilliseconds,
    countriesFor: (callerId) => numbers.countriesFor(callerId),
    lookUpEnd: runs.lookUpEnd,
    auditOfListed,
    watch: reconciliation.watch,
    operatorName,
  })

  /** After a profile's key changed, retries the requests that the service refused with the old key. */
  const onKeyChanged = (profileId: string): void => {
    announce('profilesChanged', { rekeyed: profileId })
    onKeyWorks(profileId)
    refusedKeys.forget(profileId)
  }
  const marks = createKeyMarks(storage, profileStore, knownKeys.scrub)
  const users = createKeyUsers({ profiles: profileStore, vault, after: deps.after })
  const rotation = createRotation({
    ...deps,
    storage,
    vault,
    profiles: profileStore,
    users,
    connections,
    createClient,
    marks,
    createKeyName: () => uniqueKeyName({ operator, computer, clock }, createUuid()),
    mayConnect: (origin) => mayConnect(origin, rules),
    onKeyChanged,
    onRotation: (times) => deps.onRotation?.(times),
    operatorName,
  })
  const profiles = createProfiles({
    ...deps,
    storage,
    store: profileStore,
    stagedKeys,
    clearPasted: (secret) => keys.clearPasted(secret),
    vault,
    connections,
    createProfileId: () => createUlid(clock(), randomBytes(16)),
    rules,
    guard: rotation.guard,
    onKeyChanged,
  })
  const keys = createKeys({
    ...deps,
    operatorName,
    connections,
    refusedKeys,
    users,
    marks,
    stagedKeys,
    rememberKey: knownKeys.remember,
    addProfile: profiles.addWithKey,
    importKey: profiles.importKey,
    guard: rotation.guard,
    onClipboardNotCleared: () => log('warn', 'clipboardNotCleared'),
  })
  const agents = createAgents({ ...deps, connections, storage })
  const { recordRuns } = reconciliation
  const numbers = createNumbers({ ...deps, storage, settings, profiles: profileStore, connections, recordRuns, calls })
  const paste = createPaste({ storage, settings, countriesFor: numbers.countriesFor })
  const lists = createLists({
    ...deps,
    storage,
    settings,
    findProfile: profileStore.find,
    readAgentText: agents.operations.readAgentText,
    countriesFor: numbers.countriesFor,
    knownKeys: knownKeys.fingerprints,
    listPolicy: policy.lists,
    recentCalls: calls.recentCalls,
    // A row may be older than a profile whose key it contains.
    triggerCall: async (draft, row) =>
      keyGuard.refuse(draft) ?? calls.triggerCall(draft, { ...row, ...hoursOfPolicy(policy.lists()) }),
    async callLimit(profileId) {
      const defaults = await withClient(profileId, (client) => client.campaignDefaults())
      return defaults.ok ? defaults.value.concurrentCallLimit : null
    },
    sampleList,
    notify: notifications.notify,
    showProgress: osIntegration.showProgress ?? (() => undefined),
  })
  const { doNotCallChanged } = lists
  const people = createPeople({ ...deps, storage, operatorName, knownKeys: knownKeys.fingerprints, doNotCallChanged })
  const artifacts = createArtifacts({ storage, connections, createUuid, after })
  const externalRequests = createExternalRequests({
    settings,
    osIntegration,
    readPhoneNumber: numbers.operations.readPhoneNumber,
    readPasted: paste.operations.readPasted,
    clipboard,
    announce: () => announce('externalRequestChanged', {}),
  })
  const support = createSupport({
    ...deps,
    operatorName,
    storage,
    vault,
    settings,
    history,
    network,
    profileStore,
    readAllowedOrigin: (text) => readAllowedOrigin(text, rules),
    mayConnect: (origin) => mayConnect(origin, rules),
    policy,
    connections,
    profiles,
    readRun: runs.readRun,
    scrub: knownKeys.scrub,
    writeFile: writeFileAtomically,
  })
  const auditDeps = { storage, runningActions, chooseFile: chooseFile ?? (async () => null) }
  const unsavedForms = createUnsavedForms()

  const operations = audited({
    ...profiles.operations,
    ...agents.operations,
    ...numbers.operations,
    ...people.operations,
    listRefusedKeys: async () => succeed(await refusedKeys.list()),
    async removeProfile(input) {
      const removed = await profiles.operations.removeProfile(input)
      if (removed.ok) refusedKeys.forget(input.profileId)
      if (removed.ok) runs.forgetProfile(input.profileId)
      return removed
    },
    ...paste.operations,
    ...calls.operations,
    ...lists.operations,
    ...reconciliation.operations,
    ...artifacts.operations,
    ...keys.operations,
    ...rotation.operations,
    ...support.operations,
    ...history.operations,
    ...externalRequests.operations,
    ...createAuditLog({ ...auditDeps, writeFile: writeFileAtomically, clock }),
    ...unsavedForms.operations,
    ...createRouteStore(storage),
    appInfo: async () => succeed(appInfo),
    keychainStatus: async () => succeed(await vault.status()),
    readPolicy: async () => succeed(policy.status()),
    readSettings: settings.read,
    changeSettings: settingsService.change,
    setProxyPassword: settingsService.setProxyPassword,
    listTelephonyConfigurations: ({ profileId }) => withClient(profileId, (client) => client.telephonyConfigurations()),
    listCallerIds: ({ profileId, telephonyConfigurationId }) =>
      withClient(profileId, (client) => client.callerIds(telephonyConfigurationId)),
    ...runs.operations,
    readOrganizationDay: ({ profileId, since }) =>
      withClient(profileId, (client) => readOrganizationDay(client, since, clock)),
    copyText: ({ text }) => clipboard.write(text).then(() => succeed({})),
    findRunIdOnClipboard: async () => succeed({ workflowRunId: runIdIn(await clipboard.read()) }),
  })

  return {
    operations: keyGuard.guard(operations),
    /** Receives links, the global shortcut and clicked notifications. */
    externalRequests,
    /** Reads the policy and settings, and settles an earlier process's calls. Retries if the history fails. */
    async start(): Promise<Outcome<null>> {
      await policy.read()
      const read = await settings.read()
      if (read.ok) osIntegration.apply(read.value)
      await history.start()
      runs.start()
      const started = await calls.start()
      // Lists start after the calls of an earlier process are settled, so that they show the outcomes of those calls.
      const settled = await lists.start()
      void connections.readKeys()
      return started.ok ? settled : started
    },
    /** Loads the HTTP libraries before the first request needs them. */
    loadLibraries: httpLibraries,
    inFlight: calls.inFlight,
    countRunningLists: lists.countRunning,
    countLosableKeys: keys.countLosable,
    unsavedForms: unsavedForms.list,
    forgetUnsaved: unsavedForms.clear,
    checkClipboard: keys.checkClipboard,
    stopCalls: calls.stopCalls,
    settled: calls.settled,
    /** Ends calling before the app quits. */
    shutdown: calls.shutdown,
    async close(): Promise<void> {
      for (const { stop } of [lists, calls, reconciliation, runs, history, artifacts, support]) stop()
      await keys.stop()
      await practice.close()
      vault.close()
      await deps.importer.close()
      await storage.close()
    },
  }
}

export type App = ReturnType<typeof createApp>
