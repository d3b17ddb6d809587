import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { clickToClose, type Organization, test } from './support.ts'
import {
  acceptedRunId,
  callButton,
  connect,
  contextEditor,
  goTo,
  outcomeOf,
  placeCall,
  tourContext,
  tourNumber,
  typeNumber,
  writeContext,
} from './tour/steps.ts'

const answerLost = '+1 415 555 0152'
const cutBefore = '+1 415 555 0153'
const slow = '+1 415 555 0150'
const silence = '+1 415 555 0160'
const carrierDropped = '+1 415 555 0137'

/** The runs the service made to a number: what really happened, whatever the screen says. */
const runsTo = ({ service }: Organization, number: string) =>
  service.world.runs.filter(({ calledNumber }) => calledNumber === number.replaceAll(' ', ''))

/** Notes how long something took, so that a report can tell it; gives the seconds since `began`. */
const secondsSince = (began: number, what: string): number => {
  const seconds = (Date.now() - began) / 1000
  test.info().annotations.push({ type: `seconds until ${what}`, description: seconds.toFixed(1) })
  return seconds
}

const again = (page: Page) => page.getByRole('button', { name: 'Call again …' })
const numberField = (page: Page) => page.getByRole('textbox', { name: 'Number', exact: true })

const open = async (page: Page, { origin, key }: Organization): Promise<void> => {
  await connect(page, origin, key)
  await expect(numberField(page)).toBeVisible()
}

test('an answer that was lost after the run was made ends by itself as accepted, with the right run id', async ({
  open: launch,
  organization,
}) => {
  const { window: page } = await launch()
  await open(page, organization)
  const began = Date.now()
  await placeCall(page, answerLost)
  await expect(outcomeOf(page)).toContainText('Accepted: found in the service’s list', { timeout: 30_000 })
  expect(secondsSince(began, 'a lost answer is found')).toBeLessThan(15)
  await expect(outcomeOf(page)).toContainText('Was a call placed: yes')
  const runs = runsTo(organization, answerLost)
  expect(runs).toHaveLength(1)
  expect(await acceptedRunId(page)).toBe(runs[0]?.id)
  await expect(again(page)).toHaveCount(0)

  await goTo(page, 'Runs')
  await page
    .getByRole('row')
    .filter({ hasText: String(runs[0]?.id) })
    .click()
  await expect(page.getByText(/^Accepted: found in the service’s list: run/)).toBeVisible()
})

test('while the answer is still out, the screen says to wait, and shows the run as soon as it is seen in a list', async ({
  open: launch,
  organization,
}) => {
  const { window: page } = await launch()
  await open(page, organization)
  const began = Date.now()
  await placeCall(page, silence)
  await expect(page.getByRole('button', { name: /^Still waiting \d+ s: do not call again/ })).toBeVisible()
  const found = outcomeOf(page).getByText(/^The service has it as run \d+/)
  await expect(found).toBeVisible({ timeout: 20_000 })
  expect(secondsSince(began, 'the run is seen while the answer is out')).toBeLessThan(25)
  await expect(found).toContainText(`run ${runsTo(organization, silence)[0]?.id}`)
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Close by hand …' })).toHaveCount(0)
})

test('a cut before any run ends as not found, and only then may it be called again', async ({
  open: launch,
  organization,
}) => {
  test.setTimeout(240_000)
  const { window: page } = await launch()
  await open(page, organization)
  await writeContext(page, tourContext)
  await placeCall(page, cutBefore)
  await expect(outcomeOf(page)).toContainText('Was a call placed: unknown')
  const began = Date.now()
  await expect(outcomeOf(page)).toContainText('What Rundesk is doing about it')
  await expect(outcomeOf(page).getByRole('button', { name: 'Look now' })).toBeVisible()
  await expect(again(page)).toHaveCount(0)

  // While it is unknown the number is locked: the form says so, and no press reaches the service.
  await page.getByRole('button', { name: 'Next call' }).click()
  await expect(page.getByText(/^Locked: called /).first()).toBeVisible()
  const locked = page.getByRole('button', { name: `Call ${cutBefore} is locked: its last call is not settled.` })
  await expect(locked).toHaveAttribute('aria-disabled', 'true')
  await numberField(page).press('Enter')
  await page.getByRole('button', { name: 'Show that call' }).click()
  await expect(page.getByRole('complementary').getByText('Was a call placed: unknown')).toBeVisible()
  await expect(again(page)).toHaveCount(0)

  const drawer = page.getByRole('complementary')
  await expect(drawer).toContainText('Not placed: the service has no run of it', { timeout: 180_000 })
  const seconds = secondsSince(began, '"not found"')
  expect(seconds).toBeGreaterThan(115)
  expect(seconds).toBeLessThan(155)
  expect(runsTo(organization, cutBefore)).toHaveLength(0)

  // Calling again fills the form and sends nothing by itself.
  await again(page).click()
  await expect(numberField(page)).toHaveValue(/^\+1 ?415 ?555 ?0153$/)
  await expect(await contextEditor(page)).toContainText('Jane Doe')
  await expect(callButton(page, cutBefore)).toBeEnabled()
  await goTo(page, 'Runs')
  await expect(page.getByRole('row').filter({ hasText: cutBefore })).toHaveCount(1)
})

test('a second call within ten minutes asks first; Cancel keeps what was typed, and a yes places exactly one more', async ({
  open: launch,
  organization,
}) => {
  const { window: page } = await launch()
  await open(page, organization)
  await writeContext(page, tourContext)
  await placeCall(page, tourNumber)
  const first = await acceptedRunId(page)
  await page.getByRole('button', { name: 'Next call' }).click()
  await callButton(page, tourNumber).click()
  const dialog = page.getByRole('dialog', { name: 'Call this number again?' })
  await expect(dialog).toContainText('from profile Acme Billing')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(numberField(page)).toHaveValue(tourNumber)
  await expect(await contextEditor(page)).toContainText('Jane Doe')
  expect(runsTo(organization, tourNumber)).toHaveLength(1)

  // Enter twice in haste asks, and is no answer.
  await numberField(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  expect(runsTo(organization, tourNumber)).toHaveLength(1)
  await dialog.getByRole('button', { name: `Call ${tourNumber} again` }).dblclick()
  await expect(outcomeOf(page)).toContainText('Accepted')
  await expect.poll(() => acceptedRunId(page)).not.toBe(first)
  expect(runsTo(organization, tourNumber).map(({ id }) => id)).toEqual([first, await acceptedRunId(page)])
})

test('a doubt that nothing else resolves is closed by a person, and the number is free again', async ({
  open: launch,
  organization,
}) => {
  const { window: page } = await launch()
  await open(page, organization)
  await placeCall(page, carrierDropped)
  await expect(outcomeOf(page)).toContainText('Unknown: the carrier may be ringing it')
  await expect(again(page)).toHaveCount(0)
  await outcomeOf(page).getByRole('button', { name: 'Close by hand …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close this call by hand' })
  await dialog.getByRole('button', { name: 'Close the call' }).click()
  await expect(dialog.getByText('Say whether it was placed.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'No, it was not placed' }).check()
  await dialog.getByRole('textbox', { name: 'How do you know?' }).fill('Asked Jane: nothing rang.')
  await dialog.getByRole('button', { name: 'Close the call' }).click()
  await expect(outcomeOf(page)).toContainText('Closed by hand: it was not placed')
  await expect(outcomeOf(page)).toContainText('Asked Jane: nothing rang.')
  await again(page).click()
  await expect(callButton(page, carrierDropped)).toBeEnabled()
})

test('quitting waits for an answer that is still out, says so, and then closes by itself', async ({ open: launch }) => {
  const { window: page, app, gone } = await launch()
  await page.getByRole('button', { name: 'Try it in practice' }).click()
  await placeCall(page, slow)
  await expect(outcomeOf(page)).toContainText('Sending')
  await app.evaluate(({ app: electron }) => electron.quit())
  const overlay = page.getByRole('alertdialog', { name: 'Rundesk closes by itself' })
  await expect(overlay).toContainText('At the latest in')
  await gone

  const { window: later } = await launch()
  await goTo(later, 'Runs')
  await expect(later.getByRole('row').filter({ hasText: slow })).toContainText('accepted')
})

test('a disk that does not take a known answer is told of, and a person may close the app all the same', async ({
  open: launch,
  dataDir,
}) => {
  test.setTimeout(180_000)
  const { window: page, app, gone } = await launch()
  await page.getByRole('button', { name: 'Try it in practice' }).click()
  await placeCall(page, slow)
  await expect(outcomeOf(page)).toContainText('Sending')
  // Another program holds the history: the answer comes, and cannot be written.
  const other = new DatabaseSync(join(dataDir, 'rundesk.db'))
  other.exec('BEGIN IMMEDIATE')
  await app.evaluate(({ app: electron }) => electron.quit())
  const overlay = page.getByRole('alertdialog', { name: 'Rundesk closes by itself' })
  await expect(overlay).toContainText('At the latest in')
  await expect(overlay).toContainText('this computer’s disk does not take it', { timeout: 60_000 })
  await clickToClose(overlay.getByRole('button', { name: 'Close now' }), gone)
  other.exec('ROLLBACK')
  other.close()

  const { window: later } = await launch()
  await goTo(later, 'Runs')
  await expect(later.getByRole('row').filter({ hasText: slow })).toContainText('unknown')
})

test('asked to end by the system, the app ends although the disk never takes an answer', async ({
  open: launch,
  dataDir,
}) => {
  test.setTimeout(180_000)
  const { window: page, app, gone } = await launch()
  await page.getByRole('button', { name: 'Try it in practice' }).click()
  await placeCall(page, slow)
  await expect(outcomeOf(page)).toContainText('Sending')
  const other = new DatabaseSync(join(dataDir, 'rundesk.db'))
  other.exec('BEGIN IMMEDIATE')
  const began = Date.now()
  app.process().kill('SIGTERM')
  await gone
  expect(secondsSince(began, 'the app ends at a disk that refuses')).toBeLessThan(75)
  other.close()
})

test('a history check and settings are there, and a change of settings holds', async ({ open: launch }) => {
  const { window: page } = await launch()
  await page.getByRole('button', { name: 'Try it in practice' }).click()
  await placeCall(page, tourNumber)
  await acceptedRunId(page)
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Check the history now' }).click()
  await expect(page.getByText(/^Checked: all \d+ entries fit together\.$/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Ask before calling a number again' }).fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeVisible()

  // With the question switched off, a second call goes out at once.
  await goTo(page, 'Call')
  await page.getByRole('button', { name: 'Next call' }).click()
  await callButton(page, tourNumber).click()
  await goTo(page, 'Runs')
  await expect(page.getByRole('row').filter({ hasText: tourNumber })).toHaveCount(2)
})

test('the key of an answer that is out never stands in the page, nor does the proxy’s password', async ({
  open: launch,
  organization,
}) => {
  const { window: page } = await launch()
  await open(page, organization)
  await typeNumber(page, tourNumber)
  await goTo(page, 'Settings')
  await page.getByRole('radio', { name: 'This one' }).check()
  await page.getByRole('textbox', { name: 'Proxy address' }).fill('http://127.0.0.1:9')
  await page.getByRole('textbox', { name: 'User name' }).fill('desk-07')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Proxy password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Keep this password' }).click()
  await expect(page.getByText('The password is kept.')).toBeVisible()
  await expect(page.getByLabel('Proxy password')).toHaveValue('')
  expect(await page.content()).not.toContain('correct horse battery')
  expect(await page.evaluate(async () => JSON.stringify(await window.desk.readSettings({})))).not.toContain('horse')
})
