import type { Page } from '@playwright/test'

type Scene = [name: string, scene: string, act: (page: Page) => Promise<unknown>]

/** Goes to the history by the rail, and waits for its first rows. */
export const goToRuns = async (page: Page): Promise<void> => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Runs' }).click()
  await page.locator('tr[data-call]').first().waitFor()
}

const filter = (page: Page, name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search runs' })

/** Saves what is shown under a name. */
export const saveView = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view …' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The history's screen in its states. */
export const runsScenes: Scene[] = [
  [
    'Runs, narrowed',
    'desk',
    async (page) => {
      await goToRuns(page)
      await filter(page, 'Any state').click()
      await page.getByRole('menuitemcheckbox', { name: 'rejected' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'carrier refused' }).click()
      await page.keyboard.press('Escape')
      await filter(page, 'Any agent').click()
      await page.getByRole('menuitemcheckbox').first().click()
      await page.keyboard.press('Escape')
      await filter(page, 'Any day').click()
      await page.getByRole('button', { name: 'Last 7 days' }).click()
      await page.keyboard.press('Escape')
      await search(page).fill('0123')
      await page.getByText(/^\d+ found$/).waitFor()
    },
  ],
  [
    'Runs, choosing states',
    'desk',
    async (page) => {
      await goToRuns(page)
      await filter(page, 'Any state').click()
      await page.getByRole('menuitemcheckbox', { name: 'unknown' }).click()
    },
  ],
  [
    'Runs, choosing days',
    'desk',
    async (page) => {
      await goToRuns(page)
      await filter(page, 'Any day').click()
      await page.getByLabel('From').fill('2026-11-02')
    },
  ],
  [
    'Runs, nothing found',
    'desk',
    async (page) => {
      await goToRuns(page)
      await search(page).fill('nobody has this name')
      await page.getByText('Nothing found').waitFor()
    },
  ],
  [
    'Runs, by its id',
    'desk',
    async (page) => {
      await goToRuns(page)
      await filter(page, 'Any state').click()
      await page.getByRole('menuitemcheckbox', { name: 'rejected' }).click()
      await page.keyboard.press('Escape')
      await search(page).fill('48002')
      await page.getByRole('list', { name: 'Run 48002, by its id' }).waitFor()
    },
  ],
  [
    'Runs, the saved views',
    'desk',
    async (page) => {
      await goToRuns(page)
      await filter(page, 'Any day').click()
      await page.getByRole('button', { name: 'Today' }).click()
      await page.keyboard.press('Escape')
      await saveView(page, 'Today')
      await filter(page, 'Any state').click()
      await page.getByRole('menuitemcheckbox', { name: 'unknown' }).click()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Change “Today” to what is shown' }).waitFor()
    },
  ],
  [
    'Runs, naming a view',
    'desk',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save this view …' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Give the view a name.').waitFor()
    },
  ],
  [
    'Runs, exported',
    'desk',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: /For a spreadsheet/ }).click()
      await page.getByText(/written to rundesk-calls-2026-11-21\.csv/).waitFor()
    },
  ],
  [
    'Runs, exporting',
    'exporting',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: /For programs/ }).click()
      await page.getByText('Writing the file: 12,400 calls so far.').waitFor()
    },
  ],
  [
    'Runs, writing a note',
    'desk',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('row').nth(3).click()
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'Note to this call' }).fill('Asked to be called on Friday after six.')
    },
  ],
  [
    'Runs, a note that cannot be saved',
    'noNotes',
    async (page) => {
      await goToRuns(page)
      await page.keyboard.press('n')
      await page.getByRole('textbox', { name: 'Note to this call' }).fill('Asked to be called on Friday after six.')
      await page.keyboard.press('Control+Enter')
      await page.getByText('The note could not be saved. What you wrote is still here.').waitFor()
    },
  ],
  [
    'Runs, with notes, erased numbers and long names',
    'odd',
    async (page) => {
      await goToRuns(page)
      await page.getByText('number erased').first().waitFor()
    },
  ],
  [
    'Runs, the talk',
    'desk',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('row').nth(3).click()
      await page.getByRole('button', { name: 'Listen' }).click()
      await page.getByRole('button', { name: 'Show the transcript' }).click()
      await page.getByRole('list', { name: 'What was said' }).waitFor()
      await page.getByRole('slider', { name: 'Position in the recording' }).focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Play' }).waitFor()
      await page.keyboard.press('Home')
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])
        await page.keyboard.press(key)
      await page.getByRole('group', { name: 'Recording' }).getByText('0:15').waitFor()
      await page.getByRole('heading', { name: 'Recording and transcript' }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Runs, no recording',
    'noTalk',
    async (page) => {
      await goToRuns(page)
      await page.getByRole('row').nth(3).click()
      await page.getByRole('button', { name: 'Listen' }).click()
      await page.getByRole('button', { name: 'Show the transcript' }).click()
      await page.getByText('The transcript could not be fetched').waitFor()
      await page.getByText(/^The service has no recording of this run/).waitFor()
    },
  ],
  [
    'Runs, unreadable',
    'unreadable',
    async (page) => {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Runs' }).click()
      await page.getByText('The history could not be read').waitFor()
    },
  ],
]
