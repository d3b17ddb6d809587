import { spawn } from 'node:child_process'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { appFolder, chosenRuntime } from './runtime.ts'

/** A running Rundesk: the application, its window, and everything it has written to its output so far. */
export type RunningRundesk = {
  app: ElectronApplication
  window: Page
  output: () => string
  /** Resolves when the process has exited for any reason. */
  exited: Promise<void>
  /** Quits the app, and resolves when the process has exited. */
  quit: () => Promise<void>
  /** Kills the whole app, like a power failure. */
  kill: () => Promise<void>
}

export type LaunchOptions = {
  /** The data folder; a second launch with the same folder is a restart. */
  dataDir: string
  env?: Record<string, string>
  args?: readonly string[]
  /** Arguments after the app on the command line, such as a link. */
  after?: readonly string[]
  /** The folder of another build of the app, for example one that a lab changed. */
  app?: string
  colorScheme?: 'light' | 'dark'
}

/** Chromium's sandbox does not work for root; every other user keeps it. */
const sandboxArguments = (): readonly string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

const environment = (more: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
  ...more,
})

/** Starts a second Rundesk with the same data folder and optionally a link; resolves with its exit code. */
export const startAgain = (dataDir: string, after: readonly string[] = []): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const args = [...sandboxArguments(), `--data-folder=${dataDir}`, appFolder, ...after]
    const child = spawn(chosenRuntime().executable, args, { stdio: 'ignore' })
    child.once('error', reject)
    child.once('exit', resolve)
  })

/**
 * Resolves when the app responds and its screens have replaced the startup page. Before that, the main process is
 * loading modules, and Playwright can lose an evaluation in it.
 */
const untilOpen = async (page: Page): Promise<Page> => {
  // The page may load between two polls.
  await page.waitForFunction(async () => 'api' in window && (await window.api.appInfo({})).ok, null, { polling: 20 })
  await page.locator('[data-startup]').waitFor({ state: 'detached' })
  return page
}

/**
 * Starts the built app in the chosen Electron; resolves when its window is open and the app responds. Needs a screen
 * (DISPLAY).
 */
export const launchRundesk = async ({
  dataDir,
  env = {},
  args = [],
  after = [],
  app: folder = appFolder,
  colorScheme,
}: LaunchOptions): Promise<RunningRundesk> => {
  const app = await _electron.launch({
    executablePath: chosenRuntime().executable,
    // Without this, Playwright adds --no-sandbox for every user.
    chromiumSandbox: sandboxArguments().length === 0,
    args: [...sandboxArguments(), `--data-folder=${dataDir}`, ...args, folder, ...after],
    env: environment(env),
    timeout: 30_000,
    ...(colorScheme === undefined ? {} : { colorScheme }),
  })
  const child = app.process()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    app,
    window: await untilOpen(await app.firstWindow()),
    output: () => output,
    exited,
    quit: async () => {
      await app.close()
      await exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Returns the Electron version of the running process. */
export const versionOf = (app: ElectronApplication): Promise<string> =>
  app.evaluate(() => process.versions['electron'] ?? 'none')
