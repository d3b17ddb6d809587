import type { Call, CallDraft, CallState } from '../../src/contract/call.ts'
import type { CallPage } from '../../src/contract/call-list.ts'
import { createUlid } from '../../src/domain/ids.ts'

let counter = 0

/** Returns a random ID that repeats for the same seed and time (in milliseconds). */
export const randomId = (random: () => number, time = Date.now()): string =>
  createUlid(
    time,
    Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
  )

/** Returns an ID that is unique in this process. */
export const anId = (): string => createUlid(1_700_000_000_000 + (counter += 1), new Uint8Array(16).fill(counter % 32))

/** The route of a call or list without a configuration or caller ID. */
export const anyRoute = {
  telephonyConfigurationId: null,
  telephonyConfigurationName: null,
  fromPhoneNumberId: null,
  fromPhoneNumberText: null,
}

/** Returns a draft with every field filled; pass the fields that matter to the test. */
export const aDraft = (change: Partial<CallDraft> = {}): CallDraft => ({
  callId: anId(),
  profileId: anId(),
  agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21',
  agentName: 'Renewal reminder',
  phoneNumber: '+14155550101',
  phoneNumberDisplay: '+1 415 555 0101',
  initialContext: { customer_name: 'Jane Doe' },
  telephonyConfigurationId: 1,
  telephonyConfigurationName: 'Twilio main',
  fromPhoneNumberId: 2,
  fromPhoneNumberText: '+1 800 555 0100',
  redialOf: null,
  confirmation: null,
  ...change,
})

/** Returns a recorded call; pass the fields that matter to the test. */
export const aCall = (change: Partial<Call> = {}): Call => {
  const { initialContext: _context, confirmation: _used, ...shown } = aDraft()
  return {
    ...shown,
    profileName: 'Acme Billing',
    profileColor: 'blue',
    practice: false,
    origin: 'https://voice.acme.example',
    referenceName: 'rundesk_call_id',
    endedAt: null,
    serverDate: null,
    preparedAt: '2026-11-21T09:14:00.000Z',
    changedAt: '2026-11-21T09:14:00.000Z',
    outcome: { state: 'queued' },
    ...change,
  }
}

/** The outcome of an accepted call. */
export const accepted = {
  state: 'accepted',
  workflowRunId: 48_213,
  workflowRunName: 'WR-API-7823',
  status: 'initiated',
  reconciled: false,
  progress: 'started',
} as const satisfies CallState

/** Returns the only page of a list. */
export const aPage = (calls: Call[]): CallPage => ({
  calls,
  total: calls.length,
  totalIs: 'exact',
  position: calls.length,
  more: false,
  next: null,
  notes: {},
  learned: {},
  unindexed: 0,
})
