import { anyNumber, anyText, callLabel, exactly, profileLabel } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import { createRun } from '../support/run-samples.ts'
import type { LiveRun } from '../../src/contract/run.ts'
import { goToRuns } from './runs-scenes.ts'
import {
  chooseAgent,
  fillCall,
  goTo,
  jsonEditor,
  number,
  placeCall,
  type Scene,
  variable,
  outcome,
} from './scene-steps.ts'

const quietHours = messages.preflight.short(
  { check: 'quiet', quiet: { state: 'yes', from: null, to: null, endsAt: null } },
  0,
)
const openTalk = async (page: Page) => {
  await goToRuns(page)
  await page.getByRole('row').nth(3).click()
  await page.getByRole('button', { name: messages.runs.talk.listen }).click()
}

/** Creates a live run with this carrier status. */
const liveRun = (status: string): LiveRun => ({
  callId: '',
  workflowRunId: 48_219,
  run: createRun({ workflowRunId: 48_219, workflowRunName: '', createdAt: '', steps: [{ status, at: null }] }),
  reportedAt: null,
  step: 'waiting',
  failure: null,
})

const { run: openRun, ...ended } = liveRun('completed')
const endedRun: LiveRun = {
  ...ended,
  run: openRun && { ...openRun, isCompleted: true, disposition: 'qualified', durationSeconds: 72 },
}

/** Scenes with accepted calls, each frozen at one moment, and the progress that the page shows. */
const liveScenes: Scene[] = (
  [
    ['ringing', messages.live.summary(liveRun('ringing'), null, 0)],
    ['answered', messages.live.summary(liveRun('in-progress'), null, 0)],
    ['ended', messages.live.summary(endedRun, null, 0)],
    ['stale', messages.live.summary({ ...liveRun('ringing'), step: 'stale' }, null, 0)],
  ] as const
).map(([scene, progress]) => [
  `Call, ${scene}`,
  scene,
  async (page) => {
    await placeCall(page)
    await outcome(page)
      .getByText(progress ?? '', { exact: true })
      .waitFor()
  },
])

/** The scenes of the screens when they are empty, while they are loading, and during a call. */
export const momentScenes: Scene[] = [
  ['the app while it loads', 'opening', (page) => page.getByText(messages.shell.loading).waitFor()],
  ['the start-up page', 'startup', (page) => page.locator('[data-startup] input').waitFor()],
  ['Call, nothing yet', 'empty', (page) => page.getByText(messages.call.today.emptyTitle).waitFor()],
  ['Call, loading', 'loading', (page) => number(page).waitFor()],
  ['Runs, loading', 'loading', (page) => goTo(page, messages.shell.screens.runs)],
  [
    'Call, sending',
    'waiting',
    async (page) => {
      await placeCall(page)
      await page.getByText(exactly(messages.call.sending(anyText))).waitFor()
    },
  ],
  ...liveScenes,
  [
    'Call, in practice',
    'practice',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await number(page).fill('+1 415 555 0299')
      await variable(page, 'customer_name').fill('Jane Doe')
      await variable(page, 'amount_due').fill('120.50')
      await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).waitFor()
    },
  ],
  [
    'Call, long names',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+2')
      await page.getByRole('button', { name: new RegExp(profileLabel('Borealis')) }).waitFor()
      await chooseAgent(page, 'Payment arrangement')
      await number(page).fill('+1 415 555 0299')
      await variable(page, 'customer_name').fill(
        'The Honourable Jane Elizabeth Montgomery-Featherstonehaugh of Upper Example',
      )
      await page.getByRole('button', { name: callLabel('+1 415 555 0299') }).waitFor()
    },
  ],
  [
    'Call, quiet hours',
    'quiet',
    async (page) => {
      await fillCall(page)
      await page.getByText(quietHours, { exact: true }).first().waitFor()
    },
  ],
  [
    'Call, as JSON',
    'standard',
    async (page) => {
      await fillCall(page)
      await page.getByRole('tab', { name: messages.context.views.json }).click()
      await jsonEditor(page).waitFor()
    },
  ],
  ['Runs, in practice', 'practice', goToRuns],
  ['Runs, the list', 'standard', goToRuns],
  [
    'Runs, a recording that plays',
    'standard',
    async (page) => {
      await openTalk(page)
      await page.getByRole('button', { name: messages.runs.talk.pause }).waitFor()
    },
  ],
  [
    'Runs, a loading recording',
    'talkComes',
    async (page) => {
      await openTalk(page)
      await page.getByText(exactly(messages.runs.talk.readingRecording(anyNumber))).waitFor()
    },
  ],
  [
    'Runs, a failed recording',
    'talkFails',
    async (page) => {
      await openTalk(page)
      await page.getByRole('button', { name: messages.runs.talk.showTranscript }).click()
      await page.getByText(messages.runs.talk.recordingFailed).waitFor()
      await page.getByText(messages.runs.talk.noTranscript).waitFor()
    },
  ],
]
