import type { Page } from '@playwright/test'
import type { Asked } from '../../src/contract/asked.ts'
import { chooseAgent, goTo, number, type Scene } from './scene-steps.ts'

/** Something is asked from outside the window, as main would say it. */
export const ask = (page: Page, asked: Asked) =>
  page.evaluate((wish) => {
    // The desk of a scene is the one in memory, which can be asked from outside; the page's own type knows nothing of it.
    const { ask: askDesk } = window.desk as unknown as { ask: (asked: Asked) => void }
    askDesk(wish)
  }, asked)

const link: Asked = {
  by: 'link',
  display: '+1 415 555 0123',
  link: {
    scheme: 'rundesk',
    number: '+14155550123',
    extension: '45',
    agentUuid: null,
    context: [
      { name: 'customer_name', value: 'Jane Doe' },
      { name: 'amount_due', value: '120.50' },
    ],
  },
}

const asked = (page: Page) => page.getByRole('region', { name: /asks for a call|asked for this call/ })

/** What reaches the app from outside its window: links that fill, wait, or are refused; the clipboard without a number. */
export const askedScenes: Scene[] = [
  [
    'Call, a link filled it',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await ask(page, link)
      await asked(page).waitFor()
      await page.getByRole('button', { name: 'Call +1 415 555 0123' }).waitFor()
    },
  ],
  [
    'Call, a link waits',
    'desk',
    async (page) => {
      await number(page).fill('+1 415 555 01')
      await ask(page, link)
      await page.getByRole('button', { name: 'Fill it in' }).waitFor()
    },
  ],
  [
    'Call, a link refused',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await ask(page, { by: 'refusedLink', why: 'code' })
      await page.getByText('A link was not followed', { exact: true }).waitFor()
    },
  ],
  [
    'Call, nothing was copied',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await ask(page, { by: 'shortcut', text: null })
      await page.getByRole('main').getByText('There is no number on the clipboard.').waitFor()
    },
  ],
  [
    'Runs, a link came',
    'desk',
    async (page) => {
      await goTo(page, 'Runs')
      await ask(page, link)
      await page.getByRole('button', { name: 'Show it' }).waitFor()
    },
  ],
  [
    'Settings, keys that another program has',
    'desk',
    async (page) => {
      await page.evaluate(() => {
        const ties = { shortcut: 'refused', telLinks: 'notInstalled' } as const
        window.desk.systemTies = () => Promise.resolve({ ok: true, value: ties })
      })
      await goTo(page, 'Settings')
      await page.getByRole('switch', { name: 'Be the program for telephone links (tel:)' }).click()
      await page.getByRole('combobox', { name: 'Keys that bring Rundesk to the front from anywhere' }).click()
      await page.getByRole('option', { name: 'Ctrl Alt D' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('The system did not give these keys to Rundesk').scrollIntoViewIfNeeded()
      await page.getByText('This Rundesk is not installed').waitFor()
    },
  ],
]
