import type { Page } from '@playwright/test'
import { ask } from './asked-scenes.ts'
import { goTo, type Scene } from './scene-steps.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

const create = async (page: Page): Promise<void> => {
  await goTo(page, 'Keys')
  await press(page, 'New key')
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.getByRole('button', { name: 'Create the key', disabled: false }).click()
}

const rotation = (page: Page) => page.getByRole('region', { name: 'Rotation of the key' })

/** The screen of keys in the states that an admin meets: new ones, rotations, and a hand-over. */
export const keysScenes: Scene[] = [
  [
    'naming a new key',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await page.getByText('nightly import').waitFor()
      await page.keyboard.press('n')
      await page.getByRole('dialog', { name: 'New key' }).waitFor()
    },
  ],
  [
    'a new key',
    'desk',
    async (page) => {
      await create(page)
      await press(page, 'Copy the key')
      await press(page, 'Save it as a profile …')
      await page.getByText('It leaves the clipboard in 45 seconds').waitFor()
    },
  ],
  [
    'leaving a new key',
    'desk',
    async (page) => {
      await create(page)
      await press(page, 'Done, let it go')
      await page.getByText('Nobody has this key yet.').waitFor()
    },
  ],
  [
    'a new key waits in Keys',
    'desk',
    async (page) => {
      await create(page)
      await page.getByText('Rundesk holds it until you close this').waitFor()
      await ask(page, { by: 'shortcut', text: '+1 415 555 0299' })
      await page.getByText('A new key of Acme Billing waits in Keys').waitFor()
    },
  ],
  [
    'an orphaned key',
    'orphan',
    async (page) => {
      await create(page)
      await page.getByText('The service did create').waitFor()
    },
  ],
  [
    'archiving a compromised key',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await press(page, 'Archive desk-07')
      await page.getByRole('switch', { name: 'It may be in other hands' }).click()
      await page.getByRole('textbox', { name: 'What happened' }).waitFor()
    },
  ],
  [
    'bringing back a compromised key',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await press(page, 'Archive nightly import')
      await page.getByRole('switch', { name: 'It may be in other hands' }).click()
      await page.getByRole('textbox', { name: 'What happened' }).fill('It stood in a mail.')
      await press(page, 'Archive the key')
      await page.getByRole('switch', { name: 'Show archived keys' }).click()
      await press(page, 'Reactivate nightly import')
      await page.getByRole('dialog', { name: 'Reactivate nightly import?' }).waitFor()
    },
  ],
  [
    'rotating a key, asked',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await page.getByText('nightly import').waitFor()
      await page.keyboard.press('r')
      await page.getByRole('dialog', { name: 'Rotate the key of Acme Billing?' }).waitFor()
    },
  ],
  [
    'a rotation under way',
    'rotating',
    async (page) => {
      await goTo(page, 'Keys')
      await rotation(page).getByText('prove that it works').waitFor()
    },
  ],
  [
    'a rotation that stopped',
    'rotationStopped',
    async (page) => {
      await goTo(page, 'Keys')
      await rotation(page).getByRole('button', { name: 'Take it back' }).waitFor()
    },
  ],
  [
    'a rotation that could not be taken back',
    'rotationTurned',
    async (page) => {
      await goTo(page, 'Keys')
      await rotation(page).getByText('The old key does not come back').waitFor()
    },
  ],
  [
    'a rotation that ended without a key',
    'rotationEnded',
    async (page) => {
      await goTo(page, 'Keys')
      await rotation(page).getByText('none of its keys works').waitFor()
    },
  ],
  [
    'a rotation that is over',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await press(page, 'Rotate the key')
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click()
      await rotation(page).getByText('The service answered 401').waitFor()
    },
  ],
  [
    'opening a sealed file',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await press(page, 'Open a sealed file …')
      await page.getByRole('dialog', { name: 'Open Acme-Billing.rundesk-key' }).waitFor()
    },
  ],
  [
    'a key that was handed over',
    'desk',
    async (page) => {
      await goTo(page, 'Keys')
      await press(page, 'Hand over …')
      await page.getByText('The key is sealed in').waitFor()
    },
  ],
]
