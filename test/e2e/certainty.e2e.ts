import { anyNumber, anyText, foundState, like, startOf, titles } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
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

/** Returns the service's runs for a number. */
const runsTo = ({ service }: Organization, number: string) =>
  service.world.runs.filter(({ calledNumber }) => calledNumber === number.replaceAll(' ', ''))

const again = (page: Page) => page.getByRole('button', { name: messages.reconciliation.callAgain })
const numberField = (page: Page) => page.getByRole('textbox', { name: messages.call.number.label, exact: true })

const open = async (page: Page, { origin, key }: Organization): Promise<void> => {
  await connect(page, origin, key)
  await expect(numberField(page)).toBeVisible()
}

test(
  'finds the run of a call whose response was lost, and shows its run ID',
  { tag: '@smoke' },
  async ({ open: launch, organization }) => {
    const { window: page } = await launch()
    await open(page, organization)
    await placeCall(page, answerLost)
    await expect(outcomeOf(page)).toContainText(titles.found, { timeout: 30_000 })
    await expect(outcomeOf(page)).toContainText(messages.callState.placed('yes'))
    const runs = runsTo(organization, answerLost)
    expect(runs).toHaveLength(1)
    expect(await acceptedRunId(page)).toBe(runs[0]?.id)
    await expect(again(page)).toHaveCount(0)

    await goTo(page, messages.shell.screens.runs)
    await page
      .getByRole('row')
      .filter({ hasText: String(runs[0]?.id) })
      .click()
    await expect(page.getByText(startOf(messages.callState.event(foundState)))).toBeVisible()
  },
)

test('says to wait while a response is missing, and shows the run once a list contains it', async ({
  open: launch,
  organization,
}) => {
  const { window: page } = await launch()
  await open(page, organization)
  await placeCall(page, silence)
  await expect(page.getByRole('button', { name: like(messages.call.stillWaiting(anyText)) })).toBeVisible()
  const found = outcomeOf(page).getByText(like(messages.reconciliation.found(anyNumber)))
  await expect(found).toBeVisible({ timeout: 20_000 })
  await expect(found).toContainText(`run ${runsTo(organization, silence)[0]?.id}`)
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: messages.reconciliation.resolve })).toHaveCount(0)
})

test('allows a second call only after the service’s lists prove that there is no run', async ({
  open: launch,
  organization,
}) => {
  test.setTimeout(240_000)
  const { window: page } = await launch()
  await open(page, organization)
  await writeContext(page, tourContext)
  await placeCall(page, cutBefore)
  await expect(outcomeOf(page)).toContainText(messages.callState.placed('unknown'))
  await expect(outcomeOf(page)).toContainText(messages.reconciliation.title)
  await expect(outcomeOf(page).getByRole('button', { name: messages.reconciliation.checkNow })).toBeVisible()
  await expect(again(page)).toHaveCount(0)

  // While the call's outcome is unknown, its number is locked: the form says so, and Enter sends nothing.
  await page.getByRole('button', { name: messages.call.next }).click()
  await expect(page.getByText(startOf(messages.call.number.locked(anyText, anyText, anyText))).first()).toBeVisible()
  const locked = page.getByRole('button', {
    name: like(messages.call.missing([{ what: 'locked', number: cutBefore }])),
  })
  await expect(locked).toHaveAttribute('aria-disabled', 'true')
  await numberField(page).press('Enter')
  await page.getByRole('button', { name: messages.common.showCall }).click()
  await expect(page.getByRole('complementary').getByText(messages.callState.placed('unknown'))).toBeVisible()
  await expect(again(page)).toHaveCount(0)

  const drawer = page.getByRole('complementary')
  await expect(drawer).toContainText(titles.notFound, { timeout: 180_000 })
  expect(runsTo(organization, cutBefore)).toHaveLength(0)

  // Calling again fills in the form and sends nothing by itself.
  await again(page).click()
  await expect(numberField(page)).toHaveValue(/^\+1 ?415 ?555 ?0153$/)
  await expect(await contextEditor(page)).toContainText('Jane Doe')
  await expect(callButton(page, cutBefore)).toBeEnabled()
  await goTo(page, messages.shell.screens.runs)
  await expect(page.getByRole('row').filter({ hasText: cutBefore })).toHaveCount(1)
})

test(
  'asks for confirmation before a second call within ten minutes, and places exactly one call when confirmed',
  { tag: '@smoke' },
  async ({ open: launch, organization }) => {
    const { window: page } = await launch()
    await open(page, organization)
    await writeContext(page, tourContext)
    await placeCall(page, tourNumber)
    const first = await acceptedRunId(page)
    await page.getByRole('button', { name: messages.call.next }).click()
    await callButton(page, tourNumber).click()
    const dialog = page.getByRole('dialog', { name: messages.repeatCall.questions.calledRecently.title })
    await expect(dialog).toContainText('from profile Acme Billing')
    await expect(dialog.getByRole('button', { name: messages.common.cancel })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(numberField(page)).toHaveValue(tourNumber)
    await expect(await contextEditor(page)).toContainText('Jane Doe')
    expect(runsTo(organization, tourNumber)).toHaveLength(1)

    // A double press of Enter opens the confirmation without accepting it.
    await numberField(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    expect(runsTo(organization, tourNumber)).toHaveLength(1)
    await dialog
      .getByRole('button', { name: messages.repeatCall.questions.calledRecently.confirm(tourNumber) })
      .dblclick()
    await expect(outcomeOf(page)).toContainText(titles.accepted)
    await expect.poll(() => acceptedRunId(page)).not.toBe(first)
    expect(runsTo(organization, tourNumber).map(({ id }) => id)).toEqual([first, await acceptedRunId(page)])
  },
)

test(
  'unlocks the number after the user resolves a call with an unknown outcome',
  { tag: '@smoke' },
  async ({ open: launch, organization }) => {
    const { window: page } = await launch()
    await open(page, organization)
    await placeCall(page, carrierDropped)
    await expect(outcomeOf(page)).toContainText(messages.callState.placed('unknown'))
    await expect(again(page)).toHaveCount(0)
    await outcomeOf(page).getByRole('button', { name: messages.reconciliation.resolve }).click()
    const dialog = page.getByRole('dialog', { name: messages.reconciliation.dialog.title })
    await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
    await expect(dialog.getByText(messages.reconciliation.dialog.resultRequired)).toBeVisible()
    await dialog.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).check()
    await dialog
      .getByRole('textbox', { name: messages.reconciliation.dialog.note })
      .fill('Jane said that nothing rang.')
    await dialog.getByRole('button', { name: messages.reconciliation.dialog.save }).click()
    await expect(outcomeOf(page)).toContainText(titles.resolvedNotPlaced)
    await expect(outcomeOf(page)).toContainText('Jane said that nothing rang.')
    await again(page).click()
    await expect(callButton(page, carrierDropped)).toBeEnabled()
  },
)

test(
  'waits for a missing response when the app quits, then closes by itself',
  { tag: '@smoke' },
  async ({ open: launch }) => {
    const { window: page, app, exited } = await launch()
    await page.getByRole('button', { name: messages.onboarding.practice.action }).click()
    await placeCall(page, slow)
    await expect(outcomeOf(page)).toContainText(titles.sending)
    await app.evaluate(({ app: electron }) => electron.quit())
    const overlay = page.getByRole('alertdialog', { name: messages.shutdown.title })
    await expect(overlay).toContainText(startOf(messages.shutdown.until(anyText)))
    await exited

    const { window: later } = await launch()
    await goTo(later, messages.shell.screens.runs)
    await expect(later.getByRole('row').filter({ hasText: slow })).toContainText('accepted')
  },
)

test('reports a response that cannot be saved, and lets the user close the app', async ({ open: launch, dataDir }) => {
  test.setTimeout(180_000)
  const { window: page, app, exited } = await launch()
  await page.getByRole('button', { name: messages.onboarding.practice.action }).click()
  await placeCall(page, slow)
  await expect(outcomeOf(page)).toContainText(titles.sending)
  // Another program locks the history file, so the response cannot be saved.
  const other = new DatabaseSync(join(dataDir, 'rundesk.db'))
  other.exec('BEGIN IMMEDIATE')
  await app.evaluate(({ app: electron }) => electron.quit())
  const overlay = page.getByRole('alertdialog', { name: messages.shutdown.title })
  await expect(overlay).toContainText(startOf(messages.shutdown.until(anyText)))
  await expect(overlay).toContainText(messages.shutdown.unsaved(1), { timeout: 60_000 })
  await clickToClose(overlay.getByRole('button', { name: messages.shutdown.closeNow }), exited)
  other.exec('ROLLBACK')
  other.close()

  const { window: later } = await launch()
  await goTo(later, messages.shell.screens.runs)
  await expect(later.getByRole('row').filter({ hasText: slow })).toContainText('unknown')
})

test('exits on SIGTERM even if a response can never be saved', async ({ open: launch, dataDir }) => {
  test.setTimeout(180_000)
  const { window: page, app, exited } = await launch()
  await page.getByRole('button', { name: messages.onboarding.practice.action }).click()
  await placeCall(page, slow)
  await expect(outcomeOf(page)).toContainText(titles.sending)
  const other = new DatabaseSync(join(dataDir, 'rundesk.db'))
  other.exec('BEGIN IMMEDIATE')
  app.process().kill('SIGTERM')
  await exited
  other.close()
})

test('checks the history, and applies a changed setting', async ({ open: launch }) => {
  const { window: page } = await launch()
  await page.getByRole('button', { name: messages.onboarding.practice.action }).click()
  await placeCall(page, tourNumber)
  await acceptedRunId(page)
  await goTo(page, messages.shell.screens.settings)
  await page.getByRole('button', { name: messages.settings.history.check }).click()
  await expect(page.getByText(like(messages.settings.history.checked(anyNumber)))).toBeVisible()
  await page.getByRole('textbox', { name: messages.settings.calling.repeat }).fill('0')
  await page.getByRole('button', { name: messages.settings.save, exact: true }).click()
  await expect(page.getByText(messages.settings.saved, { exact: true }).first()).toBeVisible()

  // With the setting 0, Rundesk asks only because the first call is still in progress.
  const { title, confirm } = messages.repeatCall.questions.inProgress
  await goTo(page, messages.shell.screens.call)
  await page.getByRole('button', { name: messages.call.next }).click()
  await callButton(page, tourNumber).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: confirm(tourNumber) }).click()
  await expect(dialog).toBeHidden()
  await goTo(page, messages.shell.screens.runs)
  await expect(page.getByRole('row').filter({ hasText: tourNumber })).toHaveCount(2)
})

test('never exposes the key of a running call or the proxy password to the page', async ({
  open: launch,
  organization,
}) => {
  const { window: page } = await launch()
  await open(page, organization)
  await typeNumber(page, tourNumber)
  await goTo(page, messages.shell.screens.settings)
  await page.getByRole('radio', { name: messages.settings.network.modes.manual }).check()
  await page.getByRole('textbox', { name: messages.settings.network.url }).fill('http://127.0.0.1:9')
  await page.getByRole('textbox', { name: messages.settings.network.user }).fill('desk-07')
  await page.getByRole('button', { name: messages.settings.save, exact: true }).click()
  await page.getByLabel(messages.settings.network.password).fill('correct horse battery')
  await page.getByRole('button', { name: messages.settings.network.savePassword }).click()
  await expect(page.getByText(messages.settings.network.passwordSaved)).toBeVisible()
  await expect(page.getByLabel(messages.settings.network.password)).toHaveValue('')
  expect(await page.content()).not.toContain('correct horse battery')
  expect(await page.evaluate(async () => JSON.stringify(await window.api.readSettings({})))).not.toContain('horse')
})
