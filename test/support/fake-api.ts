import type { HistoryHealth, KeychainStatus } from '../../src/contract/app-status.ts'
import type { ExternalRequest, OsIntegrationStatus } from '../../src/contract/external-request.ts'
import type { Call, CallDraft, CallState } from '../../src/contract/call.ts'
import type { Api } from '../../src/contract/api.ts'
import { fail, invalid, succeed, type Failure, type Outcome } from '../../src/contract/failure.ts'
import type { KeyCreation, ListedKey, Rotation } from '../../src/contract/key.ts'
import type { ReconciliationJob } from '../../src/contract/run.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { PolicyStatus } from '../../src/contract/policy.ts'
import type { Settings } from '../../src/contract/settings.ts'
import { readPhoneNumber, suggestNumbers } from '../../src/main/lib/read-phone-number.ts'
import { createFakeWorkflows, fakeAgentText, fakeRecentFields, type FakeWorkflowsOptions } from './fake-api/agents.ts'
import { createFakeArtifacts, createFakeLiveRuns, type LiveRunAt } from './fake-api/runs.ts'
import { createFakeAudit, createFakeExternalRequests, createFakeSettings, type FakeAudit } from './fake-api/settings.ts'
import { createFakeCalls, createFakeGuards, createFakeReconciliation } from './fake-api/calls.ts'
import { createFakeSupport, type FakeSupport } from './fake-api/support.ts'
import { createFakeEvents, createFakeProfiles } from './fake-api/profiles.ts'
import type { DoNotCall, RefusedKey, Reminder } from '../../src/contract/person.ts'
import { createFakePeople } from './fake-api/people.ts'
import { createFakeKeys } from './fake-api/keys.ts'
import { createFakeLists, type FakeList } from './fake-api/lists.ts'
import {
  createFakePasted,
  createFakeRoutes,
  fakeCalleeHour,
  fakeQuietHour,
  fakeRecentCalls,
  fakeOrganizationDay,
  fakeRecentRuns,
  fakeRun,
  readFakeNumber,
} from './fake-api/numbers.ts'
import {
  fakeAgents,
  fakeAppInfo,
  fakeCallerIds,
  fakeConfigurations,
  fakeKeys,
  usableKeychain,
} from './fake-api/data.ts'
import { noPolicy } from './no-policy.ts'

export type FakeApiOptions = {
  now?: () => number
  profiles?: Profile[]
  calls?: Call[]
  /** Notes by call ID. */
  notes?: Record<string, string>
  reminders?: Reminder[]
  doNotCall?: DoNotCall[]
  /** How many of the organization's runs today cannot be counted. */
  uncountedRuns?: number
  countedRuns?: number
  refusedKeys?: RefusedKey[]
  /** The call list; if missing, the test opens the first one. */
  list?: FakeList
  keys?: ListedKey[]
  /** The result of creating a key, instead of a new key. */
  creation?: (name: string) => KeyCreation
  /** The initial key rotation. */
  rotation?: Rotation
  keychain?: KeychainStatus
  /** The Agent UUIDs of the starred agents. */
  starred?: string[]
  runtime?: 'product' | 'trial'
  settings?: Partial<Settings>
  history?: Partial<HistoryHealth>
  /** The status of the OS integration. */
  ties?: Partial<OsIntegrationStatus>
  support?: FakeSupport
  /** The chosen workflow file, and the result of creating an agent from it. */
  workflows?: Pick<FakeWorkflowsOptions, 'file' | 'creation'>
  /** The audit log, and whether it is intact. */
  audit?: FakeAudit
  policy?: Partial<PolicyStatus>
  outcomeOf?: (draft: CallDraft, runId: number) => CallState | Promise<CallState>
  jobOf?: (call: Call) => Partial<ReconciliationJob>
  /** The result of a manual check of an unresolved call. */
  foundOf?: (call: Call) => CallState
  /** Freezes accepted calls at this moment; by default, they progress. */
  standingAt?: LiveRunAt
  /** Whether the service never reports the end of earlier calls. */
  neverReportsEnd?: boolean
  /** The IDs of calls whose run belongs to another call, because the service has used its ID again. */
  otherCallIds?: string[]
  /** Whether it is quiet hours at every number. */
  quiet?: boolean
  /** Failures by operation name, read at each request so that tests can change them. */
  failing?: Partial<Record<keyof Api, Failure>>
}

/** An API in memory, with functions that cause events. */
export type FakeApi = Api & {
  readonly announce: ReturnType<typeof createFakeEvents>['announce']
  /** Makes a request from outside the window. */
  readonly requestExternally: (request: ExternalRequest) => void
}

const accepted = (_draft: CallDraft, runId: number): CallState => ({
  state: 'accepted',
  workflowRunId: runId,
  workflowRunName: `WR-API-${runId}`,
  status: 'initiated',
  reconciled: false,
  progress: 'started',
})

/** Creates an API in memory with profiles, agents, calls and keys that change like the real ones. */
export const createFakeApi = (options: FakeApiOptions = {}): FakeApi => {
  const now = options.now ?? (() => Date.now())
  const failing = options.failing ?? {}
  const held = options.calls ?? []
  let starred = [...(options.starred ?? [])]
  let refusedKeys = options.refusedKeys ?? []
  const pasted = createFakePasted()
  const routes = createFakeRoutes()
  const { subscriptions, announce } = createFakeEvents()
  const reconciliationChanged = () => announce('reconciliationChanged', {})
  const profiles = createFakeProfiles({
    now,
    profiles: options.profiles ?? [],
    announce: (rekeyed) => announce('profilesChanged', rekeyed ? { rekeyed } : {}),
  })
  const keyStorage = createFakeSettings({
    settings: options.settings ?? {},
    history: options.history ?? {},
    announce: () => announce('historyChanged', {}),
  })
  const calls = createFakeCalls({
    now,
    calls: held,
    notes: options.notes ?? {},
    profileOf: profiles.profileOf,
    guard: createFakeGuards({
      now,
      repeatMinutes: keyStorage.repeatMinutes,
      neverReportsEnd: options.neverReportsEnd ?? false,
      entryOf: (phoneNumber) => people.entryOf(phoneNumber),
    }),
    outcomeOf: options.outcomeOf ?? accepted,
    announce: (callIds) => {
      announce('callsChanged', { callIds })
      reconciliationChanged()
      // Follow an accepted call, like the app.
      for (const callId of callIds) void liveRuns.followRun({ callId })
    },
  })
  const reconciliationJobs = createFakeReconciliation({
    now,
    calls: held,
    put: calls.put,
    announce: reconciliationChanged,
    jobOf: options.jobOf ?? (() => ({})),
    foundOf: options.foundOf ?? (({ outcome }) => outcome),
  })
  const liveRuns = createFakeLiveRuns({
    now,
    calls: held,
    standingAt: options.standingAt ?? null,
    announce: () => announce('liveRunsChanged', {}),
  })
  const people = createFakePeople({
    now,
    calls: held,
    notes: options.notes ?? {},
    reminders: options.reminders ?? [],
    doNotCall: options.doNotCall ?? [],
    announce: () => announce('peopleChanged', {}),
  })
  const lists = createFakeLists({
    now,
    list: options.list ?? null,
    entryOf: people.entryOf,
    announce: (listId) => announce('listsChanged', { listId }),
  })
  const artifacts = createFakeArtifacts()
  const workflows = createFakeWorkflows({ agents: fakeAgents, ...options.workflows })
  const audit = createFakeAudit({ ...options.audit, now, announce: () => announce('auditChanged', {}) })
  const external = createFakeExternalRequests(() => announce('externalRequestChanged', {}), options.ties ?? {})
  const support = createFakeSupport({ ...options.support, now, announce: () => announce('doctorChanged', {}) })
  const answer = <T>(name: keyof Api, value: () => T) => {
    const failure = failing[name]
    return Promise.resolve(failure ? fail(failure) : succeed(value()))
  }
  /** Returns the operation, or one that returns its configured failure. */
  const unless =
    <I, T>(name: keyof Api, operation: (input: I) => Promise<Outcome<T>>) =>
    (input: I): Promise<Outcome<T>> => {
      const failure = failing[name]
      return failure ? Promise.resolve(fail(failure)) : operation(input)
    }
  const check = {
    version: '1.45.0',
    milliseconds: 84,
    account: { email: 'ana@acme.example', organizationId: 7, providerId: 'oss_acme' },
  }
  const keys = createFakeKeys({
    now,
    keys: options.keys ?? fakeKeys,
    creation: options.creation,
    rotation: options.rotation,
    rotated: () => announce('rotationsChanged', {}),
    addProfile: (input) =>
      profiles.addQuietly({
        kind: 'service',
        origin: 'https://voice.acme.example',
        entryId: '',
        unchecked: false,
        ...input,
      }),
  })

  return {
    ...subscriptions,
    announce,
    appInfo: () => answer('appInfo', () => ({ ...fakeAppInfo, runtime: options.runtime ?? 'product' })),
    keychainStatus: () => answer('keychainStatus', () => options.keychain ?? usableKeychain),
    listProfiles: () => answer('listProfiles', profiles.list),
    listLiveRuns: unless('listLiveRuns', liveRuns.listLiveRuns),
    followRun: unless('followRun', liveRuns.followRun),
    findRunIdOnClipboard: () => answer('findRunIdOnClipboard', () => ({ workflowRunId: null })),
    stageKey: async (input) => {
      // In a later task, as over IPC: a click on another field has moved focus by then.
      await new Promise((resolve) => setTimeout(resolve))
      const { length } = input.from === 'typed' ? input.text : 'a key from the clipboard that is fine'
      return answer('stageKey', () => ({ entryId: crypto.randomUUID(), length }))
    },
    forgetStagedKey: () => answer('forgetStagedKey', () => ({})),
    addProfile: (input) => {
      if (input.kind === 'service' && !input.origin.startsWith('https://'))
        return Promise.resolve(invalid(['origin'], 'originScheme'))
      const failure = failing.addProfile
      const unasked = failure?.kind === 'unreachable' || failure?.kind === 'unavailable'
      if (failure && !(unasked && input.kind === 'service' && input.unchecked)) return Promise.resolve(fail(failure))
      return Promise.resolve(succeed({ profile: profiles.add(input), check: failure ? null : check }))
    },
    updateProfile: unless('updateProfile', ({ profileId, name, color, referenceName }) =>
      profiles.change(profileId, (profile) => ({ ...profile, name, color, referenceName })),
    ),
    replaceKey: unless('replaceKey', ({ profileId, keyStorage: kept }) =>
      profiles.rekey(profileId, (one) => (one.kind === 'service' ? { ...one, keyStorage: kept } : one)),
    ),
    removeProfile: unless('removeProfile', ({ profileId }) => {
      profiles.remove(profileId)
      return Promise.resolve(succeed({}))
    }),
    selectProfile: ({ profileId }) => {
      profiles.select(profileId)
      return answer('selectProfile', () => ({}))
    },
    checkProfile: ({ profileId }) => {
      const others = refusedKeys.filter((refused) => refused.profileId !== profileId)
      if (others.length < refusedKeys.length) {
        refusedKeys = others
        announce('peopleChanged', {})
      }
      return answer('checkProfile', () => check)
    },
    listAgents: () => answer('listAgents', workflows.agents),
    readAgentText: ({ agentUuid }) => answer('readAgentText', () => fakeAgentText(agentUuid, now())),
    listRecentFields: () => answer('listRecentFields', () => fakeRecentFields),
    listStarredAgents: () => answer('listStarredAgents', () => starred),
    starAgent: ({ agentUuid, isStarred }) => {
      const others = starred.filter((one) => one !== agentUuid)
      return answer('starAgent', () => (starred = isStarred ? [...others, agentUuid] : others))
    },
    listTelephonyConfigurations: () => answer('listTelephonyConfigurations', () => fakeConfigurations),
    listCallerIds: ({ telephonyConfigurationId: id }) =>
      answer('listCallerIds', () => fakeCallerIds.filter((one) => one.telephonyConfigurationId === id)),
    readPhoneNumber: ({ text, asTyped }) => {
      const reading = readFakeNumber(text, asTyped)
      // The main process's code provides the reason why a string is not a number.
      return Promise.resolve(reading ? succeed(reading) : readPhoneNumber(text, asTyped))
    },
    suggestPhoneNumbers: ({ text }) =>
      answer('suggestPhoneNumbers', () => ({ readings: suggestNumbers(text, ['US', 'DE']) })),
    readLastRoute: unless('readLastRoute', routes.readLastRoute),
    saveLastRoute: unless('saveLastRoute', routes.saveLastRoute),
    listRouteLabels: unless('listRouteLabels', routes.listRouteLabels),
    labelRouteId: unless('labelRouteId', routes.labelRouteId),
    readPasted: unless('readPasted', pasted.readPasted),
    checkContext: () => Promise.resolve(succeed({})),
    saveColumnMapping: unless('saveColumnMapping', pasted.saveColumnMapping),
    recentCalls: (input) => answer('recentCalls', () => fakeRecentCalls(held, input)),
    readOrganizationDay: () =>
      answer('readOrganizationDay', () => fakeOrganizationDay(now(), options.uncountedRuns ?? 0, options.countedRuns)),
    recentRuns: (input) => answer('recentRuns', () => fakeRecentRuns(now(), input)),
    calleeHour: ({ zone }) =>
      answer('calleeHour', () => (options.quiet ? fakeQuietHour(now()) : fakeCalleeHour(now(), zone))),
    ...people.operations,
    ...lists.operations,
    startList: unless('startList', lists.operations.startList),
    openListFile: unless('openListFile', lists.operations.openListFile),
    listRefusedKeys: () => answer('listRefusedKeys', () => refusedKeys),
    readPerson: unless('readPerson', people.operations.readPerson),
    listDoNotCall: unless('listDoNotCall', people.operations.listDoNotCall),
    setReminder: unless('setReminder', people.operations.setReminder),
    addDoNotCall: unless('addDoNotCall', people.operations.addDoNotCall),
    triggerCall: unless('triggerCall', calls.operations.triggerCall),
    ...calls.list,
    readTranscript: unless('readTranscript', artifacts.readTranscript),
    openRecording: unless('openRecording', artifacts.openRecording),
    readRecording: unless('readRecording', artifacts.readRecording),
    closeRecording: () => answer('closeRecording', () => ({})),
    listCalls: unless('listCalls', calls.list.listCalls),
    setCallNote: unless('setCallNote', calls.list.setCallNote),
    exportCalls: unless('exportCalls', calls.list.exportCalls),
    saveView: unless('saveView', calls.list.saveView),
    getCall: (input) => {
      const ofRow = lists.callOf(input.callId)
      return ofRow === null ? calls.operations.getCall(input) : Promise.resolve(succeed(ofRow))
    },
    listReconciliationJobs: unless('listReconciliationJobs', reconciliationJobs.listReconciliationJobs),
    reconcileCall: unless('reconcileCall', reconciliationJobs.reconcileCall),
    resolveCall: unless('resolveCall', reconciliationJobs.resolveCall),
    ...keys,
    listKeys: unless('listKeys', keys.listKeys),
    archiveKey: unless('archiveKey', keys.archiveKey),
    reactivateKey: unless('reactivateKey', keys.reactivateKey),
    exportKey: unless('exportKey', keys.exportKey),
    openSealedFile: unless('openSealedFile', keys.openSealedFile),
    chooseSealedFile: unless('chooseSealedFile', keys.chooseSealedFile),
    createKey: unless('createKey', keys.createKey),
    rotateKey: unless('rotateKey', keys.rotateKey),
    resumeRotation: unless('resumeRotation', keys.resumeRotation),
    saveNewKey: unless('saveNewKey', keys.saveNewKey),
    readPolicy: () => answer('readPolicy', () => ({ ...noPolicy, ...options.policy })),
    chooseWorkflowFile: unless('chooseWorkflowFile', workflows.operations.chooseWorkflowFile),
    createWorkflow: unless('createWorkflow', workflows.operations.createWorkflow),
    listAudit: unless('listAudit', audit.listAudit),
    checkAudit: unless('checkAudit', audit.checkAudit),
    exportAudit: unless('exportAudit', audit.exportAudit),
    checkHealth: () =>
      answer('checkHealth', () => ({
        status: 'ok',
        version: '1.45.0',
        milliseconds: 84,
        checkedAt: new Date(now()).toISOString(),
      })),
    getRun: ({ workflowRunId, callId = '' }) =>
      options.otherCallIds?.includes(callId) === true
        ? Promise.resolve(invalid([], 'runOfAnotherCall', String(workflowRunId)))
        : answer('getRun', () => fakeRun(workflowRunId)),
    ...support,
    startDoctor: unless('startDoctor', support.startDoctor),
    copyText: () => answer('copyText', () => ({})),
    readSettings: unless('readSettings', keyStorage.readSettings),
    changeSettings: unless('changeSettings', keyStorage.changeSettings),
    reportUnsaved: unless('reportUnsaved', keyStorage.reportUnsaved),
    setProxyPassword: unless('setProxyPassword', keyStorage.setProxyPassword),
    checkHistory: unless('checkHistory', keyStorage.checkHistory),
    acknowledgeRecovery: unless('acknowledgeRecovery', async () => {
      const acknowledged = await keyStorage.acknowledgeRecovery()
      audit.add('acknowledgeRecovery')
      return acknowledged
    }),
    historyHealth: unless('historyHealth', keyStorage.historyHealth),
    erasePerson: unless('erasePerson', calls.operations.erasePerson),
    requestExternally: external.request,
    takeExternalRequest: unless('takeExternalRequest', external.takeExternalRequest),
    readOsIntegration: unless('readOsIntegration', external.readOsIntegration),
  }
}
