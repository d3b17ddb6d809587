import { expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { openedScenes } from './opened-scenes.ts'
import { goTo } from './scene-steps.ts'

const started = openedScenes()
const { evidence, verify } = messages.support

it('copies the checksum of an evidence file that was saved or verified', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('standard')
  await goTo(page, messages.shell.screens.support)
  const copy = page.getByRole('button', { name: messages.common.copyLabel(evidence.checksum), exact: true })
  const copied = page.getByText(messages.common.copied('3f9a'.repeat(16)))
  await page.keyboard.type('48219')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: evidence.save }).click()
  await copy.press('Enter')
  await copied.waitFor()
  await page.reload()
  await goTo(page, messages.shell.screens.support)
  await page.getByRole('button', { name: verify.verify }).click()
  await copy.press('Enter')
  await copied.waitFor()
  expect(pageErrors).toEqual([])
  await close()
})

it('warns when the evidence of a call that was changed in the history is saved', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('changedHistory')
  await goTo(page, messages.shell.screens.support)
  await page.keyboard.type('48219')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: evidence.save }).click()
  await page.getByRole('alert').getByText(evidence.broken(10)).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})
