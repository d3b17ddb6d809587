import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startRendererPage, type TestWords } from '../support/renderer-page.ts'
import { launchChromium } from './page-in-chromium.ts'

export type Look = {
  /** The page comes with the first picture drawn into it, as for whoever has been here before. */
  drawn?: boolean
  /** Done with the page before it loads. */
  before?: (page: Page) => Promise<unknown>
  scheme?: 'light' | 'dark'
  width?: number
  height?: number
  forced?: boolean
  /** How many pixels of the screen one of the page's own takes: 2 at 200 %. */
  scale?: number
  /** The clock stands at this time, and the desk is in London; without it both are the machine's. */
  at?: Date
}

/** A page on a fake desk, what it complained of so far, and its end. */
export type OpenedScene = { page: Page; complaints: string[]; close: () => Promise<void> }

/** Builds the renderer as it ships and opens scenes of it in the browser, until `end`; a browser handed in goes on. */
export const startScenes = async (words: TestWords | null = null, shared: Browser | null = null) => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-screens-'))
  const served = await startRendererPage(folder, words)
  const browser = shared ?? (await launchChromium())
  return {
    /** Every breach of the page's policy and every error is kept as a complaint. */
    open: async (scene: string, look: Look = {}): Promise<OpenedScene> => {
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
        // The clock that nobody can set, by which time is counted down.
        await page.addInitScript(() => void (performance.now = () => 0))
      }
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => void complaints.push(error.message))
      await page.addInitScript({ path: served.deskScript })
      await look.before?.(page)
      await page.goto(`${served.origin}/${(look.drawn ?? scene === 'drawn') ? 'desk.html' : ''}?scene=${scene}`)
      return { page, complaints, close: () => context.close() }
    },
    end: async (): Promise<void> => {
      if (!shared) await browser.close()
      served.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
