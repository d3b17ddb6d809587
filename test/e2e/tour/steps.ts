import { messages } from '../../../src/messages/index.ts'
import type { Locator, Page } from '@playwright/test'

/** The number that the tour dials: a practice number whose calls are answered. */
export const tourNumber = '+1 415 555 0101'
/** A practice number whose connection drops before a call is placed. */
export const lostNumber = '+1 415 555 0153'
export const tourContext = '{\n  "customer_name": "Jane Doe",\n  "amount_due": "120.50",\n  "due_date": "friday"\n}'

/** On first run, creates a practice profile, which needs no account or key. */
export const openPractice = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: messages.onboarding.practice.action }).click()
  await page.getByRole('textbox', { name: messages.call.number.label }).waitFor()
}

/** Chooses an agent by part of its name, with the keyboard. */
export const chooseAgent = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: messages.call.agent.label }).fill(name)
  await page
    .getByRole('option', { name: new RegExp(name, 'i') })
    .first()
    .click()
}

/** Switches the context to JSON and returns its editor. */
export const contextEditor = async (page: Page): Promise<Locator> => {
  await page.getByRole('tab', { name: messages.context.views.json }).click()
  return page.getByRole('textbox', { name: messages.context.editorLabel })
}

/** Replaces the whole initial_context with a string. */
export const writeContext = async (page: Page, text: string): Promise<void> => {
  const editor = await contextEditor(page)
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

export const typeNumber = (page: Page, number: string): Promise<void> =>
  page.getByRole('textbox', { name: messages.call.number.label, exact: true }).fill(number)

/** The call button; it has this name only while it is enabled. */
export const callButton = (page: Page, number: string): Locator => page.getByRole('button', { name: `Call ${number}` })

/** Waits for the run id of an accepted call and reads it from the screen. */
export const acceptedRunId = async (page: Page): Promise<number> => {
  const outcome = page.getByRole('region', { name: messages.call.outcome.label })
  const runText = outcome.getByText(/run \d+/i).first()
  await runText.waitFor({ timeout: 20_000 })
  const id = /run (\d+)/i.exec(await runText.innerText())?.[1]
  if (id === undefined) throw new Error('The accepted call shows no run id.')
  return Number(id)
}

export const goTo = (page: Page, screen: string): Promise<void> =>
  page.getByRole('navigation', { name: messages.shell.nav }).getByRole('button', { name: screen }).click()

/** On first run, creates a profile for the service at an origin, with a typed key. */
export const connect = async (page: Page, origin: string, key: string): Promise<void> => {
  await page.getByRole('button', { name: messages.onboarding.connect.action }).click()
  await page.getByRole('textbox', { name: messages.profiles.name }).fill('Acme Billing')
  await page.getByRole('textbox', { name: messages.onboarding.connect.origin }).fill(`${origin}/api/v1/`)
  await page.getByLabel(messages.profiles.key.label, { exact: true }).fill(key)
  await page.getByRole('button', { name: messages.profiles.key.use }).click()
  await page.getByRole('button', { name: messages.onboarding.connect.save }).click()
}

/** The region with the outcome of the latest call. */
export const outcomeOf = (page: Page): Locator => page.getByRole('region', { name: messages.call.outcome.label })

/** Fills in the form for a number and presses the call button, without waiting for the outcome. */
export const placeCall = async (page: Page, number: string): Promise<void> => {
  await chooseAgent(page, 'Renewal')
  await typeNumber(page, number)
  await callButton(page, number).click()
}
