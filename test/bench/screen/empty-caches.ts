import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

/** Lets the system forget the files that it has in memory, as after a start of the computer. False where only root may, and we are not. */
export const emptyCaches = (): boolean => {
  try {
    execFileSync('sync')
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    // The figures say so: a start is then less cold than it could be.
    return false
  }
}
