import { invalid, type Outcome, succeed } from '../contract/failure.ts'
import type { DoctorSubject } from '../contract/doctor.ts'
import type { Operations } from '../contract/operations.ts'
import { type BundleOperations, createDeskBundles, type DeskBundlesParts } from './desk-bundles.ts'
import type { DeskNetwork } from './desk-network.ts'
import type { DeskParts } from './desk.ts'
import type { KeyParts } from './doctor/checks/key.ts'
import { createDoctor, type Patient } from './doctor/doctor.ts'
import { createFreeBytes } from './doctor/free-bytes.ts'
import { createHealthLog } from './health/health-log.ts'
import type { HistoryService } from './history/history-service.ts'
import { errorFacts } from './log/error-facts.ts'
import { createReference } from './log/reference.ts'
import type { Connections } from './profiles/connections.ts'
import { mayConnect, type OriginRules, readAllowedOrigin } from './profiles/origin.ts'
import type { ProfileBook } from './profiles/profile-book.ts'
import type { ProfileService } from './profiles/profile-service.ts'
import type { SettingsBook } from './settings/settings-book.ts'
import type { KeyVault } from './vault/key-vault.ts'

export type DeskSupportParts = Pick<
  DeskParts,
  'appInfo' | 'clock' | 'monotonic' | 'announce' | 'randomBytes' | 'dataFolder' | 'log'
> &
  Omit<DeskBundlesParts, 'healthLog' | 'doctor'> & {
    vault: KeyVault
    settings: SettingsBook
    history: HistoryService
    network: DeskNetwork
    book: ProfileBook
    rules: OriginRules
    connections: Connections
    profiles: ProfileService
  }

export type SupportOperations = Pick<
  Operations,
  'checkHealth' | 'listHealth' | 'startDoctor' | 'readDoctor' | 'cancelDoctor'
> &
  BundleOperations

/** Finds where the service of a subject is, without a key: what the doctor looks at. */
const createFindPatient = ({ rules, book, connections, profiles }: DeskSupportParts) => {
  const askWith = (profileId: string): KeyParts['ask'] => {
    return async () => {
      const checked = await profiles.check(profileId)
      if (!checked.ok) return checked
      const client = await connections.client(profileId)
      const path = client.ok ? await client.value.keyPath() : client
      const organization = checked.value.account?.organizationId ?? null
      return succeed({ organization, adminPath: path.ok ? path.value : null })
    }
  }

  const ofProfile = async (profileId: string): Promise<Outcome<Patient>> => {
    const profile = await book.find(profileId)
    if (!profile.ok) return profile
    const ask = askWith(profileId)
    if (profile.value.kind === 'service') {
      const { origin, custody } = profile.value
      if (!mayConnect(origin, rules)) return invalid(['origin'], 'originNotAllowed', origin)
      return succeed({ origin, key: { ask, inKeychain: custody === 'keychain' } })
    }
    const practice = await connections.open(profileId)
    return practice.ok ? succeed({ origin: practice.value.origin, key: { ask, inKeychain: false } }) : practice
  }

  const ofOrigin = (text: string): Outcome<Patient> => {
    // SECURITY: what may not be connected here is not looked at either.
    const origin = readAllowedOrigin(text, rules)
    return origin.ok ? succeed({ origin: origin.value, key: null }) : origin
  }

  return async (subject: DoctorSubject): Promise<Outcome<Patient>> => {
    if (subject.kind === 'profile') return ofProfile(subject.profileId)
    return subject.kind === 'origin' ? ofOrigin(subject.origin) : succeed({ origin: null, key: null })
  }
}

/** What Support asks beside single questions to a service: the last hour of its health, and the doctor. */
export const createDeskSupport = (parts: DeskSupportParts): { support: SupportOperations; stopSupport: () => void } => {
  const { appInfo, vault, history, settings, network, connections, clock, announce } = parts
  const healthLog = createHealthLog(clock)
  const doctor = createDoctor({
    ...parts,
    network: network.network,
    find: createFindPatient(parts),
    here: () => ({
      appInfo,
      policy: parts.policy.standing,
      keychainStatus: () => vault.status(),
      historyHealth: history.health,
      checkHistory: history.check,
      freeBytes: createFreeBytes(parts.dataFolder ?? null),
      extraCertificatesFile: settings.known().extraCertificatesFile,
    }),
    announce: () => announce('doctorChanged', {}),
    noteTrouble: (check, error) => {
      const reference = createReference(parts.randomBytes)
      parts.log?.('error', 'unforeseen', { check, reference, ...errorFacts(error) })
      return reference
    },
  })
  return {
    support: {
      checkHealth: async ({ profileId }) => {
        const client = await connections.client(profileId)
        return healthLog.note(profileId, client.ok ? await client.value.health() : client)
      },
      ...createDeskBundles({ ...parts, healthLog, doctor }),
      listHealth: async ({ profileId }) => succeed(healthLog.hourOf(profileId)),
      startDoctor: ({ subject }) => doctor.start(subject),
      readDoctor: async () => succeed(doctor.read()),
      cancelDoctor: async () => {
        doctor.cancel()
        return succeed({})
      },
    },
    stopSupport: doctor.cancel,
  }
}
