import { expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { openedScenes } from './opened-scenes.ts'

const started = openedScenes()

it('shows actions on the screen in the audit log once they have ended', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('recovered')
  await page.getByRole('alert').getByRole('button', { name: messages.settings.history.show }).click()
  const newest = page.getByRole('list', { name: messages.audit.title }).getByRole('listitem').first()
  await page.getByRole('button', { name: messages.settings.history.acknowledge }).click()
  await newest.filter({ hasText: messages.audit.action('acknowledgeRecovery') }).waitFor()
  await page.getByRole('button', { name: messages.audit.export }).click()
  const exported = newest.filter({ hasText: messages.audit.action('exportAudit') })
  await exported.getByText(messages.audit.results.done, { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
  await close()
})
