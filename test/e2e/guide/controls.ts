import type { Locator, Page } from '@playwright/test'

/** Finds a button by its exact name, or by a pattern. */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Finds a text field by its exact name. */
export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

export const waitForText = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()

/** Presses keys, one after the other. */
export const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
