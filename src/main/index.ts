import { join } from 'node:path'
import { app, type BrowserWindow, clipboard, ipcMain, protocol, session } from 'electron'
import { createDesk } from './desk.ts'
import { appScheme, createAppScheme } from './electron/app-scheme.ts'
import { installMenu } from './electron/menu.ts'
import { fenceContents, fenceSession } from './electron/page-fences.ts'
import { guardQuit } from './electron/quit-guard.ts'
import { readAppInfo } from './electron/runtime-info.ts'
import { isTrustedFrame } from './electron/trusted-frame.ts'
import { createUtilityVault } from './electron/utility-vault.ts'
import { openWindow } from './electron/window.ts'
import { createAnnounce } from './ipc/announce.ts'
import { answerOperations } from './ipc/answer.ts'
import { errorFacts } from './log/error-facts.ts'
import { createReference } from './log/reference.ts'
import { createPracticeHost } from './practice/practice-host.ts'
import { createProcessLog, createProcessScrub } from './process-log.ts'
import { processParts, secureRandom } from './process-parts.ts'
import { createStorage } from './storage/storage.ts'
import { createKeyVault } from './vault/key-vault.ts'
import { createVaultProcess } from './vault/vault-process.ts'

// SECURITY: before anything is ready, so that no page can ever run outside the sandbox. Root alone may go without:
// Chromium offers root no sandbox at all, and this call would take the switch away that lets it start.
const rootWithoutSandbox = process.getuid?.() === 0 && app.commandLine.hasSwitch('no-sandbox')
if (!rootWithoutSandbox) app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, codeCache: true } },
])

const here = import.meta.dirname
const scrub = createProcessScrub()
const dataFolder = app.commandLine.getSwitchValue('data-folder')
if (dataFolder !== '') app.setPath('userData', dataFolder)

/** The lock belongs to the data folder: a second desk on the same folder would take the first one's calls for lost. */
if (app.requestSingleInstanceLock()) run().catch(giveUp)
else app.quit()

/** Not awaited above: Electron becomes ready only after this file has been evaluated. */
function giveUp(error: unknown): void {
  process.stderr.write(`Rundesk could not start: ${error instanceof Error ? scrub(error.message) : 'unknown reason'}\n`)
  app.exit(1)
}

async function run(): Promise<void> {
  const common = processParts()
  const { clock } = common
  const data = app.getPath('userData')
  const log = createProcessLog(data, scrub)
  let window: BrowserWindow | null = null

  const announce = createAnnounce((channel, text) => window?.webContents.send(channel, text))
  const desk = createDesk({
    ...common,
    storage: createStorage({ file: join(data, 'rundesk.db'), worker: new URL('./storage-worker.js', import.meta.url) }),
    vault: createKeyVault(
      createVaultProcess({ spawn: createUtilityVault(join(here, 'vault-child.js')), deadlineMilliseconds: 10_000 }),
    ),
    practice: {
      firstRunId: 48_001,
      createHost: (firstRunId) =>
        createPracticeHost({
          clock: { now: clock },
          random: secureRandom,
          firstRunId,
          onError: (error) => log('error', 'practiceFailed', errorFacts(error)),
        }),
    },
    appInfo: readAppInfo(app.getVersion(), process.versions, process.platform),
    // Text methods answer at once up to Electron 43 and later with a promise: awaiting suits both.
    clipboard: { read: async () => clipboard.readText(), write: async (text) => clipboard.writeText(text) },
    announce,
    environment: process.env,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    onNetworkTrouble: (trouble) => log('warn', 'network', trouble),
  })

  app.on('web-contents-created', (_event, contents) => fenceContents(contents))
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('window-all-closed', () => app.quit())
  const quitGuard = guardQuit({ ...desk, announce })
  answerOperations({
    handle: (channel, listener) => ipcMain.handle(channel, listener),
    isTrusted: isTrustedFrame,
    handlers: desk.operations,
    createReference: () => createReference(common.randomBytes),
    log,
  })

  const settled = await desk.start()
  if (!settled.ok) log('error', 'startFailed', { kind: settled.failure.kind })
  await app.whenReady()
  fenceSession(session.defaultSession)
  protocol.handle(appScheme, createAppScheme(join(here, '..', 'renderer')))
  installMenu(process.platform === 'darwin')
  window = openWindow({
    preload: join(here, '..', 'preload', 'index.cjs'),
    packaged: app.isPackaged,
    onLoadFailure: (code) => log('error', 'pageNotLoaded', { code }),
  })
  window.on('closed', () => (window = null))
  quitGuard.hold(window)
  log('info', 'started', { electron: process.versions['electron'] ?? '', version: app.getVersion() })
}
