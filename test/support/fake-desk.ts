import type { ApiKeySummary } from '../../src/contract/api-key.ts'
import type { KeychainStatus } from '../../src/contract/app-info.ts'
import type { Call, CallDraft, CallState } from '../../src/contract/call.ts'
import type { Desk } from '../../src/contract/desk.ts'
import { fail, invalid, succeed, type Failure } from '../../src/contract/failure.ts'
import type { Input } from '../../src/contract/operations.ts'
import type { PhoneNumberReading } from '../../src/contract/phone-number.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { createUlid } from '../../src/contract/ulid.ts'
import { createFakeCalls } from './fake-desk/fake-calls.ts'
import {
  fakeAgents,
  fakeAppInfo,
  fakeCallerIds,
  fakeConfigurations,
  fakeKeys,
  usableKeychain,
} from './fake-desk/fake-world.ts'

export type FakeDeskOptions = {
  now?: () => number
  profiles?: Profile[]
  calls?: Call[]
  keys?: ApiKeySummary[]
  keychain?: KeychainStatus
  runtime?: 'product' | 'trial'
  outcomeOf?: (draft: CallDraft, runId: number) => CallState | Promise<CallState>
  /** Failures by operation name, for as long as they stand in this object. */
  failing?: Partial<Record<keyof Desk, Failure>>
}

const accepted = (_draft: CallDraft, runId: number): CallState => ({
  state: 'accepted',
  workflowRunId: runId,
  workflowRunName: `WR-API-${runId}`,
  status: 'initiated',
  reconciled: false,
})

const read = (text: string, asTyped: boolean): PhoneNumberReading | null => {
  const digits = text.replace(/[\s().-]/g, '')
  if (asTyped) return { text, dial: text.trim(), display: text.trim(), country: null, isE164: false, isValid: true }
  if (!/^\+\d{7,15}$/.test(digits)) return null
  const display = digits.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
  const isValid = !digits.startsWith('+1999')
  return { text, dial: digits, display, country: digits.startsWith('+1') ? 'US' : null, isE164: true, isValid }
}

/** A desk in memory with the shape of the real one: profiles, agents, calls and keys that change as they are used. */
export const createFakeDesk = (options: FakeDeskOptions = {}): Desk => {
  const now = options.now ?? (() => Date.now())
  const failing = options.failing ?? {}
  let profiles = [...(options.profiles ?? [])]
  let selectedId: string | null = profiles[0]?.id ?? null
  let keys = [...(options.keys ?? fakeKeys)]
  let entered: string | null = null
  const profileListeners = new Set<() => void>()
  const callListeners = new Set<(payload: { callIds: string[] }) => void>()
  const profilesChanged = () => profileListeners.forEach((listener) => listener())
  const profileOf = (id: string) => profiles.find((profile) => profile.id === id)
  const check = { version: '1.45.0', milliseconds: 84, account: { email: 'ana@acme.example', organizationId: 7 } }
  const answer = <T>(name: keyof Desk, value: () => T) => {
    const failure = failing[name]
    return Promise.resolve(failure ? fail(failure) : succeed(value()))
  }
  const calls = createFakeCalls({
    now,
    calls: options.calls ?? [],
    profileOf,
    outcomeOf: options.outcomeOf ?? accepted,
    announce: (callIds) => callListeners.forEach((listener) => listener({ callIds })),
  })
  const profileFrom = (input: Input<'addProfile'>): Profile => {
    const id = createUlid(now(), crypto.getRandomValues(new Uint8Array(16)))
    const shared = { id, name: input.name, color: input.color, createdAt: new Date(now()).toISOString() }
    return input.kind === 'practice'
      ? { kind: 'practice', ...shared }
      : { kind: 'service', ...shared, origin: input.origin, custody: input.custody }
  }
  const change = (id: string, next: (profile: Profile) => Profile) => {
    profiles = profiles.map((profile) => (profile.id === id ? next(profile) : profile))
    profilesChanged()
    return profileOf(id)
  }
  const setArchived = (id: number, archived: boolean) => {
    const archivedAt = archived ? new Date(now()).toISOString() : null
    keys = keys.map((key) => (key.id === id ? { ...key, archived, archivedAt } : key))
    return keys
  }

  return {
    appInfo: () => answer('appInfo', () => ({ ...fakeAppInfo, runtime: options.runtime ?? 'product' })),
    keychainStatus: () => answer('keychainStatus', () => options.keychain ?? usableKeychain),
    listProfiles: () => answer('listProfiles', () => ({ profiles, selectedId })),
    enterKey: (input) => {
      entered = input.from === 'typed' ? input.text : 'a key from the clipboard that is fine'
      const { length } = entered
      return answer('enterKey', () => ({ entryId: crypto.randomUUID(), length }))
    },
    addProfile: (input) => {
      if (input.kind === 'service' && !input.origin.startsWith('https://'))
        return Promise.resolve(invalid(['origin'], 'originScheme'))
      const failure = failing.addProfile
      const unasked = failure?.kind === 'unreachable' || failure?.kind === 'unavailable'
      if (failure && !(unasked && input.kind === 'service' && input.unchecked)) return Promise.resolve(fail(failure))
      const profile = profileFrom(input)
      profiles = [...profiles, profile]
      selectedId = profile.id
      profilesChanged()
      return Promise.resolve(succeed({ profile, check: failure ? null : check }))
    },
    updateProfile: ({ profileId, name, color }) => {
      const changed = change(profileId, (profile) => ({ ...profile, name, color }))
      return Promise.resolve(changed ? succeed(changed) : invalid(['profileId'], 'profile'))
    },
    replaceKey: ({ profileId, custody }) => {
      if (failing.replaceKey) return Promise.resolve(fail(failing.replaceKey))
      const changed = change(profileId, (one) => (one.kind === 'service' ? { ...one, custody } : one))
      return Promise.resolve(changed ? succeed(changed) : invalid(['profileId'], 'profile'))
    },
    removeProfile: ({ profileId }) => {
      profiles = profiles.filter(({ id }) => id !== profileId)
      selectedId = profiles[0]?.id ?? null
      profilesChanged()
      return answer('removeProfile', () => ({}))
    },
    selectProfile: ({ profileId }) => {
      selectedId = profileId
      profilesChanged()
      return answer('selectProfile', () => ({}))
    },
    checkProfile: () => answer('checkProfile', () => check),
    listAgents: () => answer('listAgents', () => fakeAgents),
    listTelephonyConfigurations: () => answer('listTelephonyConfigurations', () => fakeConfigurations),
    listCallerIds: ({ telephonyConfigurationId: id }) =>
      answer('listCallerIds', () => fakeCallerIds.filter((one) => one.telephonyConfigurationId === id)),
    readPhoneNumber: ({ text, asTyped }) => {
      const reading = read(text, asTyped)
      return Promise.resolve(reading ? succeed(reading) : invalid(['text'], 'phoneNumber'))
    },
    triggerCall: (draft) =>
      failing.triggerCall ? Promise.resolve(fail(failing.triggerCall)) : calls.triggerCall(draft),
    listCalls: (input) => (failing.listCalls ? Promise.resolve(fail(failing.listCalls)) : calls.listCalls(input)),
    getCall: calls.getCall,
    listKeys: () => answer('listKeys', () => keys),
    archiveKey: ({ apiKeyId, confirmation }) => {
      const key = keys.find(({ id }) => id === apiKeyId)
      if (key?.usedByThisApp && confirmation !== key.name)
        return Promise.resolve(invalid(['confirmation'], 'confirmation'))
      return answer('archiveKey', () => setArchived(apiKeyId, true))
    },
    reactivateKey: ({ apiKeyId }) => answer('reactivateKey', () => setArchived(apiKeyId, false)),
    checkHealth: () =>
      answer('checkHealth', () => ({
        status: 'ok',
        version: '1.45.0',
        milliseconds: 84,
        checkedAt: new Date(now()).toISOString(),
      })),
    lookUpRun: ({ workflowRunId }) =>
      answer('lookUpRun', () => ({
        workflowRunId,
        workflowRunName: `WR-API-${workflowRunId}`,
        workflowId: 1,
        isCompleted: true,
        createdAt: '2026-11-21T09:10:17Z',
        calledNumber: '+14155550123',
        callerNumber: '+18005550100',
        disposition: 'qualified',
        error: null,
        durationSeconds: 72,
        steps: [
          { status: 'ringing', at: '2026-11-21T09:10:19Z' },
          { status: 'answered', at: '2026-11-21T09:10:31Z' },
        ],
        hasRecording: true,
        hasTranscript: true,
        initialContext: {},
      })),
    copyText: () => answer('copyText', () => ({})),
    onProfilesChanged: (listener) => {
      const tell = () => listener({})
      profileListeners.add(tell)
      return () => profileListeners.delete(tell)
    },
    onCallsChanged: (listener) => {
      callListeners.add(listener)
      return () => callListeners.delete(listener)
    },
  }
}
