import type { Page } from '@playwright/test'

/** A state of the page that people must be able to use: its name, the desk it stands on, and how it is reached. */
export type Scene = [name: string, scene: string, act: (page: Page) => Promise<unknown>]

/** The field of one of the agent's variables. */
export const variable = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Chooses an agent by its name. */
export const chooseAgent = async (page: Page, name: string) => {
  await page.getByRole('combobox', { name: 'Agent' }).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

/** Writes the whole context as JSON, and stays there. */
export const writeJson = async (page: Page, text: string) => {
  await page.getByRole('tab', { name: 'JSON' }).click()
  await page.getByRole('textbox', { name: 'Context (JSON)' }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

/** The field in which a call begins. */
export const number = (page: Page) => page.getByRole('textbox', { name: 'Number', exact: true })
/** Goes to a screen by the rail. */
export const goTo = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen }).click()

/** Fills the form with a call that nothing stands in the way of. */
export const fillCall = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Agent' }).fill('Renewal reminder')
  await page.getByRole('option', { name: /Renewal reminder/ }).click()
  await number(page).fill('+1 415 555 0299')
  await variable(page, 'customer_name').fill('Jane Doe')
  await variable(page, 'amount_due').fill('120.50')
  await page.getByRole('button', { name: 'Call +1 415 555 0299' }).waitFor()
}

/** Fills the form and calls, without waiting for what becomes of it. */
export const placeCall = async (page: Page): Promise<void> => {
  await fillCall(page)
  await number(page).press('Enter')
}
