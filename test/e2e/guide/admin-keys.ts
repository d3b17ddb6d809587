import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { acceptedRunId, connect, goTo, placeCall, tourNumber } from '../tour/steps.ts'
import { answerDialogs, boxText, savedFile } from './answer-dialogs.ts'
import { button, field, says } from './by-hand.ts'
import { noted, type Step } from './desk.ts'

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

const seeKeys: readonly Step[] = [
  [
    'Open Rundesk with the profile of your organization.',
    // A desk that has called somebody already.
    async ({ page, organization }) => {
      await connect(page, organization.origin, organization.key)
      await placeCall(page, tourNumber)
      await acceptedRunId(page)
    },
  ],
  [
    'Press **Keys** on the left.',
    async ({ page }) => {
      await goTo(page, 'Keys')
      await row(page, /this app uses it: Acme Billing/).waitFor()
    },
  ],
  [
    'Turn on **Show archived keys** to see what was put away.',
    async ({ page }) => {
      await page.getByRole('switch', { name: 'Show archived keys' }).click()
      await row(page, /archived/)
        .first()
        .waitFor()
    },
  ],
]

const makeKey: readonly Step[] = [
  ['Press **New key**.', async ({ page }) => button(page, /^New key/).click()],
  [
    'Give it a name that says where it will be used: `Desk 12`.',
    async ({ page }) => field(page, 'Name').fill('Desk 12'),
  ],
  [
    'Press **Create the key**.',
    async ({ page }) => {
      await button(page, 'Create the key').click()
      await says(page, 'Desk 12 was created')
    },
  ],
  [
    'Press **Copy the key**, and paste it where it is needed within 45 seconds.',
    async ({ page, app }) => {
      await button(page, 'Copy the key').click()
      await says(page, /It leaves the clipboard in 45 seconds/)
      if ((await app.evaluate(({ clipboard }) => clipboard.readText())) === '') throw new Error('Nothing was copied.')
    },
  ],
  [
    'Press **Done, let it go**.',
    async ({ page }) => {
      await button(page, 'Done, let it go').click()
      await row(page, /^Desk 12/).waitFor()
    },
  ],
]

const archiveKey: readonly Step[] = [
  ['Press **Archive** beside `Desk 12`.', async ({ page }) => button(page, 'Archive Desk 12').click()],
  [
    'If it may be in other hands, turn on **It may be in other hands**, and write what happened.',
    async ({ page }) => {
      await page.getByRole('switch', { name: 'It may be in other hands' }).click()
      await field(page, 'What happened').fill('It stood in a mail.')
    },
  ],
  [
    'Press **Archive the key**.',
    async ({ page }) => {
      await button(page, 'Archive the key').click()
      await says(page, 'Desk 12 was archived.')
    },
  ],
  ['Press **Reactivate** beside `Desk 12`.', async ({ page }) => button(page, 'Reactivate Desk 12').click()],
  [
    'Write why it may be used again, and press **Reactivate the key**.',
    async ({ page }) => {
      await field(page, 'Why it may be used again').fill('The mail never left.')
      await button(page, 'Reactivate the key').click()
      await says(page, 'Desk 12 works again.')
    },
  ],
]

const rotateKey: readonly Step[] = [
  [
    'Press **Rotate the key** at the top.',
    async ({ page }) => {
      await button(page, 'Rotate the key').click()
      await page.getByRole('dialog', { name: 'Rotate the key of Acme Billing?' }).waitFor()
    },
  ],
  [
    'Read what will happen, and press **Rotate the key**.',
    async ({ page }) => page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click(),
  ],
  [
    'Wait until it says that the service answered 401 to the old key.',
    async ({ page }) => says(page, /The service answered 401 to the old key/),
  ],
]

const handOver: readonly Step[] = [
  [
    'Press **Hand over …**, and choose where the sealed file goes.',
    async ({ page }) => {
      await button(page, 'Hand over …').click()
      await says(page, /^The key is sealed in /)
    },
  ],
  [
    'Note the passphrase that the system shows, and close its window.',
    async ({ app, notes }) => void notes.set('passphrase', (await boxText(app)).split('\n')[0] ?? ''),
  ],
  [
    'Give the file to the other desk, and speak the passphrase; never send both the same way.',
    async ({ app, folder, notes }) => void notes.set('sealed', await savedFile(app, folder)),
  ],
  [
    'At the other desk, open Rundesk. Where it has a profile already, press **Keys** on the left.',
    async (desk) => desk.openAnother(),
  ],
  [
    'Press **Open a sealed file …**, and choose the file.',
    async (desk) => {
      await answerDialogs(desk.app, desk.folder, noted(desk, 'sealed'))
      await button(desk.page, 'Open a sealed file …').click()
      await desk.page.getByRole('dialog', { name: /^Open / }).waitFor()
    },
  ],
  [
    'Enter the passphrase, and press **Hold this passphrase**.',
    async (desk) => {
      await desk.page.getByLabel('Passphrase', { exact: true }).fill(noted(desk, 'passphrase'))
      await button(desk.page, 'Hold this passphrase').click()
      await says(desk.page, /^Passphrase held, /)
    },
  ],
  [
    'Press **Open and check**.',
    async ({ page }) => {
      await button(page, 'Open and check').click()
      await says(page, '“Acme Billing” was added')
    },
  ],
  [
    'Delete the sealed file, and press **Go to the desk**.',
    async (desk) => {
      rmSync(noted(desk, 'sealed'))
      await button(desk.page, 'Go to the desk').click()
      await says(desk.page, 'Acme Billing')
    },
  ],
]

/** The first half of docs/guide/admin.md: what is done with keys. */
export const adminKeySteps: readonly Step[] = [...seeKeys, ...makeKey, ...archiveKey, ...rotateKey, ...handOver]
