import { expect, type Page } from '@playwright/test'
import { startAgain } from '../support/electron/launch.ts'
import { test } from './support.ts'
import { goTo, openPractice } from './tour/steps.ts'

const number = (page: Page) => page.getByRole('textbox', { name: 'Number', exact: true })
/** What stands over every screen but Call. */
const banner = (page: Page, text: string) => page.locator('p', { hasText: text })
const asked = (page: Page) => page.getByRole('region', { name: /asks? for a call|asked for this call/ })

const noCall = async (page: Page): Promise<void> => {
  await goTo(page, 'Runs')
  await expect(page.getByText(/accepted|sending|unknown|rejected/)).toHaveCount(0)
}

test('a link that starts the app fills the form once there is one, says who asked, and calls nobody', async ({
  open,
}) => {
  const { window: page } = await open({ after: ['rundesk://call?number=+1-415-555-0123&context.customer_name=Jane'] })
  await openPractice(page)
  await expect(number(page)).toHaveValue('+1 415 555 0123')
  await expect(asked(page)).toContainText('A rundesk: link asked for this call')
  await expect(asked(page)).toContainText('1 value: customer_name')
  await expect(asked(page)).toBeFocused()
  // What was meant for another window does not call.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+z')
  await expect(number(page)).toHaveValue('')
  await noCall(page)
})

test('a second start hands its link to the first one, which loses nothing that was typed', async ({
  open,
  dataDir,
}) => {
  const { window: page } = await open()
  await openPractice(page)
  await number(page).pressSequentially('+1 415 555 01')
  expect(await startAgain(dataDir, ['RUNDESK://call/?number=%2B14155550177'])).toBe(0)
  await expect(asked(page)).toContainText('+1 415 555 0177')
  await expect(number(page)).toHaveValue('+1 415 555 01')
  await expect(number(page)).toBeFocused()
  await page.getByRole('button', { name: 'Fill it in' }).click()
  await expect(number(page)).toHaveValue('+1 415 555 0177')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(number(page)).toHaveValue('+1 415 555 01')
  await noCall(page)
})

test('a telephone link is off until it is turned on, and a hostile one changes nothing', async ({ open, dataDir }) => {
  const { window: page } = await open()
  await openPractice(page)
  await startAgain(dataDir, ['tel:+14155550123'])
  await expect(page.getByRole('main').getByText('Links of this kind are turned off.')).toBeVisible()
  await goTo(page, 'Settings')
  await page.getByRole('switch', { name: 'Be the program for telephone links (tel:)' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('This Rundesk is not installed')).toBeVisible()
  await startAgain(dataDir, ['tel:*21*+14155550123%23'])
  await expect(banner(page, 'It has a code for a carrier or a device')).toBeVisible()
  // Longer than what one start can tell another: it never arrives, and the first one lives on.
  await startAgain(dataDir, [`tel:+${'1'.repeat(100_000)}`])
  await expect(banner(page, 'It has a code for a carrier or a device')).toBeVisible()
  await startAgain(dataDir, [`tel:+${'1'.repeat(12_000)}`])
  await expect(banner(page, 'It is longer than any link for a call.')).toBeVisible()
  await startAgain(dataDir, ['tel:+14155550123'])
  await expect(banner(page, 'A telephone link asked for this call: +1 415 555 0123')).toBeVisible()
  // Whoever is at the settings is led nowhere.
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(number(page)).toHaveValue('+1 415 555 0123')
  await noCall(page)
})

test('a link that comes to a locked screen is refused, and nothing of it is kept', async ({ open, dataDir }) => {
  const { app, window: page } = await open()
  await openPractice(page)
  // As the system would answer: there is no lock to be had on a virtual screen.
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.getSystemIdleState = () => 'locked'
  })
  await startAgain(dataDir, ['rundesk://call?number=+14155550177'])
  await expect(page.getByText('It came while this computer was locked.').first()).toBeVisible()
  await expect(number(page)).toHaveValue('')
  await expect(page.getByText('0177')).toHaveCount(0)
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.getSystemIdleState = () => 'active'
  })
  await startAgain(dataDir, ['rundesk://call?number=+14155550177'])
  await expect(number(page)).toHaveValue('+1 415 555 0177')
})
