import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Locator, type Page, test as base } from '@playwright/test'
import { createPracticeService, type PracticeService } from '../../src/main/practice/practice-service.ts'
import { startPracticeListener } from '../../src/main/practice/host.ts'
import { launchRundesk, type LaunchOptions, type RunningRundesk } from '../support/electron/launch.ts'

export type Organization = { origin: string; key: string; service: PracticeService }

type Fixtures = {
  /** A data folder for this test only. */
  dataDir: string
  /** Starts the app with the test's data folder; apps that are still running at the end of the test are closed. */
  open: (options?: Partial<LaunchOptions>) => Promise<RunningRundesk>
  /** The practice service on its own port, acting as an organization's service. */
  organization: Organization
}

export const test = base.extend<Fixtures>({
  // Playwright reads the required fixtures from this destructuring pattern.
  // oxlint-disable-next-line no-empty-pattern
  dataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'rundesk-e2e-'))
    await use(folder)
    // Chromium's helper processes may continue writing for a moment after the main process has exited.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },
  open: async ({ dataDir }, use) => {
    const running = new Set<RunningRundesk>()
    await use(async (options = {}) => {
      const rundesk = await launchRundesk({ dataDir, ...options })
      running.add(rundesk)
      rundesk.app.once('close', () => running.delete(rundesk))
      return rundesk
    })
    for (const { kill } of running) await kill()
  },
  // oxlint-disable-next-line no-empty-pattern
  organization: async ({}, use) => {
    const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
    const listener = await startPracticeListener(service)
    const key = service.organizations[0]?.keys.active
    if (key === undefined) throw new Error('The practice world has no organization.')
    await use({ origin: listener.origin, key, service })
    await listener.close()
  },
})

/** Returns the files below a folder whose bytes contain a string. */
export const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))

/** Clicks a button that quits the app, and waits until it has quit. The page may close before the click is reported. */
export const clickToClose = async (button: Locator, exited: Promise<void>): Promise<void> => {
  const clicked = button.click().catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes('has been closed'))) throw error
  })
  await Promise.all([clicked, exited])
}

/** Collects the security violations and errors of the page. */
export const collectPageErrors = (page: Page): string[] => {
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted/.test(message.text()))
      pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(error.message))
  return pageErrors
}
