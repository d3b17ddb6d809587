import { messages } from '../../src/messages/index.ts'
import { expect } from '@playwright/test'
import { test } from './support.ts'
import {
  acceptedRunId,
  callButton,
  chooseAgent,
  goTo,
  openPractice,
  tourContext,
  tourNumber,
  typeNumber,
  writeContext,
} from './tour/steps.ts'

test(
  'places a practice call on first run, and lists its run ID after a restart',
  { tag: '@smoke' },
  async ({ open }) => {
    const first = await open()
    await openPractice(first.window)
    await chooseAgent(first.window, 'Renewal')
    await writeContext(first.window, tourContext)
    await typeNumber(first.window, tourNumber)
    await callButton(first.window, tourNumber).click()
    const workflowRunId = await acceptedRunId(first.window)
    await first.quit()

    const second = await open()
    await goTo(second.window, messages.shell.screens.runs)
    await second.window.getByText(String(workflowRunId)).first().click()
    await expect(second.window.getByRole('heading', { name: `run ${workflowRunId}` })).toBeVisible()
    await expect(second.window.getByText('Jane Doe')).toBeVisible()
    await second.quit()
  },
)

test(
  'places a call by keyboard alone, and places only one call on a double press of Enter',
  { tag: '@smoke' },
  async ({ open }) => {
    const { app, window: page } = await open()
    await page.getByRole('button', { name: messages.onboarding.practice.action }).focus()
    await page.keyboard.press('Enter')
    const number = page.getByRole('textbox', { name: messages.call.number.label, exact: true })
    await expect(number).toBeFocused()
    await page.keyboard.type('+14155550101')
    await page.getByRole('combobox', { name: messages.call.agent.label }).focus()
    await page.keyboard.type('Renewal')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(callButton(page, tourNumber)).toBeEnabled()
    await number.focus()
    // The agent needs a name, so Enter moves to its field first.
    await page.keyboard.press('Enter')
    await expect(number).not.toBeFocused()
    await number.focus()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    const runId = await acceptedRunId(page)
    await page.keyboard.press('c')
    await expect(number).toHaveValue('+14155550101')
    expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(String(runId))
    await page.keyboard.type('+14155550102')
    await expect(number).toBeFocused()
    await expect(callButton(page, '+1 415 555 0102')).toBeEnabled()
    await goTo(page, messages.shell.screens.runs)
    await expect(page.getByText('accepted', { exact: true })).toHaveCount(1)
  },
)

const refusals = [
  ['401', '+1 415 555 0110'],
  ['404', '+1 415 555 0112'],
  ['422', '+1 415 555 0116'],
] as const

for (const [status, number] of refusals)
  test(`explains a response of ${status} and says that no call was placed`, async ({ open }) => {
    const { window: page } = await open()
    await openPractice(page)
    await chooseAgent(page, 'Renewal')
    await typeNumber(page, number)
    await callButton(page, number).click()
    const outcome = page.getByRole('region', { name: messages.call.outcome.label })
    await expect(outcome.getByText(messages.callState.placed('no'), { exact: true })).toBeVisible()
    await expect(outcome).not.toContainText('{')
    await goTo(page, messages.shell.screens.runs)
    await expect(page.getByText('rejected', { exact: true })).toHaveCount(1)
  })

test(
  'shows the outcome of a call as unknown after the app was killed, and never sends the call again',
  { tag: '@smoke' },
  async ({ open }) => {
    const silent = '+1 415 555 0160'
    const first = await open()
    await openPractice(first.window)
    await chooseAgent(first.window, 'Renewal')
    await typeNumber(first.window, silent)
    await callButton(first.window, silent).click()
    await expect(first.window.getByText('sending', { exact: true }).first()).toBeVisible()
    await first.kill()

    const second = await open()
    await goTo(second.window, messages.shell.screens.runs)
    await expect(second.window.getByText('unknown', { exact: true })).toHaveCount(1)
    await second.window.getByText(silent).first().click()
    await expect(second.window.getByText(messages.callState.placed('unknown'), { exact: true })).toBeVisible()
    await expect(second.window.getByText('accepted', { exact: true })).toHaveCount(0)
  },
)
