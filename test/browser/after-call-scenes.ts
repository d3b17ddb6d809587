import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import type { CallEnd } from '../../src/contract/call.ts'
import { foundState, titleOf } from '../support/messages/patterns.ts'
import { goTo, number, placeCall, type Scene, outcome } from './scene-steps.ts'

/** Places a call and waits until the page shows what its agent learned. */
export const placeLearnedCall = async (page: Page): Promise<void> => {
  await placeCall(page)
  await outcome(page).getByRole('region', { name: messages.learned.title }).waitFor()
}

/** Places a call and waits until the page shows how it ended. */
const placeEndedCall = async (page: Page, kind: CallEnd['kind']): Promise<void> => {
  await placeCall(page)
  const title = titleOf({ ...foundState, end: { kind, disposition: null, durationSeconds: 0 } })
  await outcome(page).getByText(title, { exact: true }).first().waitFor()
}

/** Opens the inbox with its keyboard shortcut. */
export const openInbox = async (page: Page): Promise<void> => {
  await number(page).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.getByRole('heading', { name: messages.inbox.title }).waitFor()
}

const today = (page: Page) => page.getByRole('region', { name: messages.call.today.title, exact: true })

/** Shows the calls of the whole organization, counted from the service's list. */
export const showOrganization = async (page: Page): Promise<void> => {
  await today(page)
    .getByRole('button', { name: messages.day.scopes(false).organization })
    .click()
  await today(page).getByRole('heading', { name: messages.day.byHour }).waitFor()
  await today(page).scrollIntoViewIfNeeded()
}

/** The scenes after a call: its result, the inbox, and a number's page. */
export const afterCallScenes: Scene[] = [
  ['Call, what the agent learned', 'reached', placeLearnedCall],
  ['Call, busy', 'busy', (page) => placeEndedCall(page, 'busy')],
  ['Call, no answer', 'noAnswer', (page) => placeEndedCall(page, 'noAnswer')],
  [
    'Call, the do-not-call dialog',
    'ended',
    async (page) => {
      await placeLearnedCall(page)
      await page.keyboard.press('d')
      await page.getByRole('dialog').getByRole('textbox', { name: messages.doNotCall.dialog.reason }).waitFor()
    },
  ],
  ['Call, today of the organization', 'standard', showOrganization],
  [
    'Call, today as tables, not complete',
    'uncounted',
    async (page) => {
      await showOrganization(page)
      await today(page).getByRole('button', { name: messages.day.asTable }).click()
      await today(page).getByRole('table', { name: messages.day.byAgent }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Needs you',
    'needs',
    async (page) => {
      await openInbox(page)
      await page.getByRole('region', { name: messages.doNotCall.title }).waitFor()
    },
  ],
  [
    'Needs you, empty',
    'empty',
    async (page) => {
      await openInbox(page)
      await page.getByText(messages.inbox.emptyTitle).waitFor()
    },
  ],
  [
    'Number',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.inbox)
      await page.getByRole('button', { name: messages.afterCall.person }).click()
      await page.getByRole('region', { name: messages.person.calls }).getByRole('listitem').first().waitFor()
    },
  ],
]
