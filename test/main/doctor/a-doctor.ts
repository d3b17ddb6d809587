import type { AppInfo } from '../../../src/contract/app-info.ts'
import type { DoctorCheckName, DoctorReport } from '../../../src/contract/doctor.ts'
import { succeed } from '../../../src/contract/failure.ts'
import type { HereParts } from '../../../src/main/doctor/checks.ts'
import { createDoctor, type Patient } from '../../../src/main/doctor/doctor.ts'
import { createJourney } from '../../../src/main/doctor/journey.ts'
import { createChecks } from '../../../src/main/doctor/checks.ts'
import { runChecks, waitingLine } from '../../../src/main/doctor/run-checks.ts'
import type { Network } from '../../../src/main/network/network.ts'
import { noPolicy } from '../../support/no-policy.ts'
import { aNetwork } from '../network/a-network.ts'

export const anApp: AppInfo = {
  version: '0.1.0',
  electron: '45.4.1',
  chromium: '156',
  node: '24',
  platform: 'linux',
  runtime: 'product',
}

/** A computer on which all is well; name what matters to the test. */
export const here = (change: Partial<HereParts> = {}): HereParts => ({
  appInfo: anApp,
  policy: () => noPolicy,
  keychainStatus: () => Promise.resolve({ usable: true }),
  historyHealth: () =>
    Promise.resolve(
      succeed({ stopped: null, check: null, backups: { count: 7, newestAt: null, failed: null }, recovered: null }),
    ),
  checkHistory: () => Promise.resolve(succeed({ events: 12, intact: true, firstBroken: null })),
  freeBytes: () => Promise.resolve(50 * 1024 ** 3),
  extraCertificatesFile: null,
  clock: () => Date.now(),
  ...change,
})

type Wishes = Partial<HereParts> & { network?: Network; key?: Patient['key'] }

/** Looks at everything, over real sockets, and gives what each check found: a finding's code, or how it stands. */
export const diagnose = async (
  origin: string | null,
  { network = aNetwork(null), key = null, ...change }: Wishes = {},
) => {
  const parts = here(change)
  const journey =
    origin === null
      ? null
      : createJourney({
          origin,
          network,
          clock: parts.clock,
          monotonic: () => performance.now(),
          deadlineMilliseconds: 800,
        })
  const checks = createChecks(parts, journey, key)
  const lines = new Map(checks.map(({ name }) => [name, waitingLine(name)]))
  await runChecks({
    checks,
    signal: new AbortController().signal,
    monotonic: () => performance.now(),
    tell: (line) => void lines.set(line.check, line),
    noteTrouble: (check, error) => {
      throw new Error(`The check ${check} broke.`, { cause: error })
    },
  })
  const told = (name: DoctorCheckName): string => {
    const line = lines.get(name)
    return line?.finding?.code ?? (line?.because ? `because of ${line.because}` : (line?.step ?? 'not there'))
  }
  return { told, facts: (name: DoctorCheckName) => lines.get(name)?.finding?.facts ?? {}, names: [...lines.keys()] }
}

/** A doctor over a patient, and the way to wait for the end of a look. */
export const aDoctor = (find: () => Patient, change: Partial<HereParts> = {}) => {
  let announced = 0
  const doctor = createDoctor({
    here: () => here(change),
    network: aNetwork(null),
    find: () => Promise.resolve(succeed(find())),
    clock: () => Date.now(),
    monotonic: () => performance.now(),
    announce: () => void (announced += 1),
    noteTrouble: () => 'REFE-RENC-EEEE',
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
