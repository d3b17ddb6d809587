import { messages } from '../../src/messages/index.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { test } from './support.ts'
import { goTo, openPractice } from './tour/steps.ts'

const keys = 'CommandOrControl+Alt+D'

const holds = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(({ globalShortcut }, wanted) => globalShortcut.isRegistered(wanted), keys)

const choose = async (page: Page): Promise<void> => {
  await openPractice(page)
  await goTo(page, messages.shell.screens.settings)
  await page.getByRole('combobox', { name: messages.settings.systemIntegration.shortcut }).click()
  await page
    .getByRole('option', { name: messages.settings.systemIntegration.shortcutKeys('CommandOrControl+Alt+D') })
    .click()
  await page.getByRole('button', { name: messages.profiles.save, exact: true }).click()
  await expect(page.getByText(messages.settings.saved, { exact: true }).first()).toBeVisible()
}

const refused = messages.settings.systemIntegration.shortcutRefused

test('registers the global shortcut when it is chosen and after a restart, and reports a conflict', async ({
  open,
}) => {
  const first = await open()
  expect(await holds(first.app)).toBe(false)
  await choose(first.window)
  expect(await holds(first.app)).toBe(true)
  await expect(first.window.getByText(refused)).toHaveCount(0)
  await first.quit()

  const again = await open()
  await expect.poll(() => holds(again.app)).toBe(true)

  const elsewhere = mkdtempSync(join(tmpdir(), 'rundesk-e2e-'))
  try {
    const other = await open({ dataDir: elsewhere })
    await choose(other.window)
    await expect(other.window.getByText(refused)).toBeVisible()
    await other.quit()
  } finally {
    rmSync(elsewhere, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})
