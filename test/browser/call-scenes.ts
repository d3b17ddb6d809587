import { anyNumber, exactly, titles } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import { chooseAgent, fillCall, number, placeCall, type Scene, variable } from './scene-steps.ts'

const accepted = (page: Page) =>
  page
    .getByText(exactly(messages.call.outcome.run(anyNumber)))
    .first()
    .waitFor()
const unsettled = (page: Page) => page.getByRole('region', { name: messages.unresolved.label })

const openUnresolved = async (page: Page) => {
  await fillCall(page)
  await page
    .getByRole('navigation', { name: messages.shell.nav })
    .getByRole('button', { name: messages.shell.screens.call, exact: true })
    .focus()
  await page.keyboard.press('u')
  await unsettled(page).getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
}

const beginNext = async (page: Page) => {
  await placeCall(page)
  await accepted(page)
  await page.keyboard.press('n')
  await number(page).fill('+1 415 555 0288')
  await page.getByRole('button', { name: messages.context.form.clear }).waitFor()
}

/** The scenes of the Call screen between two calls, and with unresolved calls. */
export const callScenes: Scene[] = [
  [
    'Call, without a value',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).fill('+1 415 555 0299')
      await page.getByRole('button', { name: messages.call.without(['customer_name', 'amount_due']) }).waitFor()
    },
  ],
  ['Call, the next call', 'empty', beginNext],
  [
    'Call, the values cleared',
    'empty',
    async (page) => {
      await beginNext(page)
      await page.keyboard.press('Control+e')
      await page.getByRole('button', { name: messages.context.form.undoClear }).waitFor()
    },
  ],
  ['Call, a call with an unknown outcome and its actions', 'standard', openUnresolved],
  [
    'Call, a resolved call whose outcome was unknown',
    'standard',
    async (page) => {
      await openUnresolved(page)
      await page.keyboard.press('h')
      const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
      await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).click()
      await dialog.getByRole('textbox').fill('The dashboard has no such run.')
      await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
      await unsettled(page).getByText(titles.resolvedNotPlaced).waitFor()
    },
  ],
  [
    'Call, many fields',
    'standard',
    async (page) => {
      await fillCall(page)
      for (const name of ['colour', 'plan.name', 'branch', 'remark']) {
        await page.getByRole('button', { name: messages.context.form.add }).click()
        await page.getByRole('textbox', { name: messages.context.form.addName }).fill(name)
        await page.keyboard.press('Enter')
        await variable(page, name).fill('as agreed')
      }
      await number(page).focus()
      await page.getByRole('button', { name: messages.call.route.labelBelow }).waitFor()
    },
  ],
]
