import type { Page } from '@playwright/test'
import { number, type Scene } from './scene-steps.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** As an admin finds it: below the list of agents. */
const chooseFile = async (page: Page): Promise<void> => {
  await number(page).waitFor()
  await page.getByRole('button', { name: 'Show agents' }).click()
  await page.getByRole('button', { name: 'New agent from a file …' }).click()
}

const create = async (page: Page): Promise<void> => {
  await chooseFile(page)
  await page.getByRole('button', { name: 'Create and publish', disabled: false }).click()
}

/** An agent made of a file, in the states that an admin meets. */
export const newAgentScenes: Scene[] = [
  [
    'the list of agents, with its foot',
    'desk',
    async (page) => {
      await number(page).waitFor()
      await page.getByRole('button', { name: 'Show agents' }).click()
      await page.getByRole('button', { name: 'New agent from a file …' }).waitFor()
    },
  ],
  [
    'a new agent, looked at',
    'desk',
    async (page) => {
      await chooseFile(page)
      await dialog(page, 'New agent in Acme Billing').getByText('visit_date').first().waitFor()
    },
  ],
  [
    'a new agent, crowded and without a start',
    'newAgentCrowded',
    async (page) => {
      await chooseFile(page)
      await page.getByText('It has no start.').waitFor()
      // A name that is free is offered, once the list of agents is there.
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
    'a new agent, its file not taken',
    'newAgentRefused',
    async (page) => {
      await chooseFile(page)
      await dialog(page, 'This file was not taken').getByText('in line 214').waitFor()
    },
  ],
  [
    'a new agent, created',
    'desk',
    async (page) => {
      await create(page)
      await dialog(page, 'Appointment reminder was created').getByText('7f3c2a1e-0000').waitFor()
    },
  ],
  [
    'a new agent, its Agent UUID not known yet',
    'newAgentUnlisted',
    async (page) => {
      await create(page)
      await page.getByRole('button', { name: 'Look again' }).waitFor()
    },
  ],
  [
    'a new agent, its answer lost',
    'newAgentUnclear',
    async (page) => {
      await create(page)
      await dialog(page, 'The answer was lost').getByRole('button', { name: 'Look again' }).click()
      await dialog(page, 'The answer was lost').getByText('Nobody knows whether').waitFor()
    },
  ],
]
