import type { AppInfo, KeychainStatus } from '../../contract/app-info.ts'
import type { Outcome } from '../../contract/failure.ts'
import type { HistoryCheck, HistoryHealth } from '../../contract/history.ts'
import type { PolicyStanding } from '../../contract/policy.ts'
import { checkCertificateFile } from '../network/certificate-file.ts'
import { systemCertificates } from '../network/trust.ts'
import type { Check } from './check.ts'
import { checkCertificates } from './checks/certificates.ts'
import { checkClock } from './checks/clock.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDisk, type FreeBytes } from './checks/disk.ts'
import { checkHistoryChain } from './checks/history.ts'
import { checkKey, type KeyParts } from './checks/key.ts'
import { checkKeychain } from './checks/keychain.ts'
import { checkName, type FindAddresses, findAddresses } from './checks/name.ts'
import { checkPolicy } from './checks/policy.ts'
import { checkProxy } from './checks/proxy.ts'
import { checkRuntime } from './checks/runtime.ts'
import { checkService } from './checks/service.ts'
import { checkTcp } from './checks/tcp.ts'
import { checkTls } from './checks/tls.ts'
import { checkVersion } from './checks/version.ts'
import type { Journey } from './journey.ts'

/** What the checks of this computer look at. */
export type HereParts = {
  appInfo: AppInfo
  policy: () => PolicyStanding
  keychainStatus: () => Promise<KeychainStatus>
  historyHealth: () => Promise<Outcome<HistoryHealth>>
  checkHistory: () => Promise<Outcome<HistoryCheck>>
  freeBytes: FreeBytes
  extraCertificatesFile: string | null
  clock: () => number
  /** How names are found; the operating system's way unless handed in. */
  find?: FindAddresses
}

const checksHere = (parts: HereParts): Check[] => [
  checkRuntime(parts.appInfo),
  checkPolicy(parts.policy),
  checkKeychain(parts.keychainStatus, parts.appInfo.platform),
  checkDatabase(parts.historyHealth),
  checkHistoryChain(parts.checkHistory),
  checkDisk(parts.freeBytes),
  checkCertificates({
    system: systemCertificates,
    extraFile: parts.extraCertificatesFile,
    checkFile: checkCertificateFile,
  }),
]

const checksOnTheWay = (journey: Journey, { clock, find = findAddresses }: HereParts): Check[] => [
  checkProxy(journey),
  checkName(journey, find),
  checkTcp(journey),
  checkTls(journey, clock),
  checkService(journey),
  checkClock(journey),
  checkVersion(journey),
]

/** Everything that is looked at: always this computer; the way to a service, and a profile's key, where there is one. */
export const createChecks = (parts: HereParts, journey: Journey | null, key: KeyParts | null): Check[] => [
  ...checksHere(parts),
  ...(journey === null ? [] : checksOnTheWay(journey, parts)),
  ...(key === null ? [] : [checkKey(key)]),
]
