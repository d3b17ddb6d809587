import { expect, type ElectronApplication, type Page } from '@playwright/test'
import type { Draft } from '../flows/scene.ts'
import { acceptedRunId, goTo, placeCall, tourNumber } from '../../../e2e/tour/steps.ts'

/** Types a secret as a hand does: it reaches the page as keys, and through no script of a test. */
const typeSecret = async (page: Page, label: string, secret: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(secret)
}

/** First run, second door: an organization with a typed key. */
export const connectByHand = async (page: Page, origin: string, refused: string, key: string): Promise<void> => {
  await page.getByRole('button', { name: 'Connect your organization' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme Billing')
  await page.getByRole('textbox', { name: 'Service address' }).fill(`${origin}/api/v1/`)
  await typeSecret(page, 'API key', refused)
  await page.getByRole('button', { name: 'Hold this key' }).click()
  await page.getByRole('button', { name: 'Check and save' }).click()
  await page.getByText('Invalid or expired API key').first().waitFor()
  const another = page.getByRole('button', { name: 'Enter another' })
  if (await another.isVisible()) await another.click()
  await typeSecret(page, 'API key', key)
  await page.getByRole('button', { name: 'Hold this key' }).click()
  await page.getByRole('button', { name: 'Check and save' }).click()
  await page.getByRole('textbox', { name: 'Number', exact: true }).waitFor()
}

/** One call as a person places it. */
export const callByHand = async (page: Page): Promise<void> => {
  await placeCall(page, tourNumber)
  await acceptedRunId(page)
}

/** Sets a proxy and its password by hand, and tries to undo the emptying of the field. */
export const setProxyByHand = async (page: Page, password: string): Promise<void> => {
  await goTo(page, 'Settings')
  await page.getByRole('radio', { name: 'This one' }).check()
  await page.getByRole('textbox', { name: 'Proxy address' }).fill('http://127.0.0.1:9')
  await page.getByRole('textbox', { name: 'User name' }).fill('desk-07')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).first().waitFor()
  await typeSecret(page, 'Proxy password', password)
  await page.getByRole('button', { name: 'Keep this password' }).click()
  await page.getByText('The password is kept.').waitFor()
  await page.getByLabel('Proxy password', { exact: true }).focus()
  await page.keyboard.press('Control+Z')
  await expect(page.getByLabel('Proxy password', { exact: true })).toHaveValue('')
}

export const selectedId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const profiles = await window.desk.listProfiles({})
    return profiles.ok ? (profiles.value.selectedId ?? '') : ''
  })

/** Places a call without the form, and waits until its request is over. */
export const placeQuickly = async (page: Page, wanted: Draft): Promise<void> =>
  page.evaluate(async (text) => {
    const draft = JSON.parse(text) as Draft // what was written there two lines below
    const over = new Set(['accepted', 'rejected', 'notSent', 'failedAtProvider', 'unknown'])
    const placed = await window.desk.triggerCall(draft)
    for (let look = 0; placed.ok && look < 200; look += 1) {
      const found = await window.desk.getCall({ callId: draft.callId })
      if (!found.ok || over.has(found.value.call.outcome.state)) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }, JSON.stringify(wanted))

/** Copies a text as another program would. */
const copyElsewhere = (app: ElectronApplication, text: string): Promise<void> =>
  app.evaluate((_electron, copied) => {
    const copy: unknown = Reflect.get(globalThis, 'canaryCopy')
    if (typeof copy !== 'function') throw new Error('record-bridge.cjs was not loaded.')
    Reflect.apply(copy, undefined, [copied])
  }, text)

/** Puts a key on the clipboard, as somebody who copies it elsewhere, has main read it from there, and replaces the key by it. */
export const replaceByPaste = async (app: ElectronApplication, page: Page, key: string): Promise<boolean> => {
  await copyElsewhere(app, key)
  const profileId = await selectedId(page)
  const replaced = await page.evaluate(async (id) => {
    const entered = await window.desk.enterKey({ from: 'clipboard' })
    if (!entered.ok) return false
    const { entryId } = entered.value
    return (await window.desk.replaceKey({ profileId: id, entryId, custody: 'keychain' })).ok
  }, profileId)
  await copyElsewhere(app, 'something else')
  return replaced
}
