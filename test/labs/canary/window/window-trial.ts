import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runGroup } from '../../../../scripts/lib/run-group.mjs'
import { sinkNames } from '../sinks.ts'

const findingsSchema = z.object({
  flows: z.int(),
  /** Unexpected errors in the log that contain a mask. */
  errors: z.int(),
  /** Calls that show masked text from the service. */
  masked: z.int(),
  keysArrived: z.int(),
  /** Whether a pasted key replaced the typed one. */
  replaced: z.boolean(),
  leaks: z.array(z.object({ sink: z.enum(sinkNames), where: z.string(), canary: z.string(), form: z.string() })),
  bytes: z.partialRecord(z.enum(sinkNames), z.int()),
})

/** Findings of a trial in the real app. */
export type WindowFindings = z.infer<typeof findingsSchema>

const withWindow = fileURLToPath(new URL('../../../../scripts/with-window.mjs', import.meta.url))
const drive = fileURLToPath(new URL('./drive.ts', import.meta.url))

/** Milliseconds after which a hanging window is ended: less than the time limit of the whole lab in `npm run test:full`. */
const timeoutMs = 200_000

/** Drives the built app in Electron with its own display and keychain, and returns the findings. */
export const runWindowTrial = async (seed: number, trial: number): Promise<WindowFindings> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-canary-found-'))
  const file = join(folder, 'found.json')
  try {
    const args = [withWindow, process.execPath, '--no-warnings', drive, String(seed), String(trial), file]
    const { code, output } = await runGroup(process.execPath, args, { timeoutMs })
    if (code !== 0) throw new Error(`The app was not driven to its end (code ${code}):\n${output.slice(-4_000)}`)
    return findingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
