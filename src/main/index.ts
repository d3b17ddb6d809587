import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, type BrowserWindow, dialog, ipcMain, protocol, type Rectangle, screen, session } from 'electron'
import { fenceApp } from './electron/app-fences.ts'
import { appScheme, createAppScheme } from './electron/app-scheme.ts'
import { createAskToRestart } from './electron/ask-to-restart.ts'
import { createCrashTraces } from './electron/crash-traces.ts'
import { guardErrors } from './electron/error-guard.ts'
import { firstPicture } from './electron/first-picture.ts'
import { handOver, maySpeak } from './electron/link-argument.ts'
import { installMenu } from './electron/menu.ts'
import { openOutside } from './electron/open-outside.ts'
import { guardQuit } from './electron/quit-guard.ts'
import { createWindowMemory, type WindowMemory } from './electron/remember-window.ts'
import { requireSandbox } from './electron/require-sandbox.ts'
import { sendToPage } from './electron/send-to-page.ts'
import { cutNetwork } from './electron/session-fences.ts'
import { showPage, type ShowPageParts } from './electron/show-page.ts'
import { isTrustedFrame } from './electron/trusted-frame.ts'
import { answerOperations } from './ipc/answer.ts'
import { answerWhenOpen } from './ipc/answer-when-open.ts'
import { tellTo } from './log/error-facts.ts'
import type { Log } from './log/log.ts'
import { createReference } from './log/reference.ts'
import type { OpenDeskParts, OpenedDesk } from './open-desk.ts'
import { createProcessLog, createProcessScrub } from './process-log.ts'
import { processParts, type ProcessParts } from './process-parts.ts'
import { createStorage } from './storage/storage.ts'

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

/** Where the history of a data folder lies. */
function historyIn(data: string): string {
  return join(data, 'rundesk.db')
}

/** Where the window stood last, and where the screens are now. */
function rememberWindow(data: string, { after }: ProcessParts, log: Log): WindowMemory {
  const all = (): Rectangle[] =>
    [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea)
  return createWindowMemory({
    file: join(data, 'window.json'),
    areas: all,
    after,
    onFailure: tellTo(log, 'windowNotRemembered'),
  })
}

type PageParts = Pick<ShowPageParts, 'log' | 'traces' | 'fenced' | 'onLost'> & { common: ProcessParts; data: string }

/** Our one window with its page, where it stood last. */
function openPage({ common, data, ...parts }: PageParts): Promise<BrowserWindow> {
  return showPage({
    ...common,
    ...parts,
    preload: join(here, '..', 'preload', 'index.cjs'),
    packaged: app.isPackaged,
    drawn: existsSync(historyIn(data)),
    memory: rememberWindow(data, common, parts.log),
    processIds: () => app.getAppMetrics().map(({ pid }) => pid),
  })
}

/** Not read before it is needed: the window comes first. The history is opened meanwhile, in a thread of its own. */
async function readDesk(parts: Omit<OpenDeskParts, 'built' | 'storage'>): Promise<OpenedDesk> {
  const worker = pathToFileURL(join(here, 'storage-worker.js'))
  const storage = createStorage({ file: historyIn(parts.dataFolder), worker })
  const { openDesk } = await import('./open-desk.ts')
  return openDesk({ ...parts, built: here, storage })
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
  let desk: OpenedDesk | null = null
  const { promise: opening, resolve: open } = Promise.withResolvers<OpenedDesk>()
  const starting = opening.then((opened) => {
    desk = opened
    return opened.start()
  })

  const outside = openOutside({ window: () => window, door: () => desk?.asked, onError: tellTo(log, 'askedFailed') })
  const askToRestart = createAskToRestart({ app, dialog })
  guardErrors({
    process,
    log,
    createReference: reference,
    stopPlacing: () => void opening.then(({ stopPlacing }) => stopPlacing()),
    askToRestart: (name) => askToRestart({ kind: 'error', reference: name }),
  })
  app.on('window-all-closed', () => app.quit())
  const quitGuard = guardQuit({ desk: () => desk, log, complain: (line) => process.stderr.write(`${line}\n`) })
  answerOperations({
    handle: (channel, listener) => ipcMain.handle(channel, listener),
    isTrusted: isTrustedFrame,
    answer: answerWhenOpen(starting.then(() => opening)),
    createReference: reference,
    log,
  })
  outside.listen(process.argv, starting)

  await app.whenReady()
  const fenced = cutNetwork(session.defaultSession)
  protocol.handle(appScheme, createAppScheme(join(here, '..', 'renderer')))
  installMenu(process.platform === 'darwin')
  const onLost = (): void => void askToRestart({ kind: 'page' })
  window = await openPage({ common, data, log, traces, fenced, onLost })
  if (window.isDestroyed()) return
  window.on('closed', () => (window = null))
  quitGuard.hold(window)
  // To open the history and to read what a desk is made of takes a fifth of a second: the window comes first.
  await firstPicture(window, common.after)
  const send = (channel: string, text: string): void => sendToPage(window, channel, text)
  open(readDesk({ common, dataFolder: data, log, window: () => window, send, outside }))
  const settled = await starting
  if (!settled.ok) log('error', 'startFailed', { kind: settled.failure.kind })
  log('info', 'started', { electron: process.versions['electron'] ?? '', version: app.getVersion() })
}
