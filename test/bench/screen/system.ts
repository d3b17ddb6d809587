import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** Drops the system's file cache, as after a reboot. Returns false without root permission. */
export const dropFileCaches = (): boolean => {
  try {
    execFileSync('sync')
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    // The report states this, because without it startups are less cold.
    return false
  }
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The file of a process that has just exited is gone.
    return ''
  }
}

/**
 * Returns the kind of a Chromium process, such as `renderer`; the process that started the others is `main`. Chromium
 * separates the arguments of the processes that it forks by spaces.
 */
export const processKindOf = (id: number): string =>
  /[\0 ]--type=([\w-]+)/.exec(read(`/proc/${id}/cmdline`))?.[1] ?? 'main'

/** Returns the total memory of the processes in megabytes; shared pages are counted once (PSS). */
export const megabytesOf = (ids: readonly number[]): number => {
  const kilobytes = ids.map((id) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0))
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

/** Returns the fields of /proc/<id>/stat after the name, which may contain spaces and parentheses. */
const statOf = (id: number): readonly string[] => {
  const text = read(`/proc/${id}/stat`)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/**
 * Returns the processor time that the processes have used, in milliseconds; the kernel counts in hundredths of a
 * second.
 */
export const processorMilliseconds = (ids: readonly number[]): number =>
  ids.reduce((sum, id) => sum + (Number(statOf(id)[11] ?? 0) + Number(statOf(id)[12] ?? 0)) * 10, 0)
