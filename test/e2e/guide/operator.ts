import type { Locator, Page } from '@playwright/test'
import { messages } from '../../../src/messages/index.ts'
import { anyNumber, anyText, like, profileLabel, titles } from '../../support/messages/patterns.ts'
import {
  acceptedRunId,
  callButton,
  chooseAgent,
  goTo,
  lostNumber,
  openPractice,
  outcomeOf,
  tourNumber,
  typeNumber,
} from '../tour/steps.ts'
import { savedFile } from './answer-dialogs.ts'
import { button, field, press, waitForText } from './controls.ts'
import { getNote, type Step } from './guide-context.ts'

const pastedNumber = '+1 415 555 0123'
/** A practice number whose line is busy. */
const busyNumber = '+1 415 555 0170'
const answeredNumber = '+1 415 555 0103'
const stopReason = 'Asked us to stop'

const spreadsheet = [
  'Customer name\tPhone\tPolicy number\tAmount due',
  `Ada Example\t${pastedNumber}\tHI-3301\t120.50`,
].join('\n')

const inboxItems = (page: Page): Locator => page.getByRole('region', { name: messages.inbox.items }).getByRole('button')

const repeatQuestion = (page: Page): Locator =>
  page.getByRole('dialog', { name: messages.repeatCall.questions.doNotCall.title })

const firstCall: readonly Step[] = [
  ['Open Rundesk.', async ({ page }) => button(page, messages.onboarding.practice.action).waitFor()],
  ['Press **Try practice mode**.', async ({ page }) => openPractice(page)],
  [`Type \`${tourNumber}\` into **Number**.`, async ({ page }) => typeNumber(page, tourNumber)],
  ['Choose _Renewal reminder_ under **Agent**.', async ({ page }) => chooseAgent(page, 'Renewal reminder')],
  [
    'Fill in the fields: `Jane Doe` as **customer_name** and `HI-2207` as **policy_number**.',
    async ({ page }) => {
      await field(page, 'customer_name').fill('Jane Doe')
      await field(page, 'policy_number').fill('HI-2207')
    },
  ],
  [
    'Read the button: it shows the number, the agent, the caller ID and your organization.',
    async ({ page }) => {
      const call = callButton(page, tourNumber)
      for (const part of ['Renewal reminder', 'from ', messages.onboarding.practice.name])
        await call.filter({ hasText: part }).waitFor()
    },
  ],
  [
    'Press `Ctrl` `Enter`.',
    async ({ page, notes }) => {
      await press(page, 'Control+Enter')
      notes.set('run', String(await acceptedRunId(page)))
    },
  ],
  [
    'Press `C` to copy the run ID.',
    async (context) => {
      await press(context.page, 'c')
      await waitForText(context.page, messages.common.copied(getNote(context, 'run')))
      const copied = await context.app.evaluate(({ clipboard }) => clipboard.readText())
      if (copied !== getNote(context, 'run')) throw new Error(`Copied: ${copied}`)
    },
  ],
]

const nextCall: readonly Step[] = [
  [
    'Press `N`, and type the next number: `+1 415 555 0102`.',
    async ({ page }) => {
      await press(page, 'n')
      await page.keyboard.type('+1 415 555 0102')
      await callButton(page, '+1 415 555 0102').waitFor()
    },
  ],
  [
    'Press `Ctrl` `Enter` once more.',
    async ({ page }) => {
      await press(page, 'Control+Enter')
      await outcomeOf(page).getByText('+1 415 555 0102').first().waitFor()
      await acceptedRunId(page)
    },
  ],
  [
    'Press `R` to repeat the call with another number: its agent and values stay.',
    async ({ page }) => {
      await press(page, 'r')
      await field(page, 'policy_number').filter({ visible: true }).waitFor()
      if ((await field(page, 'policy_number').inputValue()) !== 'HI-2207') throw new Error('The values are missing.')
    },
  ],
  [
    'Copy a row of your spreadsheet together with its header row.',
    async ({ app }) => app.evaluate(({ clipboard }, text) => clipboard.writeText(text), spreadsheet),
  ],
  [
    'Press `Ctrl` `V`.',
    async ({ page }) => {
      await press(page, 'Control+v')
      await page.getByRole('heading', { name: messages.paste.title }).waitFor()
      await callButton(page, pastedNumber).waitFor()
      if ((await field(page, 'customer_name').inputValue()) !== 'Ada Example')
        throw new Error('The name was not filled in.')
    },
  ],
  [
    'Press `Ctrl` `Z` to undo the paste.',
    async ({ page }) => {
      await press(page, 'Control+z')
      await page.getByRole('heading', { name: messages.paste.title }).waitFor({ state: 'detached' })
    },
  ],
]

const afterCall: readonly Step[] = [
  [
    `Type \`${busyNumber}\` into **Number**, and press \`Ctrl\` \`Enter\` to call a busy line.`,
    async ({ page }) => {
      await typeNumber(page, busyNumber)
      await callButton(page, busyNumber).waitFor()
      await press(page, 'Control+Enter')
    },
  ],
  [
    "Read the panel: _Busy_. A call was placed, but the agent didn't speak to anyone.",
    async ({ page }) => {
      await outcomeOf(page).getByText(busyNumber).first().waitFor()
      await outcomeOf(page).getByText(titles.busy, { exact: true }).first().waitFor()
    },
  ],
  [
    'Press `A` to set a reminder in 30 minutes.',
    async ({ page }) => {
      await press(page, 'a')
      await button(page, like(messages.afterCall.reminderAt(anyText))).waitFor()
    },
  ],
  [
    `Press \`N\`, type \`${answeredNumber}\`, and press \`Ctrl\` \`Enter\` to call a number that is answered.`,
    async ({ page }) => {
      await press(page, 'n')
      await page.keyboard.type(answeredNumber)
      await callButton(page, answeredNumber).waitFor()
      await press(page, 'Control+Enter')
      await outcomeOf(page).getByText(answeredNumber).first().waitFor()
    },
  ],
  [
    'Read _What the agent learned_: it appears about half a minute later, when the call is over.',
    // A practice call takes 29 seconds until its result, too close to Playwright's limit of 30.
    async ({ page }) =>
      outcomeOf(page).getByRole('region', { name: messages.learned.title }).waitFor({ timeout: 90_000 }),
  ],
  [
    `Press \`D\` if the person doesn't want to be called again, and enter the reason: \`${stopReason}\`.`,
    async ({ page }) => {
      await press(page, 'd')
      await page
        .getByRole('dialog', { name: messages.doNotCall.dialog.title(answeredNumber) })
        .getByRole('textbox', { name: messages.doNotCall.dialog.reason })
        .fill(stopReason)
    },
  ],
  [
    'Press `Ctrl` `Enter` to put the number on the do-not-call list.',
    async ({ page }) => {
      await press(page, 'Control+Enter')
      await button(page, messages.afterCall.isDoNotCall).waitFor()
    },
  ],
  [
    'Press `G`, then `N`, to open **Needs you**.',
    async ({ page }) => {
      await press(page, 'g', 'n')
      await page.getByRole('heading', { name: messages.inbox.title }).waitFor()
      await inboxItems(page).filter({ hasText: busyNumber }).waitFor()
      await page.getByRole('region', { name: messages.doNotCall.title }).getByText(answeredNumber).waitFor()
      await page.getByText(like(stopReason)).waitFor()
    },
  ],
  [
    'Select the reminder, and press **Fill in the form**.',
    async ({ page }) => {
      await inboxItems(page).filter({ hasText: busyNumber }).click()
      await button(page, messages.inbox.fillForm).click()
      await callButton(page, busyNumber).waitFor()
    },
  ],
  [
    `Type \`${answeredNumber}\` into **Number**, and press \`Ctrl\` \`Enter\`: Rundesk asks, because the number is on the do-not-call list.`,
    async ({ page }) => {
      await typeNumber(page, answeredNumber)
      await callButton(page, answeredNumber).waitFor()
      await press(page, 'Control+Enter')
      await repeatQuestion(page).getByText(like(stopReason)).waitFor()
    },
  ],
  [
    'Press **Cancel**. No call is placed.',
    async ({ page }) => {
      await repeatQuestion(page).getByRole('button', { name: messages.common.cancel }).click()
      await waitForText(page, messages.repeatCall.cancelled)
    },
  ],
]

const unknown: readonly Step[] = [
  [
    `Type \`${lostNumber}\` into **Number**, and press \`Ctrl\` \`Enter\`.`,
    async ({ page }) => {
      await typeNumber(page, lostNumber)
      await callButton(page, lostNumber).waitFor()
      await press(page, 'Control+Enter')
    },
  ],
  [
    'Read the panel: _Unknown: the phone may be ringing_.',
    async ({ page }) => {
      await outcomeOf(page).getByText(titles.unknown).first().waitFor()
      await outcomeOf(page).getByText(messages.callState.placed('unknown')).first().waitFor()
      await button(page, like(messages.reconciliation.checkNow)).waitFor()
    },
  ],
  [
    'Do **not** call the number again: it is locked. Press `N`, and continue with another number: `+1 415 555 0104`.',
    async ({ page }) => {
      await press(page, 'n')
      await waitForText(page, like(messages.call.number.locked(anyText, anyText, anyText)))
      await page.keyboard.type('+1 415 555 0104')
      await callButton(page, '+1 415 555 0104').waitFor()
    },
  ],
  [
    'Press **Check now** if you want Rundesk to check at once.',
    async ({ page }) => {
      await button(page, like(messages.reconciliation.checkNow)).click()
      await waitForText(page, messages.reconciliation.noChange)
    },
  ],
  [
    'Press **Resolve manually…**.',
    async ({ page }) => {
      await button(page, like(messages.reconciliation.resolve)).click()
      await page.getByRole('dialog', { name: messages.reconciliation.dialog.title }).waitFor()
    },
  ],
  [
    'Choose whether the call was placed, and enter how you know.',
    async ({ page }) => {
      await page.getByRole('radio', { name: messages.reconciliation.dialog.notPlaced }).click()
      await field(page, messages.reconciliation.dialog.note).fill('Looked in the dashboard: no such run.')
    },
  ],
  [
    'Press **Resolve call**, or `Ctrl` `Enter`.',
    async ({ page }) => {
      await page.keyboard.press('Control+Enter')
      await waitForText(page, titles.resolvedNotPlaced)
    },
  ],
]

const findCall: readonly Step[] = [
  [
    'Press **Runs** on the left.',
    async ({ page }) => {
      await goTo(page, messages.shell.screens.runs)
      await page.getByRole('searchbox', { name: messages.runs.search }).waitFor()
    },
  ],
  [
    'Press `/`, and type part of the number, the run ID, a name or a note: `Jane`.',
    async ({ page }) => {
      await press(page, '/')
      await page.keyboard.type('Jane')
      await waitForText(page, like(messages.runs.count(anyNumber, true, true)))
    },
  ],
  [
    'Press `Enter` to select the newest call found, and `Enter` again to open it.',
    async ({ page }) => {
      await press(page, 'Enter')
      await waitForText(page, messages.runs.row(1))
      await press(page, 'Enter')
      await page.getByRole('complementary').getByRole('heading', { name: messages.runs.drawer.timeline }).waitFor()
    },
  ],
  [
    'Press `N`, and add a note: `Wants to be called on Friday.`',
    async ({ page }) => {
      await press(page, 'n')
      await field(page, messages.runs.note.field).waitFor()
      await page.keyboard.type('Wants to be called on Friday.')
    },
  ],
  [
    'Press `Ctrl` `Enter` to save it.',
    async ({ page }) => {
      await press(page, 'Control+Enter')
      await waitForText(page, like(messages.runs.note.savedAt(anyText)))
    },
  ],
  [
    'Press **Export**, then **For spreadsheets**, to export the calls shown.',
    async (context) => {
      await button(context.page, messages.runs.exports.button).click()
      await context.page.getByRole('menuitem', { name: like(messages.runs.exports.formats.csv) }).click()
      await waitForText(context.page, like(messages.runs.exports.written(anyNumber, anyText)))
      await savedFile(context.app, context.folder)
    },
  ],
]

const connecting: readonly Step[] = [
  [
    'Press the profile at the top, and choose **Add a profile…**.',
    async ({ page }) => {
      await button(page, like(profileLabel(messages.onboarding.practice.name))).click()
      await page.getByRole('menuitem', { name: messages.profiles.add }).click()
    },
  ],
  [
    'Press **Connect your organization**.',
    async ({ page }) => button(page, messages.onboarding.connect.action).click(),
  ],
  [
    'Enter a name, for example `Acme Billing`, and the service address.',
    async ({ page, organization }) => {
      await field(page, messages.profiles.name).fill('Acme Billing')
      await field(page, messages.onboarding.connect.origin).fill(organization.origin)
    },
  ],
  [
    'Enter the API key, and press **Use this key**.',
    async ({ page, organization }) => {
      await page.getByLabel(messages.profiles.key.label, { exact: true }).fill(organization.key)
      await button(page, messages.profiles.key.use).click()
      await waitForText(page, like(messages.profiles.key.entered(anyNumber)))
    },
  ],
  [
    'Press **Check and save**.',
    async ({ page }) => {
      await button(page, messages.onboarding.connect.save).click()
      await button(page, like(profileLabel('Acme Billing'))).waitFor()
      await field(page, messages.call.number.label).waitFor()
    },
  ],
]

const keyboard: readonly Step[] = [
  [
    'Press `?` outside a field to see all shortcuts.',
    async ({ page }) => {
      await page
        .getByRole('navigation', { name: messages.shell.nav })
        .getByRole('button', { name: messages.shell.screens.call, exact: true })
        .focus()
      await press(page, '?')
      await page.getByRole('dialog', { name: messages.shortcuts.title }).waitFor()
    },
  ],
]

/** The steps of docs/guide/operator.md. */
export const operatorSteps: readonly Step[] = [
  ...firstCall,
  ...nextCall,
  ...afterCall,
  ...unknown,
  ...findCall,
  ...connecting,
  ...keyboard,
]
