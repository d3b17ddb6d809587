import { anyText, like, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { hashOfKey } from '../../src/main/practice/organization/world.ts'
import { launchRundesk } from '../support/electron/launch.ts'
import { filesWith, type Organization, test } from './support.ts'
import { connect, goTo } from './tour/steps.ts'

/** Returns the currently working keys of the first organization. */
const working = ({ service }: Organization) =>
  service.world.keys.filter((key) => key.organizationId === 1 && key.archivedAt === null)

const takes = (organization: Organization, text: string): boolean =>
  working(organization).some(({ hash }) => hash === hashOfKey(text))

/** Handles every system dialog: returns a file path or closes the dialog. Records the text of message boxes. */
const answerDialogs = (app: ElectronApplication, file: string): Promise<void> =>
  app.evaluate(({ dialog }, path) => {
    const boxes: string[] = []
    Object.assign(globalThis, { shownBoxes: boxes })
    Object.assign(dialog, {
      showSaveDialog: async () => ({ canceled: false, filePath: path }),
      showOpenDialog: async () => ({ canceled: false, filePaths: [path] }),
      showMessageBox: async (...given: { detail?: string }[]) => {
        boxes.push(given.at(-1)?.detail ?? '')
        return { response: 1, checkboxChecked: false }
      },
    })
  }, file)

const boxes = (app: ElectronApplication): Promise<string[]> =>
  // `answerDialogs` set this value.
  app.evaluate(() => Reflect.get(globalThis, 'shownBoxes') as string[])

const clipboard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard: board }) => board.readText())

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const rotation = (page: Page) => page.getByRole('region', { name: messages.rotation.title })

const begin = async (window: Page, { origin, key }: Organization): Promise<void> => {
  await connect(window, origin, key)
  await expect(window.getByRole('textbox', { name: messages.call.number.label, exact: true })).toBeVisible()
  await goTo(window, messages.shell.screens.keys)
  await expect(row(window, like(messages.keys.usedBy(['Acme Billing'])))).toBeVisible()
}

test(
  'creates a key, copies it for 45 seconds, archives it as compromised, and reactivates it with a reason',
  { tag: '@smoke' },
  async ({ open, organization, dataDir }) => {
    const { app, window: page, quit } = await open()
    await begin(page, organization)
    await page.keyboard.press('n')
    const name = page.getByRole('textbox', { name: messages.keys.columns.name })
    await expect(name).toHaveValue(/\d{4}-\d{2}-\d{2}$/)
    await name.fill('night shift')
    await page.getByRole('button', { name: messages.keys.create.confirm }).click()
    await page.getByRole('button', { name: messages.keys.create.copy }).click()
    await expect(page.getByText(messages.keys.create.copied(45))).toBeVisible()
    const text = await clipboard(app)
    expect(takes(organization, text)).toBe(true)
    expect(await page.content()).not.toContain(text.slice(8, 20))
    await page.getByRole('button', { name: messages.keys.create.done }).click()

    await page.getByRole('button', { name: messages.keys.archiveOf('night shift') }).click()
    await page.getByRole('switch', { name: messages.keys.compromised }).click()
    await page.getByRole('textbox', { name: messages.keys.compromisedReason }).fill('It was in an email.')
    await page.getByRole('button', { name: messages.keys.archiveYes }).click()
    await expect(page.getByText(messages.keys.done.archived('night shift'))).toBeVisible()
    expect(takes(organization, text)).toBe(false)
    await page.getByRole('switch', { name: messages.keys.showArchived }).click()
    await expect(row(page, like(`night shift ${messages.keys.compromisedTag}`))).toBeVisible()
    await page.getByRole('button', { name: messages.keys.reactivateOf('night shift') }).click()
    await page.getByRole('textbox', { name: messages.keys.reactivateReason }).fill('The email was never sent.')
    await page.getByRole('button', { name: messages.keys.reactivateYes }).click()
    await expect(page.getByText(messages.keys.done.reactivated('night shift'))).toBeVisible()
    expect(takes(organization, text)).toBe(true)
    // Quitting clears the copied key from the clipboard, so it needs a confirmation.
    await app.evaluate(({ dialog }) => {
      Object.assign(dialog, { showMessageBox: async () => ({ response: 0, checkboxChecked: false }) })
    })
    await quit()
    expect(filesWith(dataDir, text.slice(8, 24))).toEqual([])
  },
)

test('never archives the last working key, and says so before its name is typed', async ({ open, organization }) => {
  const { window: page } = await open()
  await begin(page, organization)
  const own = working(organization).find(({ hash }) => hash === hashOfKey(organization.key))
  if (own === undefined) throw new Error('The key in use does not work.')
  for (const other of working(organization).filter((key) => key !== own)) {
    await page.getByRole('button', { name: messages.keys.archiveOf(other.name), exact: true }).click()
    await page.getByRole('button', { name: messages.keys.archiveYes }).click()
    await expect(page.getByText(messages.keys.done.archived(other.name))).toBeVisible()
  }
  await page.getByRole('button', { name: messages.keys.archiveOf(own.name), exact: true }).click()
  await expect(page.getByRole('dialog', { name: messages.keys.onlyKeyTitle(own.name) })).toBeVisible()
  await expect(page.getByRole('button', { name: messages.keys.archiveYes })).toHaveCount(0)
  expect(takes(organization, organization.key)).toBe(true)
})

test('offers to replace a rejected key, and refuses a key of another organization', async ({ open, organization }) => {
  const { window: page } = await open()
  await begin(page, organization)
  for (const key of working(organization)) key.archivedAt = Date.now()
  await page.getByRole('button', { name: messages.common.refresh, exact: true }).click()
  await expect(page.getByRole('button', { name: messages.profiles.replaceKey })).toBeVisible()
  await page.getByRole('button', { name: messages.profiles.replaceKey }).click()
  const form = page.getByRole('region', { name: messages.profiles.replaceTitle('Acme Billing') })
  const enter = async (key: string) => {
    await form.getByLabel(messages.profiles.key.label, { exact: true }).fill(key)
    await form.getByRole('button', { name: messages.profiles.key.use }).click()
    await form.getByRole('button', { name: messages.profiles.replaceYes }).click()
  }
  await enter(organization.service.organizations[1]?.keys.active ?? '')
  await expect(form.getByRole('button', { name: messages.profiles.changeOrganization })).toBeVisible()
  await form.getByRole('button', { name: messages.profiles.key.another }).click()
  await enter(organization.service.issueKey('Replacement'))
  await expect(page.getByText(messages.profiles.replaced)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, like(`Replacement ${messages.keys.usedBy(['Acme Billing'])}`))).toBeVisible()
  await expect(page.getByText(messages.keys.failed)).toHaveCount(0)
})

test(
  'rotates a key with at most twelve keystrokes, after which the service rejects the old key',
  { tag: '@smoke' },
  async ({ open, organization }) => {
    const first = await open()
    await begin(first.window, organization)
    await goTo(first.window, messages.shell.screens.call)
    await first.window.getByRole('textbox', { name: messages.call.number.label, exact: true }).blur()
    const pressed = ['g', 'k', 'r', 'Tab', 'Enter']
    for (const key of pressed.slice(0, 2)) await first.window.keyboard.press(key)
    await expect(row(first.window, like(messages.keys.usedBy(['Acme Billing'])))).toBeVisible()
    await first.window.keyboard.press(pressed[2] ?? '')
    await expect(
      first.window.getByRole('dialog', { name: messages.rotation.confirmTitle('Acme Billing') }),
    ).toBeVisible()
    // The dialog focuses Cancel, so pressing Enter too early rotates nothing.
    await expect(first.window.getByRole('button', { name: messages.common.cancel })).toBeFocused()
    await first.window.keyboard.press(pressed[3] ?? '')
    await first.window.keyboard.press(pressed[4] ?? '')
    await expect.poll(() => takes(organization, organization.key), { timeout: 10_000, intervals: [20] }).toBe(false)
    await expect(rotation(first.window).getByText(like(messages.rotation.oldKeyRejected(anyText)))).toBeVisible()
    expect(pressed.length).toBeLessThanOrEqual(12)
    await first.quit()

    const second = await open()
    await goTo(second.window, messages.shell.screens.keys)
    await expect(row(second.window, like(messages.keys.usedBy(['Acme Billing'])))).toBeVisible()
    await expect(rotation(second.window).getByText(like(messages.rotation.done(anyText, anyText)))).toBeVisible()
  },
)

test('exports a key to a sealed file and imports it in another data folder', async ({
  open,
  organization,
  dataDir,
}) => {
  const file = join(dataDir, '..', `${Date.now()}.rundesk-key`)
  const here = await open()
  await begin(here.window, organization)
  await answerDialogs(here.app, file)
  await here.window.getByRole('button', { name: messages.keyExport.exportKey }).click()
  await expect(here.window.getByText(startOf(messages.keyExport.exported(anyText)))).toBeVisible()
  const [box = ''] = await boxes(here.app)
  const [passphrase = ''] = box.split('\n')
  expect(passphrase).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/)
  expect(await here.window.content()).not.toContain(passphrase)
  // Here, the organization already has a profile, which is offered.
  await here.window.getByRole('button', { name: messages.keyExport.importKey }).click()
  await here.window.getByLabel(messages.keyExport.passphrase, { exact: true }).fill(passphrase)
  await here.window.getByRole('button', { name: messages.keyExport.submitPassphrase }).click()
  await here.window.getByRole('button', { name: messages.keyExport.confirmImport }).click()
  const first = here.window.getByRole('button', { name: messages.keyExport.replaceKeyOf('Acme Billing', 'same') })
  await expect(first).toBeVisible()
  await first.click()
  const same = messages.issue.text({ path: [], code: 'keySame', words: 'Acme Billing' })
  await expect(here.window.getByText(same)).toBeVisible()
  const kept = await here.window.evaluate(() => window.api.listProfiles({}))
  expect(kept.ok && kept.value.profiles).toHaveLength(1)
  await here.quit()

  const there = await launchRundesk({ dataDir: join(dataDir, 'second app') })
  try {
    await there.window.getByRole('button', { name: messages.onboarding.practice.action }).click()
    await expect(there.window.getByRole('textbox', { name: messages.call.number.label, exact: true })).toBeVisible()
    await answerDialogs(there.app, file)
    await goTo(there.window, messages.shell.screens.keys)
    await there.window.getByRole('button', { name: messages.keyExport.importKey }).click()
    await there.window
      .getByLabel(messages.keyExport.passphrase, { exact: true })
      .fill(passphrase.toLowerCase().replaceAll('-', ' '))
    await there.window.getByRole('button', { name: messages.keyExport.submitPassphrase }).click()
    await there.window.getByRole('button', { name: messages.keyExport.confirmImport }).click()
    await expect(there.window.getByText(messages.keyExport.imported('Acme Billing'))).toBeVisible()
    const profiles = await there.window.evaluate(() => window.api.listProfiles({}))
    const added = profiles.ok ? profiles.value.profiles.find(({ kind }) => kind === 'service') : undefined
    expect(added).toMatchObject({ name: 'Acme Billing', origin: organization.origin, keyStorage: 'keychain' })
    const check = await there.window.evaluate((profileId) => window.api.checkProfile({ profileId }), added?.id ?? '')
    expect(check.ok).toBe(true)
  } finally {
    await there.kill()
  }
})
