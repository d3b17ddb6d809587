import { messages } from '../../src/messages/index.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { filesWith, test } from './support.ts'
import { acceptedRunId, callButton, chooseAgent, connect, goTo, tourNumber, typeNumber } from './tour/steps.ts'

const run = promisify(execFile)

/** Reads a key from the keyring with a different program. */
const lookUpKey = async (account: string): Promise<string> =>
  (await run('secret-tool', ['lookup', 'service', 'Rundesk', 'account', account])).stdout

const selectedId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const profiles = await window.api.listProfiles({})
    return profiles.ok ? (profiles.value.selectedId ?? '') : ''
  })

test(
  'saves a typed key in the keyring and in no file, and uses it after a restart',
  { tag: '@smoke' },
  async ({ open, dataDir, organization }) => {
    const { origin, key } = organization
    const first = await open()
    await connect(first.window, origin, key)
    await expect(first.window.getByRole('textbox', { name: messages.call.number.label, exact: true })).toBeVisible()
    const account = `${await selectedId(first.window)} ${origin}`
    expect(await lookUpKey(account)).toBe(key)
    await chooseAgent(first.window, 'Renewal')
    await typeNumber(first.window, tourNumber)
    await callButton(first.window, tourNumber).click()
    await acceptedRunId(first.window)
    expect(await first.window.content()).not.toContain(key)
    await first.quit()
    expect(first.output()).not.toContain(key)
    expect(filesWith(dataDir, key)).toEqual([])
    // Control: the search finds text that is there.
    expect(filesWith(dataDir, '+14155550101').length).toBeGreaterThan(0)

    const second = await open()
    await goTo(second.window, messages.shell.screens.keys)
    await expect(second.window.getByText(key.slice(0, 8)).first()).toBeVisible()
  },
)

test('keeps the entries and saves nothing when the service rejects the key', async ({ open, organization }) => {
  const { window: page } = await open()
  await connect(page, organization.origin, 'dgr_0000000000000000000000000000000000000000000')
  await expect(page.getByText('Invalid or expired API key').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: messages.profiles.name })).toHaveValue('Acme Billing')
  await expect(page.getByRole('textbox', { name: messages.onboarding.connect.origin })).toHaveValue(
    `${organization.origin}/api/v1/`,
  )
})

test('deletes the key of a removed profile', async ({ open, organization }) => {
  const { window: page } = await open()
  await connect(page, organization.origin, organization.key)
  await expect(page.getByRole('textbox', { name: messages.call.number.label, exact: true })).toBeVisible()
  const profileId = await selectedId(page)
  await page.evaluate((id) => window.api.removeProfile({ profileId: id }), profileId)
  await expect(lookUpKey(`${profileId} ${organization.origin}`)).rejects.toThrow()
})
