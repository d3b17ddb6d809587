import { type Failure, invalid, type Issue } from '../../../src/contract/failure.ts'
import { forwardSteps, type Rotation, type RotationStep } from '../../../src/contract/key.ts'
import type { FakeApiOptions } from '../fake-api.ts'
import { fakeRotation } from './keys.ts'
import { acme, fakeCall, fakeHistory, fakeKeys } from './data.ts'
import { workflowFile } from './agents.ts'
import { type Call, type CallEnd, type CallState } from '../../../src/contract/call.ts'
import { nothingLearned } from '../run-samples.ts'
import type { Run } from '../../../src/contract/run.ts'
import type { HistoryHealth } from '../../../src/contract/app-status.ts'
import type { ReconciliationJob } from '../../../src/contract/run.ts'
import type { PolicyStatus } from '../../../src/contract/policy.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { LiveRunAt } from './runs.ts'
import type { FakeSupport } from './support.ts'
import type { FakeList } from './lists.ts'

const newKey = { id: 9, name: 'desk-07 ana 2026-11-21 7f3c2a1e', prefix: 'dgr_New0' }

const rotationAt = (step: RotationStep, now: number, more: Partial<Rotation> = {}): Rotation => {
  const done = forwardSteps.slice(0, forwardSteps.findIndex((one) => one === step) + 1)
  const at = (index: number): string => new Date(now - (done.length - index) * 700).toISOString()
  const times = done.map((one, index) => ({ step: one, at: at(index) }))
  return fakeRotation(acme.id, at(0), { step, newKey, times, ...more })
}

/** The keys and rotations of a scene. */
export const keySceneOptions = (scene: string, now: number): Partial<FakeApiOptions> => {
  if (scene === 'rotating') return { rotation: rotationAt('proving', now) }
  if (scene === 'rotationStopped') {
    const failure = { kind: 'keychain', reason: 'locked' } as const
    return { rotation: rotationAt('switching', now, { failure, isRunning: false }) }
  }
  if (scene === 'rotationEnded')
    return { rotation: rotationAt('creating', now, { step: 'undone', ending: 'noKey', isRunning: false }) }
  if (scene === 'rotationTurned') {
    const { failure } = invalid([], 'oldKeyStays', 'API key was revoked')
    return { rotation: rotationAt('archiving', now, { failure, isRunning: false }) }
  }
  const [, orphan] = fakeKeys
  if (scene !== 'orphan' || orphan === undefined) return {}
  const failure = { kind: 'unavailable', cause: 'cut' } as const
  return {
    creation: (name) => ({
      step: 'orphan',
      newKeyId: '018f6e4c-0000-7000-8000-000000000001',
      failure,
      orphan: { ...orphan, name },
    }),
  }
}

const lostWorkflow = { kind: 'unavailable', cause: 'cut' } as const

/** A large workflow file: no start node, many names, a long prompt. */
const largeWorkflow = workflowFile({
  fileName: 'payment-arrangement-follow-up-for-small-business-customers-northern-region-second-wave-final-2.json',
  suggestedName: 'Renewal reminder',
  nodes: [
    { kind: 'agent', count: 41 },
    { kind: 'global', count: 1 },
    { kind: 'qa', count: 1 },
    { kind: 'other', count: 7 },
  ],
  variables: Array.from({ length: 30 }, (_, index) => ({
    name: `a_name_of_some_length_${index + 1}`,
    path: [`a_name_of_some_length_${index + 1}`],
    required: true,
    fallback: null,
    location: 'prompt' as const,
    nodeName: null,
    sample: null,
  })),
  opening: { kind: 'prompt', text: 'Greet {{customer}} and say why you call. '.repeat(40), nodeName: null },
})

/** The result of creating an agent from a file. */
export const workflowSceneOptions = (scene: string): Partial<FakeApiOptions> => {
  switch (scene) {
    case 'newAgentCrowded':
      return { workflows: { file: largeWorkflow } }
    case 'newAgentRefused': {
      const issues: Issue[] = [{ path: [], code: 'workflowJson', words: '214:31' }]
      return { failing: { chooseWorkflowFile: { kind: 'invalid', issues } } }
    }
    case 'newAgentTaken': {
      const issues: Issue[] = [{ path: ['trigger'], code: 'service', words: 'Trigger path is already in use.' }]
      return { failing: { createWorkflow: { kind: 'invalid', issues } } }
    }
    case 'newAgentUnclear':
      return { workflows: { creation: (name) => ({ step: 'unclear', failure: lostWorkflow, name }) } }
    case 'newAgentUnlisted': {
      const agent = { workflowId: 900, agentUuid: null, status: 'active' } as const
      return { workflows: { creation: (name) => ({ step: 'made', agent: { ...agent, name }, wasLost: false }) } }
    }
    default:
      return {}
  }
}

const many: Profile[] = Array.from({ length: 3 }, (_, index) => ({
  ...acme,
  id: `01K000000000000000000ACME${index}`,
  name: ['Borealis Support and Customer Happiness Operations Europe', 'Cobalt', 'Delta'][index] ?? 'Other',
  color: (['teal', 'magenta', 'amber'] as const)[index] ?? 'slate',
}))

const practice: Profile = {
  kind: 'practice',
  id: '01K00000000000000PRACT1CE0',
  name: 'Practice',
  color: 'slate',
  createdAt: acme.createdAt,
  referenceName: acme.referenceName,
}

/** Returns a run that ended with this carrier result, without a conversation. */
const unanswered = (disposition: string): Partial<Run> => ({
  disposition,
  durationSeconds: 0,
  steps: [{ status: disposition, at: '2026-11-21T09:10:31Z' }],
  hasRecording: false,
  hasTranscript: false,
  learned: nothingLearned,
})

/** Scenes with an accepted call that is frozen at one moment. */
const moments: Record<string, LiveRunAt> = {
  ringing: { age: 3_000 },
  answered: { age: 20_000 },
  ended: { age: 60_000 },
  stale: { age: 20_000, stale: true },
  reached: { age: 60_000 },
  busy: { age: 60_000, run: unanswered('busy') },
  noAnswer: { age: 60_000, run: unanswered('no-answer') },
}

const run = { workflowRunId: 48_219, workflowRunName: 'WR-API-7823', status: '', reconciled: true } as const
const connectionCut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const doubt: CallState = {
  state: 'failedAtProvider',
  status: 400,
  detail: 'Failed to initiate call: Server disconnected',
  doubt: true,
  workflowRunId: null,
}
/** Returns the state of a call whose run has ended. */
const ended = (kind: CallEnd['kind'], disposition: string, durationSeconds: number) => (): CallState => ({
  state: 'accepted',
  ...run,
  status: 'initiated',
  reconciled: false,
  progress: 'started',
  end: { kind, disposition, durationSeconds },
})
const never = (): Promise<CallState> => new Promise(() => undefined)

/** The outcome of the next call, by scene. */
const outcomes: Record<string, () => CallState | Promise<CallState>> = {
  waiting: never,
  late: () => ({ state: 'sending', since: new Date().toISOString(), foundRunId: 48_219 }),
  quitting: never,
  unknown: () => connectionCut,
  refusedLists: () => connectionCut,
  doubt: () => doubt,
  candidate: () => ({ state: 'candidate', runIds: [48_219, 48_220] }),
  oneCandidate: () => ({ state: 'candidate', runIds: [48_219] }),
  notFound: () => ({ state: 'notFound', since: new Date().toISOString() }),
  reconciled: () => ({ state: 'accepted', ...run, progress: 'started' }),
  dialing: () => ({ state: 'accepted', ...run, progress: 'dialing' }),
  reached: ended('reached', 'qualified', 72),
  busy: ended('busy', 'busy', 0),
  noAnswer: ended('noAnswer', 'no-answer', 0),
  orphaned: () => ({ state: 'accepted', ...run, progress: 'orphaned' }),
  keyRefused: () => ({ state: 'rejected', status: 401, detail: 'Invalid API key', issues: [] }),
  unpaid: () => ({
    state: 'rejected',
    status: 402,
    detail: 'Could not verify Dograh credits. Please try again.',
    issues: [],
  }),
}

/** The reconciliation job, by scene, if not the default. */
const reconciliationJobs: Record<string, Partial<ReconciliationJob>> = {
  late: { foundRunId: 48_219, nextAttemptAt: null },
  refusedLists: {
    step: 'stopped',
    lists: 'refused',
    nextAttemptAt: null,
    lastFailure: { kind: 'forbidden', detail: 'Not allowed' },
  },
  candidate: { step: 'stopped', nextAttemptAt: null },
  oneCandidate: { step: 'stopped', nextAttemptAt: null },
  orphaned: { step: 'stopped', nextAttemptAt: null },
}

const stopped: Partial<HistoryHealth> = { stopped: 'full' }
const recovered: Partial<HistoryHealth> = {
  recovered: {
    cause: 'damaged',
    missing: null,
    lostLists: null,
    at: '2026-11-21T08:02:11.000Z',
    gapFrom: '2026-11-21T03:10:00.000Z',
    damagedFile: 'rundesk-2026-11-21T08-02-11.damaged.db',
    startedFrom: null,
    lostAll: false,
    salvaged: 212,
    unreadable: 3,
  },
  backups: { count: 7, newestAt: '2026-11-21T03:10:00.000Z', failed: null },
}
const shorter: Partial<HistoryHealth> = {
  recovered: {
    cause: 'shorter',
    missing: 3,
    lostLists: null,
    at: '2026-11-21T08:02:11.000Z',
    gapFrom: null,
    damagedFile: null,
    startedFrom: null,
    lostAll: false,
    salvaged: 0,
    unreadable: 0,
  },
}
const proxy = { mode: 'manual', url: 'http://proxy.acme.example:8080', user: 'desk-07' } as const
const unfinishedErasure: Partial<HistoryHealth> = {
  unfinishedErasures: { count: 1, hasMentions: false, reason: 'full' },
}
const changedHistory: Partial<HistoryHealth> = {
  check: { events: 3_604, intact: false, firstBroken: 10, at: '2026-11-21T08:58:00.000Z' },
}
const histories: Record<string, Partial<HistoryHealth>> = {
  stopped,
  recovered,
  shorter,
  changedHistory,
  unfinishedErasure,
  firstRecovered: recovered,
}

const longName = 'Payment arrangement follow-up for small business customers in the northern region, second wave'

/** Calls that are hard to display: erased, practice, with long profile and agent names, and in rare states. */
const unusualCalls = (now: number): Call[] => {
  const longProfile = many[0] ?? acme
  const states: CallState[] = [
    { state: 'queued' },
    { state: 'sending', since: new Date(now - 900).toISOString() },
    { state: 'accepted', ...run, progress: 'orphaned' },
    doubt,
    { state: 'candidate', runIds: [48_219, 48_220] },
    {
      state: 'closedByOperator',
      decision: 'notPlaced',
      who: 'ana',
      at: new Date(now).toISOString(),
      note: 'No answer.',
    },
    { state: 'cancelled' },
    { state: 'notSent', cause: 'notRecorded' },
    { state: 'accepted', ...run, progress: 'dialing' },
  ]
  return states.map((outcome, index) =>
    fakeCall(30_000 + index, now - (400 - index) * 86_400_000, outcome, {
      ...(index % 3 === 0 && { phoneNumber: '', phoneNumberDisplay: '' }),
      ...(index % 2 === 0 && { agentName: longName, profileId: longProfile.id, profileName: longProfile.name }),
      ...(index % 4 === 1 && { agentName: null, practice: true, origin: 'practice', profileName: 'Practice' }),
      profileColor: longProfile.color,
    }),
  )
}

/** Returns the user's notes on those calls. */
const unusualNotes = (now: number): Record<string, string> =>
  Object.fromEntries(
    unusualCalls(now)
      .filter((_call, index) => index % 2 === 1)
      .map(({ callId }) => [callId, 'Please call on Friday after six, and not before: she works nights this month.']),
  )

/** Practice calls. */
const practiceCalls = (now: number): Call[] =>
  fakeHistory(6, now).map((call) => ({
    ...call,
    practice: true,
    profileId: practice.id,
    profileName: practice.name,
    profileColor: practice.color,
    origin: 'practice',
  }))

/** Returns answered calls in which the agent learned something. */
const reachedCalls = (now: number): Call[] =>
  [1, 2].map((index) => fakeCall(910 + index, now - index * 5_000_000, ended('reached', 'qualified', 72)()))

/** A call from last week whose run ID the service has used for a later call. */
const reusedRun = (now: number): Call => fakeCall(20_000, now - 7 * 86_400_000, ended('reached', 'qualified', 72)())

/** Returns the history of a scene. */
const callsOf = (scene: string, now: number): Call[] => {
  if (scene === 'first' || scene === 'locked' || scene === 'empty') return []
  if (scene === 'odd') return unusualCalls(now)
  if (scene === 'practice') return practiceCalls(now)
  const past = fakeHistory(scene === 'standard' ? 1200 : 6, now)
  const recent = { phoneNumber: '+14155550277', phoneNumberDisplay: '+1 415 555 0277' }
  const open = { phoneNumber: '+14155550288', phoneNumberDisplay: '+1 415 555 0288', profileName: 'Cobalt' }
  return [
    ...past,
    ...(scene === 'needs' ? busyCalls(now) : []),
    ...(scene === 'learned' ? reachedCalls(now) : []),
    ...(scene === 'reusedRun' ? [reusedRun(now)] : []),
    fakeCall(
      20_001,
      now - 185_000,
      { state: 'accepted', ...run, status: 'initiated', reconciled: false, progress: 'started' },
      recent,
    ),
    fakeCall(20_002, now - 41_000, connectionCut, { ...open, endedAt: new Date(now - 40_000).toISOString() }),
  ]
}

const keychainLocked: Failure = { kind: 'keychain', reason: 'locked' }
const forbidden: Failure = { kind: 'forbidden', detail: 'Not allowed' }
const timedOut: Failure = { kind: 'unavailable', cause: 'timedOut' }

/** Operations that fail in a scene, and how. */
const failures: Record<string, FakeApiOptions['failing']> = {
  untold: { readAgentText: forbidden },
  unreadable: { listCalls: { kind: 'storage', reason: 'corrupt' } },
  noNotes: { setCallNote: { kind: 'storage', reason: 'full' } },
  noTalk: {
    openRecording: { kind: 'notFound', detail: 'No recording available for this workflow run' },
    readTranscript: timedOut,
  },
  talkFails: {
    openRecording: timedOut,
    readTranscript: { kind: 'notFound', detail: '' },
  },
  supportFails: {
    checkHealth: timedOut,
    checkProfile: timedOut,
    getRun: timedOut,
    keychainStatus: timedOut,
    startDoctor: timedOut,
  },
  unlisted: { listAgents: timedOut, listTelephonyConfigurations: forbidden },
}

const profilesOf = (scene: string): Profile[] => {
  if (scene === 'first' || scene === 'firstRecovered' || scene === 'locked') return []
  return scene === 'practice' ? [practice, acme, ...many] : [acme, ...many]
}

/** The call list, by scene. */
const callLists: Record<string, FakeList> = {
  listNew: { state: 'draft', agent: false },
  listDraft: { state: 'draft' },
  listKnown: { state: 'draft', isKnownFile: true },
  listRunning: { state: 'running' },
  listPaused: { state: 'paused', brake: 'noCredit' },
  listInterrupted: { state: 'paused', brake: 'restarted' },
  listRecovered: { state: 'paused', brake: 'serviceUnavailable', isRecovered: true },
  listDone: { state: 'finished' },
}

/** Problems on the Support screen, by scene. */
const supports: Record<string, FakeSupport> = {
  changedHistory: { brokenEvent: 10 },
  unwell: { unwell: true },
  serviceDown: { findings: { tcp: { code: 'tcpRefused', details: { host: 'voice.acme.example', port: '443' } } } },
  keychainLocked: { findings: { keychain: { code: 'keychainLocked', details: { platform: 'linux' } } } },
  looking: { hanging: ['history', 'tls'] },
}

/** Returns two calls to busy lines; they have reminders. */
const busyCalls = (now: number): [Call, Call] => {
  const busy: CallState = {
    state: 'accepted',
    ...run,
    reconciled: false,
    progress: 'started',
    end: { kind: 'busy', disposition: 'busy', durationSeconds: 0 },
  }
  return [fakeCall(901, now - 1_900_000, busy), fakeCall(902, now - 600_000, busy, { profileId: many[0]?.id ?? '' })]
}

/** Returns options with reminders, do-not-call entries and a refused key. */
const needs = (now: number): Partial<FakeApiOptions> => {
  const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
  const [due, later] = busyCalls(now)
  return {
    reminders: [
      { reminderId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b601', call: due, dueAt: at(-2), createdAt: at(-32) },
      { reminderId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b602', call: later, dueAt: at(20), createdAt: at(-10) },
    ],
    doNotCall: [
      {
        entryId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611',
        phoneNumber: '+14155550299',
        phoneNumberDisplay: '+1 415 555 0299',
        practice: false,
        reason: 'asked us to stop',
        addedAt: at(-10_000),
        addedBy: 'ana',
      },
    ],
    refusedKeys: [{ profileId: many[1]?.id ?? '', at: at(-12) }],
  }
}

/** The policy, by scene. */
const policies: Record<string, Partial<PolicyStatus>> = {
  ruled: {
    state: 'inForce',
    allowedOrigins: ['https://voice.acme.example', 'https://voice.cobalt.example'],
    locked: ['keepPersonalDataDays', 'quietHours', 'proxy', 'notifications', 'globalShortcut'],
  },
  misruled: { state: 'kept', reason: 'content', at: 'settings.keepDays', locked: ['keepPersonalDataDays'] },
}

/** Returns the options of the fake API for a scene; the page's address names the scene. */
export const sceneOptions = (scene: string, now: number): FakeApiOptions => {
  const outcomeOf = outcomes[scene]
  const job = reconciliationJobs[scene]
  const history = histories[scene]
  const failing = failures[scene]
  const standingAt = moments[scene]
  const list = callLists[scene]
  return {
    profiles: profilesOf(scene),
    calls: callsOf(scene, now),
    starred: ['7f3c2a1e-5d4b-4c3a-9f8e-000000009b22'],
    runtime: scene === 'unknown' ? 'trial' : 'product',
    ...(scene === 'locked' && {
      keychain: { usable: false, reason: 'unavailable' } as const,
      failing: { addProfile: { kind: 'unreachable', cause: 'refused' } as const },
    }),
    ...(scene === 'odd' && { notes: unusualNotes(now) }),
    ...(scene === 'keychainUnavailable' && {
      keychain: { usable: false, reason: 'locked' } as const,
      failing: { removeProfile: keychainLocked, checkHealth: keychainLocked },
    }),
    ...(outcomeOf && { outcomeOf }),
    ...(job && { jobOf: () => job }),
    ...(history && { history }),
    ...(failing && { failing }),
    ...(standingAt && { standingAt }),
    ...(list && { list }),
    ...(scene === 'inProgress' && { neverReportsEnd: true }),
    ...(scene === 'reusedRun' && { otherCallIds: [reusedRun(now).callId] }),
    ...(scene === 'quiet' && { quiet: true }),
    ...(supports[scene] && { support: supports[scene] }),
    ...(scene === 'noRun' && { failing: { getRun: { kind: 'notFound', detail: 'Not found' } as const } }),
    ...(policies[scene] && { policy: policies[scene] }),
    ...(scene === 'changedLog' && { audit: { firstBroken: 4 } }),
    ...(scene === 'proxied' && { settings: { proxy } }),
    ...(scene === 'needs' && needs(now)),
    ...(scene === 'noneCounted' && { uncountedRuns: 6, countedRuns: 0 }),
    ...(scene === 'uncounted' && { uncountedRuns: 1_068 }),
    ...(scene === 'archiveFails' && {
      failing: { archiveKey: { kind: 'unavailable', cause: 'serverError' } as const },
    }),
    ...(scene === 'dayFails' && { failing: { readOrganizationDay: { kind: 'unauthorized', detail: '' } as const } }),
    ...keySceneOptions(scene, now),
    ...workflowSceneOptions(scene),
  }
}
