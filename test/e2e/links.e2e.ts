import type { CallLink } from '../../src/contract/external-request.ts'
import { messages } from '../../src/messages/index.ts'
import { expect, type Page } from '@playwright/test'
import { startAgain } from '../support/electron/launch.ts'
import { test } from './support.ts'
import { goTo, openPractice } from './tour/steps.ts'
import { number } from '../browser/scene-steps.ts'

/** The banner above every screen except the Call screen. */
const banner = (page: Page, text: string) => page.locator('p', { hasText: text })
const link = { scheme: 'rundesk' } as CallLink // The text depends only on the scheme.
const filledIn = messages.externalRequest.filledInBy(link)
const sources = [filledIn, messages.externalRequest.pending(link)]
const request = (page: Page) =>
  page.getByRole('region', { name: new RegExp(sources.map((source) => source.replace(/^.*? link/, '')).join('|')) })

const noCall = async (page: Page): Promise<void> => {
  await goTo(page, messages.shell.screens.runs)
  await expect(page.getByText(/accepted|sending|unknown|rejected/)).toHaveCount(0)
}

test('fills in the form from the link that started the app, names its source, and places no call', async ({ open }) => {
  const { window: page } = await open({ after: ['rundesk://call?number=+1-415-555-0123&context.customer_name=Jane'] })
  await openPractice(page)
  await expect(number(page)).toHaveValue(messages.call.number.placeholder)
  await expect(request(page)).toContainText(filledIn)
  await expect(request(page)).toContainText(messages.externalRequest.values(['customer_name']))
  await expect(request(page)).toBeFocused()
  // Keys that were meant for another window place no call.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+z')
  await expect(number(page)).toHaveValue('')
  await noCall(page)
})

test(
  'passes the link of a second instance to the first one, which keeps its entries',
  { tag: '@smoke' },
  async ({ open, dataDir }) => {
    const { window: page } = await open()
    await openPractice(page)
    await number(page).pressSequentially('+1 415 555 01')
    expect(await startAgain(dataDir, ['RUNDESK://call/?number=%2B14155550177'])).toBe(0)
    await expect(request(page)).toContainText('+1 415 555 0177')
    await expect(number(page)).toHaveValue('+1 415 555 01')
    await expect(request(page)).toBeFocused()
    await page.getByRole('button', { name: messages.externalRequest.fill }).click()
    await expect(number(page)).toHaveValue('+1 415 555 0177')
    await page.getByRole('button', { name: messages.externalRequest.undo }).click()
    await expect(number(page)).toHaveValue('+1 415 555 01')
    await noCall(page)
  },
)

test('ignores tel: links until they are turned on, and always ignores malformed ones', async ({ open, dataDir }) => {
  const { window: page } = await open()
  await openPractice(page)
  await startAgain(dataDir, ['tel:+14155550123'])
  await expect(page.getByRole('main').getByText(messages.externalRequest.why('off'))).toBeVisible()
  await goTo(page, messages.shell.screens.settings)
  await page.getByRole('switch', { name: messages.settings.systemIntegration.tel }).click()
  await page.getByRole('button', { name: messages.profiles.save, exact: true }).click()
  await expect(page.getByText(messages.settings.systemIntegration.telStatus('notInstalled') ?? '')).toBeVisible()
  await startAgain(dataDir, ['tel:*21*+14155550123%23'])
  await expect(banner(page, messages.externalRequest.why('code'))).toBeVisible()
  // Too long for a second instance to pass on: it never arrives, and the first instance keeps running.
  await startAgain(dataDir, [`tel:+${'1'.repeat(100_000)}`])
  await expect(banner(page, messages.externalRequest.why('code'))).toBeVisible()
  await startAgain(dataDir, [`tel:+${'1'.repeat(12_000)}`])
  await expect(banner(page, messages.externalRequest.why('tooLong'))).toBeVisible()
  await startAgain(dataDir, ['tel:+14155550123'])
  await expect(banner(page, messages.externalRequest.filledInBy({ scheme: 'tel' } as CallLink))).toBeVisible()
  // A link does not navigate away from the Settings screen.
  await expect(page.getByRole('heading', { name: messages.shell.screens.settings })).toBeVisible()
  await page.getByRole('button', { name: messages.externalRequest.show }).click()
  await expect(number(page)).toHaveValue(messages.call.number.placeholder)
  await noCall(page)
})

test('ignores a link that arrives while the screen is locked', async ({ open, dataDir }) => {
  const { app, window: page } = await open()
  await openPractice(page)
  // Simulates a locked screen, because a virtual screen cannot be locked.
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.getSystemIdleState = () => 'locked'
  })
  await startAgain(dataDir, ['rundesk://call?number=+14155550177'])
  await expect(page.getByText(messages.externalRequest.why('locked')).first()).toBeVisible()
  await expect(number(page)).toHaveValue('')
  await expect(page.getByText('0177')).toHaveCount(0)
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.getSystemIdleState = () => 'active'
  })
  await startAgain(dataDir, ['rundesk://call?number=+14155550177'])
  await expect(number(page)).toHaveValue('+1 415 555 0177')
})
