import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { sinkNames } from '../sinks.ts'

const findingsSchema = z.object({
  flows: z.int(),
  /** How many errors that nobody foresaw the log tells of, with a mask in their words. */
  errors: z.int(),
  /** How many calls show the service's words with a mask in them. */
  masked: z.int(),
  keysArrived: z.int(),
  /** Whether a pasted key took the place of the typed one. */
  replaced: z.boolean(),
  leaks: z.array(z.object({ sink: z.enum(sinkNames), where: z.string(), canary: z.string(), form: z.string() })),
  bytes: z.partialRecord(z.enum(sinkNames), z.int()),
})

/** What a trial in the real app came to. */
export type WindowFindings = z.infer<typeof findingsSchema>

const withWindow = fileURLToPath(new URL('../../../../scripts/with-window.mjs', import.meta.url))
const drive = fileURLToPath(new URL('./drive.ts', import.meta.url))

/** Longer than any machine takes; a window that hangs must not hang the lab. */
const patience = 300_000

/** Runs a program to its end; rejects with what it said when it did not end well. */
const run = (command: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()))
    const timer = setTimeout(() => child.kill('SIGTERM'), patience)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`The app was not driven to its end (code ${code}):\n${said.slice(-4_000)}`))
    })
  })

/** Drives the built app in its Electron, on a screen and with a keychain of its own, and gives what was found. */
export const runWindowTrial = async (seed: number, trial: number): Promise<WindowFindings> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-canary-found-'))
  const file = join(folder, 'found.json')
  try {
    await run(process.execPath, [
      withWindow,
      process.execPath,
      '--no-warnings',
      drive,
      String(seed),
      String(trial),
      file,
    ])
    return findingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
