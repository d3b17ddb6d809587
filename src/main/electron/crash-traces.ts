import { rmSync, writeFileSync } from 'node:fs'
import type { Log } from '../log/log.ts'
import { errorFacts } from '../log/error-facts.ts'

export type CrashTraceParts = {
  platform: string
  log: Log
  /** Writes a text into a file. */
  write?: (file: string, text: string) => void
  /** Removes a folder with all it holds; one that is not there is no failure. */
  remove?: (folder: string) => void
}

const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/**
 * SECURITY: what a crash may leave on disk. Rundesk starts no crash reporter, so no dump is written and none is sent.
 * Linux writes a core file where the system wants one: `emptyCore` keeps the memory of a process, and of the children it
 * starts from then on, out of it (core(5), coredump_filter). macOS and Windows write none unless an admin asks for them.
 * What the system refuses is logged and stops nothing.
 */
export const createCrashTraces = ({ platform, log, write = writeFileSync, remove = removeFolder }: CrashTraceParts) => {
  const attempt = (what: string, act: () => void): void => {
    try {
      act()
    } catch (error) {
      log('warn', what, errorFacts(error))
    }
  }
  return {
    /** Keeps the memory of a process, by its id or our own, out of core files. */
    emptyCore(id: number | 'self'): void {
      if (platform === 'linux') attempt('coreNotEmptied', () => write(`/proc/${id}/coredump_filter`, '0'))
    },

    /** Erases the dumps that another version or a test left behind. */
    eraseDumps(folder: string): void {
      attempt('dumpsNotErased', () => remove(folder))
    },
  }
}

export type CrashTraces = ReturnType<typeof createCrashTraces>
