import {
  acceptedRunId,
  callButton,
  chooseAgent,
  openPractice,
  outcomeOf,
  tourNumber,
  typeNumber,
} from '../tour/steps.ts'
import { button, field, press, says } from './by-hand.ts'
import { noted, type Step } from './desk.ts'

const spreadsheet = [
  'Customer name\tPhone\tPolicy number\tAmount due',
  'Ada Example\t+1 415 555 0123\tHI-3301\t120.50',
].join('\n')

const firstCall: readonly Step[] = [
  ['Open Rundesk.', async ({ page }) => button(page, 'Try it in practice').waitFor()],
  ['Press **Try it in practice**.', async ({ page }) => openPractice(page)],
  [`Type \`${tourNumber}\` into **Number**.`, async ({ page }) => typeNumber(page, tourNumber)],
  ['Choose _Renewal reminder_ under **Agent**.', async ({ page }) => chooseAgent(page, 'Renewal reminder')],
  [
    'Fill in what it asks for: `Jane Doe` as **customer_name** and `HI-2207` as **policy_number**.',
    async ({ page }) => {
      await field(page, 'customer_name').fill('Jane Doe')
      await field(page, 'policy_number').fill('HI-2207')
    },
  ],
  [
    'Read the button: it says the number, the agent, where the call comes from, and your organization.',
    async ({ page }) => {
      const call = callButton(page, tourNumber)
      for (const part of ['Renewal reminder', 'from ', 'Practice']) await call.filter({ hasText: part }).waitFor()
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
    'Press `C` to copy the run id.',
    async (desk) => {
      await press(desk.page, 'c')
      await says(desk.page, `Copied`)
      const copied = await desk.app.evaluate(({ clipboard }) => clipboard.readText())
      if (copied !== noted(desk, 'run')) throw new Error(`Copied: ${copied}`)
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
      if ((await field(page, 'policy_number').inputValue()) !== 'HI-2207') throw new Error('The values went.')
    },
  ],
  [
    'Copy a row of your spreadsheet together with the row of headers above it.',
    async ({ app }) => app.evaluate(({ clipboard }, text) => clipboard.writeText(text), spreadsheet),
  ],
  [
    'Press `Ctrl` `V`.',
    async ({ page }) => {
      await press(page, 'Control+v')
      await page.getByRole('heading', { name: 'Pasted row' }).waitFor()
      await callButton(page, '+1 415 555 0123').waitFor()
      if ((await field(page, 'customer_name').inputValue()) !== 'Ada Example') throw new Error('The name went nowhere.')
    },
  ],
  [
    'Press `Ctrl` `Z` to take the paste back.',
    async ({ page }) => {
      await press(page, 'Control+z')
      await page.getByRole('heading', { name: 'Pasted row' }).waitFor({ state: 'detached' })
    },
  ],
]

/** The first half of docs/guide/operator.md: the first calls. */
export const operatorCallSteps: readonly Step[] = [...firstCall, ...nextCall]
