import type { AppInfo, HistoryCheck, HistoryHealth, KeychainStatus } from '../../../contract/app-status.ts'
import { type Check, found } from './run-checks.ts'
import type { DoctorFindingCode } from '../../../contract/doctor.ts'
import type { PolicyStatus } from '../../../contract/policy.ts'
import type { Outcome } from '../../../contract/failure.ts'
import { statfs } from 'node:fs/promises'
import type { CertificateFileCheck } from '../../network/certificates.ts'

/** Checks that the Electron version still receives security fixes. */
export const checkRuntime = (appInfo: AppInfo): Check => ({
  name: 'runtime',
  after: [],
  milliseconds: 1_000,
  run: async () => {
    const { version, electron, chromium, node, platform } = appInfo
    const details = { version, electron, chromium, node, platform }
    if (appInfo.runtime === 'trial') return found('runtimeTrial', details)
    return found(electron === '' ? 'runtimeWithoutWindow' : 'runtimeSupported', details)
  },
})

const policyCodes = {
  none: 'policyNone',
  inForce: 'policyInForce',
  kept: 'policyKept',
  refused: 'policyRefused',
} as const satisfies Record<PolicyStatus['state'], DoctorFindingCode>

/** Reports the administrator's policy file: what it sets, or why it was refused. */
export const checkPolicy = (readStatus: () => PolicyStatus): Check => ({
  name: 'policy',
  after: [],
  milliseconds: 1_000,
  run: async () => {
    const { state, file, reason, at, locked, allowedOrigins } = readStatus()
    const details = { file, reason, at, locked: locked.join(' '), origins: allowedOrigins?.join(', ') }
    return found(policyCodes[state], state === 'none' ? {} : details)
  },
})

const keychainCodes = {
  locked: 'keychainLocked',
  missing: 'keychainUnavailable',
  unavailable: 'keychainUnavailable',
  timedOut: 'keychainTimedOut',
} as const

/** Checks that the keychain is usable, without reading a key. */
export const checkKeychain = (readStatus: () => Promise<KeychainStatus>, platform: string): Check => ({
  name: 'keychain',
  after: [],
  milliseconds: 12_000,
  run: async () => {
    const status = await readStatus()
    return found(status.usable ? 'keychainUsable' : keychainCodes[status.reason], { platform })
  },
})

/** Checks that calls can be recorded. Without a record, no call is placed. */
export const checkDatabase = (readHealth: () => Promise<Outcome<HistoryHealth>>): Check => ({
  name: 'database',
  after: [],
  milliseconds: 15_000,
  run: async () => {
    const health = await readHealth()
    if (!health.ok)
      return found('databaseStopped', { reason: health.failure.kind === 'storage' ? health.failure.reason : '' })
    const { stopped, backups } = health.value
    if (stopped !== null) return found('databaseStopped', { reason: stopped })
    return found('databaseWritable', { backups: backups.count, newestAt: backups.newestAt })
  },
})

/** Checks the hash chain of the whole history and, because a valid chain may lack events, whether a loss is known. */
export const checkHistoryChain = (
  check: () => Promise<Outcome<HistoryCheck>>,
  readHealth: () => Promise<Outcome<HistoryHealth>>,
): Check => ({
  name: 'history',
  after: ['database'],
  milliseconds: 60_000,
  run: async () => {
    const checked = await check()
    if (!checked.ok)
      return found('historyUnreadable', { reason: checked.failure.kind === 'storage' ? checked.failure.reason : '' })
    const { intact, events, firstBroken } = checked.value
    if (!intact) return found('historyBroken', { events, firstBroken })
    const health = await readHealth()
    const { recovered, lastRecovery } = health.ok ? health.value : { recovered: null, lastRecovery: null }
    const loss = recovered ?? lastRecovery
    if (loss === null) return found('historyWhole', { events })
    const known = { missingCalls: loss.missing, missingLists: loss.lostLists, lostAll: loss.lostAll ? 'true' : null }
    const details = { events, reason: loss.cause, ...known }
    return recovered === null
      ? found('historyLossNoted', { ...details, lostAt: loss.at })
      : found('historyIncomplete', details)
  },
})

/** Limits in bytes: below the first, writes may fail; below the second, the user should free space. */
const fullBelowBytes = 50 * 1024 ** 2
const lowBelowBytes = 1024 ** 3

/** Returns the free bytes in the history's folder; null if unknown. */
export type FreeBytes = () => Promise<number | null>

/** Checks that there is space for the records of calls. */
export const checkDisk = (freeBytes: FreeBytes): Check => ({
  name: 'disk',
  after: [],
  milliseconds: 5_000,
  run: async () => {
    const free = await freeBytes()
    if (free === null) return found('diskUnknown')
    const details = { free }
    if (free < fullBelowBytes) return found('diskFull', details)
    return found(free < lowBelowBytes ? 'diskLow' : 'diskEnough', details)
  },
})

/** Reads the space that a folder's file system has left for this user. */
export const createFreeBytes =
  (folder: string | null): FreeBytes =>
  async () => {
    if (folder === null) return null
    try {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    } catch {
      // The database check reports a folder that cannot be read.
      return null
    }
  }

type CertificatesDeps = {
  /** The operating system's own certificates. */
  system: () => readonly string[]
  /** The administrator's certificate file, if any. */
  extraFile: string | null
  checkFile: (path: string) => Promise<CertificateFileCheck>
}

/** Reports the trusted certificates. If the configured file cannot be read, no connection is possible. */
export const checkCertificates = ({ system, extraFile, checkFile }: CertificatesDeps): Check => ({
  name: 'certificates',
  after: [],
  milliseconds: 5_000,
  run: async () => {
    const file = extraFile === null ? null : await checkFile(extraFile)
    if (file !== null && !file.ok) return found('certificatesFileBad', { code: file.code, file: extraFile })
    const details = { system: system().length, extra: file?.certificates ?? 0 }
    return found(details.system === 0 ? 'certificatesBundledOnly' : 'certificatesTrusted', details)
  },
})
