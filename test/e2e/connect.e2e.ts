import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { filesWith, test } from './support.ts'
import { acceptedRunId, callButton, chooseAgent, connect, goTo, tourNumber, typeNumber } from './tour/steps.ts'

const run = promisify(execFile)

/** Reads the keyring with a program that has nothing to do with ours. */
const lookUpKey = async (account: string): Promise<string> =>
  (await run('secret-tool', ['lookup', 'service', 'Rundesk', 'account', account])).stdout

const selectedId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const profiles = await window.desk.listProfiles({})
    return profiles.ok ? (profiles.value.selectedId ?? '') : ''
  })

test('a typed key goes into the keyring and into no file, and works after a restart', async ({
  open,
  dataDir,
  organization,
}) => {
  const { origin, key } = organization
  const first = await open()
  await connect(first.window, origin, key)
  await expect(first.window.getByRole('textbox', { name: 'Number', exact: true })).toBeVisible()
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
  // The control: the search would find what is there.
  expect(filesWith(dataDir, '+14155550101').length).toBeGreaterThan(0)

  const second = await open()
  await goTo(second.window, 'Keys')
  await expect(second.window.getByText(key.slice(0, 8)).first()).toBeVisible()
})

test('a key that the service refuses is not saved, and what was typed stays', async ({ open, organization }) => {
  const { window: page } = await open()
  await connect(page, organization.origin, 'dgr_0000000000000000000000000000000000000000000')
  await expect(page.getByText('Invalid or expired API key').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Acme Billing')
  await expect(page.getByRole('textbox', { name: 'Service address' })).toHaveValue(`${organization.origin}/api/v1/`)
})

test('a removed profile takes its key along', async ({ open, organization }) => {
  const { window: page } = await open()
  await connect(page, organization.origin, organization.key)
  await expect(page.getByRole('textbox', { name: 'Number', exact: true })).toBeVisible()
  const profileId = await selectedId(page)
  await page.evaluate((id) => window.desk.removeProfile({ profileId: id }), profileId)
  await expect(lookUpKey(`${profileId} ${organization.origin}`)).rejects.toThrow()
})
