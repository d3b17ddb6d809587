import { join } from 'node:path'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  protocol,
  type Rectangle,
  screen,
  session,
} from 'electron'
import { createDesk, type DeskService } from './desk.ts'
import { fenceApp } from './electron/app-fences.ts'
import { appScheme, createAppScheme } from './electron/app-scheme.ts'
import { createAskToRestart } from './electron/ask-to-restart.ts'
import { createChooseFile } from './electron/choose-file.ts'
import { createChooseWorkflowFile } from './electron/choose-workflow-file.ts'
import { createCrashTraces } from './electron/crash-traces.ts'
import { guardErrors } from './electron/error-guard.ts'
import { handOver, maySpeak } from './electron/link-argument.ts'
import { installMenu } from './electron/menu.ts'
import { guardQuit } from './electron/quit-guard.ts'
import { openOutside } from './electron/open-outside.ts'
import { createWindowMemory, type WindowMemory } from './electron/remember-window.ts'
import { requireSandbox } from './electron/require-sandbox.ts'
import { readAppInfo } from './electron/runtime-info.ts'
import { cutNetwork } from './electron/session-fences.ts'
import { sendToPage } from './electron/send-to-page.ts'
import { showPage } from './electron/show-page.ts'
import { createSealedFileDialogs } from './electron/sealed-file-dialogs.ts'
import { createShowSecret } from './electron/show-secret.ts'
import { isTrustedFrame } from './electron/trusted-frame.ts'
import { createUtilityVault } from './electron/utility-vault.ts'
import { type Announce, createAnnounce } from './ipc/announce.ts'
import { answerOperations } from './ipc/answer.ts'
import { errorFacts } from './log/error-facts.ts'
import type { Log } from './log/log.ts'
import { createReference } from './log/reference.ts'
import type { Outside } from './links/outside.ts'
import { policyPlace } from './policy/policy-place.ts'
import { createPracticeHost } from './practice/practice-host.ts'
import { createHoldsSecret, createProcessLog, createProcessScrub } from './process-log.ts'
import { processParts, secureRandom } from './process-parts.ts'
import { createStorage } from './storage/storage.ts'
import { createKeyVault } from './vault/key-vault.ts'
import { createVaultProcess, keychainMilliseconds } from './vault/vault-process.ts'

requireSandbox(app, process.getuid?.())
fenceApp(app, !app.isPackaged)
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, codeCache: true } },
])

const here = import.meta.dirname
const scrub = createProcessScrub()
const dataFolder = app.commandLine.getSwitchValue('data-folder')
if (dataFolder !== '') app.setPath('userData', dataFolder)

/** The lock belongs to the data folder: a second desk on the same folder would take the first one's calls for lost. */
if (maySpeak(process.argv) && app.requestSingleInstanceLock(handOver(process.argv))) run().catch(giveUp)
else app.quit()

/** Not awaited above: Electron becomes ready only after this file has been evaluated. */
function giveUp(error: unknown): void {
  process.stderr.write(`Rundesk could not start: ${error instanceof Error ? scrub(error.message) : 'unknown reason'}\n`)
  app.exit(1)
}

/** The system's own answer, had from a session in which no page lives: the page's has no way out. */
async function resolveProxy(url: string): Promise<string> {
  await app.whenReady()
  return session.fromPartition('proxies').resolveProxy(url)
}

type Common = ReturnType<typeof processParts>

/** The save dialog over our window. A function by name, as all here: `run` begins before this line has been reached. */
function chooseFileOver(owner: () => BrowserWindow | null): ReturnType<typeof createChooseFile> {
  return createChooseFile({ dialog, folder: () => app.getPath('documents'), owner })
}

/** The system's own windows for keys and files: what the page may neither draw nor read. */
function systemWindowsOver(owner: () => BrowserWindow | null) {
  return {
    sealedFiles: createSealedFileDialogs({ dialog, folder: () => app.getPath('documents'), owner }),
    chooseWorkflowFile: createChooseWorkflowFile({ dialog, folder: () => app.getPath('documents'), owner }),
    showSecret: createShowSecret({ dialog, owner }),
  }
}

type Shell = {
  announce: Announce
  chooseFile: ReturnType<typeof createChooseFile>
  outside: Outside
} & ReturnType<typeof systemWindowsOver>

/** The desk of this process: its history on disk, its vault in a child of its own, the system's proxies and clipboard. */
function openDesk(common: Common, data: string, log: Log, shell: Shell): DeskService {
  const { clock } = common
  return createDesk({
    ...common,
    storage: createStorage({ file: join(data, 'rundesk.db'), worker: new URL('./storage-worker.js', import.meta.url) }),
    vault: createKeyVault(
      createVaultProcess({
        spawn: createUtilityVault(join(here, 'vault-child.js')),
        deadlineMilliseconds: keychainMilliseconds,
      }),
    ),
    practice: {
      firstRunId: 48_001,
      createHost: (firstRunId) =>
        createPracticeHost({
          clock: { now: clock },
          random: secureRandom,
          firstRunId,
          onError: tellTo(log, 'practiceFailed'),
        }),
    },
    appInfo: readAppInfo(app.getVersion(), process.versions, process.platform),
    // Text methods answer at once up to Electron 43 and later with a promise: awaiting suits both.
    clipboard: { read: async () => clipboard.readText(), write: async (text) => clipboard.writeText(text) },
    ...shell,
    environment: process.env,
    dataFolder: data,
    policyFile: policyPlace({
      platform: process.platform,
      packaged: app.isPackaged,
      asked: app.commandLine.getSwitchValue('policy-file'),
      userId: process.getuid?.(),
    }),
    log,
    resolveProxy,
    onNetworkTrouble: (trouble) => log('warn', 'network', trouble),
    onRotation: (facts) => log('info', 'keyRotated', facts),
    onUpkeepFailure: (reason) => log('error', 'upkeepFailed', { reason }),
  })
}

/** Writes an error down under a name; its words are scrubbed there. */
function tellTo(log: Log, event: string): (error: unknown) => void {
  return (error) => log('error', event, errorFacts(error))
}

/** Where the window stood last, and where the screens are now. */
function rememberWindow(data: string, { after }: Common, log: Log): WindowMemory {
  const all = (): Rectangle[] =>
    [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
  return createWindowMemory({
    file: join(data, 'window.json'),
    areas: all,
    after,
    onFailure: tellTo(log, 'windowNotRemembered'),
  })
}

async function run(): Promise<void> {
  const common = processParts()
  const data = app.getPath('userData')
  const log = createProcessLog(data, scrub)
  const reference = (): string => createReference(common.randomBytes)
  const traces = createCrashTraces({ platform: process.platform, log })
  // Before anything is started that would inherit it.
  traces.emptyCore('self')
  traces.eraseDumps(app.getPath('crashDumps'))
  let window: BrowserWindow | null = null

  const announce = createAnnounce((channel, text) => sendToPage(window, channel, text))
  const onError = tellTo(log, 'askedFailed')
  const outside = openOutside({ window: () => window, door: () => desk.asked, onError })
  const desk: DeskService = openDesk(common, data, log, {
    announce,
    chooseFile: chooseFileOver(() => window),
    outside: { ...outside, holdsSecret: createHoldsSecret() },
    ...systemWindowsOver(() => window),
  })
  const askToRestart = createAskToRestart({ app, dialog })
  guardErrors({
    process,
    log,
    createReference: reference,
    stopPlacing: desk.stopPlacing,
    askToRestart: (name) => askToRestart({ kind: 'error', reference: name }),
  })
  app.on('window-all-closed', () => app.quit())
  const quitGuard = guardQuit({ ...desk, log, complain: (line) => process.stderr.write(`${line}\n`) })
  const starting = desk.start()
  answerOperations({
    handle: (channel, listener) => ipcMain.handle(channel, listener),
    isTrusted: isTrustedFrame,
    handlers: desk.operations,
    ready: starting,
    createReference: reference,
    log,
  })

  outside.listen(process.argv, Promise.all([starting, app.whenReady()]))
  // The window and its page come up while the history is opened and checked.
  await app.whenReady()
  const fenced = cutNetwork(session.defaultSession)
  protocol.handle(appScheme, createAppScheme(join(here, '..', 'renderer')))
  installMenu(process.platform === 'darwin')
  window = await showPage({
    ...common,
    preload: join(here, '..', 'preload', 'index.cjs'),
    packaged: app.isPackaged,
    fenced,
    memory: rememberWindow(data, common, log),
    log,
    traces,
    processIds: () => app.getAppMetrics().map(({ pid }) => pid),
    onLost: () => void askToRestart({ kind: 'page' }),
  })
  if (window.isDestroyed()) return
  window.on('closed', () => (window = null))
  quitGuard.hold(window)
  const settled = await starting
  if (!settled.ok) log('error', 'startFailed', { kind: settled.failure.kind })
  log('info', 'started', { electron: process.versions['electron'] ?? '', version: app.getVersion() })
}
