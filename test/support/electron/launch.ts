import { spawn } from 'node:child_process'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { appFolder, chosenRuntime } from './runtime.ts'

/** A running Rundesk: the application, its window, and everything it has written to its output so far. */
export type RunningRundesk = {
  app: ElectronApplication
  window: Page
  output: () => string
  /** Resolves when the process is gone, whoever ended it. */
  gone: Promise<void>
  /** Quits as a person would, and resolves when the process is gone. */
  quit: () => Promise<void>
  /** Ends the whole app at once, as a power cut would. */
  kill: () => Promise<void>
}

export type LaunchWishes = {
  /** Where this Rundesk keeps its data; a second launch on the same folder is a restart. */
  dataDir: string
  env?: Record<string, string>
  args?: readonly string[]
  /** What stands behind the app on the command line, as the system puts a link there. */
  after?: readonly string[]
  /** The folder of another build of the app, as a lab has changed it. */
  app?: string
  colorScheme?: 'light' | 'dark'
}

/** Chromium's sandbox cannot be used by root; everybody else keeps it. */
const sandboxArguments = (): readonly string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : [])

const environment = (more: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
  ...more,
})

/** Starts a second Rundesk on a data folder, with a link or nothing behind the app; resolves with its exit code. */
export const startAgain = (dataDir: string, after: readonly string[] = []): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const args = [...sandboxArguments(), `--data-folder=${dataDir}`, appFolder, ...after]
    const child = spawn(chosenRuntime().executable, args, { stdio: 'ignore' })
    child.once('error', reject)
    child.once('exit', resolve)
  })

/**
 * Resolves when the desk answers and its screens stand in the place of the first picture. Before, main is reading what a
 * desk is made of, and what a test asks of main's own context meanwhile can get lost in the tool that drives it.
 */
const untilOpen = async (page: Page): Promise<Page> => {
  // The page's own first load may come between two looks.
  await page.waitForFunction(async () => 'desk' in window && (await window.desk.appInfo({})).ok, null, { polling: 20 })
  await page.locator('[data-first-picture]').waitFor({ state: 'detached' })
  return page
}

/** Starts the built app in the chosen Electron and resolves when its window is there and the desk answers; needs a screen (DISPLAY). */
export const launchRundesk = async ({
  dataDir,
  env = {},
  args = [],
  after = [],
  app: folder = appFolder,
  colorScheme,
}: LaunchWishes): Promise<RunningRundesk> => {
  const app = await _electron.launch({
    executablePath: chosenRuntime().executable,
    // Else Playwright adds --no-sandbox for everybody.
    chromiumSandbox: sandboxArguments().length === 0,
    args: [...sandboxArguments(), `--data-folder=${dataDir}`, ...args, folder, ...after],
    env: environment(env),
    timeout: 30_000,
    ...(colorScheme === undefined ? {} : { colorScheme }),
  })
  const child = app.process()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    app,
    window: await untilOpen(await app.firstWindow()),
    output: () => output,
    gone,
    quit: async () => {
      await app.close()
      await gone
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** The Electron this app really runs on, asked of the running process and not of a file. */
export const versionOf = (app: ElectronApplication): Promise<string> =>
  app.evaluate(() => process.versions['electron'] ?? 'none')
