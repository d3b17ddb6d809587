import type { Page } from '@playwright/test'
import { messages } from '../../src/messages/index.ts'
import { goTo, number, type Scene } from './scene-steps.ts'

const { lists, shell } = messages

/** Opens Lists, and then the scene's list. */
export const openList = async (page: Page): Promise<void> => {
  await number(page).waitFor()
  await goTo(page, shell.screens.lists)
  await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
  await page.getByRole('table', { name: lists.table.label }).getByRole('button').first().waitFor()
}

/** The scenes for all states of the Lists screen. */
export const listsScenes: Scene[] = [
  [
    'Lists, nothing yet',
    'empty',
    async (page) => {
      await number(page).waitFor()
      await goTo(page, shell.screens.lists)
      await page.getByRole('heading', { name: lists.home.drop }).waitFor()
    },
  ],
  [
    'Lists, earlier lists',
    'listDone',
    async (page) => {
      await number(page).waitFor()
      await goTo(page, shell.screens.lists)
      await page.getByRole('region', { name: lists.home.earlier }).waitFor()
    },
  ],
  ['Lists, choosing the agent', 'listNew', openList],
  [
    'Lists, checking the rows',
    'listDraft',
    async (page) => {
      await openList(page)
      await page.getByRole('region', { name: lists.check.findings }).getByRole('listitem').first().waitFor()
      await page
        .getByRole('heading', { name: lists.check.say })
        .getByText(lists.check.row(1), { exact: true })
        .waitFor()
    },
  ],
  ['Lists, a known file', 'listKnown', openList],
  [
    'Lists, calling hours',
    'listDraft',
    async (page) => {
      await openList(page)
      await page.getByRole('button', { name: new RegExp(`^${lists.options.hours}`) }).click()
      await page.getByRole('dialog', { name: lists.options.hours }).waitFor()
    },
  ],
  ['Lists, running', 'listRunning', openList],
  [
    'Lists, the row drawer',
    'listRunning',
    async (page) => {
      await openList(page)
      await page.locator('tr[data-row]').first().click()
      await page
        .getByRole('complementary', { name: lists.drawer.label })
        .getByRole('region', { name: lists.drawer.outcome })
        .waitFor()
    },
  ],
  ['Lists, paused', 'listPaused', openList],
  [
    'Lists, interrupted',
    'listInterrupted',
    (page) => page.getByRole('button', { name: lists.elsewhere.show }).waitFor(),
  ],
  [
    'Lists, finished',
    'listDone',
    async (page) => {
      await number(page).waitFor()
      await goTo(page, shell.screens.lists)
      await page.getByRole('region', { name: lists.home.earlier }).getByRole('button').first().click()
      await page.getByRole('region', { name: lists.done.leftovers }).getByRole('checkbox').first().waitFor()
    },
  ],
]
