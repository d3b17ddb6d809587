import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, type BrowserWindow, clipboard, dialog, session, utilityProcess } from 'electron'
import { type App, createApp } from '../app/create-app.ts'
import { type OsIntegration, type ProcessRuntime, secureRandom } from '../app/runtime.ts'
import { policySource } from '../features/policy/index.ts'
import { createAnnounce } from '../ipc/announce.ts'
import { type Log, logErrorsAs } from '../log/log.ts'
import { createPracticeHost } from '../practice/host.ts'
import { createListImporter } from '../lists/import.ts'
import type { Storage } from '../storage/storage.ts'
import { createVaultProcesses, keychainMilliseconds, type SpawnVault } from '../vault/child.ts'
import { createHoldsSecret } from '../vault/masks.ts'
import { createKeyVault } from '../vault/vault.ts'
import { createOpenDialog, createSaveDialog, createSealedFileDialogs, createShowSecret } from './dialogs.ts'
import { readAppInfo } from './runtime-info.ts'
import { nativeMessages } from '../../messages/native.ts'

export type OpenAppOptions = {
  runtime: ProcessRuntime
  /** The folder of the built main process, with the vault's child process. */
  built: string
  dataFolder: string
  storage: Storage
  log: Log
  window: () => BrowserWindow | null
  /** Sends a string to the page, if there is one. */
  send: (channel: string, text: string) => void
  osIntegration: Omit<OsIntegration, 'holdsSecret'>
}

/** Creates the app with Electron's dialogs, clipboard, proxies and utility process. */
export const openApp = (options: OpenAppOptions): App => {
  const { runtime, built, dataFolder, storage, log, window, send, osIntegration } = options
  const dialogs = { dialog, folder: () => app.getPath('documents'), owner: window }
  const spawn = createUtilityVault(join(built, 'vault-child.js'))
  return createApp({
    ...runtime,
    storage,
    importer: createListImporter({
      file: join(dataFolder, 'rundesk.db'),
      worker: pathToFileURL(join(built, 'list-import-thread.js')),
      onError: (trace) => log('error', 'listThreadFailed', trace),
    }),
    vault: createKeyVault(createVaultProcesses({ spawn, deadlineMilliseconds: keychainMilliseconds })),
    createPracticeServer: (firstRunId) =>
      createPracticeHost({
        clock: { now: runtime.clock },
        random: secureRandom,
        firstRunId,
        onError: logErrorsAs(log, 'practiceFailed'),
      }),
    appInfo: readAppInfo(app.getVersion(), process.versions, process.platform),
    // Up to Electron 43, the clipboard returns strings; later versions return promises; `await` supports both.
    clipboard: { read: async () => clipboard.readText(), write: async (text) => clipboard.writeText(text) },
    chooseFile: createSaveDialog(dialogs),
    chooseWorkflowFile: createOpenDialog(dialogs, { name: nativeMessages.fileTypes.json, extensions: ['json'] }),
    chooseListFile: createOpenDialog(dialogs, { name: nativeMessages.fileTypes.table, extensions: listExtensions }),
    chooseEvidenceFile: createOpenDialog(dialogs, { name: nativeMessages.fileTypes.html, extensions: ['html', 'htm'] }),
    sealedFiles: createSealedFileDialogs(dialogs),
    showSecret: createShowSecret(dialogs),
    announce: createAnnounce(send),
    osIntegration: { ...osIntegration, holdsSecret: createHoldsSecret() },
    environment: process.env,
    dataFolder,
    policyFile: policySource({
      platform: process.platform,
      packaged: app.isPackaged,
      override: app.commandLine.getSwitchValue('policy-file'),
      userId: process.getuid?.(),
    }),
    log,
    // A session without a page, because the page's session uses a proxy that never connects.
    resolveProxy: (url) => session.fromPartition('proxies').resolveProxy(url),
    onNetworkProblem: (problem) => log('warn', 'network', problem),
    onRotation: (times) => log('info', 'keyRotated', times),
    onMaintenanceFailure: (reason) => log('error', 'maintenanceFailed', { reason }),
  })
}

/** File extensions of tables from which a list can be opened. */
const listExtensions = ['csv', 'tsv', 'txt', 'xlsx']

/** Spawns the vault's child process as a utility process. SECURITY: the output of native code is not logged. */
const createUtilityVault =
  (file: string): SpawnVault =>
  () => {
    const child = utilityProcess.fork(file, [], { serviceName: 'Rundesk vault', stdio: 'ignore' })
    return {
      send: (request) => child.postMessage(request),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', () => listener()),
      kill: () => void child.kill(),
    }
  }
