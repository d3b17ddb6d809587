import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DeskParts } from '../desk.ts'
import type { Announce } from '../ipc/announce.ts'
import { errorFacts } from '../log/error-facts.ts'
import type { Log } from '../log/log.ts'
import { createPracticeHost } from '../practice/practice-host.ts'
import { processParts, secureRandom } from '../process-parts.ts'
import { createStorage } from '../storage/storage.ts'
import { createForkVault } from '../vault/fork-vault.ts'
import { createKeyVault, type KeyVault } from '../vault/key-vault.ts'
import { createVaultProcess, keychainMilliseconds } from '../vault/vault-process.ts'
import { createMemoryVault } from '../vault/memory-vault.ts'

export type Keychain = 'system' | 'memory'

export type HeadlessParts = {
  dataFolder: string
  /** `memory` forgets every key with the process: for tests. */
  keychain: Keychain
  version: string
  announce: Announce
  /** What goes wrong beside the questions is told there; to nobody unless one is handed in. */
  log?: Log
  /** Where an export is written: there is no window to ask in. */
  exportFile?: string
  /** The entry of the storage thread; the app's own unless another is handed in. */
  storageWorker?: URL
}

const here = (file: string): URL => new URL(file, import.meta.url)

const systemVault = (): KeyVault =>
  createKeyVault(
    createVaultProcess({
      spawn: createForkVault(fileURLToPath(here('../vault/vault-child.ts'))),
      deadlineMilliseconds: keychainMilliseconds,
    }),
  )

/** Without a window there is no clipboard: what asks for one is told so instead of being given an empty text. */
const noClipboard = (): Promise<never> => Promise.reject(new Error('There is no clipboard without a window.'))

/** Makes the parts of a desk on plain Node: the same as in the app but for the window and what belongs to it. */
export const headlessParts = (parts: HeadlessParts): DeskParts => {
  const common = processParts()
  const log: Log = parts.log ?? (() => undefined)
  return {
    ...common,
    storage: createStorage({
      file: join(parts.dataFolder, 'rundesk.db'),
      worker: parts.storageWorker ?? here('../storage/storage-worker.ts'),
    }),
    vault: parts.keychain === 'memory' ? createMemoryVault() : systemVault(),
    practice: {
      firstRunId: 48_001,
      createHost: (firstRunId) =>
        createPracticeHost({
          clock: { now: common.clock },
          random: secureRandom,
          firstRunId,
          onError: (error) => log('error', 'practiceFailed', errorFacts(error)),
        }),
    },
    appInfo: {
      version: parts.version,
      electron: '',
      chromium: '',
      node: process.versions.node,
      platform: process.platform,
      runtime: 'product',
    },
    clipboard: { read: noClipboard, write: noClipboard },
    chooseFile: () => Promise.resolve(parts.exportFile ?? null),
    announce: parts.announce,
    dataFolder: parts.dataFolder,
    log,
    environment: process.env,
    resolveProxy: null,
    onNetworkTrouble: (trouble) => log('warn', 'network', trouble),
    onRotation: (facts) => log('info', 'keyRotated', facts),
    onUpkeepFailure: (reason) => log('error', 'upkeepFailed', { reason }),
  }
}
