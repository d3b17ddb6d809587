import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { appFolder } from './runtime.ts'

const madeSchema = z.object({
  folder: z.string(),
  program: z.string(),
  shown: z.string(),
  version: z.string(),
  electron: z.string(),
  trial: z.boolean(),
})

/** A package made by scripts/package: its folder, program and Electron version. */
export type MadePackage = z.infer<typeof madeSchema>

/** The latest package in a folder; throws if there is none. */
export const readMadePackage = (file = join(appFolder, '.cache', 'package', 'made.json')): MadePackage => {
  if (!existsSync(file)) throw new Error('No package was made yet. Run: node scripts/package.mjs --unpacked')
  return madeSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

export type RunningPackage = {
  page: Page
  /** Everything the program has written so far. */
  output: () => string
  /** Returns the debugger targets: the types and addresses of the app's pages. */
  targets: () => Promise<readonly { type: string; url: string }[]>
  /** Kills the program by its process ID, and resolves with its exit code. */
  end: () => Promise<number | null>
}

type LaunchOptions = { made: MadePackage; dataDir: string; env?: Record<string, string>; args?: readonly string[] }

/**
 * Copies the package to another folder and starts it there. Inside the repository, it would find the repository's
 * node_modules, so a file missing from the package would go unnoticed. Playwright drives Electron through the Node
 * debugger, which a packaged app disables, so this function uses Chromium's debugging port.
 */
export const launchPackaged = async ({
  made,
  dataDir,
  env = {},
  args = [],
}: LaunchOptions): Promise<RunningPackage> => {
  const home = mkdtempSync(join(tmpdir(), 'rundesk-packaged-'))
  cpSync(made.folder, home, { recursive: true })
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const given = [...sandbox, `--data-folder=${dataDir}`, '--remote-debugging-port=0', ...args]
  const child = spawn(join(home, made.program), given, { env: { ...process.env, ...env }, cwd: tmpdir() })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const end = async (): Promise<number | null> => {
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.kill('SIGTERM')
    const code = await exited
    clearTimeout(killTimer)
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    return code
  }
  try {
    const port = await readPort(dataDir, () => child.exitCode !== null)
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const page = browser.contexts()[0]?.pages()[0]
    if (page === undefined) throw new Error('The packaged app has no page.')
    return { page, output: () => output, targets: () => listTargets(port), end }
  } catch (error) {
    await end()
    throw new Error(`The packaged app could not be reached. Its output:\n${output.slice(-2000)}`, { cause: error })
  }
}

const targetsSchema = z.array(z.object({ type: z.string(), url: z.string() }))

const listTargets = async (port: number) =>
  targetsSchema.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json())

/** Waits up to 30 seconds until Chromium has written its port to the data folder and has a page; returns the port. */
const readPort = async (dataDir: string, hasExited: () => boolean): Promise<number> => {
  const file = join(dataDir, 'DevToolsActivePort')
  const until = Date.now() + 30_000
  while (Date.now() < until && !hasExited()) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    if (port > 0 && (await listTargets(port)).some(({ type }) => type === 'page')) return port
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(hasExited() ? 'The app exited before it showed a page.' : 'The app showed no page within 30 seconds.')
}
