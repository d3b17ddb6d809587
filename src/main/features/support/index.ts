import type { DoctorSubject } from '../../../contract/doctor.ts'
import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import type { Profile } from '../../../contract/profile.ts'
import type { Run } from '../../../contract/run.ts'
import type { Runtime } from '../../app/runtime.ts'
import { createReference, errorFields, type Log, readLogTail } from '../../log/log.ts'
import type { Scrub } from '../../log/redact.ts'
import type { Network } from '../../network/connector.ts'
import { readUpTo } from '../../storage/private-file.ts'
import type { Storage } from '../../storage/storage.ts'
import type { KeyVault } from '../../vault/vault.ts'
import type { History } from '../history/index.ts'
import type { PolicyStore } from '../policy/index.ts'
import type { Connections } from '../profiles/connections.ts'
import type { Profiles } from '../profiles/index.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { SettingsStore } from '../settings/index.ts'
import type { KeyCheckDeps } from './checks-connection.ts'
import { createFreeBytes } from './checks-local.ts'
import { createDiagnostics, type DiagnosticsContent } from './diagnostics.ts'
import { createDoctor, type DoctorTarget } from './doctor.ts'
import { createEvidence } from './evidence.ts'
import { createCheckEvidence } from './verify-evidence.ts'
import type { Health, HealthHour, HealthSample } from '../../../contract/app-status.ts'

type SupportOperations = Pick<
  Operations,
  | 'checkHealth'
  | 'listHealth'
  | 'startDoctor'
  | 'readDoctor'
  | 'cancelDoctor'
  | 'saveEvidence'
  | 'checkEvidence'
  | 'previewDiagnostics'
  | 'saveDiagnostics'
>

type SupportDeps = Pick<
  Runtime,
  | 'appInfo'
  | 'clock'
  | 'monotonic'
  | 'after'
  | 'createUuid'
  | 'randomBytes'
  | 'announce'
  | 'dataFolder'
  | 'chooseFile'
  | 'chooseEvidenceFile'
> & {
  storage: Pick<Storage, 'run'>
  /** Returns the name that an evidence file is created with. */
  operatorName: () => string
  vault: KeyVault
  network: Network
  settings: Pick<SettingsStore, 'known'>
  history: Pick<History, 'health' | 'check'>
  policy: Pick<PolicyStore, 'status'>
  profileStore: ProfileStore
  profiles: Pick<Profiles, 'check'>
  connections: Connections
  /** Reads a call's run from the profile's service, and stores what it reports. Fails if it belongs to another call. */
  readRun: (profileId: string, workflowRunId: number, callId: string, onRequest: () => void) => Promise<Outcome<Run>>
  /** Parses an origin and checks that this computer may connect to it. */
  readAllowedOrigin: (text: string) => Outcome<string>
  mayConnect: (origin: string) => boolean
  scrub: Scrub
  /** Writes a file atomically, readable only by this user. */
  writeFile: (file: string, pieces: AsyncGenerator<Outcome<string>, boolean, undefined>) => Promise<Outcome<boolean>>
  log?: Log
}

/** Maximum size of the log in the diagnostics, in bytes. */
const maxLogBytes = 200_000

const noWindow = (): Promise<never> => Promise.reject(new Error('There is no window to show a dialog in.'))

/** Creates the health log, the doctor, evidence files and diagnostics. */
export const createSupport = (deps: SupportDeps): { operations: SupportOperations; stop: () => void } => {
  const { appInfo, clock, history, settings, policy, profileStore, connections, scrub, dataFolder = null } = deps
  const { chooseFile = noWindow } = deps
  const writeText = (file: string, text: string): Promise<Outcome<boolean>> => deps.writeFile(file, piecesOf(text))
  const healthLog = createHealthLog(clock)

  const doctor = createDoctor({
    network: deps.network,
    clock,
    monotonic: deps.monotonic,
    findTarget: (subject) => findTarget(subject, deps),
    local: () => ({
      appInfo,
      policy: policy.status,
      keychainStatus: () => deps.vault.status(),
      historyHealth: history.health,
      checkHistory: history.check,
      freeBytes: createFreeBytes(dataFolder),
      extraCertificatesFile: settings.known().extraCertificatesFile,
    }),
    announce: () => deps.announce('doctorChanged', {}),
    logUnexpected: (check, error) => {
      const reference = createReference(deps.randomBytes)
      deps.log?.('error', 'unexpectedError', { check, reference, ...errorFields(error) })
      return reference
    },
  })

  const gatherDiagnostics = async (): Promise<DiagnosticsContent> => {
    const listed = await profileStore.list()
    const profiles = listed.ok ? listed.value.profiles : []
    return {
      madeAt: new Date(clock()).toISOString(),
      app: appInfo,
      profiles,
      settings: settings.known(),
      policy: policy.status(),
      history: await history.health(),
      doctor: doctor.read(),
      health: profiles.map(({ id }) => ({ profileId: id, hour: healthLog.lastHour(id) })),
      log: dataFolder === null ? [] : await readLogTail(dataFolder, maxLogBytes),
    }
  }
  const diagnostics = createDiagnostics({
    gather: gatherDiagnostics,
    chooseFile,
    write: writeText,
    scrub,
    clock,
    createUuid: deps.createUuid,
    after: deps.after,
  })

  const saveEvidence = createEvidence({
    storage: deps.storage,
    checkHistory: history.check,
    readRun: deps.readRun,
    chooseFile,
    write: writeText,
    scrub,
    clock,
    operatorName: deps.operatorName,
    app: `Rundesk ${appInfo.version}`,
  })
  const checkEvidence = createCheckEvidence({ chooseFile: deps.chooseEvidenceFile ?? noWindow, readFile: readUpTo })

  return {
    operations: {
      async checkHealth({ profileId }) {
        return healthLog.add(profileId, await connections.health(profileId))
      },
      listHealth: async ({ profileId }) => succeed(healthLog.lastHour(profileId)),
      startDoctor: ({ subject }) => doctor.start(subject),
      readDoctor: async () => succeed(doctor.read()),
      async cancelDoctor() {
        doctor.cancel()
        return succeed({})
      },
      saveEvidence: ({ callId }) => saveEvidence(callId),
      checkEvidence: ({ seal }) => checkEvidence(seal),
      previewDiagnostics: () => diagnostics.preview(),
      saveDiagnostics: ({ diagnosticsId }) => diagnostics.save(diagnosticsId),
    },
    stop: doctor.cancel,
  }
}

type TargetDeps = Pick<SupportDeps, 'profileStore' | 'profiles' | 'connections' | 'readAllowedOrigin' | 'mayConnect'>

/** Finds the origin that the doctor checks, and how to check the key of a profile. */
const findTarget = async (subject: DoctorSubject, deps: TargetDeps): Promise<Outcome<DoctorTarget>> => {
  if (subject.kind === 'here') return succeed({ origin: null, key: null })
  if (subject.kind === 'origin') {
    // SECURITY: the doctor, too, connects only to allowed origins.
    const origin = deps.readAllowedOrigin(subject.origin)
    return origin.ok ? succeed({ origin: origin.value, key: null }) : origin
  }
  const profile = await deps.profileStore.find(subject.profileId)
  return profile.ok ? targetOfProfile(profile.value, deps) : profile
}

const targetOfProfile = async (
  profile: Profile,
  { profiles, connections, mayConnect }: TargetDeps,
): Promise<Outcome<DoctorTarget>> => {
  const readKeyOwner: KeyCheckDeps['readKeyOwner'] = async () => {
    const checked = await profiles.check(profile.id)
    if (!checked.ok) return checked
    const client = await connections.client(profile.id)
    const path = client.ok ? await client.value.keyPath() : client
    const organization = checked.value.account?.organizationId ?? null
    return succeed({ organization, adminPath: path.ok ? path.value : null })
  }
  if (profile.kind === 'practice') {
    const practice = await connections.open(profile.id)
    if (!practice.ok) return practice
    return succeed({ origin: practice.value.origin, key: { readKeyOwner, inKeychain: false } })
  }
  const { origin, keyStorage } = profile
  if (!mayConnect(origin)) return invalid(['origin'], 'originNotAllowed', origin)
  return succeed({ origin, key: { readKeyOwner, inKeychain: keyStorage === 'keychain' } })
}

async function* piecesOf(text: string): AsyncGenerator<Outcome<string>, boolean, undefined> {
  yield succeed(text)
  return true
}

const hour = 3_600_000
/** The page checks once a minute; the user may check more often. */
const maxSamples = 600

/** Results of health checks in the last hour, by profile. */
type HealthLog = {
  /** Records a result and returns it. */
  add(profileId: string, outcome: Outcome<Health>): Outcome<Health>
  lastHour(profileId: string): HealthHour
}

/** Creates the log in memory, so that a disk failure cannot affect it. `clock` is wall time in milliseconds. */
export const createHealthLog = (clock: () => number): HealthLog => {
  const startedAt = clock()
  const byProfile = new Map<string, HealthSample[]>()

  const recent = (profileId: string): HealthSample[] => {
    const from = clock() - hour
    // If the clock was set back, samples may have times in the future; they are dropped, too.
    return (byProfile.get(profileId) ?? []).filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= clock())
  }

  return {
    add(profileId, outcome) {
      const sample: HealthSample = outcome.ok
        ? {
            at: outcome.value.checkedAt,
            milliseconds: outcome.value.milliseconds,
            version: outcome.value.version,
            failure: null,
          }
        : { at: new Date(clock()).toISOString(), milliseconds: null, version: null, failure: outcome.failure }
      byProfile.set(profileId, [...recent(profileId), sample].slice(-maxSamples))
      return outcome
    },
    lastHour: (profileId) => ({
      from: new Date(Math.max(clock() - hour, Math.min(startedAt, clock()))).toISOString(),
      until: new Date(clock()).toISOString(),
      samples: recent(profileId),
    }),
  }
}
