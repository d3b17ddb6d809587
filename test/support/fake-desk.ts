import type { KeychainStatus } from '../../src/contract/app-info.ts'
import type { Asked, SystemTies } from '../../src/contract/asked.ts'
import type { Call, CallDraft, CallState } from '../../src/contract/call.ts'
import type { Desk } from '../../src/contract/desk.ts'
import { fail, invalid, succeed, type Failure, type Outcome } from '../../src/contract/failure.ts'
import type { HistoryHealth } from '../../src/contract/history.ts'
import type { KeyCreation } from '../../src/contract/key-operations.ts'
import type { Rotation } from '../../src/contract/key-rotation.ts'
import type { ListedKey } from '../../src/contract/listed-key.ts'
import type { LookUp } from '../../src/contract/look-up.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { PolicyStanding } from '../../src/contract/policy.ts'
import type { Settings } from '../../src/contract/settings.ts'
import { offerNumbers } from '../../src/main/numbers/offer-numbers.ts'
import { readPhoneNumber } from '../../src/main/numbers/read-phone-number.ts'
import { fakeAgentText, fakeRememberedFields } from './fake-desk/fake-agent-texts.ts'
import { createFakeArtifacts } from './fake-desk/fake-artifacts.ts'
import { createFakeAudit, type FakeAudit } from './fake-desk/fake-audit.ts'
import { createFakeAsked } from './fake-desk/fake-asked.ts'
import { createFakeCalls } from './fake-desk/fake-calls.ts'
import { createFakeSupport, type FakeSupport } from './fake-desk/fake-support.ts'
import { createFakeCustody } from './fake-desk/fake-custody.ts'
import { createFakeEvents } from './fake-desk/fake-events.ts'
import { createFakeGuards } from './fake-desk/fake-guards.ts'
import { createFakeKeys } from './fake-desk/fake-keys.ts'
import { createFakeLiveRuns, type StandingAt } from './fake-desk/fake-live-runs.ts'
import { createFakeLookUps } from './fake-desk/fake-look-ups.ts'
import { createFakeProfiles } from './fake-desk/fake-profiles.ts'
import { fakeHour, fakeQuietHour } from './fake-desk/fake-hour.ts'
import { createFakePasted } from './fake-desk/fake-pasted.ts'
import { createFakeWorkflows, type FakeWorkflowsParts } from './fake-desk/fake-workflows.ts'
import { createFakeRoutes } from './fake-desk/fake-routes.ts'
import { fakeRecentCalls, fakeRecentRuns } from './fake-desk/fake-recent.ts'
import { fakeRun, readFakeNumber } from './fake-desk/fake-service.ts'
import {
  fakeAgents,
  fakeAppInfo,
  fakeCallerIds,
  fakeConfigurations,
  fakeKeys,
  usableKeychain,
} from './fake-desk/fake-world.ts'
import { noPolicy } from './no-policy.ts'

export type FakeDeskOptions = {
  now?: () => number
  profiles?: Profile[]
  calls?: Call[]
  /** What people wrote to these calls, by their ids. */
  notes?: Record<string, string>
  keys?: ListedKey[]
  /** What becomes of a wish for a key, in place of a new one. */
  creation?: (name: string) => KeyCreation
  /** The rotation of a key that stands when the desk is opened. */
  rotation?: Rotation
  keychain?: KeychainStatus
  /** The Agent UUIDs that stand first in the list. */
  starred?: string[]
  runtime?: 'product' | 'trial'
  settings?: Partial<Settings>
  history?: Partial<HistoryHealth>
  /** How it stands with what the settings asked of the system. */
  ties?: Partial<SystemTies>
  support?: FakeSupport
  /** The file that is chosen to make an agent of, and what becomes of it. */
  workflows?: Pick<FakeWorkflowsParts, 'file' | 'creation'>
  /** What was done on this computer, and whether the log of it is whole. */
  audit?: FakeAudit
  policy?: Partial<PolicyStanding>
  outcomeOf?: (draft: CallDraft, runId: number) => CallState | Promise<CallState>
  lookUpOf?: (call: Call) => Partial<LookUp>
  /** What asking the service about an unresolved call finds. */
  foundOf?: (call: Call) => CallState
  /** Calls that were accepted stand still at this moment; without it they go on. */
  standingAt?: StandingAt
  /** Whether it is quiet hours wherever is called. */
  quiet?: boolean
  /** Failures by operation name, for as long as they stand in this object. */
  failing?: Partial<Record<keyof Desk, Failure>>
}

/** A desk in memory, and the way to make it announce something. */
export type FakeDesk = Desk & {
  readonly announce: ReturnType<typeof createFakeEvents>['announce']
  /** Something is asked from outside the window. */
  readonly ask: (asked: Asked) => void
}

const accepted = (_draft: CallDraft, runId: number): CallState => ({
  state: 'accepted',
  workflowRunId: runId,
  workflowRunName: `WR-API-${runId}`,
  status: 'initiated',
  reconciled: false,
  progress: 'started',
})

/** A desk in memory with the shape of the real one: profiles, agents, calls and keys that change as they are used. */
export const createFakeDesk = (options: FakeDeskOptions = {}): FakeDesk => {
  const now = options.now ?? (() => Date.now())
  const failing = options.failing ?? {}
  const held = options.calls ?? []
  let starred = [...(options.starred ?? [])]
  const pasted = createFakePasted()
  const routes = createFakeRoutes()
  const { subscriptions, announce } = createFakeEvents()
  const lookUpsChanged = () => announce('lookUpsChanged', {})
  const profiles = createFakeProfiles({
    now,
    profiles: options.profiles ?? [],
    announce: (rekeyed) => announce('profilesChanged', rekeyed ? { rekeyed } : {}),
  })
  const custody = createFakeCustody({
    settings: options.settings ?? {},
    history: options.history ?? {},
    announce: () => announce('historyChanged', {}),
  })
  const calls = createFakeCalls({
    now,
    calls: held,
    notes: options.notes ?? {},
    profileOf: profiles.profileOf,
    guard: createFakeGuards(now, custody.repeatMinutes),
    outcomeOf: options.outcomeOf ?? accepted,
    announce: (callIds) => {
      announce('callsChanged', { callIds })
      lookUpsChanged()
      // As the real desk does: an accepted call is followed from there on.
      for (const callId of callIds) void liveRuns.followRun({ callId })
    },
  })
  const lookUps = createFakeLookUps({
    now,
    calls: held,
    put: calls.put,
    announce: lookUpsChanged,
    lookUpOf: options.lookUpOf ?? (() => ({})),
    foundOf: options.foundOf ?? (({ outcome }) => outcome),
  })
  const liveRuns = createFakeLiveRuns({
    now,
    calls: held,
    standingAt: options.standingAt ?? null,
    announce: () => announce('liveRunsChanged', {}),
  })
  const artifacts = createFakeArtifacts()
  const workflows = createFakeWorkflows({ agents: fakeAgents, ...options.workflows })
  const audit = createFakeAudit({ ...options.audit, now })
  const asked = createFakeAsked(() => announce('askedChanged', {}), options.ties ?? {})
  const support = createFakeSupport({ ...options.support, now, announce: () => announce('doctorChanged', {}) })
  const answer = <T>(name: keyof Desk, value: () => T) => {
    const failure = failing[name]
    return Promise.resolve(failure ? fail(failure) : succeed(value()))
  }
  /** The operation as it is, unless this desk was told that it fails. */
  const unless =
    <I, T>(name: keyof Desk, operation: (input: I) => Promise<Outcome<T>>) =>
    (input: I): Promise<Outcome<T>> => {
      const failure = failing[name]
      return failure ? Promise.resolve(fail(failure)) : operation(input)
    }
  const check = { version: '1.45.0', milliseconds: 84, account: { email: 'ana@acme.example', organizationId: 7 } }
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
    findOnClipboard: () => answer('findOnClipboard', () => ({ workflowRunId: null })),
    enterKey: (input) => {
      const { length } = input.from === 'typed' ? input.text : 'a key from the clipboard that is fine'
      return answer('enterKey', () => ({ entryId: crypto.randomUUID(), length }))
    },
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
    replaceKey: unless('replaceKey', ({ profileId, custody: kept }) =>
      profiles.rekey(profileId, (one) => (one.kind === 'service' ? { ...one, custody: kept } : one)),
    ),
    removeProfile: unless('removeProfile', ({ profileId }) => {
      profiles.remove(profileId)
      return Promise.resolve(succeed({}))
    }),
    selectProfile: ({ profileId }) => {
      profiles.select(profileId)
      return answer('selectProfile', () => ({}))
    },
    checkProfile: () => answer('checkProfile', () => check),
    listAgents: () => answer('listAgents', workflows.agents),
    readAgentText: ({ agentUuid }) => answer('readAgentText', () => fakeAgentText(agentUuid, now())),
    recallFields: () => answer('recallFields', () => fakeRememberedFields),
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
      // Why a text is no number, main's own part tells.
      return Promise.resolve(reading ? succeed(reading) : readPhoneNumber(text, asTyped))
    },
    offerPhoneNumbers: ({ text }) =>
      answer('offerPhoneNumbers', () => ({ readings: offerNumbers(text, ['US', 'DE']) })),
    recallRoute: unless('recallRoute', routes.recallRoute),
    rememberRoute: unless('rememberRoute', routes.rememberRoute),
    listRouteLabels: unless('listRouteLabels', routes.listRouteLabels),
    labelRouteId: unless('labelRouteId', routes.labelRouteId),
    readPasted: unless('readPasted', pasted.readPasted),
    rememberColumns: unless('rememberColumns', pasted.rememberColumns),
    recentCalls: (input) => answer('recentCalls', () => fakeRecentCalls(held, input)),
    recentRuns: (input) => answer('recentRuns', () => fakeRecentRuns(now(), input)),
    calleeHour: ({ zone }) =>
      answer('calleeHour', () => (options.quiet ? fakeQuietHour(now()) : fakeHour(now(), zone))),
    triggerCall: unless('triggerCall', calls.operations.triggerCall),
    ...calls.list,
    readTranscript: unless('readTranscript', artifacts.readTranscript),
    openRecording: unless('openRecording', artifacts.openRecording),
    readRecording: unless('readRecording', artifacts.readRecording),
    closeRecording: () => answer('closeRecording', () => ({})),
    listCalls: unless('listCalls', calls.list.listCalls),
    noteCall: unless('noteCall', calls.list.noteCall),
    exportCalls: unless('exportCalls', calls.list.exportCalls),
    saveView: unless('saveView', calls.list.saveView),
    getCall: calls.operations.getCall,
    listLookUps: unless('listLookUps', lookUps.listLookUps),
    lookUpCall: unless('lookUpCall', lookUps.lookUpCall),
    closeCall: unless('closeCall', lookUps.closeCall),
    ...keys,
    listKeys: unless('listKeys', keys.listKeys),
    archiveKey: unless('archiveKey', keys.archiveKey),
    reactivateKey: unless('reactivateKey', keys.reactivateKey),
    handOverKey: unless('handOverKey', keys.handOverKey),
    openSealedFile: unless('openSealedFile', keys.openSealedFile),
    chooseSealedFile: unless('chooseSealedFile', keys.chooseSealedFile),
    createKey: unless('createKey', keys.createKey),
    rotateKey: unless('rotateKey', keys.rotateKey),
    resumeRotation: unless('resumeRotation', keys.resumeRotation),
    saveMadeKey: unless('saveMadeKey', keys.saveMadeKey),
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
    lookUpRun: ({ workflowRunId }) => answer('lookUpRun', () => fakeRun(workflowRunId)),
    ...support,
    startDoctor: unless('startDoctor', support.startDoctor),
    copyText: () => answer('copyText', () => ({})),
    readSettings: unless('readSettings', custody.readSettings),
    changeSettings: unless('changeSettings', custody.changeSettings),
    enterProxyPassword: unless('enterProxyPassword', custody.enterProxyPassword),
    checkHistory: unless('checkHistory', custody.checkHistory),
    acknowledgeRecovery: unless('acknowledgeRecovery', custody.acknowledgeRecovery),
    historyHealth: unless('historyHealth', custody.historyHealth),
    erasePerson: unless('erasePerson', calls.operations.erasePerson),
    ask: asked.ask,
    takeAsked: unless('takeAsked', asked.takeAsked),
    systemTies: unless('systemTies', asked.systemTies),
  }
}
