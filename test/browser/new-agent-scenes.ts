import { anyText, like } from '../support/messages/patterns.ts'
import { messages } from '../../src/messages/index.ts'
import type { Page } from '@playwright/test'
import { number, type Scene } from './scene-steps.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Opens the dialog from the agent list and chooses a workflow file. */
const chooseFile = async (page: Page): Promise<void> => {
  await number(page).waitFor()
  await page.getByRole('button', { name: messages.call.agent.open }).click()
  await page.getByRole('button', { name: messages.newAgent.open }).click()
}

const create = async (page: Page): Promise<void> => {
  await chooseFile(page)
  await page.getByRole('button', { name: messages.newAgent.confirm, disabled: false }).click()
}

/** The scenes of creating an agent from a file, in the states that an admin sees. */
export const newAgentScenes: Scene[] = [
  [
    'the list of agents, with its footer',
    'standard',
    async (page) => {
      await number(page).waitFor()
      await page.getByRole('button', { name: messages.call.agent.open }).click()
      await page.getByRole('button', { name: messages.newAgent.open }).waitFor()
    },
  ],
  [
    'a new agent, preview',
    'standard',
    async (page) => {
      await chooseFile(page)
      await dialog(page, messages.newAgent.title('Acme Billing')).getByText('visit_date').first().waitFor()
    },
  ],
  [
    'a new agent, large file without a start',
    'newAgentCrowded',
    async (page) => {
      await chooseFile(page)
      await page.getByText(messages.newAgent.noStart).waitFor()
      // The form suggests an unused name once the list of agents has been loaded.
      await page.getByText('a_name_of_some_length_12', { exact: true }).waitFor()
    },
  ],
  [
    'a new agent, refused by the service',
    'newAgentTaken',
    async (page) => {
      await create(page)
      await page.getByText('Trigger path is already in use.').waitFor()
    },
  ],
  [
    'a new agent, invalid file',
    'newAgentRefused',
    async (page) => {
      await chooseFile(page)
      await dialog(page, messages.newAgent.refusedTitle).getByText('line 214').waitFor()
    },
  ],
  [
    'a new agent, created',
    'standard',
    async (page) => {
      await create(page)
      await dialog(page, messages.newAgent.createdTitle('Appointment reminder')).getByText('7f3c2a1e-0000').waitFor()
    },
  ],
  [
    'a new agent, its Agent UUID not known yet',
    'newAgentUnlisted',
    async (page) => {
      await create(page)
      await page.getByRole('button', { name: messages.newAgent.checkAgain }).waitFor()
    },
  ],
  [
    'a new agent, lost response',
    'newAgentUnclear',
    async (page) => {
      await create(page)
      await dialog(page, messages.newAgent.noResponse)
        .getByRole('button', { name: messages.newAgent.checkAgain })
        .click()
      await dialog(page, messages.newAgent.noResponse)
        .getByText(like(messages.newAgent.uncertain(anyText)))
        .waitFor()
    },
  ],
]
