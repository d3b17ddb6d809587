import { callLabel } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import type { CallLink, ExternalRequest } from '../../src/contract/external-request.ts'
import { chooseAgent, goTo, number, type Scene } from './scene-steps.ts'

/** Sends a request from outside the window, as main does. */
export const requestExternally = (page: Page, external: ExternalRequest) =>
  page.evaluate((request) => {
    // Only the fake API of a scene has this method.
    const { requestExternally: send } = window.api as unknown as { requestExternally: (one: ExternalRequest) => void }
    send(request)
  }, external)

export const callLink: CallLink = {
  scheme: 'rundesk',
  number: '+14155550123',
  extension: '45',
  agentUuid: null,
  context: [
    { name: 'customer_name', value: 'Jane Doe' },
    { name: 'amount_due', value: '120.50' },
  ],
}
const link: ExternalRequest = { by: 'link', display: '+1 415 555 0123', link: callLink }

const filledIn = (page: Page) => page.getByRole('region', { name: messages.externalRequest.filledInBy(callLink) })

/**
 * The scenes with requests from outside the window: links that fill in the form, wait or are refused, and a clipboard
 * without a number.
 */
export const externalRequestScenes: Scene[] = [
  [
    'Call, a link filled it',
    'standard',
    async (page) => {
      await chooseAgent(page, 'Renewal reminder')
      await requestExternally(page, link)
      await filledIn(page).waitFor()
      await page.getByRole('button', { name: callLabel('+1 415 555 0123') }).waitFor()
    },
  ],
  [
    'Call, a link waits',
    'standard',
    async (page) => {
      await number(page).fill('+1 415 555 01')
      await requestExternally(page, link)
      await page.getByRole('button', { name: messages.externalRequest.fill }).waitFor()
    },
  ],
  [
    'Call, a link refused',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await requestExternally(page, { by: 'refusedLink', why: 'code' })
      await page.getByText(messages.externalRequest.ignored, { exact: true }).waitFor()
    },
  ],
  [
    'Call, no number on the clipboard',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await requestExternally(page, { by: 'shortcut', text: null })
      await page.getByRole('main').getByText(messages.externalRequest.nothingCopied).waitFor()
    },
  ],
  [
    'Runs, a link arrived',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.runs)
      await requestExternally(page, link)
      await page.getByRole('button', { name: messages.externalRequest.show }).waitFor()
    },
  ],
  [
    'Settings, a shortcut of another app',
    'standard',
    async (page) => {
      await page.evaluate(() => {
        const ties = { shortcut: 'refused', telLinks: 'notInstalled' } as const
        window.api.readOsIntegration = () => Promise.resolve({ ok: true, value: ties })
      })
      await goTo(page, messages.shell.screens.settings)
      await page.getByRole('switch', { name: messages.settings.systemIntegration.tel }).click()
      await page.getByRole('combobox', { name: messages.settings.systemIntegration.shortcut }).click()
      await page
        .getByRole('option', { name: messages.settings.systemIntegration.shortcutKeys('CommandOrControl+Alt+D') })
        .click()
      await page.getByRole('button', { name: messages.profiles.save, exact: true }).click()
      await page.getByText(messages.settings.systemIntegration.shortcutRefused).scrollIntoViewIfNeeded()
      await page.getByText(messages.settings.systemIntegration.telStatus('notInstalled') ?? '').waitFor()
    },
  ],
]
