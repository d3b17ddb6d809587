import { callButton, goTo, lostNumber, outcomeOf, typeNumber } from '../tour/steps.ts'
import { savedFile } from './answer-dialogs.ts'
import { button, field, press, says } from './by-hand.ts'
import type { Step } from './desk.ts'
import { operatorCallSteps } from './operator-calls.ts'

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
    'Read what the panel says: _Unknown: it may be ringing_.',
    async ({ page }) => {
      await outcomeOf(page).getByText('Unknown: it may be ringing').first().waitFor()
      await outcomeOf(page).getByText('Was a call placed: unknown').first().waitFor()
      await button(page, /^Look now/).waitFor()
    },
  ],
  [
    'Do **not** call the number again: it is locked. Press `N`, and go on with another one: `+1 415 555 0104`.',
    async ({ page }) => {
      await press(page, 'n')
      await says(page, /^Locked: called /)
      await page.keyboard.type('+1 415 555 0104')
      await callButton(page, '+1 415 555 0104').waitFor()
    },
  ],
  [
    'Press **Look now** if you want Rundesk to look at once.',
    async ({ page }) => {
      await button(page, /^Look now/).click()
      await says(page, 'Looked: nothing new yet.')
    },
  ],
  [
    'Press **Close by hand …**.',
    async ({ page }) => {
      await button(page, /^Close by hand …/).click()
      await page.getByRole('dialog', { name: 'Close this call by hand' }).waitFor()
    },
  ],
  [
    'Say whether the call was placed, and how you know.',
    async ({ page }) => {
      await page.getByRole('radio', { name: 'No, it was not placed' }).click()
      await field(page, 'How do you know?').fill('Looked in the dashboard: no such run.')
    },
  ],
  [
    'Press **Close the call**, or `Ctrl` `Enter`.',
    async ({ page }) => {
      await page.keyboard.press('Control+Enter')
      await says(page, 'Closed by hand: it was not placed')
    },
  ],
]

const findCall: readonly Step[] = [
  [
    'Press **Runs** on the left.',
    async ({ page }) => {
      await goTo(page, 'Runs')
      await page.getByRole('searchbox', { name: 'Search runs' }).waitFor()
    },
  ],
  [
    'Press `/`, and type a part of the number, the run id, a name or a word of a note: `Jane`.',
    async ({ page }) => {
      await press(page, '/')
      await page.keyboard.type('Jane')
      await says(page, /^\d+ found$/)
    },
  ],
  [
    'Press `Enter` to go to the newest call that was found, and `Enter` again to open it.',
    async ({ page }) => {
      await press(page, 'Enter')
      await says(page, /^row 1$/)
      await press(page, 'Enter')
      await page.getByRole('complementary').getByRole('heading', { name: 'What happened' }).waitFor()
    },
  ],
  [
    'Press `N`, and write a note: `Wants to be called on Friday.`',
    async ({ page }) => {
      await press(page, 'n')
      await field(page, 'Note to this call').waitFor()
      await page.keyboard.type('Wants to be called on Friday.')
    },
  ],
  [
    'Press `Ctrl` `Enter` to save it.',
    async ({ page }) => {
      await press(page, 'Control+Enter')
      await says(page, /^Saved /)
    },
  ],
  [
    'Press **Export**, then **For a spreadsheet**, to save what the list shows.',
    async (desk) => {
      await button(desk.page, 'Export').click()
      await desk.page.getByRole('menuitem', { name: /For a spreadsheet/ }).click()
      await says(desk.page, /calls? written to /)
      await savedFile(desk.app, desk.folder)
    },
  ],
]

const connecting: readonly Step[] = [
  [
    'Press the profile at the top, and choose **Add a profile …**.',
    async ({ page }) => {
      await button(page, /^Profile: Practice/).click()
      await page.getByRole('menuitem', { name: 'Add a profile …' }).click()
    },
  ],
  ['Press **Connect your organization**.', async ({ page }) => button(page, 'Connect your organization').click()],
  [
    'Enter a name, for example `Acme Billing`, and the service address.',
    async ({ page, organization }) => {
      await field(page, 'Name').fill('Acme Billing')
      await field(page, 'Service address').fill(organization.origin)
    },
  ],
  [
    'Enter the API key, and press **Hold this key**.',
    async ({ page, organization }) => {
      await page.getByLabel('API key', { exact: true }).fill(organization.key)
      await button(page, 'Hold this key').click()
      await says(page, /^Key held, /)
    },
  ],
  [
    'Press **Check and save**.',
    async ({ page }) => {
      await button(page, 'Check and save').click()
      await button(page, /^Profile: Acme Billing/).waitFor()
      await field(page, 'Number').waitFor()
    },
  ],
]

const keyboard: readonly Step[] = [
  [
    'Press `?`, with the caret in no field, to see every key.',
    async ({ page }) => {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Call' }).focus()
      await press(page, '?')
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    },
  ],
]

/** What docs/guide/operator.md asks for. */
export const operatorSteps: readonly Step[] = [
  ...operatorCallSteps,
  ...unknown,
  ...findCall,
  ...connecting,
  ...keyboard,
]
