import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { exactly } from '../support/messages/patterns.ts'
import { placeLearnedCall } from './after-call-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { goToRuns } from './runs-scenes.ts'
import { goTo, outcome, placeCall } from './scene-steps.ts'

type LongText = {
  field: string
  scene: string
  most: number
  /** The button that saves the text. */
  save: string
  openField: (page: Page) => Promise<unknown>
}

const fields: LongText[] = [
  {
    field: messages.runs.note.field,
    scene: 'standard',
    most: 2000,
    save: messages.runs.note.save,
    openField: async (page) => {
      await goToRuns(page)
      await page.getByRole('row').nth(3).click()
      await page.keyboard.press('n')
    },
  },
  {
    field: messages.runs.note.field,
    scene: 'ended',
    most: 2000,
    save: messages.runs.note.save,
    openField: async (page) => {
      await placeLearnedCall(page)
      await outcome(page).getByRole('button', { name: messages.afterCall.note, exact: true }).click()
    },
  },
  {
    field: messages.doNotCall.dialog.reason,
    scene: 'ended',
    most: 300,
    save: messages.doNotCall.dialog.save,
    openField: async (page) => {
      await placeLearnedCall(page)
      await page.keyboard.press('d')
    },
  },
  {
    field: messages.doNotCall.files.source,
    scene: 'standard',
    most: 200,
    save: messages.doNotCall.files.choose,
    openField: async (page) => {
      await goTo(page, messages.shell.screens.lists)
      await page.getByRole('button', { name: messages.doNotCall.files.manage }).click()
    },
  },
  {
    field: messages.reconciliation.dialog.note,
    scene: 'unknown',
    most: 1000,
    save: messages.reconciliation.dialog.save,
    openField: async (page) => {
      await placeCall(page)
      await page.getByRole('button', { name: messages.reconciliation.resolve }).click()
      await page.getByRole('radio', { name: messages.reconciliation.dialog.placed }).check()
    },
  },
  {
    field: messages.settings.person,
    scene: 'standard',
    most: 80,
    save: messages.settings.save,
    openField: (page) => goTo(page, messages.shell.screens.settings),
  },
  {
    field: messages.keys.compromisedReason,
    scene: 'standard',
    most: 300,
    save: messages.keys.archiveYes,
    openField: async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await page.getByRole('button', { name: messages.keys.archiveOf('nightly import') }).click()
      await page.getByRole('switch', { name: messages.keys.compromised }).click()
    },
  },
]

const started = openedScenes()

it.each(fields)(
  'keeps a text that is too long and saves none of it: $field ($scene)',
  { timeout: 60_000 },
  async (text) => {
    const { page, pageErrors, close } = await started.open(text.scene)
    page.setDefaultTimeout(12_000)
    await text.openField(page)
    const field = page.getByRole('textbox', { name: text.field, exact: true })
    // A note can be changed once the saved one is loaded.
    await expect.poll(() => field.isEditable()).toBe(true)
    await field.focus()
    // As pasted: the browser applies a maximum length only to the user's input.
    await page.keyboard.insertText('x'.repeat(text.most + 1))
    const error = page.getByText(messages.issue.text({ path: [], code: 'tooLong', words: String(text.most) }))
    await error.waitFor()
    expect(await field.inputValue()).toHaveLength(text.most + 1)
    await page.getByRole('button', { name: exactly(text.save) }).click({ force: true })
    await page.keyboard.press('Control+Enter')
    await error.waitFor()
    await field.press('End')
    await field.press('Backspace')
    await error.waitFor({ state: 'detached' })
    expect(await field.getAttribute('aria-invalid')).toBeNull()
    expect(pageErrors).toEqual([])
    await close()
  },
)
