import type { Locator, Page } from '@playwright/test'

/** What the tour dials: a number of the practice world that is answered. */
export const tourNumber = '+1 415 555 0101'
/** A number of the practice world whose connection is cut before anything is placed. */
export const lostNumber = '+1 415 555 0153'
export const tourContext = '{\n  "customer_name": "Jane Doe",\n  "amount_due": "120.50",\n  "due_date": "friday"\n}'

/** First run, first door: a practice profile without account or key. */
export const openPractice = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Try it in practice' }).click()
  await page.getByRole('textbox', { name: 'Number' }).waitFor()
}

/** Chooses an agent by a part of its name, with the keyboard. */
export const chooseAgent = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Agent' }).fill(name)
  await page
    .getByRole('option', { name: new RegExp(name, 'i') })
    .first()
    .click()
}

/** Shows the context as JSON and gives its editor. */
export const contextEditor = async (page: Page): Promise<Locator> => {
  await page.getByRole('tab', { name: 'JSON' }).click()
  return page.getByRole('textbox', { name: 'Context (JSON)' })
}

/** Replaces the whole initial_context by a text. */
export const writeContext = async (page: Page, text: string): Promise<void> => {
  const editor = await contextEditor(page)
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

export const typeNumber = (page: Page, number: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Number', exact: true }).fill(number)

/** The button that says what will be dialled; it is there under that name only when it may be pressed. */
export const callButton = (page: Page, number: string): Locator => page.getByRole('button', { name: `Call ${number}` })

/** Waits for the run id of an accepted call and reads it from the screen. */
export const acceptedRunId = async (page: Page): Promise<number> => {
  const outcome = page.getByRole('region', { name: 'Outcome of the call' })
  const told = outcome.getByText(/run \d+/i).first()
  await told.waitFor({ timeout: 20_000 })
  const id = /run (\d+)/i.exec(await told.innerText())?.[1]
  if (id === undefined) throw new Error('The accepted call shows no run id.')
  return Number(id)
}

export const goTo = (page: Page, screen: 'Call' | 'Runs' | 'Keys' | 'Support' | 'Settings'): Promise<void> =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen }).click()

/** First run, second door: a profile for a service at an origin, with a typed key. */
export const connect = async (page: Page, origin: string, key: string): Promise<void> => {
  await page.getByRole('button', { name: 'Connect your organization' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme Billing')
  await page.getByRole('textbox', { name: 'Service address' }).fill(`${origin}/api/v1/`)
  await page.getByLabel('API key', { exact: true }).fill(key)
  await page.getByRole('button', { name: 'Hold this key' }).click()
  await page.getByRole('button', { name: 'Check and save' }).click()
}

/** Where the outcome of the latest call is told. */
export const outcomeOf = (page: Page): Locator => page.getByRole('region', { name: 'Outcome of the call' })

/** Fills the form for one number and presses its button; what becomes of it is not waited for. */
export const placeCall = async (page: Page, number: string): Promise<void> => {
  await chooseAgent(page, 'Renewal')
  await typeNumber(page, number)
  await callButton(page, number).click()
}
