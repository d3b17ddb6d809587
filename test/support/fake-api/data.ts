import type { Agent } from '../../../src/contract/agent.ts'
import type { AppInfo, KeychainStatus } from '../../../src/contract/app-status.ts'
import type { Call, CallState } from '../../../src/contract/call.ts'
import type { ListedKey } from '../../../src/contract/key.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { CallerId, TelephonyConfiguration } from '../../../src/contract/telephony.ts'

const uuid = (end: string): string => `7f3c2a1e-5d4b-4c3a-9f8e-${end.padStart(12, '0')}`

export const fakeAgents: Agent[] = [
  { workflowId: 1, agentUuid: uuid('9b21'), name: 'Renewal reminder', status: 'active' },
  { workflowId: 2, agentUuid: uuid('9b22'), name: 'Welcome call', status: 'active' },
  { workflowId: 3, agentUuid: uuid('9b23'), name: 'Survey Q3', status: 'archived' },
  { workflowId: 4, agentUuid: null, name: 'Draft without an id', status: 'active' },
  {
    workflowId: 5,
    agentUuid: uuid('9b25'),
    name: 'Payment arrangement follow-up for small business customers in the northern region, second wave',
    status: 'active',
  },
]

export const fakeConfigurations: TelephonyConfiguration[] = [
  {
    id: 11,
    name: 'Twilio main',
    provider: 'twilio',
    isDefault: true,
    inactive: false,
    ready: true,
    blockedReason: null,
  },
  {
    id: 12,
    name: 'Vonage',
    provider: 'vonage',
    isDefault: false,
    inactive: false,
    ready: false,
    blockedReason: 'no number',
  },
  { id: 13, name: 'Old trunk', provider: 'ari', isDefault: false, inactive: true, ready: null, blockedReason: null },
]

export const fakeCallerIds: CallerId[] = [
  {
    id: 21,
    telephonyConfigurationId: 11,
    address: '+18005550100',
    label: 'Acme support',
    isActive: true,
    isDefault: true,
  },
  { id: 22, telephonyConfigurationId: 11, address: '+18005550101', label: null, isActive: true, isDefault: false },
  {
    id: 23,
    telephonyConfigurationId: 11,
    address: '+18005550102',
    label: 'Old desk',
    isActive: false,
    isDefault: false,
  },
]

export const fakeKeys: ListedKey[] = [
  {
    id: 1,
    name: 'desk-07',
    prefix: 'dgr_4fQa',
    archived: false,
    createdAt: '2026-03-02T09:00:00Z',
    lastUsedAt: '2026-11-21T09:14:00Z',
    archivedAt: null,
    usedByThisApp: true,
    usedBy: ['Acme Billing'],
    maybeUsedBy: [],
    mark: null,
  },
  {
    id: 2,
    name: 'nightly import',
    prefix: 'dgr_9sKe',
    archived: false,
    createdAt: '2026-06-11T10:30:00Z',
    lastUsedAt: null,
    archivedAt: null,
    usedByThisApp: false,
    usedBy: [],
    maybeUsedBy: [],
    mark: null,
  },
  {
    id: 3,
    name: 'desk-03',
    prefix: 'dgr_0xTt',
    archived: true,
    createdAt: '2025-12-24T12:00:00Z',
    lastUsedAt: '2026-02-01T08:00:00Z',
    archivedAt: '2026-03-02T09:05:00Z',
    usedByThisApp: false,
    usedBy: [],
    maybeUsedBy: [],
    mark: null,
  },
]

export const fakeAppInfo: AppInfo = {
  version: '0.1.0',
  electron: '45.4.1',
  chromium: '156.0.8078.79',
  node: '24.21.0',
  platform: 'linux',
  runtime: 'product',
}

export const usableKeychain: KeychainStatus = { usable: true }

export const acme: Profile = {
  kind: 'service',
  id: '01K0000000000000000000ACME',
  name: 'Acme Billing',
  color: 'blue',
  createdAt: '2026-11-01T08:00:00.000Z',
  origin: 'https://voice.acme.example',
  keyStorage: 'keychain',
  referenceName: 'rundesk_call_id',
}

const crockford = (n: number): string => n.toString(10).padStart(12, '0')

/** Returns the `n`th recorded call, placed at time `at`. */
export const fakeCall = (n: number, at: number, outcome: CallState, change: Partial<Call> = {}): Call => ({
  callId: `01KAJ000000000${crockford(n)}`,
  profileId: acme.id,
  profileName: acme.name,
  profileColor: acme.color,
  practice: false,
  origin: 'https://voice.acme.example',
  agentUuid: uuid('9b21'),
  agentName: 'Renewal reminder',
  phoneNumber: '+14155550123',
  phoneNumberDisplay: '+1 415 555 0123',
  telephonyConfigurationId: 11,
  telephonyConfigurationName: 'Twilio main',
  fromPhoneNumberId: 21,
  fromPhoneNumberText: '+18005550100',
  referenceName: 'rundesk_call_id',
  redialOf: null,
  endedAt: null,
  serverDate: null,
  preparedAt: new Date(at).toISOString(),
  changedAt: new Date(at + 1_000).toISOString(),
  outcome,
  ...change,
})

const acceptedAs = (n: number): CallState => ({
  state: 'accepted',
  workflowRunId: 48_000 + n,
  workflowRunName: `WR-API-${7_000 + n}`,
  status: 'initiated',
  reconciled: n % 4 === 2,
  progress: 'started',
})

/** Only the newest call with an unknown outcome is unresolved; older ones were reconciled or resolved. */
const lostAs = (n: number): CallState => {
  if (n === 1) return { state: 'unknown', cause: 'cut', status: null, detail: '' }
  const at = '2026-11-20T16:05:00.000Z'
  return n % 12 === 7
    ? { state: 'notFound', since: at }
    : { state: 'closedByOperator', decision: 'placed', who: 'ana', at, note: 'Jane says that it rang at nine.' }
}

const states = (n: number): CallState => {
  const cycle: CallState[] = [
    acceptedAs(n),
    lostAs(n),
    acceptedAs(n),
    {
      state: 'rejected',
      status: 422,
      detail: '[{"loc":["body","phone_number"],"msg":"Invalid"}]',
      issues: [{ path: ['phoneNumber'], code: 'service', words: 'value is not a valid phone number' }],
    },
    { state: 'notSent', cause: 'noRoute' },
    {
      state: 'failedAtProvider',
      status: 400,
      detail: 'Failed to initiate call: 403: Forbidden',
      doubt: false,
      workflowRunId: null,
    },
  ]
  return cycle[n % cycle.length] ?? { state: 'cancelled' }
}

/** Returns a history of `count` calls up to `now`, newest last, in every state. */
export const fakeHistory = (count: number, now: number): Call[] =>
  Array.from({ length: count }, (_, n) =>
    fakeCall(n, now - (count - n) * 97_000, states(count - n - 1), {
      phoneNumber: `+1415555${String(100 + (n % 100)).padStart(4, '0')}`,
      phoneNumberDisplay: `+1 415 555 ${String(100 + (n % 100)).padStart(4, '0')}`,
      agentName: fakeAgents[n % 3]?.name ?? null,
    }),
  )
