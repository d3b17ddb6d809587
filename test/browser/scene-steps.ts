import { anyNumber, callLabel, exactly } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'

/** A state of the page: its name, the fake API's scene, and the steps that lead to it. */
export type Scene = [name: string, scene: string, act: (page: Page) => Promise<unknown>]

/** Returns the field for one of the agent's variables. */
export const variable = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Chooses an agent by its name. */
export const chooseAgent = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: messages.call.agent.label }).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

/**
 * Returns the JSON editor's text. Until the editor has loaded, a text area with the same name takes its place, which
 * this does not match.
 */
export const jsonEditor = (page: Page) =>
  page.locator('[data-json-editor]').getByRole('textbox', { name: messages.context.editorLabel })

/** Enters the whole context as JSON, and stays in the JSON view. */
export const writeJson = async (page: Page, text: string) => {
  await page.getByRole('tab', { name: messages.context.views.json }).click()
  await jsonEditor(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

/** Returns the number field. */
export const number = (page: Page) => page.getByRole('textbox', { name: messages.call.number.label, exact: true })

/** Returns the panel that shows the outcome of a call. */
export const outcome = (page: Page) => page.getByRole('region', { name: messages.call.outcome.label })

/** Waits until the service has accepted the call. */
export const isAccepted = (page: Page) =>
  outcome(page)
    .getByText(exactly(messages.call.outcome.run(anyNumber)))
    .first()
    .waitFor()

/** Opens a screen from the navigation rail. */
export const goTo = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: messages.shell.nav }).getByRole('button', { name: screen }).click()

/** Fills in a complete call. */
export const fillCall = async (page: Page) => {
  await page.getByRole('combobox', { name: messages.call.agent.label }).fill('Renewal reminder')
  await page.getByRole('option', { name: /Renewal reminder/ }).click()
  await number(page).fill('+1 415 555 0299')
  await variable(page, 'customer_name').fill('Jane Doe')
  await variable(page, 'amount_due').fill('120.50')
  await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).waitFor()
}

/** Fills in the form and calls, without waiting for the outcome. */
export const placeCall = async (page: Page): Promise<void> => {
  await fillCall(page)
  await number(page).press('Enter')
}

/** Advances the page's clock past the time during which a repeated key press is ignored (600 ms). */
export const passKeyRepeatGuard = (page: Page) => page.clock.fastForward(700)

/** Places a call to another number than before, and waits for its outcome. */
export const placeNext = async (page: Page, digit: number) => {
  const text = `+1 415 555 029${digit}`
  await number(page).fill(text)
  await page.getByRole('button', { name: callLabel(text) }).waitFor()
  await number(page).press('Control+Enter')
  await page.locator('main tbody tr').filter({ hasText: text }).waitFor()
  await page.getByRole('region', { name: messages.call.outcome.label }).getByText(text).first().waitFor()
}
