import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { messages } from '../../src/messages/index.ts'
import { openedScenes } from './opened-scenes.ts'
import { number } from './scene-steps.ts'

const started = openedScenes()
const { palette, runs, whatIsNew } = messages

it(
  'fills in a typed number, opens its page, shows all calls that match a name, and shows what is new',
  { timeout: 60_000 },
  async () => {
    const { page, pageErrors, close } = await started.open('standard')
    const search = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: palette.title }).fill(text)
    }
    await number(page).waitFor()
    await search('+1 415 555 0299')
    await page.getByRole('option', { name: palette.callNumber('+1 415 555 0299') }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0299')

    await search('+1 415 555 0299')
    await page.getByRole('option', { name: palette.aboutNumber('+1 415 555 0299') }).click()
    await page.getByRole('heading', { name: '+1 415 555 0299' }).waitFor()

    await search('Renewal')
    await page.getByRole('option', { name: palette.showAll('Renewal') }).click()
    await expect.poll(() => page.getByRole('searchbox', { name: runs.search }).inputValue()).toBe('Renewal')

    await search(palette.commands.whatIsNew)
    await page.keyboard.press('Enter')
    await page.getByText(whatIsNew.items[0] ?? '').waitFor()
    expect(pageErrors).toEqual([])
    await close()
  },
)

it('says that there are no results only once the search is over', { timeout: 60_000 }, async () => {
  const before = (page: Page) =>
    page.addInitScript(() => {
      const { listCalls } = window.api
      const waiting = new Promise((resolve) => addEventListener('stop-waiting', resolve))
      const listLater: typeof listCalls = async (input) => {
        if (input.search !== '') dispatchEvent(new Event('searched'))
        if (input.search !== '') await waiting
        return listCalls(input)
      }
      Object.assign(window.api, { listCalls: listLater })
    })
  const { page, pageErrors, close } = await started.open('standard', { before })
  await number(page).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: palette.title })
  const searched = page.evaluate(() => new Promise<void>((resolve) => addEventListener('searched', () => resolve())))
  await field.fill('qqqq')
  await searched
  const none = page.getByText(palette.empty('qqqq'))
  expect(await none.count()).toBe(0)
  await page.evaluate(() => dispatchEvent(new Event('stop-waiting')))
  await none.waitFor()
  expect(pageErrors).toEqual([])
  await close()
})
