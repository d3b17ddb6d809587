// Makes a first call in the real app, and takes a picture of every step in light and dark mode.
//   run-tour.ts [folder]     the folder for the pictures; the default is .cache/tour
import { messages } from '../../../src/messages/index.ts'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { launchRundesk, versionOf } from '../../support/electron/launch.ts'
import { appFolder } from '../../support/electron/runtime.ts'
import {
  acceptedRunId,
  callButton,
  chooseAgent,
  goTo,
  lostNumber,
  openPractice,
  tourContext,
  tourNumber,
  typeNumber,
  writeContext,
} from './steps.ts'

const folder = resolve(process.argv[2] ?? join(appFolder, '.cache', 'tour'))
const pictures: string[] = []

const say = (text: string): void => void process.stdout.write(`tour: ${text}\n`)

/** Takes a picture in both color schemes, after all transitions have ended. */
const takePictures = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const path = join(folder, `${name}-${colorScheme}.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'initial' })
    pictures.push(relative(appFolder, path))
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const placeCall = async (page: Page): Promise<number> => {
  say('choosing an agent, editing the context')
  await chooseAgent(page, 'Renewal')
  await writeContext(page, tourContext)
  await typeNumber(page, tourNumber)
  await callButton(page, tourNumber).waitFor()
  await takePictures(page, '2-call-ready')
  say(`calling ${tourNumber}`)
  await callButton(page, tourNumber).click()
  const workflowRunId = await acceptedRunId(page)
  await takePictures(page, '3-call-accepted')
  say(`accepted as run ${workflowRunId}`)
  return workflowRunId
}

/** Shows that a second call to a number needs a confirmation, and that a call whose connection drops is reconciled. */
const showCertainty = async (page: Page): Promise<void> => {
  say('calling the number again, which needs a confirmation')
  await page.getByRole('button', { name: messages.call.next }).click()
  await callButton(page, tourNumber).click()
  await page.getByRole('dialog', { name: messages.repeatCall.questions.calledRecently.title }).waitFor()
  await takePictures(page, '7-call-again')
  await page.keyboard.press('Escape')
  say('losing a connection before any run: unknown, and looked up')
  await typeNumber(page, lostNumber)
  await callButton(page, lostNumber).click()
  await page.getByRole('button', { name: messages.reconciliation.checkNow }).waitFor()
  await takePictures(page, '8-call-unknown')
}

const visitScreens = async (page: Page, workflowRunId: number, electron: string): Promise<void> => {
  await goTo(page, messages.shell.screens.runs)
  await page.getByRole('searchbox').fill(String(workflowRunId))
  await page.getByText(String(workflowRunId)).first().click()
  await page.getByRole('heading', { name: new RegExp(`run ${workflowRunId}`, 'i') }).waitFor()
  await takePictures(page, '4-runs')
  say('found it in the history')
  await goTo(page, messages.shell.screens.keys)
  await page.getByText(messages.support.run.here).first().waitFor()
  await takePictures(page, '5-keys')
  await goTo(page, messages.shell.screens.support)
  await page.getByText(electron).first().waitFor()
  // Wait for the data of every card: health, the key and the keychain.
  await page.getByText(messages.support.keychain.usable).waitFor()
  await page.getByText('Round trip').first().waitFor()
  await takePictures(page, '6-support')
  await goTo(page, messages.shell.screens.settings)
  await page.getByText(messages.settings.history.ok).waitFor()
  await takePictures(page, '9-settings')
}

const takeTour = async (dataDir: string): Promise<void> => {
  const rundesk = await launchRundesk({ dataDir })
  try {
    const electron = await versionOf(rundesk.app)
    say(`Electron ${electron}`)
    const page = rundesk.window
    await page.getByRole('button', { name: messages.onboarding.practice.action }).waitFor()
    await takePictures(page, '1-first-run')
    await openPractice(page)
    const workflowRunId = await placeCall(page)
    await showCertainty(page)
    await visitScreens(page, workflowRunId, electron)
    process.stdout.write(`${JSON.stringify({ electron, workflowRunId, pictures })}\n`)
  } finally {
    await rundesk.quit()
  }
}

mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'rundesk-tour-'))
try {
  await takeTour(dataDir)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
