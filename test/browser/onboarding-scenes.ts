import { anyNumber, startOf } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import { number, type Scene } from './scene-steps.ts'

/** The scenes of onboarding: another profile, an address without a scheme, an imported key file. */
export const onboardingScenes: Scene[] = [
  [
    'onboarding, after a lost history',
    'firstRecovered',
    async (page) => {
      const title = messages.settings.history.recovered({
        cause: 'damaged',
        missing: null,
        lostLists: null,
        lostAll: false,
      })
      await page.getByRole('alert').getByText(title).waitFor()
      await page.getByText(messages.onboarding.existingCalls).waitFor()
    },
  ],
  [
    'onboarding, adding a profile',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.keyboard.press('Control+p')
      await page.getByRole('menuitem', { name: messages.profiles.add }).click()
      await page.getByRole('heading', { name: messages.onboarding.addTitle }).waitFor()
    },
  ],
  [
    'connecting, an address without a scheme',
    'first',
    async (page) => {
      await page.getByRole('button', { name: messages.onboarding.connect.action }).click()
      await page.getByRole('textbox', { name: messages.onboarding.connect.origin }).fill('127.0.0.1:8123')
      await page.getByLabel(messages.profiles.key.label).fill('dgr_abcdefghijkl')
      await page.keyboard.press('Enter')
      await page.getByText(startOf(messages.onboarding.connect.assumedHttps('127.0.0.1:8123'))).waitFor()
      await page.getByText(messages.profiles.key.entered(16)).waitFor()
      await page.locator('button:focus', { hasText: messages.onboarding.connect.save }).waitFor()
    },
  ],
  [
    'onboarding, a key file was imported',
    'first',
    async (page) => {
      await page.getByRole('button', { name: messages.keyExport.importKey }).click()
      await page.getByLabel(messages.keyExport.passphrase).fill('ABCDE-FGHJK-MNPQR-STVWX-YZ234')
      await page.keyboard.press('Enter')
      await page.getByText(startOf(messages.keyExport.passphraseEntered(anyNumber))).waitFor()
      await page.getByRole('button', { name: messages.keyExport.confirmImport }).press('Enter')
      // The next button gets focus, with a visible focus ring, because the last input was a key press.
      await page.locator('button:focus', { hasText: messages.onboarding.keyFile.action }).waitFor()
    },
  ],
]
