import { anyText, callLabel, like } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import type { CalleeHour } from '../../src/contract/phone-number.ts'
import { chooseAgent, type Scene, number } from './scene-steps.ts'

/** Creates the callee's local hour that the page displays as this time. */
const hourAt = (time: string): CalleeHour => ({
  zones: [],
  localTimes: [{ zone: '', time, date: '', offsetMinutes: 0 }],
  doubt: 'none',
  source: 'prefix',
  quiet: { state: 'no', from: null, to: null, endsAt: null },
})

/** Pastes text into the focused element, as Ctrl+V would. */
export const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

/** Three spreadsheet rows, two of them for the same person, with a column that the agent does not use. */
export const sheet = [
  'Customer\tPhone\tAmount due\tDue\tAccount manager of the northern region',
  'Jane Doe\t+1 415 555 0123\t120.50\tfriday\tMr Bell, who is away until the end of the month',
  'Ada Example\t+1 415 555 0177\t80\tmonday\t',
  'Jane Doe\t+14155550123\t60\tfriday\t',
].join('\n')

/** The scenes about a call's number: its type, its local time, recent calls to it, and a pasted row. */
export const numberScenes: Scene[] = [
  [
    'Call, an ambiguous number',
    'standard',
    async (page) => {
      await number(page).fill('(030) 901820')
      await page.getByRole('toolbar', { name: messages.phoneNumber.offers }).getByRole('button').first().waitFor()
      await number(page).press('ArrowDown')
    },
  ],
  [
    'Call, a short number',
    'standard',
    async (page) => {
      await number(page).fill('4711')
      await page.getByRole('button', { name: /^4711/ }).click()
      await page.getByText(messages.phoneNumber.kind('short')).waitFor()
    },
  ],
  [
    'Call, a chosen time zone',
    'standard',
    async (page) => {
      await number(page).fill('+1 415 555 0299')
      await page.getByRole('button', { name: like(messages.phoneNumber.localTime(hourAt(anyText))) }).click()
      await page.getByRole('dialog', { name: messages.phoneNumber.localTimeTitle }).getByRole('combobox').fill('chic')
      await page.getByRole('option', { name: messages.phoneNumber.zone.name('America/Chicago') }).click()
      await page.getByRole('button', { name: messages.phoneNumber.zone.undo }).waitFor()
    },
  ],
  [
    'Call, called from elsewhere',
    'standard',
    async (page) => {
      await number(page).fill('+1 415 555 0266')
      await page.getByRole('button', { name: messages.phoneNumber.recent.lookUpRun(48_230) }).waitFor()
    },
  ],
  [
    'Call, a row was pasted',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).focus()
      await paste(page, sheet)
      await page.getByRole('heading', { name: messages.paste.title }).waitFor()
      await page.getByRole('button', { name: callLabel('+1 415 555 0123') }).waitFor()
    },
  ],
  [
    'Call, a row was pasted without an agent',
    'standard',
    async (page) => {
      await number(page).focus()
      await paste(page, sheet.replace('+1 415 555 0123', '030 901820'))
      await page.getByText(messages.paste.problem('nationalNumber') ?? '').waitFor()
    },
  ],
  [
    'Call, named IDs',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).fill('+1 415 555 0299')
      await page.getByRole('button', { name: messages.call.route.enterIds }).click()
      await page.getByRole('textbox', { name: messages.call.route.configurationId }).fill('7')
      await page
        .getByRole('textbox', { name: messages.call.route.idLabel(7) })
        .fill('Main trunk of the northern region')
      await page.getByRole('textbox', { name: messages.call.route.callerIdId }).fill('0')
      await page.getByText(messages.issue.text({ path: [], code: 'recordId' })).waitFor()
      await page.getByRole('combobox', { name: messages.call.route.configurationId }).waitFor()
    },
  ],
  [
    'Call, a configuration that is not ready',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).fill('+1 415 555 0277')
      await page.getByRole('combobox', { name: messages.call.route.configuration }).click()
      await page.getByRole('option', { name: /^Vonage/ }).click()
      await page.getByText(like(messages.call.route.notReadyWarning('no number'))).waitFor()
      // Move back from the button to the preflight checks, then through them to the configuration.
      await page.locator('[data-call-button]').focus()
      await page.keyboard.press('Shift+Tab')
      const isMirrored = await page.evaluate(() => getComputedStyle(document.body).direction === 'rtl')
      for (let step = 0; step < 2; step += 1) await page.keyboard.press(isMirrored ? 'ArrowLeft' : 'ArrowRight')
      // This is announced to screen readers and shown next to the check.
      await page
        .getByText(messages.preflight.detail({ check: 'configuration', state: 'notReady', reason: 'no number' }, 0))
        .nth(1)
        .waitFor()
    },
  ],
  [
    'Call, a paste without a number',
    'standard',
    async (page) => {
      await number(page).blur()
      await paste(page, 'see you tomorrow')
      await page.getByRole('paragraph').filter({ hasText: messages.paste.nothing }).waitFor()
    },
  ],
]
