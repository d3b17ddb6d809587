import type { AppInfo } from '../../../../../src/contract/app-status.ts'
import type { DoctorCheckName, DoctorReport } from '../../../../../src/contract/doctor.ts'
import { succeed } from '../../../../../src/contract/failure.ts'
import {
  createChecks,
  createDoctor,
  type LocalState,
  type DoctorTarget,
} from '../../../../../src/main/features/support/doctor.ts'
import { createConnectionProbe } from '../../../../../src/main/features/support/connection-probe.ts'
import { runChecks, waitingLine } from '../../../../../src/main/features/support/run-checks.ts'
import type { Network } from '../../../../../src/main/network/connector.ts'
import { noPolicy } from '../../../../support/no-policy.ts'
import { createTestNetwork } from '../../../network/create-test-network.ts'

export const anApp: AppInfo = {
  version: '0.1.0',
  electron: '45.4.1',
  chromium: '156',
  node: '24',
  platform: 'linux',
  runtime: 'product',
}

/** The state of a computer without problems. */
export const local = (change: Partial<LocalState> = {}): LocalState => ({
  appInfo: anApp,
  policy: () => noPolicy,
  keychainStatus: () => Promise.resolve({ usable: true }),
  historyHealth: () =>
    Promise.resolve(
      succeed({
        stopped: null,
        check: null,
        backups: { count: 7, newestAt: null, failed: null },
        recovered: null,
        unfinishedErasures: null,
        lastRecovery: null,
      }),
    ),
  checkHistory: () => Promise.resolve(succeed({ events: 12, intact: true, firstBroken: null })),
  freeBytes: () => Promise.resolve(50 * 1024 ** 3),
  extraCertificatesFile: null,
  clock: () => Date.now(),
  ...change,
})

type DiagnoseOptions = Partial<LocalState> & { network?: Network; key?: DoctorTarget['key'] }

/** Runs all checks over real sockets and returns each finding's code, or the state of a check without one. */
export const diagnose = async (
  origin: string | null,
  { network = createTestNetwork(null), key = null, ...change }: DiagnoseOptions = {},
) => {
  const parts = local(change)
  const probe =
    origin === null
      ? null
      : createConnectionProbe({
          origin,
          network,
          clock: parts.clock,
          monotonic: () => performance.now(),
          deadlineMilliseconds: 800,
        })
  const checks = createChecks(parts, probe, key)
  const lines = new Map(checks.map(({ name }) => [name, waitingLine(name)]))
  await runChecks({
    checks,
    signal: new AbortController().signal,
    monotonic: () => performance.now(),
    onLine: (line) => void lines.set(line.check, line),
    logUnexpected: (check, error) => {
      throw new Error(`The check ${check} broke.`, { cause: error })
    },
  })
  const found = (name: DoctorCheckName): string => {
    const line = lines.get(name)
    return line?.finding?.code ?? (line?.because ? `because of ${line.because}` : (line?.step ?? 'not there'))
  }
  return {
    found,
    details: (name: DoctorCheckName) => lines.get(name)?.finding?.details ?? {},
    names: [...lines.keys()],
  }
}

/** A doctor for one target, and a way to wait until its checks are done. */
export const createTestDoctor = (find: () => DoctorTarget, change: Partial<LocalState> = {}) => {
  let announced = 0
  const doctor = createDoctor({
    local: () => local(change),
    network: createTestNetwork(null),
    findTarget: () => Promise.resolve(succeed(find())),
    clock: () => Date.now(),
    monotonic: () => performance.now(),
    announce: () => void (announced += 1),
    logUnexpected: () => 'REFE-RENC-EEEE',
  })
  const ended = async (): Promise<DoctorReport> => {
    for (;;) {
      const report = doctor.read()
      if (report?.endedAt) return report
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  return { doctor, ended, announced: () => announced }
}
