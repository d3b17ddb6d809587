import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { appFolder } from '../../support/electron/runtime.ts'
import { acceptedRunId, connect, goTo, placeCall, tourNumber } from '../tour/steps.ts'
import { savedFile } from './answer-dialogs.ts'
import { button, field, press, says } from './by-hand.ts'
import { noted, type Step } from './desk.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Scrolls the screen, and nothing around it, until a card begins at its top. */
const scrollTo = (page: Page, name: string): Promise<void> =>
  card(page, name).evaluate((element) => {
    const screen = element.closest('main')
    screen?.scrollBy(0, element.getBoundingClientRect().top - screen.getBoundingClientRect().top - 8)
  })

/** Runs the command that stands on the page; gives its code and what it said. */
const verify = (file: string, seal: string): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const script = join(appFolder, 'scripts', 'verify-evidence.mjs')
    const child = execFile(process.execPath, [script, file, seal], (_error, out, errors) =>
      resolve({ code: child.exitCode ?? -1, said: `${out}${errors}` }),
    )
  })

const oneRun: readonly Step[] = [
  [
    'Open Rundesk with the profile of the organization.',
    // A desk that has called somebody already.
    async ({ page, organization, notes }) => {
      await connect(page, organization.origin, organization.key)
      await placeCall(page, tourNumber)
      notes.set('run', String(await acceptedRunId(page)))
    },
  ],
  [
    'Press **Support** on the left.',
    async ({ page }) => {
      await goTo(page, 'Support')
      await field(page, 'Run id').waitFor()
    },
  ],
  [
    'Enter the run id, and press `Enter`.',
    async (desk) => {
      await field(desk.page, 'Run id').fill(noted(desk, 'run'))
      await press(desk.page, 'Enter')
      await card(desk.page, 'Service of Acme Billing').getByText('Told by the service').first().waitFor()
    },
  ],
  [
    'Read the first line: it says who knows the run, and below stands what each knows and how old that is.',
    async (desk) => says(desk.page, `Run ${noted(desk, 'run')} is known to this computer and Acme Billing.`),
  ],
]

const evidence: readonly Step[] = [
  [
    'Press **Save evidence …**, and choose where it goes.',
    async ({ page, app, folder, notes }) => {
      await button(page, 'Save evidence …').click()
      await says(page, /^Saved as rundesk-evidence-\d+\.html/)
      notes.set('evidence', await savedFile(app, folder))
    },
  ],
  [
    'Note the seal that is shown.',
    async ({ page, notes }) => {
      const told = page.getByText(/^Saved as rundesk-evidence-/).first()
      await told.scrollIntoViewIfNeeded()
      const seal = /[0-9a-f]{64}/.exec(await told.innerText())?.[0]
      if (seal === undefined) throw new Error('No seal is shown.')
      notes.set('seal', seal)
    },
  ],
  [
    'Send the file one way and the seal another.',
    async (desk) => {
      if (readFileSync(noted(desk, 'evidence')).includes(desk.organization.key)) throw new Error('A key is in it.')
    },
  ],
  [
    'Verify it with the command, and compare what it says with what you know.',
    async (desk) => {
      const { code, said } = await verify(noted(desk, 'evidence'), noted(desk, 'seal'))
      if (code !== 0 || !said.includes(noted(desk, 'run'))) throw new Error(`It answered ${code}: ${said}`)
    },
  ],
  [
    'Change one letter in a copy, and verify that: the command says that it was changed.',
    async (desk) => {
      const copy = join(desk.folder, 'copy.html')
      writeFileSync(copy, readFileSync(noted(desk, 'evidence'), 'utf8').replace('accepted', 'Accepted'))
      const { code, said } = await verify(copy, noted(desk, 'seal'))
      if (code !== 1 || !said.includes('changed')) throw new Error(`It answered ${code}: ${said}`)
    },
  ],
]

const serviceOrUs: readonly Step[] = [
  [
    'Look at **Service** under **Support**: whether it answers now, and how it was in the last hour.',
    async ({ page }) => {
      await card(page, 'Service').scrollIntoViewIfNeeded()
      await card(page, 'Service').getByText('in the last hour').first().waitFor()
    },
  ],
  [
    'Press **Look now** under **Doctor**, and wait until it is through.',
    async ({ page }) => {
      await card(page, 'Doctor').getByRole('button', { name: 'Look now' }).click()
      await card(page, 'Doctor').getByText('looked just now').first().waitFor()
      await scrollTo(page, 'Doctor')
    },
  ],
  [
    'Read the sentence on top, and each line that says **What to do**.',
    async ({ page }) => {
      const status = card(page, 'Doctor').getByRole('status')
      if ((await status.innerText()).trim() === '') throw new Error('The doctor says nothing.')
      await card(page, 'Doctor').getByText('The service answers in').first().waitFor()
    },
  ],
]

const diagnostics: readonly Step[] = [
  ['Press **Show the diagnostics**.', async ({ page }) => button(page, 'Show the diagnostics').click()],
  [
    'Read them: this is all of it, and there are no keys, calls, numbers or contexts in it.',
    async ({ page, organization }) => {
      const text = await page.getByRole('dialog', { name: 'Diagnostics' }).locator('pre').innerText()
      for (const secret of [organization.key, tourNumber.replaceAll(' ', '')])
        if (text.includes(secret)) throw new Error('Something stands in the diagnostics that must not.')
    },
  ],
  [
    'Press **Save …**, and hand the file to whom you choose.',
    async (desk) => {
      await desk.page.getByRole('dialog', { name: 'Diagnostics' }).getByRole('button', { name: 'Save …' }).click()
      await says(desk.page, /^Saved as rundesk-diagnostics-/)
    },
  ],
]

/** What docs/guide/support.md asks for. */
export const supportSteps: readonly Step[] = [...oneRun, ...evidence, ...serviceOrUs, ...diagnostics]
