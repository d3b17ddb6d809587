import { expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { openedScenes } from './opened-scenes.ts'
import { goTo } from './scene-steps.ts'

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

it('does not ask for a user name of a proxy that the policy sets without one', { timeout: 60_000 }, async () => {
  const { page, pageErrors, close } = await started.open('ruled', {
    before: (opened) =>
      opened.addInitScript(() => {
        const { readSettings } = window.api
        const withProxy: typeof readSettings = async (input) => {
          const read = await readSettings(input)
          const proxy = { mode: 'manual' as const, url: 'http://proxy.test:8080', user: null }
          return read.ok ? { ...read, value: { ...read.value, proxy } } : read
        }
        Object.assign(window.api, { readSettings: withProxy })
      }),
  })
  await goTo(page, messages.shell.screens.settings)
  const { network } = messages.settings
  const card = page.getByRole('region', { name: network.title })
  await card.getByText(network.passwordUnused).waitFor()
  expect(await card.getByText(network.passwordFirst).count()).toBe(0)
  expect(await card.getByText(network.userHint).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await close()
})
