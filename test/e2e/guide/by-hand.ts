import type { Locator, Page } from '@playwright/test'

/** A button: by its whole name, or by a part of it as an expression. */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** A field to write in, by its whole name. */
export const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })

/** Waits until the window says something. */
export const says = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()

/** Presses keys, one after the other. */
export const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
