import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { messages } from '../../../src/messages/index.ts'
import { anyNumber, anyText, like } from '../../support/messages/patterns.ts'
import { acceptedRunId, connect, goTo, placeCall, tourNumber } from '../tour/steps.ts'
import { answerDialogs, boxText, savedFile } from './answer-dialogs.ts'
import { button, field, press, waitForText } from './controls.ts'
import { getNote, type Step } from './guide-context.ts'

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

const seeKeys: readonly Step[] = [
  [
    'Open Rundesk with the profile of your organization.',
    // Place a call, so that later steps have a number to erase.
    async ({ page, organization }) => {
      await connect(page, organization.origin, organization.key)
      await placeCall(page, tourNumber)
      await acceptedRunId(page)
    },
  ],
  [
    'Press **Keys** on the left.',
    async ({ page }) => {
      await goTo(page, messages.shell.screens.keys)
      await row(page, like(messages.keys.usedBy(['Acme Billing']))).waitFor()
    },
  ],
  [
    'Turn on **Show archived keys** to list archived keys, too.',
    async ({ page }) => {
      await page.getByRole('switch', { name: messages.keys.showArchived }).click()
      await row(page, like(messages.keys.archived(null)))
        .first()
        .waitFor()
    },
  ],
]

const createKey: readonly Step[] = [
  ['Press **New key**.', async ({ page }) => button(page, messages.keys.create.open).click()],
  [
    'Give it a name that says where it will be used: `Desk 12`.',
    async ({ page }) => field(page, messages.keys.columns.name).fill('Desk 12'),
  ],
  [
    'Press **Create key**.',
    async ({ page }) => {
      await button(page, messages.keys.create.confirm).click()
      await waitForText(page, messages.keys.create.createdTitle('Desk 12'))
    },
  ],
  [
    'Press **Copy key**, and paste it where you need it within 45 seconds.',
    async ({ page, app }) => {
      await button(page, messages.keys.create.copy).click()
      await waitForText(page, messages.keys.create.copied(45))
      if ((await app.evaluate(({ clipboard }) => clipboard.readText())) === '') throw new Error('Nothing was copied.')
    },
  ],
  [
    'Press **Done**.',
    async ({ page }) => {
      await button(page, messages.keys.create.done).click()
      await row(page, /^Desk 12/).waitFor()
    },
  ],
]

const archiveKey: readonly Step[] = [
  [
    'Press **Archive** next to `Desk 12`.',
    async ({ page }) => button(page, messages.keys.archiveOf('Desk 12')).click(),
  ],
  [
    'If someone else may have the key, turn on **This key may be compromised**, and enter what happened.',
    async ({ page }) => {
      await page.getByRole('switch', { name: messages.keys.compromised }).click()
      await field(page, messages.keys.compromisedReason).fill('It was sent by email.')
    },
  ],
  [
    'Press **Archive key**.',
    async ({ page }) => {
      await button(page, messages.keys.archiveYes).click()
      await waitForText(page, messages.keys.done.archived('Desk 12'))
    },
  ],
  [
    'Press **Reactivate** next to `Desk 12`.',
    async ({ page }) => button(page, messages.keys.reactivateOf('Desk 12')).click(),
  ],
  [
    'If it was archived as compromised, enter why it’s safe to use again. Press **Reactivate key**.',
    async ({ page }) => {
      await field(page, messages.keys.reactivateReason).fill('The email was not sent.')
      await button(page, messages.keys.reactivateYes).click()
      await waitForText(page, messages.keys.done.reactivated('Desk 12'))
    },
  ],
]

const rotateKey: readonly Step[] = [
  [
    'Press **Rotate key** at the top.',
    async ({ page }) => {
      await button(page, messages.rotation.confirm).click()
      await page.getByRole('dialog', { name: messages.rotation.confirmTitle('Acme Billing') }).waitFor()
    },
  ],
  [
    'Read what will happen, and press **Rotate key**.',
    async ({ page }) => page.getByRole('dialog').getByRole('button', { name: messages.rotation.confirm }).click(),
  ],
  [
    'Wait until the screen says that the service rejected the old key (401).',
    async ({ page }) => waitForText(page, like(messages.rotation.oldKeyRejected(anyText))),
  ],
]

const exportKey: readonly Step[] = [
  [
    'Press **Export key…**, and choose where to save the key file.',
    async ({ page }) => {
      await button(page, messages.keyExport.exportKey).click()
      await waitForText(page, like(messages.keyExport.exported(anyText)))
    },
  ],
  [
    'Note the passphrase that the system shows, and close its window.',
    async ({ app, notes }) => void notes.set('passphrase', (await boxText(app)).split('\n')[0] ?? ''),
  ],
  [
    'Send the file to the other computer, and give the passphrase by phone; never send both the same way.',
    async ({ app, folder, notes }) => void notes.set('sealed', await savedFile(app, folder)),
  ],
  [
    'On the other computer, open Rundesk. If it already has a profile, press **Keys** on the left.',
    async (context) => context.openSecondApp(),
  ],
  [
    'Press **Import key file…**, and choose the file.',
    async (context) => {
      await answerDialogs(context.app, context.folder, getNote(context, 'sealed'))
      await button(context.page, messages.keyExport.importKey).click()
      await context.page.getByRole('dialog', { name: like(messages.keyExport.importTitle(anyText)) }).waitFor()
    },
  ],
  [
    'Enter the passphrase, and press **Use this passphrase**.',
    async (context) => {
      await context.page.getByLabel(messages.keyExport.passphrase, { exact: true }).fill(getNote(context, 'passphrase'))
      await button(context.page, messages.keyExport.submitPassphrase).click()
      await waitForText(context.page, like(messages.keyExport.passphraseEntered(anyNumber)))
    },
  ],
  [
    'Press **Import and check**.',
    async ({ page }) => {
      await button(page, messages.keyExport.confirmImport).click()
      await waitForText(page, messages.keyExport.imported('Acme Billing'))
    },
  ],
  [
    'Delete the key file, and press **Start calling**.',
    async (context) => {
      rmSync(getNote(context, 'sealed'))
      await button(context.page, messages.onboarding.keyFile.action).click()
      await waitForText(context.page, 'Acme Billing')
    },
  ],
]

const log = (page: Page) => page.getByRole('list', { name: messages.audit.title })

const definition = {
  nodes: [
    {
      id: 's',
      type: 'startCall',
      data: { name: 'Start', greeting: 'Hello {{customer_name}}, your visit is tomorrow.' },
    },
    { id: 'e', type: 'endCall', data: { name: 'End', prompt: 'Say goodbye.' } },
  ],
  edges: [{ id: 'se', source: 's', target: 'e', data: { label: 'done', condition: 'when they know' } }],
}

const createAgent: readonly Step[] = [
  [
    'On your own computer, press `Ctrl` `K`, type `new agent`, and press `Enter`.',
    async (context) => {
      const file = join(context.folder, 'visits.json')
      writeFileSync(file, JSON.stringify({ name: 'Visit reminder', workflow_definition: definition }))
      context.returnToFirstApp()
      await answerDialogs(context.app, context.folder, file)
      await press(context.page, 'Control+k')
      await context.page.keyboard.type('new agent')
      await context.page.getByRole('option', { name: like(messages.newAgent.open) }).waitFor()
      await press(context.page, 'Enter')
    },
  ],
  [
    'Choose the file, and check its contents.',
    async ({ page }) =>
      page
        .getByRole('dialog', { name: messages.newAgent.title('Acme Billing') })
        .getByText('your visit is tomorrow')
        .waitFor(),
  ],
  [
    'Press **Create and publish**.',
    async ({ page }) => {
      await button(page, messages.newAgent.confirm).click()
      await page.getByRole('dialog', { name: messages.newAgent.createdTitle('Visit reminder') }).waitFor()
    },
  ],
  [
    'Press **Call with this agent** to try it.',
    async ({ page }) => {
      await button(page, messages.newAgent.callWith).click()
      await field(page, 'customer_name').waitFor()
    },
  ],
]

const settings: readonly Step[] = [
  [
    'Press **Settings** on the left.',
    async ({ page }) => {
      await goTo(page, messages.shell.screens.settings)
      await page.getByRole('heading', { name: messages.shell.screens.settings }).waitFor()
    },
  ],
  [
    'Enter **Your name, for the audit log**: `Kim Lee`, and press **Save**.',
    async ({ page }) => {
      await field(page, messages.settings.person).fill('Kim Lee')
      await button(page, messages.profiles.save).click()
      await waitForText(page, messages.settings.saved)
    },
  ],
]

const erase: readonly Step[] = [
  [
    'Press **Erase personal data…** in **Settings**.',
    async ({ page }) => button(page, messages.settings.history.erase).click(),
  ],
  [
    `Enter the number as it was dialed: \`${tourNumber}\`, and press **Continue**.`,
    async ({ page }) => {
      await page.getByRole('dialog').getByRole('textbox', { name: messages.call.number.label }).fill(tourNumber)
      await button(page, messages.settings.erase.continue).click()
      await page.getByRole('dialog', { name: messages.settings.erase.confirmTitle(tourNumber) }).waitFor()
    },
  ],
  [
    `Press **Erase ${tourNumber}**.`,
    async ({ page }) => {
      await button(page, messages.settings.erase.confirm(tourNumber)).click()
      await waitForText(page, like(messages.settings.erase.done(anyText, 1, 0)))
    },
  ],
  [
    'Close the dialog.',
    async ({ page }) => page.getByRole('dialog').getByRole('button', { name: messages.common.close }).last().click(),
  ],
]

const readLog: readonly Step[] = [
  [
    'Go to the end of **Settings**: _Audit log_ lists the actions that its introduction names, with who and when.',
    async ({ page }) => {
      await log(page).scrollIntoViewIfNeeded()
      for (const action of ['erasePerson', 'changeSettings'] as const)
        await log(page).getByText(messages.audit.action(action)).first().waitFor()
    },
  ],
  [
    'Press **Verify the log** to check that it wasn’t modified.',
    async ({ page }) => {
      await button(page, messages.audit.verify).click()
      await waitForText(page, like(messages.audit.intact(anyNumber)))
    },
  ],
  [
    'Press **Export log…** to save a copy.',
    async (context) => {
      await button(context.page, messages.audit.export).click()
      await waitForText(context.page, like(messages.audit.exported(anyText, anyNumber)))
    },
  ],
]

/** The steps of docs/guide/admin.md. */
export const adminSteps: readonly Step[] = [
  ...seeKeys,
  ...createKey,
  ...archiveKey,
  ...rotateKey,
  ...exportKey,
  ...createAgent,
  ...settings,
  ...erase,
  ...readLog,
]
