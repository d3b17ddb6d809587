import { rmSync, writeFileSync } from 'node:fs'
import { errorFields, type Log } from '../log/log.ts'

type ErrorEvent = 'uncaughtException' | 'unhandledRejection'

/** Maximum number of unexpected errors that are logged, so that an endless series does not fill the log. */
const maxErrors = 50

/**
 * SECURITY: after an unexpected error, the state of the main process is unknown. The error is redacted and logged only
 * on this computer; no new calls start, calls in flight finish, and a dialog asks once for a restart.
 */
export const handleErrors = ({
  process,
  log,
  createReference,
  stopCalls,
  askToRestart,
}: {
  process: { on(event: ErrorEvent, listener: (error: unknown) => void): unknown }
  log: Log
  createReference: () => string
  stopCalls: () => void
  /** Shows the reference of the error in the log. */
  askToRestart: (reference: string) => Promise<void>
}): void => {
  let errors = 0
  const handle = (event: ErrorEvent) => (thrown: unknown) => {
    errors += 1
    if (errors > maxErrors) return
    const reference = createReference()
    log('error', event, { reference, ...errorFields(thrown) })
    if (errors > 1) return
    stopCalls()
    askToRestart(reference).catch((failure: unknown) => log('error', 'restartDialogFailed', errorFields(failure)))
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, handle(event))
}

/**
 * SECURITY: limits what a crash leaves on disk. The app starts no crash reporter, so no dump is written or sent. Linux
 * can write core files: `disableCoreDump` keeps the memory of a process and of the child processes that it starts later
 * out of them (core(5), coredump_filter). macOS and Windows write none unless an administrator enables them. Failures
 * are logged only.
 */
export const createCrashTraces = ({
  platform,
  log,
  write = writeFileSync,
}: {
  platform: string
  log: Log
  write?: (file: string, text: string) => void
}) => {
  const attempt = (event: string, action: () => void): void => {
    try {
      action()
    } catch (error) {
      log('warn', event, errorFields(error))
    }
  }
  return {
    /** Excludes memory from the core files of a process (by ID) or of this process. */
    disableCoreDump(id: number | 'self'): void {
      if (platform === 'linux') attempt('coreFilterFailed', () => write(`/proc/${id}/coredump_filter`, '0'))
    },

    /** Removes the dumps that another version or a test left behind. */
    eraseDumps(folder: string): void {
      attempt('dumpsNotErased', () => rmSync(folder, { recursive: true, force: true }))
    },
  }
}

export type CrashTraces = ReturnType<typeof createCrashTraces>
