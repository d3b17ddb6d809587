import type { Page, Route } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { numberInput } from '../../src/renderer/call/number-input.ts'
import { paste, sheet } from './number-scenes.ts'
import { openedScenes } from './opened-scenes.ts'
import { number } from './scene-steps.ts'

const started = openedScenes()

const picture = (page: Page) => page.locator('[data-first-picture]')

/** Opens the drawn page and keeps its screens back until they are let come, or are left out. */
const openHeld = async (scene: string) => {
  const { promise: wanted, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>()
  const opened = await started.open(scene, {
    drawn: true,
    before: (page) => page.route('**/main-*.js', async (route) => (await wanted)(route)),
  })
  const { page } = opened
  page.setDefaultTimeout(12_000)
  await picture(page).waitFor()
  // The page's first script hears of keys and pastes from here on.
  await page.waitForLoadState('domcontentloaded')
  const resume = () => resolve((route) => route.continue())
  return {
    ...opened,
    resume,
    letCome: async () => {
      resume()
      await picture(page).waitFor({ state: 'detached' })
    },
    leaveOut: () => resolve((route) => route.abort()),
  }
}

const boxes = (page: Page) =>
  page.evaluate(
    (field) =>
      Object.fromEntries(
        ['header', 'nav', 'section[aria-label="New call"] input', field].map((selector) => {
          const found = document.querySelector(selector)
          if (!found) throw new Error(`There is no ${selector}.`)
          const { x, y, width, height } = found.getBoundingClientRect()
          return [selector, [x, y, width, height].map(Math.round)]
        }),
      ),
    `input[placeholder="${numberInput.placeholder}"]`,
  )

const hasPictureCaret = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('[data-first-picture] input') ?? false)

describe('the first picture', { timeout: 60_000 }, () => {
  it('has the caret, and what is typed into it goes on in the form of the desk', async () => {
    const { page, complaints, letCome, close } = await openHeld('desk')
    expect(await hasPictureCaret(page)).toBe(true)
    await page.keyboard.type('+1 415 555 02')
    await letCome()
    expect(await number(page).inputValue()).toBe('+1 415 555 02')
    await page.keyboard.type('99')
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0299')
    await page.getByText('United States').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('leaves the caret where it was', async () => {
    const { page, letCome, close } = await openHeld('desk')
    await page.keyboard.type('415 555 0299')
    await page.keyboard.press('Home')
    await page.keyboard.type('+')
    await letCome()
    await page.keyboard.type('1 ')
    await expect.poll(() => number(page).inputValue()).toBe('+1 415 555 0299')
    await close()
  })

  it('gives the number to the profile whose chord was pressed meanwhile, and to no other', async () => {
    const { page, resume, close } = await openHeld('slowChoice')
    // The focus may be anywhere.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+2')
    await page.keyboard.press('Tab')
    await page.keyboard.type('+1415555')
    resume()
    await page.keyboard.type('0298')
    await picture(page).waitFor({ state: 'detached' })
    // Main is still writing the choice down.
    await page.keyboard.press('Backspace')
    await page.keyboard.type('9')
    await page.getByRole('button', { name: /^Profile: Borealis/ }).waitFor()
    await expect.poll(() => number(page).inputValue()).toBe('+14155550299')
    await page.keyboard.press('Control+1')
    await page.getByRole('button', { name: /^Profile: Acme Billing/ }).waitFor()
    expect(await number(page).inputValue()).toBe('')
    await close()
  })

  it('keeps a paste whole, and the desk reads it as a paste', async () => {
    const { page, letCome, close } = await openHeld('desk')
    await paste(page, sheet)
    expect(await page.locator('[data-first-picture] input[autofocus]').inputValue()).toMatch(/^Customer Phone/)
    await letCome()
    await page.getByRole('heading', { name: 'Pasted row' }).waitFor()
    await expect.poll(() => number(page).inputValue()).toMatch(/555 ?0123$/)
    await close()
  })

  it('lets what was typed after a paste count, and calls nobody by Enter', async () => {
    const { page, letCome, close } = await openHeld('desk')
    await paste(page, sheet)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('+14155550299')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await letCome()
    await page.getByText('United States').waitFor()
    expect(await number(page).inputValue()).toBe('+14155550299')
    expect(await page.getByRole('heading', { name: 'Pasted row' }).count()).toBe(0)
    await page.getByText('What became of the call').waitFor()
    await close()
  })

  it('makes no number of what is typed after Ctrl+K, and the finder opens', async () => {
    const { page, letCome, close } = await openHeld('desk')
    await page.keyboard.press('Control+K')
    await page.keyboard.type('48219')
    await letCome()
    await page.getByRole('combobox', { name: 'Find anything' }).waitFor()
    expect(await page.locator('[data-number-field]').inputValue()).toBe('')
    await close()
  })

  it('stands where the desk stands, so that nothing moves under the hand', async () => {
    const { page, letCome, close } = await openHeld('loading')
    const before = await boxes(page)
    await letCome()
    expect(await boxes(page)).toEqual(before)
    await close()
  })

  it('offers nothing else to anybody before the desk is there', async () => {
    const { page, close } = await openHeld('desk')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.keyboard.press('Tab')
    expect(await hasPictureCaret(page)).toBe(true)
    const press = page.getByRole('button', { name: 'Runs' }).click({ timeout: 500 })
    await expect(press).rejects.toThrow('element is inert')
    await close()
  })

  it('makes room for the reason where the desk does not open, and the number is still there when it does', async () => {
    const { page, letCome, close } = await openHeld('shut')
    await page.keyboard.type('+14155550299')
    await letCome()
    await page.getByText('The profiles could not be read').waitFor()
    await page.getByRole('button', { name: 'Ask again' }).click()
    expect(await number(page).inputValue()).toBe('+14155550299')
    await close()
  })

  it('makes room for a screen that breaks, and gives the number to the next one', async () => {
    const { page, letCome, resume, close } = await openHeld('strange')
    await page.keyboard.type('+14155550299')
    resume()
    await page.getByText('This screen stopped working').waitFor()
    expect(await picture(page).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Load again' }).click()
    await letCome()
    expect(await number(page).inputValue()).toBe('+14155550299')
    await close()
  })

  it('leaves nobody typing into a field that leads nowhere when the screens cannot be read', async () => {
    const { page, leaveOut, close } = await openHeld('desk')
    await page.keyboard.type('+1415')
    leaveOut()
    await page.getByRole('alert').getByText('The desk could not be opened').waitFor()
    expect(await number(page).isVisible()).toBe(false)
    await close()
  })

  it('is in no page of somebody who is here for the first time', async () => {
    const { page, close } = await started.open('first')
    await page.getByRole('button', { name: 'Try it in practice' }).waitFor()
    expect(await picture(page).count()).toBe(0)
    await close()
  })
})
