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

/** Everything a page complains of: breaches of its policy, errors and whatever Chromium warns of about its safety. */
export const watchComplaints = async (page: Page): Promise<string[]> => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content.Security.Policy|Trusted|violation/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => void complaints.push(error.message))
  // Some breaches are told to the page alone.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`violation: ${effectiveDirective} ${blockedURI}`)
    })
  })
  return complaints
}

/** The JSON editor as it is used: something wrong is typed, its mark is seen, and it is put right. */
const typeInEditor = async (page: Page): Promise<void> => {
  await writeContext(page, '{ "customer_name": }')
  await page.locator('.cm-lintRange-error').first().waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('{"a": [1, 2]}')
  await page.keyboard.press('ControlOrMeta+Z')
  await writeContext(page, tourContext)
}

/** A day's work in short: first run, practice, agent, JSON editor, a call, its run, keys, settings and support. */
export const driveNormalRun = async (page: Page): Promise<void> => {
  await openPractice(page)
  await chooseAgent(page, 'Renewal')
  await typeInEditor(page)
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).click()
  const runId = await acceptedRunId(page)
  await goTo(page, 'Runs')
  await page
    .getByRole('row')
    .filter({ hasText: String(runId) })
    .click()
  await page.getByRole('heading', { name: new RegExp(`run ${runId}`, 'i') }).waitFor()
  await goTo(page, 'Keys')
  await page.getByText('This computer').first().waitFor()
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Ask before calling a number again' }).fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).first().waitFor()
  await goTo(page, 'Support')
  await page.getByText('Round trip').first().waitFor()
  await goTo(page, 'Call')
}
