import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { hashOfKey } from '../../src/main/practice/world/secrets.ts'
import { launchRundesk } from '../support/electron/launch.ts'
import { filesWith, type Organization, test } from './support.ts'
import { connect, goTo } from './tour/steps.ts'

/** The keys of the first organization that work now. */
const working = ({ service }: Organization) =>
  service.world.keys.filter((key) => key.organizationId === 1 && key.archivedAt === null)

const takes = (organization: Organization, text: string): boolean =>
  working(organization).some(({ hash }) => hash === hashOfKey(text))

/** Answers every window of the system by itself: a place for files, and a closed box; what the boxes said is kept. */
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
  // Put there a moment ago.
  app.evaluate(() => Reflect.get(globalThis, 'shownBoxes') as string[])

const clipboard = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard: board }) => board.readText())

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const rotation = (page: Page) => page.getByRole('region', { name: 'Rotation of the key' })

const begin = async (window: Page, { origin, key }: Organization): Promise<void> => {
  await connect(window, origin, key)
  await expect(window.getByRole('textbox', { name: 'Number', exact: true })).toBeVisible()
  await goTo(window, 'Keys')
  await expect(row(window, /this app uses it: Acme Billing/)).toBeVisible()
}

test('a key is created, copied for a while, archived as compromised, and brought back with a reason', async ({
  open,
  organization,
  dataDir,
}) => {
  const { app, window: page, quit } = await open()
  await begin(page, organization)
  await page.keyboard.press('n')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue(/\d{4}-\d{2}-\d{2}$/)
  await name.fill('night shift')
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await expect(page.getByText('It leaves the clipboard in 45 seconds')).toBeVisible()
  const text = await clipboard(app)
  expect(takes(organization, text)).toBe(true)
  expect(await page.content()).not.toContain(text.slice(8, 20))
  await page.getByRole('button', { name: 'Done, let it go' }).click()

  await page.getByRole('button', { name: 'Archive night shift' }).click()
  await page.getByRole('switch', { name: 'It may be in other hands' }).click()
  await page.getByRole('textbox', { name: 'What happened' }).fill('It stood in a mail.')
  await page.getByRole('button', { name: 'Archive the key' }).click()
  await expect(page.getByText('night shift was archived.')).toBeVisible()
  expect(takes(organization, text)).toBe(false)
  await page.getByRole('switch', { name: 'Show archived keys' }).click()
  await expect(row(page, /night shift compromised/)).toBeVisible()
  await page.getByRole('button', { name: 'Reactivate night shift' }).click()
  await page.getByRole('textbox', { name: 'Why it may be used again' }).fill('The mail never left.')
  await page.getByRole('button', { name: 'Reactivate the key' }).click()
  await expect(page.getByText('night shift works again.')).toBeVisible()
  expect(takes(organization, text)).toBe(true)
  await quit()
  expect(filesWith(dataDir, text.slice(8, 24))).toEqual([])
})

test('the key in use takes its name typed, and the last working one is refused with the way out', async ({
  open,
  organization,
}) => {
  const { window: page } = await open()
  await begin(page, organization)
  const own = working(organization).find(({ hash }) => hash === hashOfKey(organization.key))
  if (own === undefined) throw new Error('The key in use does not work.')
  for (const other of working(organization).filter((key) => key !== own)) {
    await page.getByRole('button', { name: `Archive ${other.name}`, exact: true }).click()
    await page.getByRole('button', { name: 'Archive the key' }).click()
    await expect(page.getByText(`${other.name} was archived.`)).toBeVisible()
  }
  await page.getByRole('button', { name: `Archive ${own.name}`, exact: true }).click()
  const archive = page.getByRole('button', { name: 'Archive the key' })
  await expect(archive).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('textbox', { name: `Type ${own.name} to confirm` }).fill(own.name)
  await archive.click()
  await expect(page.getByText('This is the only working key of the organization.')).toBeVisible()
  expect(takes(organization, organization.key)).toBe(true)
})

test('a key is rotated by the keyboard in at most twelve keys, and the old one is dead within ten seconds', async ({
  open,
  organization,
}) => {
  const first = await open()
  await begin(first.window, organization)
  await goTo(first.window, 'Call')
  await first.window.getByRole('textbox', { name: 'Number', exact: true }).blur()
  const pressed = ['g', 'k', 'r', 'Tab', 'Enter']
  for (const key of pressed.slice(0, 2)) await first.window.keyboard.press(key)
  await expect(row(first.window, /this app uses it: Acme Billing/)).toBeVisible()
  await first.window.keyboard.press(pressed[2] ?? '')
  await expect(first.window.getByRole('dialog', { name: 'Rotate the key of Acme Billing?' })).toBeVisible()
  // The dialog begins on what calls it off: who presses Enter too early rotates nothing.
  await expect(first.window.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await first.window.keyboard.press(pressed[3] ?? '')
  const decided = Date.now()
  await first.window.keyboard.press(pressed[4] ?? '')
  await expect.poll(() => takes(organization, organization.key), { timeout: 10_000, intervals: [20] }).toBe(false)
  const dead = Date.now() - decided
  await expect(rotation(first.window).getByText('The service answered 401 to the old key')).toBeVisible()
  test.info().annotations.push({ type: 'keys pressed', description: String(pressed.length) })
  test.info().annotations.push({ type: 'old key dead after', description: `${dead} ms` })
  expect(pressed.length).toBeLessThanOrEqual(12)
  expect(dead).toBeLessThanOrEqual(10_000)
  await first.quit()

  const second = await open()
  await goTo(second.window, 'Keys')
  await expect(row(second.window, /this app uses it: Acme Billing/)).toBeVisible()
  await expect(rotation(second.window).getByText('has taken the place of')).toBeVisible()
})

test('a key is handed over to another data folder in a sealed file', async ({ open, organization, dataDir }) => {
  const file = join(dataDir, '..', `${Date.now()}.rundesk-key`)
  const here = await open()
  await begin(here.window, organization)
  await answerDialogs(here.app, file)
  await here.window.getByRole('button', { name: 'Hand over …' }).click()
  await expect(here.window.getByText('The key is sealed in')).toBeVisible()
  const [box = ''] = await boxes(here.app)
  const [passphrase = ''] = box.split('\n')
  expect(passphrase).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/)
  expect(await here.window.content()).not.toContain(passphrase)
  await here.quit()

  const there = await launchRundesk({ dataDir: join(dataDir, 'second desk') })
  try {
    await there.window.getByRole('button', { name: 'Try it in practice' }).click()
    await expect(there.window.getByRole('textbox', { name: 'Number', exact: true })).toBeVisible()
    await answerDialogs(there.app, file)
    await goTo(there.window, 'Keys')
    await there.window.getByRole('button', { name: 'Open a sealed file …' }).click()
    await there.window.getByLabel('Passphrase', { exact: true }).fill(passphrase.toLowerCase().replaceAll('-', ' '))
    await there.window.getByRole('button', { name: 'Hold this passphrase' }).click()
    await there.window.getByRole('button', { name: 'Open and check' }).click()
    await expect(there.window.getByText('“Acme Billing” was added')).toBeVisible()
    const profiles = await there.window.evaluate(() => window.desk.listProfiles({}))
    const added = profiles.ok ? profiles.value.profiles.find(({ kind }) => kind === 'service') : undefined
    expect(added).toMatchObject({ name: 'Acme Billing', origin: organization.origin, custody: 'keychain' })
    const check = await there.window.evaluate((profileId) => window.desk.checkProfile({ profileId }), added?.id ?? '')
    expect(check.ok).toBe(true)
  } finally {
    await there.kill()
  }
})
