import { messages } from '../../src/messages/index.ts'
import { goTo, type Scene } from './scene-steps.ts'

/** The scenes with a policy that an admin has set, and with an audit log. */
export const settingsScenes: Scene[] = [
  [
    'Settings, locked by a policy',
    'ruled',
    async (page) => {
      await goTo(page, messages.shell.screens.settings)
      const locked = page.getByRole('group', { name: messages.policy.locked })
      await locked.first().waitFor()
      if (await locked.getByRole('textbox').first().isEnabled()) throw new Error('A locked field can be changed.')
      if (await locked.getByRole('switch').first().isEnabled()) throw new Error('A locked switch can be turned.')
    },
  ],
  [
    'Settings, a broken policy',
    'misruled',
    async (page) => {
      await goTo(page, messages.shell.screens.settings)
      await page.getByText(messages.policy.refused).waitFor()
    },
  ],
  [
    'Settings, the audit log',
    'standard',
    async (page) => {
      await goTo(page, messages.shell.screens.settings)
      await page.getByRole('button', { name: messages.audit.verify }).click()
      await page.getByText(messages.audit.intact(9)).scrollIntoViewIfNeeded()
    },
  ],
  [
    'Settings, a changed audit log',
    'changedLog',
    async (page) => {
      await goTo(page, messages.shell.screens.settings)
      await page.getByRole('button', { name: messages.audit.verify }).click()
      await page.getByText(messages.audit.broken(4)).scrollIntoViewIfNeeded()
    },
  ],
]
