import { randomBytes, randomUUID } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import type { AppInfo } from '../../contract/app-status.ts'
import type { OsIntegrationStatus } from '../../contract/external-request.ts'
import type { Payload } from '../../contract/api.ts'
import type { EventName } from '../../contract/names.ts'
import type { Settings } from '../../contract/settings.ts'

/** Sends an event to the open page. */
export type Announce = <N extends EventName>(name: N, payload: Payload<N>) => void

/** The suggested name and format of a file that the user is asked to save. */
export type SuggestedFile = { name: string; format: 'csv' | 'jsonLines' | 'html' | 'text' }

/** A new key with its name, or the passphrase of a sealed file. */
export type ShownSecret = { kind: 'key'; name: string } | { kind: 'passphrase'; fileName: string }

/** A notification of the operating system; a click opens the call, or the history if `callId` is null. */
export type Notice = { title: string; body: string; callId: string | null }

/** Features of the operating system outside the window: links, the global shortcut, notifications, the screen lock. */
export type OsIntegration = {
  isLocked: () => boolean
  /** SECURITY: true if the text contains a key that is in memory, or anything with the format of a key. */
  holdsSecret: (text: string) => boolean
  /** Registers the links and the global shortcut that the settings enable, and unregisters the others. */
  apply: (settings: Settings) => void
  status: () => OsIntegrationStatus
  notify: (notice: Notice) => void
  /** Shows the progress of the running lists on the window's icon, from 0 to 1; null if no list is running. */
  showProgress?: (share: number | null) => void
}

/** What the process and its window provide to the features. Everything that needs a window is optional. */
export type Runtime = {
  appInfo: AppInfo
  /** The wall clock and a clock that never goes back, both in milliseconds. */
  clock: () => number
  monotonic: () => number
  randomBytes: (count: number) => Uint8Array
  createUuid: () => string
  /** Runs an action after a delay, without keeping the process alive. Returns a function that cancels it. */
  after: (milliseconds: number, action: () => void) => () => void
  /** The user's account name and the name of this computer. */
  operator: string
  computer: string
  /** Language and country of this computer, such as `en-US`; read from the system if absent. */
  locale?: string
  /** The environment variables that name proxies. */
  environment: Readonly<Record<string, string | undefined>>
  /** Returns the system's proxies for a URL, in the format of a PAC file; null without Chromium. */
  resolveProxy: ((url: string) => Promise<string>) | null
  /** The folder of the history and the log; null if unknown. */
  dataFolder?: string | null
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  announce: Announce
  /** The dialogs resolve to a path, or to null if the user cancels. */
  chooseFile?: (offered: SuggestedFile) => Promise<string | null>
  chooseWorkflowFile?: () => Promise<string | null>
  chooseListFile?: () => Promise<string | null>
  chooseEvidenceFile?: () => Promise<string | null>
  sealedFiles?: { toSave: (name: string) => Promise<string | null>; toOpen: () => Promise<string | null> }
  /** Shows a secret in a system dialog; `copy` is true if the user chose to copy it. */
  showSecret?: (what: ShownSecret, text: string) => Promise<{ copy: boolean }>
  osIntegration?: OsIntegration
}

/** Returns an unpredictable number from 0 to below 1. The practice key is made from it. */
export const secureRandom = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

/**
 * Returns the current account name, or `user` and the account number if the system does not know the account's name.
 */
const operator = (): string => {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim()
  }
}

/** The clocks, timers, random numbers and names of this process. */
export const createProcessRuntime = () =>
  ({
    clock: () => Date.now(),
    monotonic: () => performance.now(),
    randomBytes: (count) => randomBytes(count),
    createUuid: () => randomUUID(),
    after: (milliseconds, action) => {
      const timer = setTimeout(action, milliseconds).unref()
      return () => clearTimeout(timer)
    },
    operator: operator(),
    computer: hostname(),
  }) satisfies Partial<Runtime>

export type ProcessRuntime = ReturnType<typeof createProcessRuntime>

/** Without a window, there are no links, global shortcut or notifications. */
export const noOsIntegration: OsIntegration = {
  isLocked: () => false,
  holdsSecret: () => true,
  apply: () => {},
  status: () => ({ shortcut: 'off', telLinks: 'off' }),
  notify: () => {},
}
