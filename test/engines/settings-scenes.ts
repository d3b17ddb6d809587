import { goTo, type Scene } from './scene-steps.ts'

/** What an admin lays down for a computer, and what was done on it. */
export const settingsScenes: Scene[] = [
  [
    'Settings, ruled by a policy',
    'ruled',
    async (page) => {
      await goTo(page, 'Settings')
      const locked = page.getByRole('group', { name: 'Set by the policy of this computer.' })
      await locked.first().waitFor()
      if (await locked.getByRole('textbox').first().isEnabled()) throw new Error('A locked field can be changed.')
      if (await locked.getByRole('switch').first().isEnabled()) throw new Error('A locked switch can be turned.')
    },
  ],
  [
    'Settings, a broken policy',
    'misruled',
    async (page) => {
      await goTo(page, 'Settings')
      await page.getByText('The policy file is not taken').waitFor()
    },
  ],
  [
    'Settings, what was done here',
    'desk',
    async (page) => {
      await goTo(page, 'Settings')
      await page.getByRole('button', { name: 'Check the log now' }).click()
      await page.getByText('Checked: all 9 entries fit together.').scrollIntoViewIfNeeded()
    },
  ],
  [
    'Settings, a log that was changed',
    'changedLog',
    async (page) => {
      await goTo(page, 'Settings')
      await page.getByRole('button', { name: 'Check the log now' }).click()
      await page.getByText(/^Entry 4 does not fit/).scrollIntoViewIfNeeded()
    },
  ],
]
