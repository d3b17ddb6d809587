import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { openedScenes } from './opened-scenes.ts'
import { number } from './scene-steps.ts'

const started = openedScenes()

const picture = (page: Page) => page.locator('[data-first-picture]')

/** Opens the drawn page and keeps its screens back until they are let come. */
const openHeld = async (scene: string) => {
  const { promise: wanted, resolve: letCome } = Promise.withResolvers<void>()
  const opened = await started.open(scene, {
    drawn: true,
    before: (page) => page.route('**/main-*.js', async (route) => (await wanted, await route.continue())),
  })
  opened.page.setDefaultTimeout(12_000)
  await picture(opened.page).waitFor()
  return { ...opened, letCome }
}

const boxes = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      ['header', 'nav', 'section[aria-label="New call"] input', 'input[placeholder^="+1"]'].map((selector) => {
        const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        return [selector, [x, y, width, height].map(Math.round)]
      }),
    ),
  )

describe('the first picture', { timeout: 60_000 }, () => {
  it('has the caret, and what is typed into it goes on in the form of the desk', async () => {
    const { page, complaints, letCome, close } = await openHeld('desk')
    expect(await page.evaluate(() => document.activeElement?.matches('[data-first-picture] input'))).toBe(true)
    await page.keyboard.type('+1 415 555 02')
    letCome()
    await picture(page).waitFor({ state: 'detached' })
    expect(await number(page).inputValue()).toBe('+1 415 555 02')
    await page.keyboard.type('99')
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0299')
    await page.getByText('United States').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('stands where the desk stands, so that nothing moves under the hand', async () => {
    const { page, letCome, close } = await openHeld('loading')
    const before = await boxes(page)
    letCome()
    await picture(page).waitFor({ state: 'detached' })
    expect(await boxes(page)).toEqual(before)
    await close()
  })

  it('offers nothing else to anybody before the desk is there', async () => {
    const { page, close } = await openHeld('desk')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.matches('[data-first-picture] input'))).toBe(true)
    await expect(page.getByRole('button', { name: 'Runs' }).click({ timeout: 500 })).rejects.toThrow('element is inert')
    await close()
  })

  it('makes room for the reason where the desk does not open, and the number is still there when it does', async () => {
    const { page, letCome, close } = await openHeld('shut')
    await page.keyboard.type('+14155550299')
    letCome()
    await page.getByText('The profiles could not be read').waitFor()
    expect(await picture(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Ask again' }).click()
    expect(await number(page).inputValue()).toBe('+14155550299')
    await close()
  })

  it('the control: whoever is here for the first time gets the page without it', async () => {
    const { page, close } = await started.open('first')
    await page.getByRole('button', { name: 'Try it in practice' }).waitFor()
    expect(await picture(page).count()).toBe(0)
    await close()
  })
})
