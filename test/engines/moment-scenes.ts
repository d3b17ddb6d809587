import type { Page } from '@playwright/test'
import { goToRuns } from './runs-scenes.ts'
import { chooseAgent, fillCall, goTo, number, placeCall, type Scene, variable } from './scene-steps.ts'

const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome of the call' })
const openTalk = async (page: Page) => {
  await goToRuns(page)
  await page.getByRole('row').nth(3).click()
  await page.getByRole('button', { name: 'Listen' }).click()
}

/** Calls that were accepted, each standing still at a moment of its life, with the words that tell it. */
const lives: Scene[] = (
  [
    ['ringing', 'ringing'],
    ['answered', 'they are talking'],
    ['ended', 'ended 1:12 · qualified'],
    ['stale', 'not over after 25 minutes: stale'],
  ] as const
).map(([scene, told]) => [
  `Call, ${scene}`,
  scene,
  async (page) => {
    await placeCall(page)
    await outcome(page).getByText(told, { exact: true }).waitFor()
  },
])

/** The screens before there is anything, while something is on its way, and as a call goes on. */
export const momentScenes: Scene[] = [
  ['the desk opening', 'opening', (page) => page.getByText('Opening the desk …').waitFor()],
  ['the first picture', 'drawn', (page) => page.locator('[data-first-picture] input[autofocus]').waitFor()],
  ['Call, nothing yet', 'empty', (page) => page.getByText('No call today from this profile').waitFor()],
  ['Call, loading', 'loading', (page) => number(page).waitFor()],
  ['Runs, loading', 'loading', (page) => goTo(page, 'Runs')],
  [
    'Call, sending',
    'waiting',
    async (page) => {
      await placeCall(page)
      await page.getByText(/^Sending \d s$/).waitFor()
    },
  ],
  ...lives,
  [
    'Call, in practice',
    'practice',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).fill('+1 415 555 0299')
      await variable(page, 'customer_name').fill('Jane Doe')
      await variable(page, 'amount_due').fill('120.50')
      await page.getByRole('button', { name: 'Call +1 415 555 0299' }).waitFor()
    },
  ],
  [
    'Call, long names',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+2')
      await page.getByRole('button', { name: /^Profile: Borealis/ }).waitFor()
      await chooseAgent(page, 'Payment arrangement')
      await number(page).fill('+1 415 555 0299')
      await variable(page, 'customer_name').fill(
        'The Honourable Jane Elizabeth Montgomery-Featherstonehaugh of Upper Example',
      )
      await page.getByRole('button', { name: 'Call +1 415 555 0299' }).waitFor()
    },
  ],
  [
    'Call, quiet hours',
    'quiet',
    async (page) => {
      await fillCall(page)
      await page
        .getByText(/quiet hours/)
        .first()
        .waitFor()
    },
  ],
  [
    'Call, as JSON',
    'desk',
    async (page) => {
      await fillCall(page)
      await page.getByRole('tab', { name: 'JSON' }).click()
      await page.getByRole('textbox', { name: 'Context (JSON)' }).waitFor()
    },
  ],
  ['Runs, in practice', 'practice', goToRuns],
  ['Runs, the list', 'desk', goToRuns],
  [
    'Runs, a recording that plays',
    'desk',
    async (page) => {
      await openTalk(page)
      await page.getByRole('button', { name: 'Pause' }).waitFor()
    },
  ],
  [
    'Runs, a recording on its way',
    'talkComes',
    async (page) => {
      await openTalk(page)
      await page.getByText(/^Fetching the recording … \d+ %$/).waitFor()
    },
  ],
  [
    'Runs, a recording that cannot be fetched',
    'talkFails',
    async (page) => {
      await openTalk(page)
      await page.getByRole('button', { name: 'Show the transcript' }).click()
      await page.getByText('The recording could not be fetched').waitFor()
      await page.getByText(/^The service has no transcript of this run/).waitFor()
    },
  ],
]
