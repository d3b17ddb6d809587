import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, type BrowserWindow, dialog, ipcMain, protocol, screen, session } from 'electron'
import { operationChannel, operationNames } from '../contract/names.ts'
import { nativeMessages } from '../messages/native.ts'
import type { App } from './app/create-app.ts'
import { createProcessRuntime } from './app/runtime.ts'
import { createHandle } from './ipc/handle.ts'
import { createProcessLog, createReference, logErrorsAs } from './log/log.ts'
import { appScheme, createAppScheme } from './platform/app-scheme.ts'
import { createRestartDialog } from './platform/dialogs.ts'
import { createCrashTraces, handleErrors } from './platform/errors.ts'
import type { OpenAppOptions } from './platform/open-app.ts'
import { canHandOver, createHandOver, createOsIntegration } from './platform/os-integration.ts'
import { createQuitGuard } from './platform/quit-guard.ts'
import { blockNetwork, isTrustedFrame, requireSandbox, secureApp } from './platform/security.ts'
import { createWindowMemory } from './platform/window-state.ts'
import { installMenu, openWindow, sendToPage, waitForFirstPaint } from './platform/window.ts'
import { createStorage } from './storage/storage.ts'
import { createProcessScrub } from './vault/masks.ts'

requireSandbox(app, process.getuid?.())
secureApp(app, !app.isPackaged)
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, codeCache: true } },
])

const built = import.meta.dirname
const scrub = createProcessScrub()
const dataFolderSwitch = app.commandLine.getSwitchValue('data-folder')
if (dataFolderSwitch !== '') app.setPath('userData', dataFolderSwitch)

// The lock applies to the data folder: without it, a second instance would treat the first one's calls as interrupted.
// `run` is not awaited, because Electron becomes ready only after this file has been evaluated.
if (canHandOver(process.argv) && app.requestSingleInstanceLock(createHandOver(process.argv))) run().catch(exit)
else app.quit()

function exit(error: unknown): void {
  const reason = error instanceof Error ? scrub(error.message) : 'unknown reason'
  process.stderr.write(`${nativeMessages.cannotStart(reason)}\n`)
  app.exit(1)
}

async function run(): Promise<void> {
  const runtime = createProcessRuntime()
  const dataFolder = app.getPath('userData')
  const history = join(dataFolder, 'rundesk.db')
  const log = createProcessLog(dataFolder, scrub)
  const reference = (): string => createReference(runtime.randomBytes)
  const traces = createCrashTraces({ platform: process.platform, log })
  // Must run before any child process starts, because child processes inherit the setting.
  traces.disableCoreDump('self')
  traces.eraseDumps(app.getPath('crashDumps'))

  let window: BrowserWindow | null = null
  let opened: App | null = null
  const opening = Promise.withResolvers<App>()
  const started = opening.promise.then((created) => {
    opened = created
    return created.start()
  })

  const osIntegration = createOsIntegration({
    window: () => window,
    requests: () => opened?.externalRequests,
    onError: logErrorsAs(log, 'externalRequestFailed'),
  })
  const quitGuard = createQuitGuard({
    app,
    dialog,
    opened: () => opened,
    window: () => window,
    log,
    printError: (message) => void process.stderr.write(`${message}\n`),
  })
  const askToRestart = createRestartDialog({ restart: quitGuard.restart, dialog })
  handleErrors({
    process,
    log,
    createReference: reference,
    stopCalls: () => void opening.promise.then(({ stopCalls }) => stopCalls()),
    askToRestart: (name) => askToRestart({ kind: 'error', reference: name }),
  })
  app.on('window-all-closed', () => app.quit())
  const handle = createHandle({
    isTrusted: isTrustedFrame,
    operations: started.then(() => opening.promise).then(({ operations }) => operations),
    createReference: reference,
    log,
  })
  // Every operation that the page requests, such as triggerCall, arrives here.
  for (const name of operationNames)
    ipcMain.handle(operationChannel(name), (event, request: unknown) => handle(name, event, request))
  osIntegration.listen(process.argv, started)

  await app.whenReady()
  const networkBlocked = blockNetwork(session.defaultSession)
  protocol.handle(appScheme, createAppScheme(join(built, '..', 'renderer')))
  installMenu(process.platform === 'darwin')
  window = await openWindow({
    preload: join(built, '..', 'preload', 'index.cjs'),
    packaged: app.isPackaged,
    returning: existsSync(history),
    networkBlocked,
    memory: createWindowMemory({
      file: join(dataFolder, 'window.json'),
      areas: () => [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea),
      after: runtime.after,
      onFailure: logErrorsAs(log, 'windowNotRemembered'),
    }),
    log,
    monotonic: runtime.monotonic,
    after: runtime.after,
    traces,
    processIds: () => app.getAppMetrics().map(({ pid }) => pid),
    onUnload: () => opened?.forgetUnsaved(),
    onLost: (reload) => void askToRestart({ kind: 'page' }, reload),
  })
  if (window.isDestroyed()) return
  window.on('closed', () => (window = null))
  // A copied key may have been overwritten in another window.
  window.on('focus', () => void opened?.checkClipboard())
  quitGuard.hold(window)
  // Loading the app and opening the history take 200 ms, so let the window paint first.
  await waitForFirstPaint(window, runtime.after)
  opening.resolve(
    loadApp({
      runtime,
      built,
      dataFolder,
      storage: createStorage({
        file: history,
        worker: pathToFileURL(join(built, 'storage-worker.js')),
        onError: (trace) => log('error', 'storageFailed', trace),
      }),
      log,
      window: () => window,
      send: (channel, text) => sendToPage(window, channel, text),
      osIntegration,
    }),
  )
  const result = await started
  if (!result.ok) log('error', 'startFailed', { kind: result.failure.kind })
  log('info', 'started', { electron: process.versions['electron'] ?? '', version: app.getVersion() })
}

/** Imported on demand: this file must not load the features before the window is visible. */
async function loadApp(options: OpenAppOptions): Promise<App> {
  const { openApp } = await import('./platform/open-app.ts')
  return openApp(options)
}
