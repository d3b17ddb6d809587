import { type ElectronApplication, expect } from '@playwright/test'
import { messages } from '../../src/messages/index.ts'
import { nativeMessages } from '../../src/messages/native.ts'
import { startOf } from '../support/messages/patterns.ts'
import { test } from './support.ts'
import { goTo, openPractice } from './tour/steps.ts'

const { lists } = messages

/** Closes the window as its title bar does, and answers the dialog with this button; returns the dialog's question. */
const closeWindow = (app: ElectronApplication, response: number): Promise<string> =>
  app.evaluate(
    ({ BrowserWindow, dialog }, button) =>
      new Promise<string>((resolve) => {
        Object.assign(dialog, {
          showMessageBox: (_owner: unknown, { message }: { message: string }) => {
            resolve(message)
            return Promise.resolve({ response: button, checkboxChecked: false })
          },
        })
        BrowserWindow.getAllWindows()[0]?.close()
      }),
    response,
  )

test('asks before closing the window pauses a running list', { tag: '@smoke' }, async ({ open }) => {
  const { window: page, app } = await open()
  await openPractice(page)
  await goTo(page, messages.shell.screens.lists)
  await page.getByRole('button', { name: startOf(lists.home.practice) }).click()
  await page.getByRole('combobox', { name: lists.options.agent }).click()
  await page.getByRole('option', { name: startOf('Renewal') }).click()
  // The rows lack the agent's variables, because their columns are not mapped.
  await page.getByRole('region', { name: lists.check.findings }).getByRole('listitem').first().waitFor()
  await page.keyboard.press('w')
  await page.getByRole('button', { name: startOf(lists.start.start(987_654_321)) }).click()
  const pause = page.getByRole('button', { name: lists.run.pause, exact: true })
  await pause.waitFor()

  expect(await closeWindow(app, 1)).toBe(nativeMessages.quit.title(1))
  await expect(pause).toBeVisible()

  const closed = app.waitForEvent('close')
  expect(await closeWindow(app, 0)).toBe(nativeMessages.quit.title(1))
  await closed
  const { window: later } = await open()
  await goTo(later, messages.shell.screens.lists)
  await later.getByRole('button', { name: startOf(lists.run.resume(987_654_321)) }).waitFor()
})
