import { statSync } from 'node:fs'

const identity = (file: string): string | null => {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

/**
 * Remembers which files stand at these paths now, and says later whether the same ones still do. A file that was
 * deleted or replaced under an open database would take every record with it, with no error from the driver.
 */
export const watchFiles = (files: readonly string[]): (() => boolean) => {
  const before = files.map((file) => [file, identity(file)] as const)
  return () => before.every(([file, was]) => was === null || identity(file) === was)
}
