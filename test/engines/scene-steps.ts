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
