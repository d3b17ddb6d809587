import { number, type Scene } from './scene-steps.ts'

/** The doors in their later states: another profile, an address without a scheme, a sealed key. */
export const doorScenes: Scene[] = [
  [
    'the doors, a history was lost',
    'firstRecovered',
    async (page) => {
      await page.getByRole('alert').getByText('A part of the history was lost').waitFor()
      await page.getByText('Calls of earlier profiles are kept').waitFor()
    },
  ],
  [
    'the doors, adding a profile',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+p')
      await page.getByRole('menuitem', { name: 'Add a profile …' }).click()
      await page.getByRole('heading', { name: 'Add a profile' }).waitFor()
    },
  ],
  [
    'connecting, an address without a scheme',
    'first',
    async (page) => {
      await page.getByRole('button', { name: 'Connect your organization' }).click()
      await page.getByRole('textbox', { name: 'Service address' }).fill('127.0.0.1:8123')
      await page.getByLabel('API key').fill('dgr_abcdefghijkl')
      await page.keyboard.press('Enter')
      await page.getByText('It will be taken as https://127.0.0.1:8123.').waitFor()
      await page.getByText('Key held, 16 characters').waitFor()
      await page.locator('button:focus', { hasText: 'Check and save' }).waitFor()
    },
  ],
  [
    'the doors, a sealed key was opened',
    'first',
    async (page) => {
      await page.getByRole('button', { name: 'Open a sealed file …' }).click()
      await page.getByLabel('Passphrase').fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
      await page.keyboard.press('Enter')
      await page.getByText('Passphrase held').waitFor()
      await page.getByRole('button', { name: 'Open and check' }).click()
      // It takes the focus as it comes, and its ring belongs to the picture.
      await page.locator('button:focus', { hasText: 'Go to the desk' }).waitFor()
    },
  ],
]
