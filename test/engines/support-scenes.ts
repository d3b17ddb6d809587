import type { Page } from '@playwright/test'
import type { Scene } from './scene-steps.ts'

/** Goes to Support with the keyboard. */
export const goToSupport = async (page: Page): Promise<void> => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Support' }).click()
  await page.getByRole('heading', { name: 'Support', exact: true }).waitFor()
}

const doctorOf = (page: Page) => page.getByRole('region', { name: 'Doctor' })

/** Lets the doctor look, and waits for what stands in front of everything it found. */
export const lookAtIt = async (page: Page, conclusion: string | RegExp): Promise<void> => {
  await goToSupport(page)
  await doctorOf(page).getByRole('button', { name: 'Look now' }).click()
  await doctorOf(page).getByRole('status').getByText(conclusion).waitFor()
  await doctorOf(page).scrollIntoViewIfNeeded()
}

/** Support in its states. */
export const supportScenes: Scene[] = [
  [
    'the doors, the doctor',
    'first',
    async (page) => {
      await page.getByRole('button', { name: /^Cannot get through/ }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Service address' }).fill('voice.acme.example')
      await page.getByRole('dialog').getByRole('button', { name: 'Look now' }).click()
      await page.getByRole('dialog').getByText('Nothing stands in the way.').waitFor()
    },
  ],
  [
    'Support',
    'desk',
    async (page) => {
      await goToSupport(page)
      await page.getByRole('img', { name: /^Asked 48 times/ }).waitFor()
    },
  ],
  [
    'Support, an hour of trouble',
    'unwell',
    async (page) => {
      await goToSupport(page)
      await page.getByText('Every question as a table').click()
      await page.getByRole('cell', { name: 'No usable answer' }).first().waitFor()
    },
  ],
  ['Support, the doctor finds nothing', 'desk', (page) => lookAtIt(page, 'Nothing stands in the way.')],
  ['Support, the service is down', 'serviceDown', (page) => lookAtIt(page, /^The service is down/)],
  ['Support, the keychain is locked', 'keychainLocked', (page) => lookAtIt(page, /is locked/)],
  ['Support, the doctor is looking', 'looking', (page) => lookAtIt(page, 'Looking …')],
  [
    'Support, the doctor at an address',
    'serviceDown',
    async (page) => {
      await goToSupport(page)
      await doctorOf(page).getByRole('combobox', { name: 'Look at' }).click()
      await page.getByRole('option', { name: 'another address …' }).click()
      await doctorOf(page).getByRole('textbox', { name: 'Service address' }).fill('voice.acme.example')
    },
  ],
  [
    'Support, a run',
    'desk',
    async (page) => {
      await page.getByRole('textbox', { name: 'Number', exact: true }).waitFor()
      await page.locator('body').press('Escape')
      await goToSupport(page)
      await page.keyboard.type('48219')
      await page.keyboard.press('Enter')
      await page.getByText(/^Run 48219 is known to this computer, Acme Billing, /).waitFor()
    },
  ],
  [
    'Support, evidence saved',
    'desk',
    async (page) => {
      await goToSupport(page)
      await page.keyboard.type('48219')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Save evidence …' }).click()
      await page.getByText(/^Saved as rundesk-evidence/).waitFor()
    },
  ],
  [
    'Support, evidence verified',
    'desk',
    async (page) => {
      await goToSupport(page)
      await page.getByLabel('Its seal, if you have it').fill('3f9a'.repeat(16))
      await page.getByRole('button', { name: 'Verify a file …' }).click()
      await page.getByText('It is about run 48219.').waitFor()
      await page.getByRole('region', { name: 'Verify evidence' }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Support, evidence without a noted seal',
    'desk',
    async (page) => {
      await goToSupport(page)
      await page.getByRole('button', { name: 'Verify a file …' }).click()
      await page.getByText('Only the seal that was noted').waitFor()
      await page.getByRole('region', { name: 'Verify evidence' }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Support, evidence that is not to be believed',
    'desk',
    async (page) => {
      await goToSupport(page)
      await page.getByLabel('Its seal, if you have it').fill('0'.repeat(64))
      await page.getByRole('button', { name: 'Verify a file …' }).click()
      await page.getByText('its seal is not the one that was noted').waitFor()
      await page.getByRole('region', { name: 'Verify evidence' }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Support, the diagnostics',
    'desk',
    async (page) => {
      await goToSupport(page)
      await page.getByRole('button', { name: 'Show the diagnostics' }).click()
      await page.getByRole('dialog').getByText('This is all of it').waitFor()
    },
  ],
  [
    'Support, a run nobody knows',
    'noRun',
    async (page) => {
      await goToSupport(page)
      await page.keyboard.type('5')
      await page.keyboard.press('Enter')
      await page.getByText(/^Nobody knows run 5/).waitFor()
      await page
        .getByText(/^Told by the service /)
        .first()
        .waitFor()
    },
  ],
]
