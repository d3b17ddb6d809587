import { messages } from '../../../../src/messages/index.ts'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import type { Draft } from '../flows/flow-context.ts'
import { acceptedRunId, goTo, placeCall, tourNumber } from '../../../e2e/tour/steps.ts'

/** Types a secret as key events, so that it is not part of a script. */
const typeSecret = async (page: Page, label: string, secret: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(secret)
}

/** On first run, connects an organization with a typed key. */
export const connectInPage = async (page: Page, origin: string, refused: string, key: string): Promise<void> => {
  await page.getByRole('button', { name: messages.onboarding.connect.action, exact: true }).click()
  await page.getByRole('textbox', { name: messages.profiles.name }).fill('Acme Billing')
  await page.getByRole('textbox', { name: messages.onboarding.connect.origin }).fill(`${origin}/api/v1/`)
  await typeSecret(page, messages.profiles.key.label, refused)
  await page.getByRole('button', { name: messages.profiles.key.use, exact: true }).click()
  await page.getByRole('button', { name: messages.onboarding.connect.save, exact: true }).click()
  await page.getByText('Invalid or expired API key').first().waitFor()
  const another = page.getByRole('button', { name: messages.profiles.key.another, exact: true })
  if (await another.isVisible()) await another.click()
  await typeSecret(page, messages.profiles.key.label, key)
  await page.getByRole('button', { name: messages.profiles.key.use, exact: true }).click()
  await page.getByRole('button', { name: messages.onboarding.connect.save, exact: true }).click()
  await page.getByRole('textbox', { name: messages.call.number.label, exact: true }).waitFor()
}

/** Places a call through the form. */
export const placeCallInPage = async (page: Page): Promise<void> => {
  await placeCall(page, tourNumber)
  await acceptedRunId(page)
}

/** Sets a proxy and its password, and tries to undo the clearing of the field. */
export const setProxyInPage = async (page: Page, password: string): Promise<void> => {
  await goTo(page, messages.shell.screens.settings)
  await page.getByRole('radio', { name: messages.settings.network.modes.manual }).check()
  await page.getByRole('textbox', { name: messages.settings.network.url }).fill('http://127.0.0.1:9')
  await page.getByRole('textbox', { name: messages.settings.network.user }).fill('desk-07')
  await page.getByRole('button', { name: messages.profiles.save, exact: true }).click()
  await page.getByText(messages.settings.saved, { exact: true }).first().waitFor()
  await typeSecret(page, messages.settings.network.password, password)
  await page.getByRole('button', { name: messages.settings.network.savePassword, exact: true }).click()
  await page.getByText(messages.settings.network.passwordSaved).waitFor()
  await page.getByLabel(messages.settings.network.password, { exact: true }).focus()
  await page.keyboard.press('Control+Z')
  await expect(page.getByLabel(messages.settings.network.password, { exact: true })).toHaveValue('')
}

export const selectedId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const profiles = await window.api.listProfiles({})
    return profiles.ok ? (profiles.value.selectedId ?? '') : ''
  })

/** Places a call through the API and waits until its request is over. */
export const placeCallByApi = async (page: Page, wanted: Draft): Promise<void> =>
  page.evaluate(async (text) => {
    const draft = JSON.parse(text) as Draft // the argument below
    const over = new Set(['accepted', 'rejected', 'notSent', 'failedAtProvider', 'unknown'])
    const placed = await window.api.triggerCall(draft)
    for (let attempt = 0; placed.ok && attempt < 200; attempt += 1) {
      const found = await window.api.getCall({ callId: draft.callId })
      if (!found.ok || over.has(found.value.call.outcome.state)) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }, JSON.stringify(wanted))

/** Copies text the way another program would. */
const copyElsewhere = (app: ElectronApplication, text: string): Promise<void> =>
  app.evaluate((_electron, copied) => {
    const copy: unknown = Reflect.get(globalThis, 'canaryCopy')
    if (typeof copy !== 'function') throw new Error('record-bridge.cjs was not loaded.')
    Reflect.apply(copy, undefined, [copied])
  }, text)

/** Replaces the key with one that the main process reads from the clipboard. */
export const replaceByPaste = async (app: ElectronApplication, page: Page, key: string): Promise<boolean> => {
  await copyElsewhere(app, key)
  const profileId = await selectedId(page)
  const replaced = await page.evaluate(async (id) => {
    const entered = await window.api.stageKey({ from: 'clipboard' })
    if (!entered.ok) return false
    const { entryId } = entered.value
    return (await window.api.replaceKey({ profileId: id, entryId, keyStorage: 'keychain' })).ok
  }, profileId)
  await copyElsewhere(app, 'something else')
  return replaced
}
