import type { AppInfo, HistoryCheck, HistoryHealth, KeychainStatus } from '../../../contract/app-status.ts'
import type { DoctorLine, DoctorReport, DoctorSubject } from '../../../contract/doctor.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { PolicyStatus } from '../../../contract/policy.ts'
import { longestHealthCheck } from '../../../domain/request-limits.ts'
import { checkCertificateFile, systemCertificates } from '../../network/certificates.ts'
import type { Network } from '../../network/connector.ts'
import {
  checkClock,
  checkKey,
  checkName,
  checkProxy,
  checkService,
  checkTcp,
  checkTls,
  checkVersion,
  type FindAddresses,
  findAddresses,
  type KeyCheckDeps,
} from './checks-connection.ts'
import {
  checkCertificates,
  checkDatabase,
  checkDisk,
  checkHistoryChain,
  checkKeychain,
  checkPolicy,
  checkRuntime,
  type FreeBytes,
} from './checks-local.ts'
import { type ConnectionProbe, createConnectionProbe } from './connection-probe.ts'
import { type Check, runChecks, waitingLine } from './run-checks.ts'

/** What is checked in addition to this computer: the connection to a service, and a profile's key. */
export type DoctorTarget = { origin: string | null; key: KeyCheckDeps | null }

type DoctorDeps = {
  /** Returns the state of this computer when checks start. */
  local: () => Omit<LocalState, 'clock' | 'findAddresses'>
  network: Network
  /** Finds the service of a subject; fails for a bad address or an unknown profile. */
  findTarget: (subject: DoctorSubject) => Promise<Outcome<DoctorTarget>>
  clock: () => number
  monotonic: () => number
  announce: () => void
  logUnexpected: (check: string, error: unknown) => string
}

/** Runs the checks that explain why a call cannot be placed, one run at a time, and announces each change of a line. */
export const createDoctor = (deps: DoctorDeps) => {
  const { local, network, findTarget, clock, monotonic, announce, logUnexpected } = deps
  let last: { report: DoctorReport; abort: AbortController } | null = null
  const now = (): string => new Date(clock()).toISOString()

  const cancel = (): void => last?.abort.abort()

  return {
    async start(subject: DoctorSubject): Promise<Outcome<DoctorReport>> {
      const target = await findTarget(subject)
      if (!target.ok) return target
      cancel()
      const { origin, key } = target.value
      const probe =
        origin === null
          ? null
          : createConnectionProbe({ origin, network, clock, monotonic, deadlineMilliseconds: longestHealthCheck })
      const checks = createChecks({ ...local(), clock }, probe, key)
      const lines: DoctorLine[] = checks.map(({ name }) => waitingLine(name))
      const abort = new AbortController()
      const report: DoctorReport = { subject, origin, startedAt: now(), endedAt: null, lines }
      const current = { report, abort }
      last = current
      const update = (change: Partial<DoctorReport>): void => {
        current.report = { ...current.report, ...change }
        // A run that was replaced by another is no longer shown.
        if (last === current) announce()
      }
      const onLine = (line: DoctorLine): void =>
        update({ lines: current.report.lines.map((one) => (one.check === line.check ? line : one)) })
      void runChecks({ checks, signal: abort.signal, monotonic, onLine, logUnexpected }).then(() =>
        update({ endedAt: now() }),
      )
      return succeed(current.report)
    },
    read: (): DoctorReport | null => last?.report ?? null,
    /** Stops the current run and keeps its findings. */
    cancel,
  }
}

/** What the checks of this computer are based on. */
export type LocalState = {
  appInfo: AppInfo
  policy: () => PolicyStatus
  keychainStatus: () => Promise<KeychainStatus>
  historyHealth: () => Promise<Outcome<HistoryHealth>>
  checkHistory: () => Promise<Outcome<HistoryCheck>>
  freeBytes: FreeBytes
  extraCertificatesFile: string | null
  clock: () => number
  /** Resolves host names; defaults to the operating system. */
  findAddresses?: FindAddresses
}

/** Creates the checks of this computer and, if there are any, of the connection and the key. */
export const createChecks = (local: LocalState, probe: ConnectionProbe | null, key: KeyCheckDeps | null): Check[] => [
  checkRuntime(local.appInfo),
  checkPolicy(local.policy),
  checkKeychain(local.keychainStatus, local.appInfo.platform),
  checkDatabase(local.historyHealth),
  checkHistoryChain(local.checkHistory, local.historyHealth),
  checkDisk(local.freeBytes),
  checkCertificates({
    system: systemCertificates,
    extraFile: local.extraCertificatesFile,
    checkFile: checkCertificateFile,
  }),
  ...(probe === null
    ? []
    : [
        checkProxy(probe),
        checkName(probe, local.findAddresses ?? findAddresses),
        checkTcp(probe),
        checkTls(probe, local.clock),
        checkService(probe),
        checkClock(probe),
        checkVersion(probe),
      ]),
  ...(key === null ? [] : [checkKey(key)]),
]
