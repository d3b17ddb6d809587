import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { goTo, tourNumber } from '../tour/steps.ts'
import { adminKeySteps } from './admin-keys.ts'
import { answerDialogs } from './answer-dialogs.ts'
import { button, field, press, says } from './by-hand.ts'
import type { Step } from './desk.ts'

const log = (page: Page) => page.getByRole('list', { name: 'What was done here' })

const definition = {
  nodes: [
    {
      id: 's',
      type: 'startCall',
      data: { name: 'Start', greeting: 'Hello {{customer_name}}, your visit is tomorrow.' },
    },
    { id: 'e', type: 'endCall', data: { name: 'End', prompt: 'Say goodbye.' } },
  ],
  edges: [{ id: 'se', source: 's', target: 'e', data: { label: 'done', condition: 'when they know' } }],
}

const makeAgent: readonly Step[] = [
  [
    'Back at your own desk, press `Ctrl` `K`, type `new agent`, and press `Enter`.',
    async (desk) => {
      const file = join(desk.folder, 'visits.json')
      writeFileSync(file, JSON.stringify({ name: 'Visit reminder', workflow_definition: definition }))
      desk.comeBack()
      await answerDialogs(desk.app, desk.folder, file)
      await press(desk.page, 'Control+k')
      await desk.page.keyboard.type('new agent')
      await desk.page.getByRole('option', { name: /^New agent from a file/ }).waitFor()
      await press(desk.page, 'Enter')
    },
  ],
  [
    'Choose the file, and look at what it holds.',
    async ({ page }) =>
      page.getByRole('dialog', { name: 'New agent in Acme Billing' }).getByText('your visit is tomorrow').waitFor(),
  ],
  [
    'Press **Create and publish**.',
    async ({ page }) => {
      await button(page, 'Create and publish').click()
      await page.getByRole('dialog', { name: 'Visit reminder was created' }).waitFor()
    },
  ],
  [
    'Press **Call with this agent** to try it.',
    async ({ page }) => {
      await button(page, 'Call with this agent').click()
      await field(page, 'customer_name').waitFor()
    },
  ],
]

const settings: readonly Step[] = [
  [
    'Press **Settings** on the left.',
    async ({ page }) => {
      await goTo(page, 'Settings')
      await page.getByRole('heading', { name: 'Settings' }).waitFor()
    },
  ],
  [
    'Enter **Your name, for the log of what was done**: `Kim Lee`, and press **Save**.',
    async ({ page }) => {
      await field(page, 'Your name, for the log of what was done').fill('Kim Lee')
      await button(page, 'Save').click()
      await says(page, 'Saved.')
    },
  ],
]

const erase: readonly Step[] = [
  ['Press **Erase a person …** in **Settings**.', async ({ page }) => button(page, 'Erase a person …').click()],
  [
    `Enter the number as it was dialled: \`${tourNumber}\`, and press **Continue**.`,
    async ({ page }) => {
      await page.getByRole('dialog').getByRole('textbox', { name: 'Number' }).fill(tourNumber)
      await button(page, 'Continue').click()
      await page.getByRole('dialog', { name: `Erase ${tourNumber}?` }).waitFor()
    },
  ],
  [
    `Press **Erase ${tourNumber}**.`,
    async ({ page }) => {
      await button(page, `Erase ${tourNumber}`).click()
      await says(page, new RegExp(`${tourNumber.replace('+', '\\+')} was removed from 1 call`))
    },
  ],
  [
    'Close the window.',
    async ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click(),
  ],
]

const readLog: readonly Step[] = [
  [
    'Go to the end of **Settings**: _What was done here_ lists every act, with who and when.',
    async ({ page }) => {
      await log(page).scrollIntoViewIfNeeded()
      for (const act of ['Person erased', 'Settings changed']) await log(page).getByText(act).first().waitFor()
    },
  ],
  [
    'Press **Check the log now** to see whether anything in it was changed.',
    async ({ page }) => {
      await button(page, 'Check the log now').click()
      await says(page, /^Checked: all \d+ entries fit together\.$/)
    },
  ],
  [
    'Press **Export the log …** to save a copy.',
    async (desk) => {
      await button(desk.page, 'Export the log …').click()
      await says(desk.page, /entries were written to /)
    },
  ],
]

/** What docs/guide/admin.md asks for. */
export const adminSteps: readonly Step[] = [...adminKeySteps, ...makeAgent, ...settings, ...erase, ...readLog]
