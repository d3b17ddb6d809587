import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from './page-in-chromium.ts'

/**
 * Provides one browser and one folder for all tests of a file. After the last test, the browser is closed and the
 * folder deleted.
 */
export const chromiumForTests = (): { browser: () => Browser; folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-browser-'))
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { browser: () => browser, folder }
}
