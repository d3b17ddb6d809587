import { join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, session } from 'electron'
import { createDesk, type DeskParts, type DeskService } from './desk.ts'
import { createChooseFile } from './electron/choose-file.ts'
import { createChooseToOpen } from './electron/choose-to-open.ts'
import { readAppInfo } from './electron/runtime-info.ts'
import { createSealedFileDialogs } from './electron/sealed-file-dialogs.ts'
import { createShowSecret } from './electron/show-secret.ts'
import { createUtilityVault } from './electron/utility-vault.ts'
import { createAnnounce } from './ipc/announce.ts'
import { type AnswerQuestion, createAnswerQuestion } from './ipc/answer-question.ts'
import type { Outside } from './links/outside.ts'
import { tellTo } from './log/error-facts.ts'
import type { Log } from './log/log.ts'
import { policyPlace } from './policy/policy-place.ts'
import { createPracticeHost } from './practice/practice-host.ts'
import { createHoldsSecret } from './process-log.ts'
import { type ProcessParts, secureRandom } from './process-parts.ts'
import type { Storage } from './storage/storage.ts'
import { createKeyVault } from './vault/key-vault.ts'
import { createVaultProcess, keychainMilliseconds } from './vault/vault-process.ts'

/** The system's own answer, had from a session in which no page lives: the page's has no way out. */
const resolveProxy = (url: string): Promise<string> => session.fromPartition('proxies').resolveProxy(url)

/** The system's own windows, over ours, for keys and files: what the page may neither draw nor read. */
const systemWindowsOver = (owner: () => BrowserWindow | null) => {
  const parts = { dialog, folder: () => app.getPath('documents'), owner }
  return {
    chooseFile: createChooseFile(parts),
    sealedFiles: createSealedFileDialogs(parts),
    chooseWorkflowFile: createChooseToOpen(parts, { name: 'JSON', extensions: ['json'] }),
    chooseEvidenceFile: createChooseToOpen(parts, { name: 'HTML', extensions: ['html', 'htm'] }),
    showSecret: createShowSecret(parts),
  }
}

/** The practice service of this desk; its first run has the number that its stories are told with. */
const practiceParts = (clock: () => number, log: Log): DeskParts['practice'] => ({
  firstRunId: 48_001,
  createHost: (firstRunId) =>
    createPracticeHost({
      clock: { now: clock },
      random: secureRandom,
      firstRunId,
      onError: tellTo(log, 'practiceFailed'),
    }),
})

/** Where an admin may have laid a policy for this computer. */
const policyFile = (): ReturnType<typeof policyPlace> =>
  policyPlace({
    platform: process.platform,
    packaged: app.isPackaged,
    asked: app.commandLine.getSwitchValue('policy-file'),
    userId: process.getuid?.(),
  })

/** A desk, and the one way in which the window's questions are answered by it. */
export type OpenedDesk = DeskService & { answer: AnswerQuestion }

export type OpenDeskParts = {
  common: ProcessParts
  /** The folder of the built main process, where the keychain's child lies. */
  built: string
  dataFolder: string
  storage: Storage
  log: Log
  window: () => BrowserWindow | null
  /** Sends a text to the page, if there is one. */
  send: (channel: string, text: string) => void
  outside: Omit<Outside, 'holdsSecret'>
}

/** The desk of this process: its history on disk, its vault in a child of its own, the system's proxies and clipboard. */
export const openDesk = (parts: OpenDeskParts): OpenedDesk => {
  const { common, built, dataFolder, storage, log, window, send, outside } = parts
  const spawn = createUtilityVault(join(built, 'vault-child.js'))
  const desk = createDesk({
    ...common,
    storage,
    vault: createKeyVault(createVaultProcess({ spawn, deadlineMilliseconds: keychainMilliseconds })),
    practice: practiceParts(common.clock, log),
    appInfo: readAppInfo(app.getVersion(), process.versions, process.platform),
    // Text methods answer at once up to Electron 43 and later with a promise: awaiting suits both.
    clipboard: { read: async () => clipboard.readText(), write: async (text) => clipboard.writeText(text) },
    ...systemWindowsOver(window),
    announce: createAnnounce(send),
    outside: { ...outside, holdsSecret: createHoldsSecret() },
    environment: process.env,
    dataFolder,
    policyFile: policyFile(),
    log,
    resolveProxy,
    onNetworkTrouble: (trouble) => log('warn', 'network', trouble),
    onRotation: (facts) => log('info', 'keyRotated', facts),
    onUpkeepFailure: (reason) => log('error', 'upkeepFailed', { reason }),
  })
  return { ...desk, answer: createAnswerQuestion(desk.operations) }
}
