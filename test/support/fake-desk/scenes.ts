import type { Call, CallState } from '../../../src/contract/call.ts'
import type { Failure } from '../../../src/contract/failure.ts'
import type { HistoryHealth } from '../../../src/contract/history.ts'
import type { LookUp } from '../../../src/contract/look-up.ts'
import type { PolicyStanding } from '../../../src/contract/policy.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { FakeDeskOptions } from '../fake-desk.ts'
import type { StandingAt } from './fake-live-runs.ts'
import type { FakeSupport } from './fake-support.ts'
import { keySceneOptions } from './key-scenes.ts'
import { workflowSceneOptions } from './workflow-scenes.ts'
import { acme, fakeCall, fakeHistory } from './fake-world.ts'

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

/** Scenes in which an accepted call stands still, and at which moment of its life. */
const moments: Record<string, StandingAt> = {
  ringing: { age: 3_000 },
  answered: { age: 20_000 },
  ended: { age: 60_000 },
  stale: { age: 20_000, stale: true },
}

const run = { workflowRunId: 48_219, workflowRunName: 'WR-API-7823', status: '', reconciled: true } as const
const cut: CallState = { state: 'unknown', cause: 'cut', status: null, detail: '' }
const doubt: CallState = {
  state: 'failedAtProvider',
  status: 400,
  detail: 'Failed to initiate call: Server disconnected',
  doubt: true,
  workflowRunId: null,
}
const never = (): Promise<CallState> => new Promise(() => undefined)

/** What becomes of the next call, a scene each. */
const outcomes: Record<string, () => CallState | Promise<CallState>> = {
  waiting: never,
  late: never,
  quitting: never,
  unknown: () => cut,
  refusedLists: () => cut,
  doubt: () => doubt,
  candidate: () => ({ state: 'candidate', runIds: [48_219, 48_220] }),
  notFound: () => ({ state: 'notFound', since: new Date().toISOString() }),
  reconciled: () => ({ state: 'accepted', ...run, progress: 'started' }),
  dialling: () => ({ state: 'accepted', ...run, progress: 'dialling' }),
  orphaned: () => ({ state: 'accepted', ...run, progress: 'orphaned' }),
  keyRefused: () => ({ state: 'rejected', status: 401, detail: 'Invalid API key', issues: [] }),
  unpaid: () => ({
    state: 'rejected',
    status: 402,
    detail: 'Could not verify Dograh credits. Please try again.',
    issues: [],
  }),
}

/** What is being done about it, where the ordinary does not fit. */
const lookUps: Record<string, Partial<LookUp>> = {
  late: { foundRunId: 48_219, nextAskAt: null },
  refusedLists: {
    step: 'stopped',
    lists: 'refused',
    nextAskAt: null,
    lastFailure: { kind: 'forbidden', detail: 'Not allowed' },
  },
  candidate: { step: 'stopped', nextAskAt: null },
  orphaned: { step: 'stopped', nextAskAt: null },
}

const stopped: Partial<HistoryHealth> = { stopped: 'full' }
const recovered: Partial<HistoryHealth> = {
  recovered: {
    at: '2026-11-21T08:02:11.000Z',
    gapFrom: '2026-11-21T03:10:00.000Z',
    damagedFile: 'rundesk-2026-11-21T08-02-11.damaged.db',
    salvaged: 212,
    unreadable: 3,
  },
  backups: { count: 7, newestAt: '2026-11-21T03:10:00.000Z', failed: null },
}
const proxy = { mode: 'manual', url: 'http://proxy.acme.example:8080', user: 'desk-07' } as const
const histories: Record<string, Partial<HistoryHealth>> = { stopped, recovered, firstRecovered: recovered }

const longName = 'Payment arrangement follow-up for small business customers in the northern region, second wave'

/** Calls that are hard to show: erased, practice, of a profile and an agent with long names, in the states that are seldom. */
const oddCalls = (now: number): Call[] => {
  const longProfile = many[0] ?? acme
  const states: CallState[] = [
    { state: 'queued' },
    { state: 'sending', since: new Date(now - 900).toISOString() },
    { state: 'accepted', ...run, progress: 'orphaned' },
    doubt,
    { state: 'candidate', runIds: [48_219, 48_220] },
    {
      state: 'closedByOperator',
      verdict: 'notPlaced',
      who: 'ana',
      at: new Date(now).toISOString(),
      note: 'Heard nothing.',
    },
    { state: 'cancelled' },
    { state: 'notSent', cause: 'notRecorded' },
    { state: 'accepted', ...run, progress: 'dialling' },
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

/** Notes that people wrote to those calls. */
const oddNotes = (now: number): Record<string, string> =>
  Object.fromEntries(
    oddCalls(now)
      .filter((_call, index) => index % 2 === 1)
      .map(({ callId }) => [
        callId,
        'Asked to be called on Friday after six, and not before: she works nights this month.',
      ]),
  )

/** Calls that rang no real phone. */
const practiceCalls = (now: number): Call[] =>
  fakeHistory(6, now).map((call) => ({
    ...call,
    practice: true,
    profileId: practice.id,
    profileName: practice.name,
    profileColor: practice.color,
    origin: 'practice',
  }))

/** Calls that stand in the history when the desk opens. */
const callsOf = (scene: string, now: number): Call[] => {
  if (scene === 'first' || scene === 'locked' || scene === 'empty') return []
  if (scene === 'odd') return oddCalls(now)
  if (scene === 'practice') return practiceCalls(now)
  const past = fakeHistory(scene === 'desk' ? 1200 : 6, now)
  const lately = { phoneNumber: '+14155550277', phoneNumberDisplay: '+1 415 555 0277' }
  const open = { phoneNumber: '+14155550288', phoneNumberDisplay: '+1 415 555 0288', profileName: 'Cobalt' }
  return [
    ...past,
    fakeCall(
      20_001,
      now - 185_000,
      { state: 'accepted', ...run, status: 'initiated', reconciled: false, progress: 'started' },
      lately,
    ),
    fakeCall(20_002, now - 41_000, cut, { ...open, endedAt: new Date(now - 40_000).toISOString() }),
  ]
}

const forbidden: Failure = { kind: 'forbidden', detail: 'Not allowed' }

/** Operations that fail in a scene, and how. */
const failures: Record<string, FakeDeskOptions['failing']> = {
  untold: { readAgentText: forbidden },
  unreadable: { listCalls: { kind: 'storage', reason: 'corrupt' } },
  noNotes: { noteCall: { kind: 'storage', reason: 'full' } },
  noTalk: {
    openRecording: { kind: 'notFound', detail: 'No recording available for this workflow run' },
    readTranscript: { kind: 'unavailable', cause: 'timedOut' },
  },
  talkFails: {
    openRecording: { kind: 'unavailable', cause: 'timedOut' },
    readTranscript: { kind: 'notFound', detail: '' },
  },
  unlisted: { listAgents: { kind: 'unavailable', cause: 'timedOut' }, listTelephonyConfigurations: forbidden },
}

const profilesOf = (scene: string): Profile[] => {
  if (scene === 'first' || scene === 'firstRecovered' || scene === 'locked') return []
  return scene === 'practice' ? [practice, acme, ...many] : [acme, ...many]
}

/** What Support shows in a scene, where it is not well. */
const supports: Record<string, FakeSupport> = {
  unwell: { unwell: true },
  serviceDown: { findings: { tcp: { code: 'tcpRefused', facts: { host: 'voice.acme.example', port: '443' } } } },
  keychainLocked: { findings: { keychain: { code: 'keychainLocked', facts: { platform: 'linux' } } } },
  looking: { hanging: ['history', 'tls'] },
}

/** What an admin has laid down for the computer, a scene each. */
const policies: Record<string, Partial<PolicyStanding>> = {
  ruled: {
    state: 'inForce',
    allowedOrigins: ['https://voice.acme.example', 'https://voice.cobalt.example'],
    locked: ['keepPersonalDataDays', 'quietHours', 'proxy', 'notifications', 'globalShortcut'],
  },
  misruled: { state: 'kept', reason: 'content', at: 'settings.keepDays', locked: ['keepPersonalDataDays'] },
}

/** Everything a scene is made of; its name stands in the address of the page. */
export const sceneOptions = (scene: string, now: number): FakeDeskOptions => {
  const outcomeOf = outcomes[scene]
  const lookUp = lookUps[scene]
  const history = histories[scene]
  const failing = failures[scene]
  const standingAt = moments[scene]
  return {
    profiles: profilesOf(scene),
    calls: callsOf(scene, now),
    starred: ['7f3c2a1e-5d4b-4c3a-9f8e-000000009b22'],
    runtime: scene === 'unknown' ? 'trial' : 'product',
    ...(scene === 'locked' && {
      keychain: { usable: false, reason: 'unavailable' } as const,
      failing: { addProfile: { kind: 'unreachable', cause: 'refused' } as const },
    }),
    ...(scene === 'odd' && { notes: oddNotes(now) }),
    ...(scene === 'keychainGone' && {
      keychain: { usable: false, reason: 'locked' } as const,
      failing: { removeProfile: { kind: 'keychain', reason: 'locked' } as const },
    }),
    ...(outcomeOf && { outcomeOf }),
    ...(lookUp && { lookUpOf: () => lookUp }),
    ...(history && { history }),
    ...(failing && { failing }),
    ...(standingAt && { standingAt }),
    ...(scene === 'quiet' && { quiet: true }),
    ...(supports[scene] && { support: supports[scene] }),
    ...(scene === 'noRun' && { failing: { lookUpRun: { kind: 'notFound', detail: 'Not found' } as const } }),
    ...(policies[scene] && { policy: policies[scene] }),
    ...(scene === 'changedLog' && { audit: { firstBroken: 4 } }),
    ...(scene === 'proxied' && { settings: { proxy } }),
    ...keySceneOptions(scene, now),
    ...workflowSceneOptions(scene),
  }
}
