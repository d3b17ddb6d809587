import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { messages } from '../../../src/messages/index.ts'
import { appFolder } from '../../support/electron/runtime.ts'
import { acceptedRunId, connect, goTo, placeCall, tourNumber } from '../tour/steps.ts'
import { savedFile } from './answer-dialogs.ts'
import { button, field, press, waitForText } from './controls.ts'
import { getNote, type Step } from './guide-context.ts'
import { anyNumber, anyText, described, like } from '../../support/messages/patterns.ts'

const savedEvidence = like(messages.support.evidence.saved(`rundesk-evidence-${anyNumber}.html`))

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Scrolls only the screen until the card is at its top. */
const scrollTo = (page: Page, name: string): Promise<void> =>
  card(page, name).evaluate((element) => {
    const screen = element.closest('main')
    screen?.scrollBy(0, element.getBoundingClientRect().top - screen.getBoundingClientRect().top - 8)
  })

/** Runs the command that the page shows. Returns its exit code and output. */
const verify = (file: string, checksum: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const script = join(appFolder, 'scripts', 'verify-evidence.mjs')
    const child = execFile(process.execPath, [script, file, checksum], (_error, out, errors) =>
      resolve({ code: child.exitCode ?? -1, output: `${out}${errors}` }),
    )
  })

const oneRun: readonly Step[] = [
  [
    'Open Rundesk with the profile of the organization.',
    // Place a call, whose run later steps look up.
    async ({ page, organization, notes }) => {
      await connect(page, organization.origin, organization.key)
      await placeCall(page, tourNumber)
      notes.set('run', String(await acceptedRunId(page)))
    },
  ],
  [
    'Press **Support** on the left.',
    async ({ page }) => {
      await goTo(page, messages.shell.screens.support)
      await field(page, messages.support.run.label).waitFor()
    },
  ],
  [
    'Enter the run ID, and press `Enter`.',
    async (context) => {
      await field(context.page, messages.support.run.label).fill(getNote(context, 'run'))
      await press(context.page, 'Enter')
      await card(context.page, messages.support.run.of('Acme Billing'))
        .getByText(like(messages.runs.drawer.updatedAt(anyText)))
        .first()
        .waitFor()
    },
  ],
  [
    'Read the first line: it says where the run was found. Below it, each source shows its data and the age of the data.',
    async (context) =>
      waitForText(
        context.page,
        messages.support.run.foundIn(Number(getNote(context, 'run')), [
          messages.support.run.sourceHere,
          'Acme Billing',
        ]),
      ),
  ],
]

const evidence: readonly Step[] = [
  [
    'Press **Save evidence…**, and choose where to save it.',
    async ({ page, app, folder, notes }) => {
      await button(page, messages.support.evidence.save).click()
      await waitForText(page, savedEvidence)
      notes.set('evidence', await savedFile(app, folder))
    },
  ],
  [
    'Note the checksum that is shown.',
    async ({ page, notes }) => {
      const saved = page.getByText(savedEvidence).first()
      await saved.scrollIntoViewIfNeeded()
      const checksum = /[0-9a-f]{64}/.exec(await saved.innerText())?.[0]
      if (checksum === undefined) throw new Error('No checksum is shown.')
      notes.set('checksum', checksum)
    },
  ],
  [
    'Send the file one way and the checksum another.',
    async (context) => {
      if (readFileSync(getNote(context, 'evidence')).includes(context.organization.key))
        throw new Error('The evidence contains a key.')
    },
  ],
  [
    'Verify it with the command, and compare the output with your records.',
    async (context) => {
      const { code, output } = await verify(getNote(context, 'evidence'), getNote(context, 'checksum'))
      if (code !== 0 || !output.includes(getNote(context, 'run'))) throw new Error(`Exit code ${code}: ${output}`)
    },
  ],
  [
    'Change one letter in a copy and verify the copy: the command says that it was changed.',
    async (context) => {
      const copy = join(context.folder, 'copy.html')
      writeFileSync(copy, readFileSync(getNote(context, 'evidence'), 'utf8').replace('accepted', 'Accepted'))
      const { code, output } = await verify(copy, getNote(context, 'checksum'))
      if (code !== 1 || !output.includes('changed')) throw new Error(`Exit code ${code}: ${output}`)
    },
  ],
]

const serviceOrUs: readonly Step[] = [
  [
    'Look at **Service** under **Support**: it shows whether the service responds now and how it responded in the last hour.',
    async ({ page }) => {
      await card(page, messages.support.health.title).scrollIntoViewIfNeeded()
      const sentences = [1, anyNumber].map((total) =>
        messages.support.hour.sentence({ total, failed: 0, median: anyNumber, slowest: anyNumber, since: anyText }),
      )
      const sentence = new RegExp(sentences.map((one) => like(one).source).join('|'))
      await card(page, messages.support.health.title).getByText(sentence).first().waitFor()
    },
  ],
  [
    'Press **Run checks** under **Doctor**, and wait until the checks are done.',
    async ({ page }) => {
      await card(page, messages.doctor.title).getByRole('button', { name: messages.doctor.start }).click()
      await card(page, messages.doctor.title)
        .getByText(like(messages.doctor.checkedAt(anyText, anyText, messages.time.ago(0))))
        .first()
        .waitFor()
      await scrollTo(page, messages.doctor.title)
    },
  ],
  [
    'Read the sentence at the top, and each line that says **Fix**.',
    async ({ page }) => {
      const status = card(page, messages.doctor.title).getByRole('status')
      if ((await status.innerText()).trim() === '') throw new Error('The doctor shows no conclusion.')
      await card(page, messages.doctor.title)
        .getByText(like(described('serviceUp', { milliseconds: anyText }).found))
        .first()
        .waitFor()
    },
  ],
]

const diagnostics: readonly Step[] = [
  ['Press **Show diagnostics**.', async ({ page }) => button(page, messages.support.diagnostics.show).click()],
  [
    'Read them: this is all that will be saved, and it contains no keys, calls, numbers or contexts.',
    async ({ page, organization }) => {
      const text = await page
        .getByRole('dialog', { name: messages.support.diagnostics.title })
        .locator('pre')
        .innerText()
      for (const secret of [organization.key, tourNumber.replaceAll(' ', '')])
        if (text.includes(secret)) throw new Error('The diagnostics contain a secret.')
    },
  ],
  [
    'Press **Save…**, and send the file to the person who needs it.',
    async (context) => {
      await context.page
        .getByRole('dialog', { name: messages.support.diagnostics.title })
        .getByRole('button', { name: messages.support.diagnostics.save })
        .click()
      await waitForText(context.page, like(messages.support.diagnostics.saved(`rundesk-diagnostics-${anyText}`)))
    },
  ],
]

/** The steps of docs/guide/support.md. */
export const supportSteps: readonly Step[] = [...oneRun, ...evidence, ...serviceOrUs, ...diagnostics]
