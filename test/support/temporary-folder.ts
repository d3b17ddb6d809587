import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a temporary folder for one test; it is removed when the test ends. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
