import { anyNumber, anyText, described, like, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import type { Scene } from './scene-steps.ts'

/** Goes to Support with the keyboard. */
export const goToSupport = async (page: Page): Promise<void> => {
  await page
    .getByRole('navigation', { name: messages.shell.nav })
    .getByRole('button', { name: messages.shell.screens.support, exact: true })
    .click()
  await page.getByRole('heading', { name: messages.shell.screens.support, exact: true }).waitFor()
}

const hourOf48Checks = startOf(
  messages.support.hour.sentence({ total: 48, failed: 0, median: anyNumber, slowest: anyNumber, since: null }),
)
const doctorOf = (page: Page) => page.getByRole('region', { name: messages.doctor.title })

/** Runs the doctor and waits for its conclusion to appear. */
export const runDoctor = async (page: Page, conclusion: string | RegExp): Promise<void> => {
  await goToSupport(page)
  await doctorOf(page).getByRole('button', { name: messages.doctor.start }).click()
  await doctorOf(page).getByRole('status').getByText(conclusion).waitFor()
  await doctorOf(page).scrollIntoViewIfNeeded()
}

/** The scenes for the states of the Support screen. */
export const supportScenes: Scene[] = [
  [
    'onboarding, the doctor',
    'first',
    async (page) => {
      await page.getByRole('button', { name: messages.doctor.open }).click()
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: messages.onboarding.connect.origin })
        .fill('voice.acme.example')
      await page.getByRole('dialog').getByRole('button', { name: messages.doctor.start }).click()
      await page
        .getByRole('dialog')
        .getByText(messages.doctor.conclusion([], true) ?? '')
        .waitFor()
    },
  ],
  [
    messages.shell.screens.support,
    'standard',
    async (page) => {
      await goToSupport(page)
      await page.getByRole('img', { name: hourOf48Checks }).waitFor()
    },
  ],
  [
    'Support, an hour with errors',
    'unwell',
    async (page) => {
      await goToSupport(page)
      await page.getByText(messages.support.hour.asTable).click()
      await page
        .getByRole('cell', {
          name: messages.failure.describe({ kind: 'unavailable', cause: 'timedOut' }).title,
        })
        .first()
        .waitFor()
    },
  ],
  [
    'Support, the doctor finds nothing',
    'standard',
    (page) => runDoctor(page, messages.doctor.conclusion([], true) ?? ''),
  ],
  [
    'Support, the service is down',
    'serviceDown',
    (page) => runDoctor(page, described('tcpRefused', { host: 'voice.acme.example', port: '443' }).found),
  ],
  [
    'Support, the keychain is locked',
    'keychainLocked',
    (page) => runDoctor(page, described('keychainLocked', { platform: 'linux' }).found),
  ],
  ['Support, the doctor while it checks', 'looking', (page) => runDoctor(page, messages.doctor.checking)],
  [
    'Support, the doctor at an address',
    'serviceDown',
    async (page) => {
      await goToSupport(page)
      await doctorOf(page).getByRole('combobox', { name: messages.doctor.subject }).click()
      await page.getByRole('option', { name: messages.doctor.otherAddress }).click()
      await doctorOf(page).getByRole('textbox', { name: messages.onboarding.connect.origin }).fill('voice.acme.example')
    },
  ],
  [
    'Support, a run',
    'standard',
    async (page) => {
      await page.getByRole('textbox', { name: messages.call.number.label, exact: true }).waitFor()
      await page.locator('body').press('Escape')
      await goToSupport(page)
      await page.keyboard.type('48219')
      await page.keyboard.press('Enter')
      await page.getByText(like(`${startOf(messages.support.run.foundIn(48_219, [anyText]))}${anyText}`)).waitFor()
    },
  ],
  [
    'Support, evidence saved',
    'standard',
    async (page) => {
      await goToSupport(page)
      await page.keyboard.type('48219')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: messages.support.evidence.save }).click()
      await page.getByText(/rundesk-evidence/).waitFor()
    },
  ],
  [
    'Support, evidence verified',
    'standard',
    async (page) => {
      await goToSupport(page)
      await page.getByLabel(messages.support.verify.checksum).fill('3f9a'.repeat(16))
      await page.getByRole('button', { name: messages.support.verify.verify }).click()
      await page.getByText(messages.support.verify.ofRun(48_219)).waitFor()
      await page.getByRole('region', { name: messages.support.verify.title }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Support, evidence without a checksum',
    'standard',
    async (page) => {
      await goToSupport(page)
      await page.getByRole('button', { name: messages.support.verify.verify }).click()
      await page.getByText(messages.support.verify.checksumAdvice).waitFor()
      await page.getByRole('region', { name: messages.support.verify.title }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Support, evidence with another checksum',
    'standard',
    async (page) => {
      await goToSupport(page)
      await page.getByLabel(messages.support.verify.checksum).fill('0'.repeat(64))
      await page.getByRole('button', { name: messages.support.verify.verify }).click()
      await page.getByText(messages.support.verify.faults.otherSeal()).waitFor()
      await page.getByRole('region', { name: messages.support.verify.title }).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Support, the diagnostics',
    'standard',
    async (page) => {
      await goToSupport(page)
      await page.getByRole('button', { name: messages.support.diagnostics.show }).click()
      await page.getByRole('dialog').getByText(messages.support.diagnostics.exactly).waitFor()
    },
  ],
  [
    'Support, an unknown run',
    'noRun',
    async (page) => {
      await goToSupport(page)
      await page.keyboard.type('5')
      await page.keyboard.press('Enter')
      await page.getByText(messages.support.run.notFound(5)).waitFor()
      await page
        .getByText(startOf(messages.runs.drawer.updatedAt(anyText)))
        .first()
        .waitFor()
    },
  ],
]
