import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { messages } from '../../../src/messages/index.ts'
import { anyText, like, startOf } from '../../support/messages/patterns.ts'
import { openPractice } from '../tour/steps.ts'
import { savedFile } from './answer-dialogs.ts'
import { press, waitForText } from './controls.ts'
import type { Step } from './guide-context.ts'

const { lists } = messages

/** More Tab presses than the screen has controls. */
const maxTabs = 60

/** Presses Tab until the control with this accessible name has the focus. */
const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  const exact = typeof name === 'string'
  const wanted = page.getByRole('combobox', { name, exact }).or(page.getByRole('button', { name, exact }))
  await wanted.waitFor()
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await press(page, 'Tab')
  }
  throw new Error(`Tab does not reach ${String(name)}.`)
}

/** Opens the focused select, and chooses an option by its first letters. */
const chooseTyped = async (page: Page, letters: string): Promise<void> => {
  await press(page, 'Enter')
  const option = page.getByRole('option', { name: new RegExp(`^${letters}`) }).first()
  await option.waitFor()
  await page.keyboard.type(letters)
  await option.and(page.locator('[data-highlighted]')).waitFor()
  await press(page, 'Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

const startButton = (page: Page) => page.getByRole('button', { name: startOf(lists.start.start(987_654_321)) })
const resumeButton = (page: Page) => page.getByRole('button', { name: startOf(lists.run.resume(987_654_321)) })
const pauseButton = (page: Page) => page.getByRole('button', { name: lists.run.pause, exact: true })

/** Returns the number of rows in one of the totals. */
const totalOf = async (page: Page, name: string): Promise<number> => {
  const totals = page.getByRole('group', { name: lists.check.totalsLabel })
  const text = await totals.getByRole('button', { name: startOf(name) }).innerText()
  return Number(text.replaceAll(/\D/g, ''))
}

/** Acts, and waits until the total has another number of rows. */
const waitForChange = async (page: Page, name: string, act: () => Promise<void>): Promise<void> => {
  const before = await totalOf(page, name)
  await act()
  const totals = page.getByRole('group', { name: lists.check.totalsLabel })
  await totals
    .getByRole('button', { name: startOf(name) })
    .filter({ hasNotText: new RegExp(`\\b${messages.common.count(before)}\\b`) })
    .waitFor()
}

const checking: readonly Step[] = [
  ['Open Rundesk, and press **Try practice mode**.', async ({ page }) => openPractice(page)],
  [
    'Press `Esc`, then `G` and `L`, to open **Lists**.',
    async ({ page }) => {
      await page.locator('[data-number-field]:focus').waitFor()
      await press(page, 'Escape', 'g', 'l')
      await page.getByRole('heading', { name: lists.home.drop }).waitFor()
    },
  ],
  [
    'Press `T` to open the practice list.',
    async ({ page }) => {
      await press(page, 't')
      await page.getByRole('heading', { name: lists.check.agentFirst }).waitFor()
    },
  ],
  [
    'Press `Tab` until **Agent** has the focus, then `Enter`. Type `Ren`, and press `Enter`.',
    async ({ page }) => {
      await tabTo(page, lists.options.agent)
      await chooseTyped(page, 'Ren')
      await page.getByRole('region', { name: lists.check.findings }).getByRole('listitem').first().waitFor()
    },
  ],
  [
    'Press `Tab` until the column _Policyholder_ has the focus, then `Enter`. Type `cust`, and press `Enter`.',
    async ({ page }) => {
      await waitForChange(page, lists.check.totals.ready, async () => {
        await tabTo(page, lists.check.columnTarget('Policyholder'))
        await chooseTyped(page, 'cust')
      })
    },
  ],
  [
    'Press `D` to leave out the rows that repeat a number.',
    async ({ page }) => waitForChange(page, lists.check.totals.held, () => press(page, 'd')),
  ],
  [
    'Press `W` to call the rows without a name, too.',
    async ({ page }) => waitForChange(page, lists.check.totals.ready, () => press(page, 'w')),
  ],
  [
    'Press `Tab` until **Pace** has the focus, then `Enter`. Type `10` as **Calls at once**, and press `Ctrl` `Enter`.',
    async ({ page }) => {
      await tabTo(page, new RegExp(`^${lists.options.pace}`))
      await press(page, 'Enter')
      const atOnce = page.getByRole('textbox', { name: lists.options.atOnce })
      await atOnce.and(page.locator(':focus')).waitFor()
      await page.keyboard.type('10')
      await press(page, 'Control+Enter')
      await atOnce.waitFor({ state: 'detached' })
      await waitForText(page, lists.options.paceValue(10))
    },
  ],
]

const calling: readonly Step[] = [
  [
    'Read the button: it says how many calls start, with which agent, and from which number. Press `Ctrl` `Enter`.',
    async ({ page }) => {
      await startButton(page).filter({ hasText: 'Renewal reminder' }).waitFor()
      await press(page, 'Control+Enter')
      await pauseButton(page).waitFor()
    },
  ],
  [
    'Press `P` to pause. Calls in progress go on; no other call starts.',
    async ({ page }) => {
      await press(page, 'p')
      await resumeButton(page).waitFor()
    },
  ],
  [
    'Press `P` once more to resume.',
    async ({ page }) => {
      // Resume is off for a moment after a pause.
      await expect(resumeButton(page)).toBeEnabled()
      await press(page, 'p')
      await pauseButton(page).waitFor()
    },
  ],
  [
    'Wait until the list pauses by itself: in practice mode, the service runs out of credit once.',
    async ({ page }) =>
      page.getByText(lists.run.brake('noCredit').title, { exact: true }).waitFor({ timeout: 120_000 }),
  ],
  [
    'Press `P` to go on, as you would once credit was added.',
    async ({ page }) => {
      await expect(resumeButton(page)).toBeEnabled()
      await press(page, 'p')
      await page.getByText(lists.run.brake('noCredit').title, { exact: true }).waitFor({ state: 'detached' })
    },
  ],
  [
    'Press `J` to select a row, and `Enter` to see its call.',
    async ({ page }) => {
      await press(page, 'j', 'Enter')
      await page.getByRole('complementary', { name: lists.drawer.label }).waitFor()
    },
  ],
  [
    'Press `Esc` to close the details, and wait until the list is finished.',
    async ({ page }) => {
      await press(page, 'Escape')
      await page.getByRole('button', { name: lists.done.saveReport }).waitFor({ timeout: 240_000 })
    },
  ],
  [
    'Press `E` to save the report.',
    async (context) => {
      await press(context.page, 'e')
      await waitForText(context.page, like(lists.done.saved(anyText, 150)))
      const lines = readFileSync(await savedFile(context.app, context.folder), 'utf8')
        .trim()
        .split('\n')
      // One line per row of the file, and the header.
      if (lines.length !== 151) throw new Error(`The report has ${lines.length} lines.`)
    },
  ],
  [
    'Press `M` to make a new list of the rows that no one answered.',
    async ({ page }) => {
      await press(page, 'm')
      await page.getByRole('region', { name: lists.check.findings }).waitFor()
    },
  ],
]

/** The steps of docs/guide/lists.md. */
export const listsSteps: readonly Step[] = [...checking, ...calling]
