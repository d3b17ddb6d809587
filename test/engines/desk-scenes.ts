import type { Page } from '@playwright/test'
import { chooseAgent, fillCall, number, placeCall, type Scene, variable } from './scene-steps.ts'

const accepted = (page: Page) =>
  page
    .getByText(/^run \d+$/)
    .first()
    .waitFor()
const unsettled = (page: Page) => page.getByRole('region', { name: 'Earlier calls that are not settled' })

const lookInto = async (page: Page) => {
  await fillCall(page)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Call' }).focus()
  await page.keyboard.press('u')
  await unsettled(page).getByRole('button', { name: 'Look now' }).waitFor()
}

const beginNext = async (page: Page) => {
  await placeCall(page)
  await accepted(page)
  await page.keyboard.press('n')
  await page.getByRole('button', { name: 'Clear them' }).waitFor()
}

/** The desk between two calls, and with something left to do. */
export const deskScenes: Scene[] = [
  [
    'Call, without a value',
    'desk',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).fill('+1 415 555 0299')
      await page.getByRole('button', { name: /without customer_name and amount_due/ }).waitFor()
    },
  ],
  ['Call, the next one', 'empty', beginNext],
  [
    'Call, the values cleared',
    'empty',
    async (page) => {
      await beginNext(page)
      await page.keyboard.press('Control+e')
      await page.getByRole('button', { name: 'Bring them back' }).waitFor()
    },
  ],
  ['Call, an unknown one looked into', 'desk', lookInto],
  [
    'Call, an unknown one settled',
    'desk',
    async (page) => {
      await lookInto(page)
      await page.keyboard.press('h')
      const dialog = page.getByRole('dialog', { name: 'Close this call by hand' })
      await dialog.getByRole('radio', { name: 'No, it was not placed' }).click()
      await dialog.getByRole('textbox').fill('Looked in the dashboard: no such run.')
      await dialog.getByRole('button', { name: 'Close the call' }).click()
      await unsettled(page).getByText('Closed by hand: it was not placed').waitFor()
    },
  ],
  [
    'Call, many fields',
    'desk',
    async (page) => {
      await fillCall(page)
      for (const name of ['colour', 'plan.name', 'branch', 'remark']) {
        await page.getByRole('button', { name: 'Add a field' }).click()
        await page.getByRole('textbox', { name: 'Name of the new field' }).fill(name)
        await page.keyboard.press('Enter')
        await variable(page, name).fill('as said')
      }
      await number(page).focus()
      await page.getByRole('button', { name: 'Calls from: further down' }).waitFor()
    },
  ],
]
