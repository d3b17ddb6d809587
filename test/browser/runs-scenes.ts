import { anyNumber, exactly, like } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import type { DisplayState } from '../../src/contract/call-list.ts'
import type { Scene } from './scene-steps.ts'

/** Opens Runs from the navigation rail and waits for the first rows. */
export const goToRuns = async (page: Page): Promise<void> => {
  await page
    .getByRole('navigation', { name: messages.shell.nav })
    .getByRole('button', { name: messages.shell.screens.runs, exact: true })
    .click()
  await page.locator('tr[data-call]').first().waitFor()
}

const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: messages.runs.filters.title }).getByRole('button', { name })
const stateName = (state: DisplayState) => messages.runs.stateNames.find(([name]) => name === state)?.[1] ?? state
const search = (page: Page) => page.getByRole('searchbox', { name: messages.runs.search })

/** Saves the current view under a name. */
export const saveView = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: messages.runs.views.button }).click()
  await page.getByRole('menuitem', { name: messages.runs.views.saveAs }).click()
  await page.getByRole('textbox', { name: messages.runs.views.name }).fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The scenes for the states of the Runs screen. */
export const runsScenes: Scene[] = [
  [
    'Runs, filtered',
    'standard',
    async (page) => {
      await goToRuns(page)
      await filter(page, messages.runs.filters.anyState).click()
      await page.getByRole('menuitemcheckbox', { name: stateName('rejected') }).click()
      await page.getByRole('menuitemcheckbox', { name: stateName('carrierRefused') }).click()
      await page.keyboard.press('Escape')
      await filter(page, messages.runs.filters.anyAgent).click()
      await page.getByRole('menuitemcheckbox').first().click()
      await page.keyboard.press('Escape')
      await filter(page, messages.runs.filters.days.any).click()
      await page.getByRole('button', { name: messages.runs.filters.days.sevenDays }).click()
      await page.keyboard.press('Escape')
      await search(page).fill('0123')
      await page.getByText(exactly(messages.runs.count(anyNumber, true, true))).waitFor()
    },
  ],
  [
    'Runs, choosing what the agents learned',
    'learned',
    async (page) => {
      await goToRuns(page)
      await filter(page, messages.runs.filters.anythingLearned).click()
      await page.getByRole('menuitemcheckbox', { name: messages.runs.filters.facets.tag('pays by card') }).click()
    },
  ],
  [
    'Runs, by duration and cost',
    'learned',
    async (page) => {
      await goToRuns(page)
      await filter(page, messages.runs.filters.credits.any).click()
      await page.getByRole('textbox', { name: messages.runs.filters.ends.from }).fill('0.1')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
      await filter(page, messages.runs.filters.duration.any).click()
      await page.getByRole('textbox', { name: messages.runs.filters.ends.from }).fill('0:30')
      await page.getByRole('textbox', { name: messages.runs.filters.ends.to }).fill('2:00')
      await page.keyboard.press('Enter')
      await page.getByText(messages.runs.count(2, true, true)).waitFor()
    },
  ],
  [
    'Runs, choosing states',
    'standard',
    async (page) => {
      await goToRuns(page)
      await filter(page, messages.runs.filters.anyState).click()
      await page.getByRole('menuitemcheckbox', { name: stateName('unknown') }).click()
    },
  ],
  [
    'Runs, choosing days',
    'standard',
    async (page) => {
      await goToRuns(page)
      await filter(page, messages.runs.filters.days.any).click()
      await page.getByLabel(messages.runs.filters.fromDay).fill('2026-11-02')
    },
  ],
  [
    'Runs, nothing found',
    'standard',
    async (page) => {
      await goToRuns(page)
      await search(page).fill('no such name')
      await page.getByText(messages.runs.noResults).waitFor()
    },
  ],
  [
    'Runs, found by ID',
    'standard',
    async (page) => {
      await goToRuns(page)
      await filter(page, messages.runs.filters.anyState).click()
      await page.getByRole('menuitemcheckbox', { name: stateName('rejected') }).click()
      await page.keyboard.press('Escape')
      await search(page).fill('48002')
      await page.getByRole('list', { name: messages.runs.foundById(48_002) }).waitFor()
    },
  ],
  [
    'Runs, the saved views',
    'standard',
    async (page) => {
      await goToRuns(page)
      await filter(page, messages.runs.filters.days.any).click()
      await page.getByRole('button', { name: messages.runs.filters.days.today }).click()
      await page.keyboard.press('Escape')
      await saveView(page, 'Today')
      await filter(page, messages.runs.filters.anyState).click()
      await page.getByRole('menuitemcheckbox', { name: stateName('unknown') }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: messages.runs.views.button }).click()
      await page.getByRole('menuitem', { name: messages.runs.views.update('Today') }).waitFor()
    },
  ],
  [
    'Runs, naming a view',
    'standard',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('button', { name: messages.runs.views.button }).click()
      await page.getByRole('menuitem', { name: messages.runs.views.saveAs }).click()
      await page.getByRole('button', { name: messages.runs.views.save, exact: true }).click()
      await page.getByText(messages.runs.views.noName).waitFor()
    },
  ],
  [
    'Runs, exported',
    'standard',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('button', { name: messages.runs.exports.button }).click()
      await page.getByRole('menuitem', { name: new RegExp(messages.runs.exports.formats.csv) }).click()
      await page.getByText(like(messages.runs.exports.written(anyNumber, 'rundesk-calls-2026-11-21.csv'))).waitFor()
    },
  ],
  [
    'Runs, exporting',
    'exporting',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('button', { name: messages.runs.exports.button }).click()
      await page.getByRole('menuitem', { name: new RegExp(messages.runs.exports.formats.jsonLines) }).click()
      await page.getByText(messages.runs.exports.writing(12_400)).waitFor()
    },
  ],
  [
    'Runs, writing a note',
    'standard',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('row').nth(3).click()
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: messages.runs.note.field }).fill('Please call on Friday after six.')
    },
  ],
  [
    'Runs, a note that cannot be saved',
    'noNotes',
    async (page) => {
      await goToRuns(page)
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: messages.runs.note.field }).fill('Please call on Friday after six.')
      await page.keyboard.press('Control+Enter')
      await page.getByText(messages.runs.note.failed).waitFor()
    },
  ],
  [
    'Runs, with notes, erased numbers and long names',
    'odd',
    async (page) => {
      await goToRuns(page)
      await page.getByText(messages.common.numberErased).first().waitFor()
    },
  ],
  [
    'Runs, recording and transcript',
    'standard',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('row').nth(3).click()
      await page.getByRole('button', { name: messages.runs.talk.listen }).click()
      await page.getByRole('button', { name: messages.runs.talk.showTranscript }).click()
      await page.getByRole('list', { name: messages.runs.talk.transcript }).waitFor()
      await page.getByRole('slider', { name: messages.runs.talk.position }).focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: messages.runs.talk.play }).waitFor()
      await page.keyboard.press('Home')
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])
        await page.keyboard.press(key)
      await page.getByRole('group', { name: messages.runs.talk.player }).getByText('0:15').waitFor()
      await page.getByRole('heading', { name: messages.runs.talk.title }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Runs, no recording',
    'noTalk',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('row').nth(3).click()
      await page.getByRole('button', { name: messages.runs.talk.listen }).click()
      await page.getByRole('button', { name: messages.runs.talk.showTranscript }).click()
      await page.getByText(messages.runs.talk.transcriptFailed).waitFor()
      await page.getByText(messages.runs.talk.noRecording).waitFor()
    },
  ],
  [
    'Runs, unreadable',
    'unreadable',
    async (page) => {
      await page
        .getByRole('navigation', { name: messages.shell.nav })
        .getByRole('button', { name: messages.shell.screens.runs, exact: true })
        .click()
      await page.getByText(messages.runs.failed).waitFor()
    },
  ],
]
