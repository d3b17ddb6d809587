import { messages } from '../../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import {
  acceptedRunId,
  callButton,
  chooseAgent,
  goTo,
  openPractice,
  tourContext,
  tourNumber,
  typeNumber,
  writeContext,
} from '../../e2e/tour/steps.ts'

/** Collects policy violations, errors and security warnings of a page. */
export const watchPageErrors = async (page: Page): Promise<string[]> => {
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content.Security.Policy|Trusted|violation/.test(message.text()))
      pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => void pageErrors.push(error.message))
  // Some violations are reported only in the page.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`violation: ${effectiveDirective} ${blockedURI}`)
    })
  })
  return pageErrors
}

/** Types invalid JSON in the editor, checks its marker, and fixes it. */
const typeInEditor = async (page: Page): Promise<void> => {
  await writeContext(page, '{ "customer_name": }')
  await page.locator('.cm-lintRange-error').first().waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('{"a": [1, 2]}')
  await page.keyboard.press('ControlOrMeta+Z')
  await writeContext(page, tourContext)
}

/** Uses every screen: first run, practice, agent, JSON editor, call, run, keys, settings and support. */
export const driveNormalRun = async (page: Page): Promise<void> => {
  await openPractice(page)
  await chooseAgent(page, 'Renewal')
  await typeInEditor(page)
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).click()
  const runId = await acceptedRunId(page)
  await goTo(page, messages.shell.screens.runs)
  await page
    .getByRole('row')
    .filter({ hasText: String(runId) })
    .click()
  await page.getByRole('heading', { name: new RegExp(`run ${runId}`, 'i') }).waitFor()
  await goTo(page, messages.shell.screens.keys)
  await page.getByText(messages.support.run.here).first().waitFor()
  await goTo(page, messages.shell.screens.settings)
  await page.getByRole('textbox', { name: messages.settings.calling.repeat }).fill('5')
  await page.getByRole('button', { name: messages.profiles.save, exact: true }).click()
  await page.getByText(messages.settings.saved, { exact: true }).first().waitFor()
  await goTo(page, messages.shell.screens.support)
  await page.getByText(messages.support.hour.columns.latency).first().waitFor()
  await goTo(page, messages.shell.screens.call)
}
