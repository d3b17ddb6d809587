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
  await goTo(page, 'Settings')
  await page.getByRole('combobox', { name: 'Keys that bring Rundesk to the front from anywhere' }).click()
  await page.getByRole('option', { name: 'Ctrl Alt D' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible()
}

const refused = 'The system did not give these keys to Rundesk'

test('the global shortcut is off, held once it is chosen, held again after a restart, and refused while another has it', async ({
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
