import { anyText, like, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import { requestExternally } from './external-request-scenes.ts'
import { goTo, type Scene } from './scene-steps.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

const create = async (page: Page): Promise<void> => {
  await goTo(page, messages.shell.screens.keys)
  await press(page, messages.keys.create.open)
  await page.getByRole('textbox', { name: messages.keys.columns.name }).waitFor()
  await page.getByRole('button', { name: messages.keys.create.confirm, disabled: false }).click()
}

const rotation = (page: Page) => page.getByRole('region', { name: messages.rotation.title })

/** The scenes of the Keys screen, in the states that an admin sees: new keys, rotations, and an exported key. */
export const keysScenes: Scene[] = [
  [
    'naming a new key',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await page.getByText('nightly import').waitFor()
      await page.keyboard.press('n')
      await page.getByRole('dialog', { name: messages.keys.create.open }).waitFor()
    },
  ],
  [
    'a new key',
    'standard',
    async (page) => {
      await create(page)
      await press(page, messages.keys.create.copy)
      await press(page, messages.keys.create.saveAs)
      await page.getByText(messages.keys.create.copied(45)).waitFor()
    },
  ],
  [
    'closing the dialog of a new key',
    'standard',
    async (page) => {
      await create(page)
      await press(page, messages.keys.create.done)
      await page.getByText(messages.keys.create.discardWarning).waitFor()
    },
  ],
  [
    'a new key waits in Keys',
    'standard',
    async (page) => {
      await create(page)
      await page.getByText(like(messages.keys.create.createdText(anyText))).waitFor()
      await requestExternally(page, { by: 'shortcut', text: '+1 415 555 0299' })
      await page.getByText(messages.keys.create.unsaved('Acme Billing')).waitFor()
    },
  ],
  [
    'an orphaned key',
    'orphan',
    async (page) => {
      await create(page)
      await page.getByText(like(messages.keys.create.createdWithoutText(anyText, anyText))).waitFor()
    },
  ],
  [
    'archiving a compromised key',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await press(page, messages.keys.archiveOf('desk-07'))
      await page.getByRole('switch', { name: messages.keys.compromised }).click()
      await page.getByRole('textbox', { name: messages.keys.compromisedReason }).waitFor()
    },
  ],
  [
    'reactivating a compromised key',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await press(page, messages.keys.archiveOf('nightly import'))
      await page.getByRole('switch', { name: messages.keys.compromised }).click()
      await page.getByRole('textbox', { name: messages.keys.compromisedReason }).fill('It was in an email.')
      await press(page, messages.keys.archiveYes)
      await page.getByRole('switch', { name: messages.keys.showArchived }).click()
      await press(page, messages.keys.reactivateOf('nightly import'))
      await page.getByRole('dialog', { name: messages.keys.reactivateTitle('nightly import') }).waitFor()
    },
  ],
  [
    'confirming a rotation',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await page.getByText('nightly import').waitFor()
      await page.keyboard.press('r')
      await page.getByRole('dialog', { name: messages.rotation.confirmTitle('Acme Billing') }).waitFor()
    },
  ],
  [
    'a rotation under way',
    'rotating',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await rotation(page).getByText(messages.rotation.step.proving).waitFor()
    },
  ],
  [
    'a rotation that stopped',
    'rotationStopped',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await rotation(page).getByRole('button', { name: messages.rotation.undo }).waitFor()
    },
  ],
  [
    'a rotation that could not be undone',
    'rotationTurned',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await rotation(page)
        .getByText(messages.issue.text({ path: [], code: 'oldKeyStays', words: 'API key was revoked' }))
        .waitFor()
    },
  ],
  [
    'a rotation that ended without a key',
    'rotationEnded',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await rotation(page).getByText(messages.rotation.ending.noKey.title).waitFor()
    },
  ],
  [
    'a finished rotation',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await press(page, messages.rotation.confirm)
      await page.getByRole('dialog').getByRole('button', { name: messages.rotation.confirm }).click()
      await rotation(page)
        .getByText(like(messages.rotation.oldKeyRejected(anyText)))
        .waitFor()
    },
  ],
  [
    'importing a key file',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await press(page, messages.keyExport.importKey)
      await page.getByRole('dialog', { name: messages.keyExport.importTitle('Acme-Billing.rundesk-key') }).waitFor()
    },
  ],
  [
    'an exported key',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.keys)
      await press(page, messages.keyExport.exportKey)
      await page.getByText(startOf(messages.keyExport.exported(anyText))).waitFor()
    },
  ],
]
