import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startRendererPage, type TestMessages } from '../support/renderer-page.ts'
import { launchChromium } from './page-in-chromium.ts'

export type SceneOptions = {
  /** Opens the start-up page, which every launch except the first one shows. */
  startupPage?: boolean
  /** Runs before the page loads; the page may then still be loading when `open` resolves. */
  before?: (page: Page) => Promise<unknown>
  scheme?: 'light' | 'dark'
  width?: number
  height?: number
  forced?: boolean
  /** Puts control characters and right-to-left letters into all text from outside the app. */
  hostile?: boolean
  /** Device pixels per CSS pixel: 2 at 200%. */
  scale?: number
  /** A fixed time in the London time zone. By default, the machine's time and time zone are used. */
  at?: Date
}

/** A page with a fake API, and the console errors so far. */
export type OpenedScene = { page: Page; pageErrors: string[]; close: () => Promise<void> }

/**
 * Builds the page for production, and opens scenes of it until `end` is called. `end` does not close a shared browser.
 */
export const startScenes = async (words: TestMessages | null = null, shared: Browser | null = null) => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-screens-'))
  const served = await startRendererPage(folder, words)
  const browser = shared ?? (await launchChromium())
  return {
    /** Opens a scene and records all errors, including content security policy violations. */
    open: async (scene: string, look: SceneOptions = {}): Promise<OpenedScene> => {
      const context = await browser.newContext({
        viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
        colorScheme: look.scheme ?? 'light',
        forcedColors: look.forced ? 'active' : 'none',
        reducedMotion: 'reduce',
        deviceScaleFactor: look.scale ?? 1,
        ...(look.at && { timezoneId: 'Europe/London', locale: 'en-GB' }),
      })
      const page = await context.newPage()
      if (look.at) {
        await page.clock.setFixedTime(look.at)
        // Countdowns use the monotonic clock.
        await page.addInitScript(() => void (performance.now = () => 0))
      }
      const pageErrors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') pageErrors.push(message.text())
      })
      page.on('pageerror', (error) => void pageErrors.push(error.message))
      await page.addInitScript({ path: served.fakeApiScript })
      await look.before?.(page)
      const path = (look.startupPage ?? scene === 'startup') ? 'start.html' : ''
      // `before` may delay a script that the load event waits for.
      await page.goto(`${served.origin}/${path}?scene=${scene}${look.hostile ? '&hostile' : ''}`, {
        waitUntil: look.before ? 'commit' : 'load',
      })
      return { page, pageErrors, close: () => context.close() }
    },
    end: async (): Promise<void> => {
      if (!shared) await browser.close()
      served.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
