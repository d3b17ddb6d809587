import type { Page } from '@playwright/test'
import { chooseAgent, type Scene } from './scene-steps.ts'

const number = (page: Page) => page.getByRole('textbox', { name: 'Number', exact: true })

/** Pastes a text where the focus is, as Ctrl+V does with it on the clipboard. */
export const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

/** A sheet of three rows, two of them of one person, with a column that the agent knows nothing of. */
export const sheet = [
  'Customer\tPhone\tAmount due\tDue\tAccount manager of the northern region',
  'Jane Doe\t+1 415 555 0123\t120.50\tfriday\tMr Bell, who is away until the end of the month',
  'Ada Example\t+1 415 555 0177\t80\tmonday\t',
  'Jane Doe\t+14155550123\t60\tfriday\t',
].join('\n')

/** The number of a call: what it is, what time it is there, who called it, and what was pasted for it. */
export const numberScenes: Scene[] = [
  [
    'Call, a number that may mean several',
    'desk',
    async (page) => {
      await number(page).fill('(030) 901820')
      await page.getByRole('toolbar', { name: 'Which number is meant?' }).getByRole('button').first().waitFor()
      await number(page).press('ArrowDown')
    },
  ],
  [
    'Call, a short number',
    'desk',
    async (page) => {
      await number(page).fill('4711')
      await page.getByRole('button', { name: /^4711/ }).click()
      await page.getByText(/^Extension or service number/).waitFor()
    },
  ],
  [
    'Call, the hour there',
    'desk',
    async (page) => {
      await number(page).fill('+1 415 555 0299')
      await page.getByRole('button', { name: /there$/ }).click()
      await page.getByRole('dialog', { name: 'The hour there' }).getByRole('combobox').fill('chic')
      await page.getByRole('option', { name: 'Chicago (America)' }).click()
      await page.getByRole('button', { name: 'Take it back' }).waitFor()
    },
  ],
  [
    'Call, called from elsewhere',
    'desk',
    async (page) => {
      await number(page).fill('+1 415 555 0266')
      await page
        .getByText(/from elsewhere, Acme Billing/)
        .first()
        .waitFor()
    },
  ],
  [
    'Call, a row was pasted',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).focus()
      await paste(page, sheet)
      await page.getByRole('heading', { name: 'Pasted row' }).waitFor()
      await page.getByRole('button', { name: 'Call +1 415 555 0123' }).waitFor()
    },
  ],
  [
    'Call, a row was pasted without an agent',
    'desk',
    async (page) => {
      await number(page).focus()
      await paste(page, sheet.replace('+1 415 555 0123', '030 901820'))
      await page.getByText('The number has no country code. Choose what is meant.').waitFor()
    },
  ],
  [
    'Call, by ids that have names',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).fill('+1 415 555 0299')
      await page.getByRole('button', { name: 'Type ids instead' }).click()
      await page.getByRole('textbox', { name: 'Configuration id' }).fill('7')
      await page.getByRole('textbox', { name: 'What you call 7' }).fill('Main trunk of the northern region')
      await page.getByRole('textbox', { name: 'Caller ID record id' }).fill('0')
      await page.getByText(/^An id is a whole number/).waitFor()
      await page.getByRole('combobox', { name: 'Configuration id' }).waitFor()
    },
  ],
  [
    'Call, a configuration that is not ready',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).fill('+1 415 555 0277')
      await page.getByRole('combobox', { name: 'Telephony configuration' }).click()
      await page.getByRole('option', { name: /^Vonage/ }).click()
      await page.getByText(/not ready for outbound calls \(no number\)/).waitFor()
      // Back from the button to the lights, and along to the one that is asked about.
      await page.locator('[data-call-button]').focus()
      await page.keyboard.press('Shift+Tab')
      const isMirrored = await page.evaluate(() => getComputedStyle(document.body).direction === 'rtl')
      for (let step = 0; step < 2; step += 1) await page.keyboard.press(isMirrored ? 'ArrowLeft' : 'ArrowRight')
      // Said to people who listen, and shown beside the light.
      await page
        .getByText(/^The service says that it is not ready/)
        .nth(1)
        .waitFor()
    },
  ],
  [
    'Call, a paste without a number',
    'desk',
    async (page) => {
      await number(page).blur()
      await paste(page, 'see you tomorrow')
      await page.getByRole('paragraph').filter({ hasText: 'There is no number in what was pasted.' }).waitFor()
    },
  ],
]
